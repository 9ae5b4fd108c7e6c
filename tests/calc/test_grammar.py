"""The grammar of figures: any text is a tree or a fault with its place, at once."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.calc.grammar import Call, Comparison, Joined, parse
from macros.facts.registry import Registry
from macros.figures import Figures
from macros.problems import Fault

FAULTS = {
    "weights(params=70B, bits=INT4": ("E122", 29),
    "weights(70B)": ("E122", 8),
    "weights(params=70B params=7B)": ("E122", 25),
    "weights(params=1, params=2)": ("E123", 18),
    "weights(params=3,5)": ("E101", 15),
    "35GB": ("E103", 0),
    "a.b × 2": ("E121", 4),
    "“a.b”": ("E121", 0),
    "": ("E122", 0),
    "a.b - ": ("E122", 6),
    "4e11": ("E104", 0),
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_have_their_code_and_their_offset(text) -> None:
    with pytest.raises(Fault) as told:
        parse(text)
    assert (told.value.code, told.value.offset) == FAULTS[text]


def test_products_bind_tighter_and_the_left_goes_first() -> None:
    tree = parse("a.a - b.b * c.c - d.d")
    assert isinstance(tree, Joined)
    assert tree.operator == "-"
    assert isinstance(tree.left, Joined)
    assert isinstance(tree.left.right, Joined)
    assert tree.left.right.operator == "*"


def test_a_comparison_stands_at_the_top() -> None:
    assert isinstance(parse("weights(params=7B, bits=INT4) <= a.b"), Comparison)


def test_a_recipe_is_a_name_and_a_difference_is_not() -> None:
    call = parse("training_state(params=7B, recipe=adam-18)")
    assert isinstance(call, Call)
    assert isinstance(parse("f(a=1)-3"), Joined)


def fault_offset(text: str) -> int:
    """Where the fault of TEXT is; 0 if it has none."""
    try:
        parse(text)
    except Fault as fault:
        return fault.offset
    return 0


@given(st.text(alphabet=st.sampled_from("weights(params=70B,. bits=INT4)+-*/<> 10^GB5,é“"), max_size=80))
def test_any_text_is_a_tree_or_a_fault(text) -> None:
    assert 0 <= fault_offset(text) <= len(text)


SLOW = ["(" * 100_000, "(" * 1999, "1e99999999", "a" * 100_000, "1+" * 900 + "1", "9" * 1999, "f(a=" * 400, "- " * 900,
        "(((1+" * 30 + "1" + ")))" * 30, "*".join(["10^99"] * 300), "10^99/" * 90 + "7", "1,1" * 600, "a." * 900]  # fmt: skip


@pytest.mark.parametrize("text", SLOW, ids=lambda text: text[:12])
def test_nothing_makes_it_slow(text) -> None:
    start = time.process_time()
    with pytest.raises(Fault):
        Figures(Registry()).work(text)
    assert time.process_time() - start < 1


def test_a_hundred_operations_are_worked() -> None:
    assert Figures(Registry()).work("1 + " * 100 + "1").exact == "101"


PIECES = ["weights", "(", ")", "params", "=", ",", "70B", "bits", "INT4", "a.b", "+", "-", "*", "/", "<=", "35 GB", "10^9",
          "1e9", "3,5", "33/8", " ", "35GB", "recipe", "adam-18", "é", "“", "training_state", "1 GB/s", "0"]  # fmt: skip


def faults(text: str) -> Iterator[Fault]:
    """What is wrong with TEXT as a figure and as a comparison."""
    figures = Figures(Registry())
    for work in (figures.work, figures.compare):
        try:
            work(text)
        except Fault as fault:
            yield fault


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_pieces_are_a_figure_or_a_fault(text) -> None:
    assert all(0 <= fault.offset <= len(text) and fault.message for fault in faults(text))


@pytest.mark.audit
@settings(max_examples=20_000, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=200))
def test_any_pieces_at_length(text) -> None:
    assert all(0 <= fault.offset <= len(text) for fault in faults(text))
