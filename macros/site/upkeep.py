"""The checks of what ages or is left over: unused facts and sources, dates to review, specifications typed twice."""

from collections.abc import Iterator
from datetime import date

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.problems import Fault, Problem, meant
from macros.site.course import Course, figures_in, read_by


def facts_are_used(course: Course) -> Iterator[Problem]:
    """Every fact is read by a page, a card, a diagram or an identity."""
    read = _read(course)
    for one in course.registry.checks:
        for text in (one.left, one.right):
            try:
                read |= set(course.figures.work(text).facts)
            except Fault:
                continue
    for fact in course.registry.facts.values():
        if fact.id not in read and not fact.id.startswith("convention."):
            hint = "quítelo, o úselo en una página o en checks.yaml"
            yield Problem(fact.place, "W190", f"nadie usa el hecho «{fact.id}»", hint, "warning")


def _read(course: Course) -> set[str]:
    """What the pages, the cards and the diagrams rest on."""
    pieces = [card.pieces for cards in course.cards.values() for card in cards]
    pieces += [diagram.pieces for diagram in course.diagrams.values()]
    beside = {name for some in pieces for figure in figures_in(some) for name in read_by(figure)}
    return beside.union(*(page.reads for page in course.pages))


def sources_are_used(course: Course) -> Iterator[Problem]:
    """Every source backs a fact, a formula, a card or a page."""
    registry = course.registry
    named = {fact.source for fact in registry.facts.values()}
    named |= {key for backing in registry.backings.values() for key in backing.sources}
    named |= {name.removeprefix("source:") for name in _read(course) if name.startswith("source:")}
    named |= {card.source for deck in course.decks.values() for card in deck.cards}
    for source in registry.sources.values():
        if source.key not in named:
            hint = "quítela, o cítela en un hecho, una fórmula o una página"
            yield Problem(source.place, "W191", f"nadie usa la fuente «{source.key}»", hint, "warning")


def backings_are_of_formulas(course: Course) -> Iterator[Problem]:
    """Every backing stands behind a formula of the catalogue."""
    for name, backing in course.registry.backings.items():
        if name not in CATALOGUE:
            yield Problem(backing.place, "E113", f"no hay una fórmula «{name}»", meant(name, CATALOGUE))


def reviews_are_due(course: Course, today: date) -> Iterator[Problem]:
    """No fact is past the day on which it should be reviewed."""
    for fact in course.registry.facts.values():
        if fact.review_by and date.fromisoformat(fact.review_by) < today:
            message = f"«{fact.id}» debía revisarse antes del {spanish.day(fact.review_by)}"
            yield Problem(fact.place, "W192", message, "lea la fuente y mueva «review_by»", "warning")


def facts_stand_once(course: Course) -> Iterator[Problem]:
    """No specification is typed twice under two names."""
    seen: dict[tuple[object, ...], str] = {}
    for fact in course.registry.facts.values():
        key = (fact.id.split(".")[0], fact.name.lower(), fact.written, fact.unit)
        if key in seen:
            hint = "deje uno solo y use ese"
            message = f"«{fact.id}» repite lo que ya dice «{seen[key]}»"
            yield Problem(fact.place, "W193", message, hint, "warning")
        seen.setdefault(key, fact.id)


def decks_have_their_own_identity(course: Course) -> Iterator[Problem]:
    """No two decks share a number or the identity of a card."""
    numbers: dict[int, str] = {}
    cards: dict[str, str] = {}
    for name, deck in course.decks.items():
        if deck.did in numbers:
            message = f"el mazo «{name}» tiene el número del mazo «{numbers[deck.did]}»"
            yield Problem(deck.place, "E213", message, "déle otro «did»")
        numbers.setdefault(deck.did, name)
        for card in deck.cards:
            guid = f"{deck.course}:{card.id}".lower()
            if cards.get(guid, name) != name:
                message = f"la tarjeta «{card.id}» está también en el mazo «{cards[guid]}»"
                yield Problem(card.place, "E213", message, "déle otro «id»")
            cards.setdefault(guid, name)


RULES = (
    facts_are_used,
    sources_are_used,
    backings_are_of_formulas,
    facts_stand_once,
    decks_have_their_own_identity,
)
