"""A figure is worked once, has one id however it is written, and knows what it was read from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.facts.registry import read_registry
from macros.figures import Figures
from macros.problems import Fault

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
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_have_their_place_and_their_cure(text) -> None:
    code, offset, hint = FAULTS[text]
    with pytest.raises(Fault) as told:
        FIGURES.work(text)
    assert (told.value.code, told.value.offset) == (code, offset)
    assert hint in told.value.hint
