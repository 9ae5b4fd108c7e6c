"""The grammar of figures: any text is a tree or a fault with its place, at once."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.calc.grammar import Call, Comparison, Joined, parse
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


@pytest.mark.parametrize("text", ["(" * 100_000, "1e99999999", "a" * 100_000, "1+" * 900 + "1", "9" * 1999])
def test_nothing_makes_it_slow(text) -> None:
    start = time.process_time()
    with contextlib.suppress(Fault):
        parse(text)
    assert time.process_time() - start < 1
