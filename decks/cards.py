"""Cards as they stand in YAML: text in, a deck and every problem out; then the same cards with their words said."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from macros.facts.located import Node, read_yaml
from macros.facts.schema import Field, Fields, read_record
from macros.problems import Fault, Place, Problem, meant
from macros.words import Piece, Vocabulary

DECK: Fields = {
    "title": Field("el título del mazo", required=True),
    "course": Field("el prefijo de la identidad de las tarjetas; no se cambia nunca", required=True),
    "deck": Field("el nombre del mazo en Anki, con «::» entre curso y lección", required=True),
    "deck_id": Field("el número del mazo en Anki; no se cambia nunca", required=True),
    "cards": Field("las tarjetas", kind="records", required=True),
}
CARD: Fields = {
    "id": Field("la identidad de la tarjeta; no se cambia ni se usa otra vez", required=True),
    "front": Field("lo que se pregunta", required=True),
    "back": Field("lo que se responde", required=True),
    "group": Field(
        "course: en la lección y en el mazo; extra: sólo en el mazo",
        kind="choice",
        required=True,
        choices=("course", "extra"),
    ),
    "type": Field("basic, typed (se escribe la respuesta) o cloze", kind="choice", choices=("basic", "typed", "cloze")),
    "reverse": Field("true para preguntar también al revés", kind="choice", choices=("true", "false")),
    "detail": Field("lo que se agrega bajo la respuesta"),
    "diagram": Field("el diagrama que va en la respuesta"),
    "tags": Field("etiquetas, en minúsculas y sin acento", kind="list"),
}

_IDENTITY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CLOZE = re.compile(r"\{\{c\d+::.+?\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Card:
    """A card as typed; `texts` has the place of each of its texts."""

    id: str
    group: str
    type: str
    reverse: bool
    diagram: str
    tags: tuple[str, ...]
    texts: Mapping[str, Node]
    place: Place


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its identity in Anki, and its cards in the order of the course."""

    title: str
    course: str
    deck: str
    deck_id: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FilledCard:
    """A card with its words said."""

    id: str
    group: str
    type: str
    reverse: bool
    diagram: str
    tags: tuple[str, ...]
    place: Place
    front: tuple[Piece, ...] = ()
    back: tuple[Piece, ...] = ()
    detail: tuple[Piece, ...] = ()
    pieces: tuple[Piece, ...] = field(default=())


def read_deck(path: str, text: str) -> tuple[Deck | None, list[Problem]]:
    """The deck in the YAML TEXT of the file PATH, and every problem of it."""
    tree, problems = read_yaml(path, text)
    if tree is None:
        return None, problems
    values = read_record(tree, DECK, "el mazo", problems)
    if not DECK.keys() <= values.keys():
        return None, problems
    number = values["deck_id"].text or ""
    if not re.fullmatch(r"\d{10,15}", number):
        hint = "escriba un entero de diez cifras o más, elegido una sola vez"
        problems.append(Problem(values["deck_id"].place, "E201", f"«{number}» no sirve como número de mazo", hint))
        number = "0"
    cards = tuple(_cards(values["cards"], problems))
    texts = {name: values[name].text or "" for name in ("title", "course", "deck")}
    return Deck(texts["title"], texts["course"], texts["deck"], int(number), cards), problems


def _cards(node: Node, problems: list[Problem]) -> Iterator[Card]:
    """The cards of a list, each id once whatever its case."""
    seen: dict[str, Place] = {}
    for item in node.items or ():
        values = read_record(item, CARD, "la tarjeta", problems)
        if not {"id", "front", "back", "group"} <= values.keys():
            continue
        name = values["id"].text or ""
        problems += _identity_problems(values["id"], seen)
        seen.setdefault(name.lower(), values["id"].place)
        texts = {key: value for key, value in values.items() if key in {"front", "back", "detail"}}
        problems += [problem for text in texts.values() for problem in _text_problems(text)]
        kind = _given(values, "type", "basic")
        if kind == "cloze" and not _CLOZE.search(values["front"].text or ""):
            hint = "escriba lo que se oculta como {{c1::…}}"
            problems.append(Problem(values["front"].place, "E204", "la tarjeta no oculta nada", hint))
        tags = tuple(tag.text or "" for tag in (values["tags"].items or () if "tags" in values else ()))
        problems += [
            Problem(values["tags"].place, "E205", f"la etiqueta «{tag}» no sirve", "minúsculas sin acento y guiones")
            for tag in tags
            if not _IDENTITY.fullmatch(tag)
        ]
        reverse = _given(values, "reverse", "false") == "true"
        yield Card(
            name, _given(values, "group", ""), kind, reverse, _given(values, "diagram", ""), tags, texts, item.place
        )


def _given(values: Mapping[str, Node], key: str, default: str) -> str:
    return (values[key].text or default) if key in values else default


def _identity_problems(node: Node, seen: Mapping[str, Place]) -> Iterator[Problem]:
    name = node.text or ""
    if not _IDENTITY.fullmatch(name):
        yield Problem(node.place, "E202", f"«{name}» no sirve como id", "minúsculas sin acento, dígitos y guiones")
    if name.lower() in seen:
        hint = f"la otra está en la línea {seen[name.lower()].line}; cada tarjeta tiene el suyo"
        yield Problem(node.place, "E203", f"el id «{name}» está dos veces", hint)


def _text_problems(node: Node) -> Iterator[Problem]:
    """Characters that would break the deck."""
    match = _CONTROL.search(node.text or "")
    if match:
        code = f"U+{ord(match[0]):04X}"
        yield Problem(
            node.place.shifted(node.text or "", match.start()), "E206", f"hay un carácter de control, {code}", "bórrelo"
        )


def fill(deck: Deck, vocabulary: Vocabulary) -> tuple[tuple[FilledCard, ...], list[Problem]]:
    """The cards of DECK with their words said, and every problem of their words and diagrams."""
    problems: list[Problem] = []

    def said(node: Node | None) -> tuple[Piece, ...]:
        if node is None:
            return ()
        try:
            return tuple(vocabulary.fill(node.text or ""))
        except Fault as fault:
            problems.append(fault.at(node.place, node.text or ""))
            return ()

    filled = []
    for card in deck.cards:
        front, back, detail = (said(card.texts.get(name)) for name in ("front", "back", "detail"))
        if card.diagram and card.diagram not in vocabulary.diagrams:
            hint = meant(card.diagram, vocabulary.diagrams)
            problems.append(Problem(card.place, "E131", f"no hay un diagrama «{card.diagram}»", hint))
        filled.append(
            FilledCard(
                card.id,
                card.group,
                card.type,
                card.reverse,
                card.diagram,
                card.tags,
                card.place,
                front,
                back,
                detail,
                (*front, *back, *detail),
            )
        )
    return tuple(filled), problems
