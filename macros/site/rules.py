"""The checks of a course, one function each: a course, or a page of it, in; problems out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from macros import spanish
from macros.facts.registry import Check, without_convention
from macros.figures import Figure
from macros.identities import Verdict, judge
from macros.problems import Fault, Problem, errors
from macros.site import guard, notes, prose, upkeep
from macros.site.course import Course, Recall, load
from macros.site.pages import PageReading
from macros.words import Said


def check(root: Path, recall: Recall | None = None, today: date | None = None) -> tuple[Course, list[Problem]]:
    """The course in ROOT and every problem of it, sorted by place; TODAY decides which reviews are due.

    RECALL may know a page that was checked before.
    """
    course, problems = load(root, recall)
    for page in (page for page in course.pages if not page.checked):
        for page_rule in PAGE_RULES:
            problems += page_rule(course, page)
    for rule in RULES:
        problems += rule(course)
    problems += upkeep.reviews_are_due(course, today or datetime.now(UTC).date())
    return course, sorted(set(without_echoes(course, problems)))


def without_echoes(course: Course, problems: list[Problem]) -> Iterator[Problem]:
    """PROBLEMS without those that only repeat another: what is missing because its file or its fact cannot be read."""
    unread = any(one.code in {"E001", "E015"} and one.place.path.startswith("docs/datos/") for one in problems)
    broken = errors(problems)
    for one in problems:
        of_faulty = one.code == "E111" and any(f"«{name}»" in one.message for name in course.registry.faulty)
        missing = one.code in {"E111", "E012"} and unread
        if not (of_faulty or missing or (one.code in {"W190", "W191"} and broken)):
            yield one


def conventions_agree(course: Course) -> Iterator[Problem]:
    """The units of the program mean what the convention facts say."""
    yield from without_convention(course.registry)


def identities_hold(course: Course) -> Iterator[Problem]:
    """Every identity between facts holds within its tolerance, or is recorded as one that does not."""
    for one in course.registry.checks:
        verdict = judged(course, one)
        if isinstance(verdict, Problem):
            yield verdict
        elif verdict.holds != one.holds:
            hint = "corrija el hecho o la identidad" if one.holds else "quite «holds: false» y «reason»"
            state = "no se cumple" if one.holds else "se cumple, y está registrada como falsa"
            yield Problem(one.left_place, "E150", f"la identidad «{one.says}» {state}: {verdict.says}", hint)


def judged(course: Course, one: Check) -> Verdict | Problem:
    """How the identity ONE turns out, or what is wrong with its figures."""
    for text, place in ((one.left, one.left_place), (one.right, one.right_place)):
        try:
            course.figures.work(text)
        except Fault as fault:
            return fault.at(place, text)
    try:
        return judge(one, course.figures)
    except Fault as fault:
        return fault.at(one.left_place)


def premises_hold(course: Course, page: PageReading) -> Iterator[Problem]:
    """Every premise of the text is true in every reading of its facts."""
    for placed in page.spoken:
        if placed.said.word == "claim" and placed.said.outcome and placed.said.outcome.holds is not True:
            yield Problem(placed.place, "E151", _false(placed.said), "cambie el texto, o corrija el hecho")


def _false(said: Said) -> str:
    """Why a premise does not hold, in a sentence."""
    outcome = said.outcome
    assert outcome
    sides = f"{outcome.left.display} frente a {outcome.right.display}"
    if outcome.holds is None:
        return f"la premisa «{said.name}» depende de cómo se lea la unidad: {sides}"
    return f"la premisa «{said.name}» ya no se cumple: {sides}"


_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a figure was checked against: the fact, the relation, and the result."""

    fact: str
    relation: str
    result: str
    sentence: str


def comparisons(course: Course) -> dict[str, tuple[Comparison, ...]]:
    """What each figure of the course is checked against, by the figure's id."""
    found: dict[str, list[Comparison]] = {}

    def note(figure: Figure, other: Figure, relation: str, result: str, sentence: str) -> None:
        found.setdefault(figure.id, []).append(Comparison(other.id, relation, result, sentence))

    for one in course.registry.checks:
        verdict = judged(course, one)
        if not isinstance(verdict, Problem):
            result = "se cumple" if verdict.holds else "no se cumple"
            reason = f" {one.reason}" if one.reason else ""
            sentence = f"{one.says}: {verdict.says} ({result}).{reason}"
            note(verdict.left, verdict.right, one.tolerance, result, sentence)
            note(verdict.right, verdict.left, one.tolerance, result, sentence)
    for page in course.pages:
        for placed in page.spoken if "claim" in page.words else ():
            outcome = placed.said.outcome
            if outcome and placed.said.word == "claim":
                sign = _SIGNS[outcome.sign]
                sides = f"{outcome.left.display} {sign} {outcome.right.display}"
                result = "se cumple" if outcome.holds else "no se cumple"
                sentence = f"Premisa: {placed.said.name} ({sides}; {result} en cada lectura de la unidad)."
                note(outcome.left, outcome.right, sign, result, sentence)
    return {name: tuple(dict.fromkeys(rows)) for name, rows in found.items()}


def summary(course: Course) -> str:
    """One line on a course in order: how much there is of each thing, and what its author has to decide."""
    facts = course.registry.facts.values()
    questions = sum(1 for fact in facts if fact.question)
    parts = [
        spanish.count(len(course.pages), "página", "páginas"),
        spanish.count(len(course.ledger.names), "cifra", "cifras"),
        spanish.count(len(course.registry.facts), "hecho", "hechos"),
        spanish.count(sum(len(cards) for cards in course.cards.values()), "tarjeta", "tarjetas"),
    ]
    line = f"Todo en orden: {spanish.listed(parts)}."
    typed = prose.exceptions(course)
    more = [f"{spanish.count(questions, 'punto', 'puntos')} por decidir"] if questions else []
    more += [f"{spanish.count(typed, 'cantidad tecleada', 'cantidades tecleadas')} con su razón"] if typed else []
    return f"{line} Además, {spanish.listed(more)}." if more else line


RULES = (conventions_agree, identities_hold, notes.accepted_notes_stand, *prose.RULES, *upkeep.RULES)
PAGE_RULES = (premises_hold, *prose.PAGE_RULES, *guard.PAGE_RULES)
