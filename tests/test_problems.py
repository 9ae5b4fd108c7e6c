"""A problem knows its place, and a fault finds it."""

from hypothesis import given
from hypothesis import strategies as st

from macros.problems import Fault, Place, Problem, errors, meant


def test_a_problem_prints_on_one_line() -> None:
    problem = Problem(Place("docs/a.md", 3, 7), "E111", "no hay un hecho «x»", "¿quiso decir «y»?")
    assert str(problem) == "docs/a.md:3:7: E111 no hay un hecho «x» (¿quiso decir «y»?)"


@given(st.text(alphabet="ab\n", max_size=30), st.integers(0, 30))
def test_a_place_shifts_as_an_editor_counts(text, offset) -> None:
    offset = min(offset, len(text))
    place = Place("x", 5, 9).shifted(text, offset)
    before = text[:offset].split("\n")
    assert place.line == 5 + len(before) - 1
    assert place.column == (9 if len(before) == 1 else 1) + len(before[-1])


def test_a_fault_moves_with_the_text_that_holds_it() -> None:
    assert Fault("E1", "m", offset=3).moved(4).at(Place("x"), "0123456789") == Problem(Place("x", 1, 8), "E1", "m")


def test_warnings_stop_nothing() -> None:
    warning = Problem(Place("a"), "W", "m", level="warning")
    error = Problem(Place("b"), "E", "m")
    assert errors([error, warning]) == [error]


def test_the_nearest_name_is_offered() -> None:
    assert meant("wieghts", ["weights", "energy"]) == "¿quiso decir «weights»?"
    assert meant("int4", ["INT4", "BF16"]) == "¿quiso decir «INT4»?"
    assert meant("zzz", ["a", "b"]) == "se conocen: a, b"
