"""YAML is read with the place of every key and value, and keeps every digit as typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.facts.located import read_yaml


def test_scalars_stay_text_with_their_place() -> None:
    tree, problems = read_yaml("a.yaml", "a: 012\nb:\n  - no\n  - '4e11'\nc: |\n  uno\n  dos\n")
    assert problems == []
    assert tree
    assert tree.entries
    value = tree.get("a")
    assert value
    assert (value.text, str(value.place)) == ("012", "a.yaml:1:4")
    listed = tree.get("b")
    assert listed
    assert listed.items
    assert [(item.text, str(item.place)) for item in listed.items] == [("no", "a.yaml:3:5"), ("4e11", "a.yaml:4:6")]
    block = tree.get("c")
    assert block
    assert (block.text, block.place.line) == ("uno\ndos\n", 6)


BROKEN = {
    "a: 1\n\tb: 2\n": "2:1 E001",
    "a: 1\n  \tb: 2\n": "2:3 E001",
    "a: [1, 2\n": "2:1 E001",
    "a: b: c\n": "1:5 E001",
    "a: 'x\n": "2:1 E001",
    "a: *b\n": "1:4 E001",
    "a: &x 1\nb: *x\n": "1:4 E002",
    "a: 1\nb: 2\na: 3\n": "3:1 E003",
    "? [a, b]\n: 1\n": "1:3 E002",
    "a: 1\nb: \x07\n": "2:4 E001",
    "a: 1\n---\nb: 2\n": "2:1 E001",
    "[" * 5000: "1:1 E001",
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_says_where(text) -> None:
    _, problems = read_yaml("a.yaml", text)
    assert [f"{one.place.line}:{one.place.column} {one.code}" for one in problems] == [BROKEN[text]]


def test_the_first_of_two_equal_keys_counts() -> None:
    tree, _ = read_yaml("a.yaml", "a: 1\na: 2\n")
    assert tree
    value = tree.get("a")
    assert value
    assert value.text == "1"


@given(st.text(alphabet=st.sampled_from("ab:-[]{}#&*!|>'\"%@ \n\t,0é\x07"), max_size=60))
def test_any_text_is_a_tree_or_problems(text) -> None:
    tree, problems = read_yaml("a.yaml", text)
    lines = text.count("\n") + 1
    assert all(1 <= one.place.line <= lines + 1 and one.place.column >= 1 for one in problems)
    assert tree is None or tree.place.line >= 1
