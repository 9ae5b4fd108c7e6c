"""A figure is worked once, has one id however it is written, and knows what it was read from."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.facts.registry import read_registry
from macros.figures import Figures, shown_in
from macros.problems import Fault
from macros.units import unit

REGISTRY, PROBLEMS = read_registry(
    {
        "docs/datos/hardware.yaml": """
card:
  name: Tarjeta
  facts:
    memory: {value: 32 GB, also_read_as: GiB, source: maker, verified: quoted}
    small: {value: 34 GB, also_read_as: GiB, source: other, verified: quoted}
    bus: {value: 512, source: maker, verified: quoted}
    rate: {value: 28 Gbit/s, source: maker, verified: quoted}
    cooling: {value: líquida, source: maker, verified: official}
""",
        "docs/datos/conventions.yaml": """
convention:
  name: Convención
  facts:
    B: {value: 10^9, source: maker, verified: convention}
    GB: {value: 10^9 byte, source: maker, verified: convention}
""",
        "docs/datos/models.yaml": """
llama:
  name: Llama
  facts:
    layers: {value: 80, source: other, verified: unconfirmed}
    bits: {value: 4, source: other, verified: unconfirmed}
""",
        "docs/datos/formulas.yaml": """
energy: {sources: [other]}
""",
        "docs/datos/sources.yaml": """
maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}
other: {title: Otra, publisher: Fabricante, url: https://example.org/b}
""",
    }
)
FIGURES = Figures(REGISTRY)


def test_the_registry_of_these_tests_is_in_order() -> None:
    assert PROBLEMS == []


SAME = [
    ("weights(params=70B, bits=4)", "weights(params=70B, bits=4 bit)"),
    ("weights(params=7.5B, bits=4)", "weights(params=7500M, bits=4.0)"),
    ("energy(power=1 W, time=5 µs)", "energy(power=1.0 W, time=5 us)"),
    ("energy(power=1 W, time=5 µs)", "energy(power=1 W, time=5 \u03bcs)"),
    ("share(total=8 B, count=2)", "share(total=8 bytes, count=2)"),
    (
        "roofline(peak=5 TFLOPS, bandwidth=1 GB/s, intensity=2 FLOP/B)",
        "roofline(peak=5 TFLOP/s, bandwidth=1 GB/s, intensity=2 FLOP/byte)",
    ),
    (
        "max_tokens(capacity=9 GB, weights=1 GB, kv_per_token=1 kB)",
        "max_tokens(capacity=9 GB, weights=1 GB, kv_per_token=1 kB, reserve=0 GB, sequences=1)",
    ),
    (
        "activations(layers=1, sequence=1, hidden=1, heads=1)",
        "activations(layers=1, sequence=1, hidden=1, heads=1, recompute=none)",
    ),
    ("(1 + 2) + 3", "1 + 2 + 3"),
    ("(1 * 2) + 3", "1 * 2 + 3"),
    ("7B/2", "7B / 2"),
    ("4 GB/2 GB", "4 GB / (2 GB)"),
    ("weights(params=70B, bits=INT4)", "weights( bits = INT4 , params = 70000000000 )"),
    ("training_state(params=7B)", "training_state(recipe=adam-18, params=7000M)"),
    (
        "kv_cache(layers=1, kv_heads=1, head_dim=1, tokens=1)",
        "kv_cache(layers=1, kv_heads=1, head_dim=1, tokens=1, sequences=1, bits=16)",
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_figure_has_one_id(one, other) -> None:
    assert FIGURES.work(one).id == FIGURES.work(other).id
    assert FIGURES.work(one).exact == FIGURES.work(other).exact
    assert FIGURES.work(one).steps == FIGURES.work(other).steps


TEXTS = st.sampled_from(
    [
        "card.memory", "card.bus * card.rate / 8 bit/byte", "card.memory - (card.small - 1 GB)", "(1 + 2) * 3", "1 / (2 * 3)",
        "33/8", "weights(params=7.5B, bits=33/8)", "share(total=card.memory, count=3)", "energy(power=1.5 kW, time=30 min)",
        "max_tokens(capacity=card.memory, weights=weights(params=7B, bits=INT4), kv_per_token=131072 B)",
        "weights(params=32768, bits=4)", "sharded_state(params=1T, devices=72, stage=3)",
    ]
)  # fmt: skip


@given(TEXTS)
def test_an_id_is_itself_a_figure_with_the_same_id_and_value(text) -> None:
    figure = FIGURES.work(text)
    again = FIGURES.work(figure.id)
    assert (again.id, again.exact, again.display) == (figure.id, figure.exact, figure.display)


def test_order_and_brackets_are_kept() -> None:
    assert FIGURES.work("2 * (6/3 * 4)").id == "2 * (6/3 * 4)"
    assert FIGURES.work("5 GB - (3 GB - 1 GB)").exact == "3000000000"
    assert FIGURES.work("12 / (2 * 3)").exact == "2"
    assert FIGURES.work("12 / 2 * 3").exact == "18"


def test_a_figure_knows_its_facts_its_sources_and_its_conventions() -> None:
    figure = FIGURES.work("headroom(capacity=card.memory, needed=weights(params=70B, bits=INT4))")
    assert figure.facts == ("card.memory",)
    assert figure.sources == ("maker",)
    assert figure.conventions == ("convention.GB", "convention.B")
    assert figure.display == "-3\u00a0GB"


def test_an_identity_of_bits_and_bytes() -> None:
    assert FIGURES.work("card.bus * card.rate / 8 bit/byte").exact == "1792000000000"


OUTCOMES = [
    ("weights(params=70B, bits=INT4) > card.memory", True),
    ("weights(params=70B, bits=INT4) <= card.memory", False),
    ("weights(params=70B, bits=INT4) <= card.small", None),
    ("card.memory < card.small", None),
    ("1 GB < 1 GiB", True),
    ("card.memory <= card.memory", True),
    ("card.memory - 33 GB < 0 GB", None),
    ("card.bus == 512", True),
    ("card.bus >= 513", False),
]


@pytest.mark.parametrize(("text", "holds"), OUTCOMES)
def test_comparisons_are_worked_in_every_reading(text, holds) -> None:
    assert FIGURES.compare(text).holds is holds


FAULTS = {
    "card.memori": ("E111", 0, "card.memory"),
    "pesos(params=7B)": ("E113", 0, "weights"),
    "weights(params=7B)": ("E110", 0, "bits"),
    "weights(params=7B, bit=4)": ("E112", 19, "bits"),
    "weights(params=7B, bits=INT5)": ("E115", 24, "INT"),
    "weights(params=70 GB, bits=INT4)": ("E116", 15, "70B"),
    "training_state(params=7B, recipe=adam)": ("E114", 33, "adam-18"),
    "sharded_state(params=7B, devices=0, stage=3)": ("E117", 33, "dispositivos"),
    "sharded_state(params=7B, devices=2.5, stage=3)": ("E117", 33, "dispositivos"),
    "card.memory + 1": ("E107", 0, "medir"),
    "card.cooling * 2": ("E125", 0, "cantidad"),
    "1 GB / 0": ("E108", 0, "divisor"),
    "decode_rate(weights_read=35 GB, bandwidth=1 GB/s, capacity=card.memory)": ("E118", 0, "weights_read"),
    "card.memory <= 1 GB": ("E124", 0, "claim"),
    "card.memory - 35": ("E107", 0, "medir"),
    "1 GB + (2 GB + 1 s)": ("E107", 8, "medir"),
    "sharded_state(params=7B, devices=8, stage=3 GB)": ("E114", 42, "0, 1, 2, 3"),
    "decode_rate(weights_read=30 GB, bandwidth=1 GB/s, kv_read=3 GB, capacity=card.memory)": ("E118", 0, "kv_read"),
    "max_tokens(capacity=9 GB, weights=1 GB, kv_per_token=0 B)": ("E108", 0, "divisor"),
    "weights(params=7B, bits=card.memory)": ("E116", 24, "bits"),
    "-3 GB": ("E122", 0, "0 GB - 3 GB"),
    "INT4": ("E111", 0, "tema.nombre"),
    "energía": ("E111", 0, "energy(…)"),
    " * ".join(["10^99"] * 9): ("E109", 0, "números"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_have_their_place_and_their_cure(text) -> None:
    code, offset, hint = FAULTS[text]
    with pytest.raises(Fault) as told:
        FIGURES.work(text)
    assert (told.value.code, told.value.offset) == (code, offset)
    assert hint in told.value.hint


def test_a_share_measures_what_the_total_measures() -> None:
    assert FIGURES.work("share(total=130 TB/s, count=144)").unit == "byte/s"
    assert FIGURES.work("share(total=142 kW, count=72)").display == "1.97\u00a0kW"
    assert FIGURES.work("share(total=18, count=72)").exact == "0.25"


def test_a_figure_that_rests_on_a_hypothesis_shows_it_among_its_facts() -> None:
    figure = FIGURES.work("kv_cache(layers=llama.layers, kv_heads=8, head_dim=128, tokens=1)")
    assert (figure.kind, figure.facts, figure.sources) == ("DERIVED", ("llama.layers",), ("other",))
    assert FIGURES.work("llama.layers").kind == "HYPOTHESIS"


def test_bits_from_a_fact_keep_their_trail() -> None:
    figure = FIGURES.work("weights(params=70B, bits=llama.bits)")
    assert (figure.exact, figure.facts, figure.sources) == ("35000000000", ("llama.bits",), ("other",))


def test_a_formula_brings_the_sources_that_back_it() -> None:
    assert FIGURES.work("energy(power=1 W, time=1 h)").sources == ("other",)


def test_the_suffix_of_a_count_is_not_the_byte() -> None:
    assert FIGURES.work("7 B + 1 B").conventions == ()
    assert FIGURES.work("7B + 1").conventions == ("convention.B",)
    assert FIGURES.work("card.memory").conventions == ("convention.GB",)


PRINTED = {
    "max_bits(capacity=32 GB, params=70B)": "3.657\u00a0bit",
    "max_bits(capacity=40 GB, params=80B)": "4\u00a0bit",
    "decode_rate(weights_read=35 GB, bandwidth=614 GB/s)": "17.6\u00a0token/s",
    "token_time(weights_read=35 GB, bandwidth=614 GB/s)": "57\u00a0ms",
    "max_tokens(capacity=128 GB, weights=35 GB, kv_per_token=327680 B)": "283,000",
    "headroom(capacity=32 GB, needed=35 GB)": "-3\u00a0GB",
    "card.bus * card.rate": "14.3\u00a0Tbit/s",
    "energy(power=575 W, time=1 h)": "575\u00a0Wh",
    "pipeline_bubble(stages=4, microbatches=8)": "0.273",
    "card.cooling": "líquida",
    "107.52 GiB": "107.52\u00a0GiB",
    "1792 GB/s": "1,792\u00a0GB/s",
    "70B": "70B",
    "0 B": "0\u00a0bytes",
    "1 byte": "1\u00a0byte",
}


@pytest.mark.parametrize("text", PRINTED)
def test_figures_are_printed_and_bounds_stay_on_their_side(text) -> None:
    assert FIGURES.work(text).display == PRINTED[text]


def test_asked_for_in_a_unit_a_bound_keeps_its_side_and_its_places() -> None:
    bits = FIGURES.work("max_bits(capacity=32 GB, params=70B)")
    assert shown_in(bits, unit("bit")) == ("3.657", "bit")
    assert shown_in(bits, unit("bit"), 2) == ("3.6", "bit")
    rate = FIGURES.work("decode_rate(weights_read=35 GB, bandwidth=614 GB/s)")
    assert shown_in(rate, None, 4) == ("17.55", "1/s")
    with pytest.raises(Fault, match="expresar"):
        shown_in(bits, unit("GB"))


def test_many_facts_with_two_readings_are_refused_not_awaited() -> None:
    facts = "".join(
        f"    m{number}: {{value: 1 GB, also_read_as: GiB, source: maker, verified: quoted}}\n" for number in range(40)
    )
    source = "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n"
    registry, _ = read_registry({"a.yaml": f"a:\n  name: A\n  facts:\n{facts}", "sources.yaml": source})
    with pytest.raises(Fault, match="dos lecturas"):
        Figures(registry).compare(" + ".join(f"a.m{number}" for number in range(40)) + " > 1 GB")


@given(st.recursive(
    st.sampled_from(["2", "3 GB", "7B", "card.memory", "weights(params=7B, bits=INT4)", "card.bus", "1 s"]),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
    max_leaves=12,
))  # fmt: skip
def test_arithmetic_keeps_its_value_in_its_id(text) -> None:
    try:
        figure = FIGURES.work(text)
    except Fault:
        return
    again = FIGURES.work(figure.id)
    assert (again.id, again.exact, again.steps, again.line) == (figure.id, figure.exact, figure.steps, figure.line)
    if figure.kind == "DERIVED":
        assert FIGURES.work(retyped(figure.line)).exact == figure.exact
        assert FIGURES.work(retyped(untexed(figure.steps))).exact == figure.exact


def retyped(line: str) -> str:
    """Steps on a line, typed again as a figure."""
    typed = line.replace(",", "").translate(str.maketrans("×−\u00a0", "*- "))
    return re.sub(
        r"10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: "10^" + power[1].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")), typed
    )


def untexed(tex: str) -> str:
    """Steps in TeX, on a line."""
    plain = tex.replace(r"\,", " ").replace(r"\left", "").replace(r"\right", "").replace(r"\times", "*")
    plain = re.sub(r"\\text\{([^}]*)\}", r"\1", re.sub(r"10\^\{(\d+)\}", r"10^\1", plain))
    while r"\frac" in plain:
        plain = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", plain)
    return plain
