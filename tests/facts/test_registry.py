"""Facts are read from YAML, each test's docstring being the file; every problem says where it stands."""

from fractions import Fraction
from inspect import cleandoc

import pytest

from macros.facts.registry import Registry, read_registry, without_convention
from macros.problems import Problem

SOURCES = "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n"
BYTE = {"GB": 10**9, "GiB": 2**30}


@pytest.fixture
def read(request) -> tuple[Registry, list[Problem]]:
    """The registry of the test's docstring as `facts.yaml`, beside one source."""
    return read_registry({"facts.yaml": cleandoc(request.function.__doc__), "sources.yaml": SOURCES})


@pytest.fixture
def told(read) -> list[str]:
    """The problems of the test's docstring: `line:column code`."""
    return [f"{problem.place.line}:{problem.place.column} {problem.code}" for problem in read[1]]


def test_a_fact_has_its_value_its_subject_and_its_source(read) -> None:
    """
    card:
      name: Tarjeta
      product: Tarjeta de referencia
      facts:
        memory: {name: memoria, value: 32 GB, also_read_as: GiB, source: maker, verified: quoted, checked: 2026-12-01}
        rate: {value: 4.05 GB/s, source: maker, verified: official}
        cooling: {value: líquida, source: maker, verified: official}
    """
    registry, problems = read
    memory, rate, cooling = registry.facts.values()
    assert problems == []
    assert (memory.id, memory.kind, memory.says) == ("card.memory", "FACT", "Tarjeta: memoria")
    assert memory.quantity
    assert memory.quantity.value == 32 * 10**9
    assert memory.also_read_as
    assert memory.also_read_as.factor == 2**30
    assert (memory.written, memory.source, memory.checked) == ("32", "maker", "2026-12-01")
    assert rate.quantity
    assert rate.quantity.value == Fraction(405 * 10**7)
    assert rate.name == "rate"
    assert (cooling.written, cooling.quantity, cooling.unit) == ("líquida", None, None)


def test_a_fact_stands_where_its_value_stands(read) -> None:
    """
    card:
      name: Tarjeta
      facts:
        memory:
          value: "32 GB"
          source: maker
          verified: quoted
    """
    place = read[0].facts["card.memory"].place
    assert (place.path, place.line, place.column) == ("facts.yaml", 5, 15)


def test_all_problems_are_told_at_once_and_in_order(read) -> None:
    """
    card:
      name: Tarjeta
      facts:
        a: {value: "3,5 GB", source: maker, verified: quoted}
        b: {value: 4e11, source: maker, verified: quoted}
        c: {value: 35GB, source: maker, verified: quoted}
        d: {value: 1 GB, verified: quoted}
        e: {value: 1 GB, source: makr, verified: quoted}
        f: {value: 1 GB, source: maker, verified: quoted, sourse: maker}
        f: {value: 1 GB, source: maker, verified: quoted}
        g: {value: 1 GB, source: maker, verified: sure, checked: 1-12-2026}
    """
    assert [str(problem) for problem in read[1]] == [
        "facts.yaml:4:17: E101 «3,5 GB» lleva coma decimal (escriba 3.5 GB)",
        "facts.yaml:5:16: E104 «4e11» está en notación científica, que suele perder cifras (escriba 400000000000)",
        "facts.yaml:6:16: E103 falta un espacio entre el número y la unidad en «35GB» (escriba 35 GB)",
        "facts.yaml:7:8: E006 al hecho «card.d» le falta la clave «source» (source: clave de sources.yaml)",
        "facts.yaml:8:30: E012 no hay una fuente «makr» (¿quiso decir «maker»?)",
        "facts.yaml:9:55: E005 el hecho «card.f» no tiene la clave «sourse» (¿quiso decir «source»?)",
        "facts.yaml:10:5: E003 la clave «f» está dos veces (la primera está en la línea 9: deje una sola)",
        "facts.yaml:11:47: E007 «sure» no es un valor de esta clave (se conocen: convention, official, quoted, unconfirmed)",
        "facts.yaml:11:62: E010 «1-12-2026» no es una fecha (escríbala como 2026-12-01)",
    ]


def test_a_thousands_comma_is_told_with_its_cure(read) -> None:
    """
    card:
      name: Tarjeta
      facts:
        rate: {value: "1,792 GB/s", source: maker, verified: quoted}
    """
    assert [(problem.code, problem.hint) for problem in read[1]] == [("E101", "escriba 1792 GB/s")]


def test_another_reading_measures_the_same(told) -> None:
    """
    card:
      name: Tarjeta
      facts:
        a: {value: 32 GB, also_read_as: s, source: maker, verified: quoted}
        b: {value: 32, also_read_as: GiB, source: maker, verified: quoted}
        c: {value: líquida, also_read_as: GiB, source: maker, verified: quoted}
    """
    assert told == ["4:37 E013", "5:34 E013", "6:39 E013"]


def test_names_are_plain(told) -> None:
    """
    Tarjeta Gráfica:
      name: Tarjeta
      facts:
        ancho-de-banda: {value: 1 GB/s, source: maker, verified: quoted}
    """
    assert told == ["1:1 E011", "4:5 E011"]


def test_what_should_be_a_mapping(told) -> None:
    """
    card: 32 GB
    otra:
      name: Otra
      facts: [uno]
    más:
      name: [Más]
      facts: {x: [1]}
    """
    assert told == ["1:7 E004", "4:10 E004", "5:1 E011", "6:9 E004", "7:14 E004"]


def test_models_are_hypotheses_and_conventions_agree_with_the_program() -> None:
    fact = "{value: 80, source: maker, verified: unconfirmed}"
    convention = "{{value: {}, source: maker, verified: quoted}}"
    meanings = {"GB": "10^9 byte", "B": "10^12", "lote": "4"}
    facts = ", ".join(f"{name}: {convention.format(meaning)}" for name, meaning in meanings.items())
    registry, problems = read_registry(
        {
            "models.yaml": f"llama: {{name: Llama, facts: {{layers: {fact}}}}}",
            "conventions.yaml": f"convention: {{name: C, facts: {{{facts}}}}}",
            "sources.yaml": SOURCES,
        }
    )
    assert problems == []
    assert registry.facts["llama.layers"].kind == "HYPOTHESIS"
    assert [problem.message for problem in without_convention(registry)] == [
        "el programa no entiende «B» como dice este hecho",
        "el programa no entiende «lote» como dice este hecho",
    ]


def test_one_fact_in_two_files() -> None:
    card = "card: {name: Tarjeta, facts: {memory: {value: 32 GB, source: maker, verified: quoted}}}"
    _, problems = read_registry({"a.yaml": card, "b.yaml": card, "sources.yaml": SOURCES})
    assert [str(problem) for problem in problems] == [
        "b.yaml:1:47: E003 el hecho «card.memory» ya está en a.yaml:1:47 (deje uno solo)"
    ]


def test_empty_files_hold_nothing() -> None:
    registry, problems = read_registry({"a.yaml": "", "checks.yaml": "# nada\n", "sources.yaml": ""})
    assert (registry.facts, registry.checks, problems) == ({}, (), [])


CHECKS = {
    "- {says: a, left: b, right: c, tolerance: exact}": [],
    "- {says: a, left: b, right: c, tolerance: rounds to 3 figures}": [],
    "- {says: a, left: b, right: c, tolerance: 0.5 %}": [],
    "- {says: a, left: b, right: c, tolerance: about}": ["1:43 E009"],
    "- {says: a, left: b, right: c, tolerance: exact, holds: false}": ["1:3 E006"],
    "- {says: a, left: b, right: c, tolerance: exact, holds: no}": ["1:57 E007"],
    "- {says: a, left: b}": ["1:3 E006", "1:3 E006"],
    "a: {}": ["1:1 E004"],
    "- a": ["1:3 E004"],
}


@pytest.mark.parametrize("text", CHECKS)
def test_identities(text) -> None:
    _, problems = read_registry({"checks.yaml": text})
    assert [f"{one.place.line}:{one.place.column} {one.code}" for one in problems] == CHECKS[text]


def test_what_backs_a_formula() -> None:
    files = {
        "formulas.yaml": "weights: {sources: [maker, makr], note: N}\nenergy: {sources: maker}",
        "sources.yaml": SOURCES,
    }
    registry, problems = read_registry(files)
    assert registry.backings["weights"].sources == ("maker", "makr")
    assert [str(one)[:24] for one in problems] == ["formulas.yaml:1:28: E012", "formulas.yaml:2:19: E004"]
