"""What a course offers to study: its cards as question and answer, and its terms and units, each with its first use."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from decks.cards import FilledCard
from macros import spanish
from macros.site.anchors import slug
from macros.site.course import Course, defines
from macros.spoken import masked
from macros.units import UNITS
from macros.words import Piece

_GAP = re.compile(r"\{\{c\d+::(.*?)(?:::.*?)?\}\}")


@dataclass(frozen=True, slots=True)
class Question:
    """A card to practise: what it asks and what it answers."""

    id: str
    front: tuple[Piece, ...]
    back: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a deck: its definition, and where a page first uses it (an address from the top of the site)."""

    name: str
    back: tuple[Piece, ...]
    used: str


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A unit that the course prints: its symbol, its name, what it equals, and where a figure first has it."""

    symbol: str
    name: str
    equals: str
    used: str


def questions(cards: tuple[FilledCard, ...]) -> list[Question]:
    """CARDS as questions, in their order; a text with gaps asks for what is in them."""
    return [
        Question(card.id, _asked(card.front), card.back if card.card.type != "cloze" else _whole(card.front))
        for card in cards
    ]


def _asked(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(_GAP.sub("…", piece) if isinstance(piece, str) else piece for piece in pieces)


def _whole(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(_GAP.sub(r"\1", piece) if isinstance(piece, str) else piece for piece in pieces)


def terms(course: Course, urls: Mapping[str, str]) -> list[Term]:
    """The terms that the decks define (their questions are none), in the order of the Spanish alphabet."""
    found: dict[str, Term] = {}
    for name, cards in course.cards.items():
        for card in cards:
            text = "".join(piece for piece in card.front if isinstance(piece, str))
            if defines(card):
                used = _first_use(course, urls, text, name) or _listed(course, urls, card, name)
                found.setdefault(text, Term(text, card.back, used))
    return sorted(found.values(), key=lambda term: spanish.alphabetical(term.name))


def _first_use(course: Course, urls: Mapping[str, str], term: str, deck: str) -> str:
    """Where a page that shows the deck first writes TERM: the page, and the words to show on it."""
    pattern = re.compile(rf"\b{re.escape(term)}\b", re.IGNORECASE)
    for page in course.pages:
        found = pattern.search(masked(page.text)) if page.source in urls and f"deck:{deck}" in page.reads else None
        if found:
            return f"{urls[page.source]}#:~:text={quote(found[0]).replace('-', '%2D')}"
    return ""


def _listed(course: Course, urls: Mapping[str, str], card: FilledCard, deck: str) -> str:
    """Where a page lists CARD of a DECK among its cards; nothing if none does."""
    for page in course.pages:
        for placed in page.spoken if "cards" in page.words and page.source in urls else ():
            if placed.said.name == deck and card.group in placed.said.options:
                return f"{urls[page.source]}#t-{slug(card.id)}"
    return ""


def units(course: Course, urls: Mapping[str, str], anchors: Mapping[str, str]) -> list[UnitEntry]:
    """The units of the figures that pages show, each once, with the row (from ANCHORS) of the first figure in it."""
    first: dict[str, str] = {}
    for use in course.ledger.uses:
        if use.kind == "page" and use.name in urls:
            figure = course.figures.work(use.figure)
            for symbol in filter(None, (figure.symbol, *figure.symbol.split("/"))):
                first.setdefault(spanish.agreeing(symbol, "1"), f"{urls[use.name]}#{anchors[use.figure]}")
    return [
        one for symbol, used in sorted(first.items(), key=lambda item: item[0].lower()) for one in _unit(symbol, used)
    ]


def _unit(symbol: str, used: str) -> Iterator[UnitEntry]:
    name = spanish.unit_name(symbol)
    if name and (symbol in UNITS or "/" in symbol):
        yield UnitEntry(symbol, name, spanish.unit_meaning(symbol), used)
