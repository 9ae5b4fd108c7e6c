"""The guard of conventions: what one figure may not mix without saying so."""

import re
from collections.abc import Iterator

from macros.calc.grammar import Call, Comparison, Joined, Literal, Name, Term
from macros.facts.registry import Fact, Registry
from macros.problems import Fault, Problem
from macros.site.course import Course
from macros.site.pages import PageReading

_DECIMAL, _BINARY = re.compile(r"[kMGTPE]B(?:/|$)"), re.compile(r"[KMGTP]iB(?:/|$)")
_KINDS = (
    ("denso", "disperso", "un pico denso con uno disperso"),
    ("agregad", "por GPU", "un agregado con un valor por GPU"),
    ("agregad", "por chip", "un agregado con un valor por chip"),
)


def mixed(tree: Term | Comparison, registry: Registry) -> Fault | None:
    """The fault of the figure or comparison TREE that mixes conventions; None where it does not."""
    sides = [tree.left, tree.right] if isinstance(tree, Comparison) else [tree]
    symbols = {symbol for side in sides for symbol in _symbols(side, registry)}
    decimals = sorted(symbol for symbol in symbols if _DECIMAL.search(symbol))
    binaries = sorted(symbol for symbol in symbols if _BINARY.search(symbol))
    if decimals and binaries:
        hint = "exprese las dos en la misma, o anote «also_read_as» en el hecho"
        return Fault("E196", f"mezcla {decimals[0]} y {binaries[0]} sin decirlo", hint)
    if isinstance(tree, Comparison) or (isinstance(tree, Joined) and tree.operator in "+-"):
        return _unlike(tree, registry)
    return None


def _unlike(tree: Comparison | Joined, registry: Registry) -> Fault | None:
    """The fault of putting side by side two facts that count different things."""
    pair = [_fact(side, registry) for side in (tree.left, tree.right)]
    if None in pair:
        return None
    said = [f"{fact.name} {fact.qualifier}" for fact in pair if fact]
    for one, other, words in _KINDS:
        if (one in said[0] and other in said[1]) or (other in said[0] and one in said[1]):
            return Fault("E197", f"compara {words}", "multiplique o reparta antes de comparar", tree.offset)
    return None


def _fact(term: Term, registry: Registry) -> Fact | None:
    return registry.facts.get(term.text) if isinstance(term, Name) else None


def _symbols(term: Term, registry: Registry) -> Iterator[str]:
    """The units that are written in TERM, those of its facts included; facts with two readings say so themselves."""
    if isinstance(term, Literal) and term.written.unit:
        yield term.written.unit.symbol
    elif isinstance(term, Name):
        fact = registry.facts.get(term.text)
        if fact and fact.unit and not fact.also_read_as:
            yield fact.unit.symbol
    elif isinstance(term, Joined):
        yield from _symbols(term.left, registry)
        yield from _symbols(term.right, registry)
    elif isinstance(term, Call):
        for _, inner, _ in term.inputs:
            yield from _symbols(inner, registry)


def conventions_are_not_mixed(course: Course, page: PageReading) -> Iterator[Problem]:
    """No figure or comparison of a page mixes GB and GiB, dense and sparse, or an aggregate and a part."""
    for placed in page.spoken:
        said = placed.said
        tree = said.outcome.term if said.outcome else said.figure.term if said.figure else None
        fault = mixed(tree, course.registry) if tree else None
        if fault:
            yield Problem(placed.place, fault.code, fault.message, fault.hint)


def speeds_are_of_what_fits(course: Course, page: PageReading) -> Iterator[Problem]:
    """No page prints a decode rate without the memory in which the weights must fit."""
    for placed in page.spoken:
        figure = placed.said.figure
        if figure and figure.formula == "decode_rate" and "capacity" not in dict(figure.inputs):
            hint = "agregue capacity=…: sin ella se publicaría la velocidad de algo que no cabe"
            yield Problem(placed.place, "E198", "esta velocidad no dice en qué memoria cabe", hint)


PAGE_RULES = (conventions_are_not_mixed, speeds_are_of_what_fits)
