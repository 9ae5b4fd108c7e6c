"""Cards as they stand in YAML: text in, a deck and every problem out; then the same cards with their words said."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from decks.markup import gap_faults, tokens
from macros.facts.located import Node, read_yaml
from macros.facts.schema import Field, Fields, read_record
from macros.problems import Fault, Place, Problem, meant
from macros.spoken import words_in
from macros.words import Piece, Said, Vocabulary

DECK: Fields = {
    "title": Field("el título del mazo", required=True),
    "course": Field("el prefijo de la identidad de las tarjetas; no se cambia nunca", required=True),
    "deck": Field("el nombre del mazo en Anki, con «::» entre curso y lección", required=True),
    "did": Field("el número del mazo en Anki; no se cambia nunca", required=True),
    "cards": Field("las tarjetas", kind="records", required=True),
}
CARD: Fields = {
    "id": Field("la identidad de la tarjeta; no se cambia ni se usa otra vez", required=True),
    "front": Field("lo que se pregunta; en una tarjeta cloze, el texto con sus huecos", required=True),
    "back": Field("lo que se responde; en una tarjeta cloze, lo que se agrega al descubrirla", required=True),
    "group": Field(
        "course: en la lección y en el mazo; extra: sólo en el mazo",
        kind="choice",
        required=True,
        choices=("course", "extra"),
    ),
    "type": Field(
        "basic, type-in (se escribe la respuesta) o cloze (texto con huecos)",
        kind="choice",
        choices=("basic", "type-in", "cloze"),
    ),
    "reverse": Field("true para preguntar también al revés", kind="choice", choices=("true", "false")),
    "detail": Field("lo que se agrega bajo la respuesta"),
    "diagram": Field("el diagrama que va en la respuesta"),
    "source": Field("clave de sources.yaml, si la tarjeta descansa en una fuente que sus cifras no nombran"),
    "tags": Field("etiquetas, en minúsculas y sin acento", kind="list"),
}
TEXTS = ("front", "back", "detail")

_IDENTITY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_AS_IDENTITY = "use minúsculas sin acento, dígitos y guiones"
# What Anki takes as the number of a deck without giving it another: above 2³⁰, and exact in JavaScript.
_DECK_NUMBERS = range(2**30, 2**53)


@dataclass(frozen=True, slots=True)
class Card:
    """A card as typed; `nodes` has what stands under each of its keys, with its place."""

    id: str
    group: str
    type: str
    reverse: bool
    diagram: str
    source: str
    tags: tuple[str, ...]
    nodes: Mapping[str, Node]
    place: Place


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its identity in Anki, and its cards in the order of the course."""

    title: str
    course: str
    deck: str
    did: int
    cards: tuple[Card, ...]
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class FilledCard:
    """A card with its words said."""

    card: Card
    front: tuple[Piece, ...] = ()
    back: tuple[Piece, ...] = ()
    detail: tuple[Piece, ...] = ()

    @property
    def id(self) -> str:
        """The identity of the card in its deck."""
        return self.card.id

    @property
    def group(self) -> str:
        """`course` or `extra`."""
        return self.card.group

    @property
    def place(self) -> Place:
        """Where the card stands."""
        return self.card.place

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All that the card says."""
        return (*self.front, *self.back, *self.detail)


def read_deck(path: str, text: str) -> tuple[Deck | None, list[Problem]]:
    """The deck in the YAML TEXT of the file PATH, and every problem of it."""
    tree, problems = read_yaml(path, text)
    if tree is None:
        if not problems:
            hint = f"escriba al menos: {', '.join(DECK)}"
            problems = [Problem(Place(path), "E004", "el archivo de este mazo está vacío", hint)]
        return None, problems
    values = read_record(tree, DECK, "el mazo", problems)
    cards = tuple(_cards(values["cards"], problems)) if "cards" in values else ()
    problems += _deck_problems(values)
    if not DECK.keys() <= values.keys():
        return None, sorted(problems)
    texts = {name: values[name].text or "" for name in DECK if name != "cards"}
    did = int(texts["did"]) if texts["did"].isdecimal() else 0
    return Deck(texts["title"], texts["course"], texts["deck"], did, cards, tree.place), sorted(problems)


def _deck_problems(values: Mapping[str, Node]) -> Iterator[Problem]:
    """What is wrong with the identity of a deck."""
    number = values.get("did")
    if number and not (re.fullmatch(r"[0-9]{10,16}", number.text or "") and int(number.text or "") in _DECK_NUMBERS):
        hint = "escriba un entero de 2³⁰ (1073741824) o más, elegido una sola vez"
        yield Problem(number.place, "E201", f"«{number.text}» no sirve como número de mazo", hint)
    course = values.get("course")
    if course and not _IDENTITY.fullmatch(course.text or ""):
        yield Problem(course.place, "E202", f"«{course.text}» no sirve como prefijo", _AS_IDENTITY)
    deck = values.get("deck")
    if deck and any(part != part.strip() or not part for part in (deck.text or "").split("::")):
        hint = "escriba «Curso::Lección», sin partes vacías ni espacios junto a «::»"
        yield Problem(deck.place, "E207", f"«{deck.text}» no sirve como nombre de mazo", hint)


def _cards(node: Node, problems: list[Problem]) -> Iterator[Card]:
    """The cards of a list, each id once whatever its case."""
    seen: dict[str, Place] = {}
    for item in node.items or ():
        named = item.get("id")
        what = f"la tarjeta «{named.text}»" if named and named.text else "la tarjeta"
        values = read_record(item, CARD, what, problems)
        if "id" in values:
            problems += _identity_problems(values["id"], seen)
            seen.setdefault((values["id"].text or "").lower(), values["id"].place)
        tags = (values["tags"].items or ()) if "tags" in values else ()
        problems += [
            Problem(tag.place, "E205", f"la etiqueta «{tag.text}» no sirve", _AS_IDENTITY)
            for tag in tags
            if not _IDENTITY.fullmatch(tag.text or "")
        ]
        problems += _type_problems(values)
        if {"id", "front", "back", "group"} <= values.keys():
            yield _card(values, item.place)


def _card(values: Mapping[str, Node], place: Place) -> Card:
    given = {name: node.text or "" for name, node in values.items()}
    tags = tuple(tag.text or "" for tag in (values["tags"].items or ())) if "tags" in values else ()
    return Card(
        given["id"],
        given["group"],
        given.get("type", "basic"),
        given.get("reverse") == "true",
        given.get("diagram", ""),
        given.get("source", ""),
        tags,
        values,
        place,
    )


def _identity_problems(node: Node, seen: Mapping[str, Place]) -> Iterator[Problem]:
    name = node.text or ""
    if not _IDENTITY.fullmatch(name):
        yield Problem(node.place, "E202", f"«{name}» no sirve como id", _AS_IDENTITY)
    if name.lower() in seen:
        hint = f"la otra está en la línea {seen[name.lower()].line}; cada tarjeta tiene el suyo"
        yield Problem(node.place, "E203", f"el id «{name}» está dos veces", hint)


def _type_problems(values: Mapping[str, Node]) -> Iterator[Problem]:
    """What does not go with the type of a card."""
    kind = (values["type"].text or "") if "type" in values else "basic"
    if kind == "cloze" and "front" in values:
        front = values["front"]
        yield from (fault.at(front.place, front.text or "") for fault in gap_faults(front.text or ""))
    if kind == "cloze" and "reverse" in values and values["reverse"].text == "true":
        yield Problem(values["reverse"].place, "E209", "un texto con huecos no se pregunta al revés", "quite «reverse»")
    if kind == "type-in" and "back" in values:
        back = values["back"]
        if any(token.kind not in {"text", "code"} for token in tokens(back.text or "")):
            hint = "deje en «back» una palabra o un número, y lleve la fórmula a «detail»"
            yield Problem(back.place, "E209", "una respuesta con fórmulas no se puede escribir", hint)


def fill(deck: Deck, vocabulary: Vocabulary) -> tuple[tuple[FilledCard, ...], list[Problem]]:
    """The cards of DECK with their words said, and every problem of their words, diagrams and sources."""
    problems: list[Problem] = []
    filled = []
    for card in deck.cards:
        texts = {name: _said(card.nodes[name], vocabulary, problems) for name in TEXTS if name in card.nodes}
        filled.append(FilledCard(card, **texts))
        sources = vocabulary.figures.registry.sources
        if card.diagram and card.diagram not in vocabulary.diagrams:
            hint = meant(card.diagram, vocabulary.diagrams)
            message = f"no hay un diagrama «{card.diagram}»"
            problems.append(Problem(card.nodes["diagram"].place, "E131", message, hint))
        if card.source and card.source not in sources:
            message = f"no hay una fuente «{card.source}»"
            problems.append(Problem(card.nodes["source"].place, "E012", message, meant(card.source, sources)))
    return tuple(filled), sorted(problems)


def _said(node: Node, vocabulary: Vocabulary, problems: list[Problem]) -> tuple[Piece, ...]:
    """The text of NODE with its words said; what is wrong goes to PROBLEMS."""
    text = node.text or ""
    try:
        pieces = tuple(vocabulary.fill(text))
    except Fault as fault:
        problems.append(fault.at(node.place, text))
        return ()
    said = [piece for piece in pieces if isinstance(piece, Said)]
    for spoken, word in zip(words_in(text), said, strict=True):
        if word.block:
            hint = "use la clave «diagram» de la tarjeta" if word.word == "diagram" else "póngala en una página"
            place = node.place.shifted(text, spoken.start)
            problems.append(Problem(place, "E211", f"«{word.word}» no va dentro de una tarjeta", hint))
    if (
        not any(word.block for word in said)
        and not "".join(piece.text if isinstance(piece, Said) else piece for piece in pieces).strip()
    ):
        problems.append(Problem(node.place, "E210", "este texto queda vacío", "escriba algo que siempre se vea"))
    return pieces
