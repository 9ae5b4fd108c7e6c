"""The words of the diagrams as they stand in YAML, filled and drawn; the text reading is proved to name every mark."""

import importlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from diagrams import palette
from diagrams.svg import Drawing, standing
from macros.facts.located import Node, read_yaml
from macros.facts.schema import Field, Fields, read_record
from macros.problems import Fault, Place, Problem
from macros.words import Piece, Said, Vocabulary

css = palette.css

DIAGRAM: Fields = {
    "title": Field("lo que el diagrama hace ver, en una frase", required=True),
    "description": Field("qué se ve, en una oración", required=True),
    "caption": Field("los párrafos del pie", kind="list", required=True),
    "reading": Field("los párrafos de la lectura textual", kind="list", required=True),
    "marks": Field("las palabras de cada marca", kind="mapping", required=True),
}

Texts = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram's words as typed, each with its place."""

    id: str
    title: Node
    description: Node
    caption: tuple[Node, ...]
    reading: tuple[Node, ...]
    marks: Mapping[str, Node]
    place: Place


@dataclass(frozen=True, slots=True)
class FilledDiagram:
    """A diagram with its words said."""

    id: str
    title: str
    description: str
    caption: tuple[Texts, ...] = ()
    reading: tuple[Texts, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    pieces: Texts = ()
    place: Place = Place("")


class NoCairo(Exception):
    """The machine has no libcairo, so no PNG can be made."""


def read_diagrams(files: Mapping[str, str]) -> tuple[dict[str, Diagram], list[Problem]]:
    """The diagrams of FILES (path → YAML text) by id, which is the file's name, and every problem."""
    found: dict[str, Diagram] = {}
    problems: list[Problem] = []
    for path, text in sorted(files.items()):
        tree, broken = read_yaml(path, text)
        problems += broken
        diagram = _diagram(PurePosixPath(path).stem, tree, problems) if tree else None
        if diagram:
            found[diagram.id] = diagram
    return found, problems


def _diagram(name: str, tree: Node, problems: list[Problem]) -> Diagram | None:
    values = read_record(tree, DIAGRAM, f"el diagrama «{name}»", problems)
    if values.keys() < DIAGRAM.keys():
        return None
    marks = {key.text or "": value for key, value in values["marks"].entries or ()}
    return Diagram(
        name,
        values["title"],
        values["description"],
        values["caption"].items or (),
        values["reading"].items or (),
        marks,
        Place(tree.place.path),
    )


def fill(diagram: Diagram, vocabulary: Vocabulary) -> tuple[FilledDiagram, list[Problem]]:
    """DIAGRAM with its words said, and what is wrong: words, marks not drawn, marks that the reading forgets."""
    problems: list[Problem] = []

    def said(node: Node) -> Texts:
        try:
            return tuple(vocabulary.fill(node.text or ""))
        except Fault as fault:
            problems.append(fault.at(node.place, node.text or ""))
            return ()

    caption = tuple(said(node) for node in diagram.caption)
    reading = tuple(said(node) for node in diagram.reading)
    marks = {name: said(node) for name, node in diagram.marks.items()}
    title, description = said(diagram.title), said(diagram.description)
    everything = [title, description, *caption, *reading, *marks.values()]
    filled = FilledDiagram(
        diagram.id,
        plain(title),
        plain(description),
        caption,
        reading,
        {name: plain(text) for name, text in marks.items()},
        tuple(piece for text in everything for piece in text),
        diagram.place,
    )
    if not problems:
        problems += [*_undrawn(diagram, filled), *_unread(diagram, filled)]
    return filled, problems


def plain(text: Texts) -> str:
    """A filled text as plain words."""
    return "".join(piece.text if isinstance(piece, Said) else piece for piece in text)


def _undrawn(diagram: Diagram, filled: FilledDiagram) -> Iterator[Problem]:
    """Marks with words that the geometry does not draw, and marks that it draws without words."""
    asked: set[str] = set()
    try:
        _drawn(filled, asked)
    except KeyError as error:
        yield Problem(diagram.place, "E301", f"a «marks» le falta la marca «{error.args[0]}»", "escriba sus palabras")
        return
    except (ModuleNotFoundError, ValueError) as error:
        hint = "el dibujo va en un módulo del mismo nombre, con «_» por «-»"
        yield Problem(diagram.place, "E302", f"el diagrama «{diagram.id}» no se puede dibujar: {error}", hint)
        return
    for name in diagram.marks.keys() - asked:
        yield Problem(diagram.marks[name].place, "E301", f"la marca «{name}» no se dibuja", "quítela o dibújela")


def _unread(diagram: Diagram, filled: FilledDiagram) -> Iterator[Problem]:
    """Marks whose words the text reading (or the caption) does not say."""
    heard = _heard(" ".join(plain(text) for text in (*filled.caption, *filled.reading)))
    for name, words in filled.marks.items():
        if _heard(words) not in heard:
            hint = "nómbrela en «reading» con las mismas palabras"
            yield Problem(diagram.marks[name].place, "E303", f"la lectura textual no nombra «{words}»", hint)


def _heard(text: str) -> str:
    """TEXT as it is compared: lower case, without signs, one space between words."""
    letters = unicodedata.normalize("NFC", text.lower())
    return " ".join(re.findall(r"\w+", letters))


class _Asking(dict[str, str]):
    """Marks that note which of them the geometry asks for."""

    def __init__(self, marks: Mapping[str, str], asked: set[str]) -> None:
        super().__init__(marks)
        self.asked = asked

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


def _drawn(filled: FilledDiagram, asked: set[str] | None = None) -> Drawing:
    """The drawing that the module of the diagram's name makes of its marks."""
    module = importlib.import_module(f"diagrams.{filled.id.replace('-', '_')}")
    drawing: Drawing = module.draw(filled.id, _Asking(filled.marks, asked if asked is not None else set()))
    return drawing


def draw(filled: FilledDiagram, *, inline: bool = False) -> str:
    """FILLED as SVG: for a page if INLINE, else a file of its own on a light plate."""
    return standing(_drawn(filled), filled.title, filled.description, inline=inline)


def png(svg: str, wide: int = 1280) -> bytes:
    """The SVG of `draw` as a PNG, WIDE pixels wide; NoCairo where the machine lacks libcairo."""
    try:
        import cairosvg
    except OSError:
        cure = "instálela con «apt-get install libcairo2» (en macOS, «brew install cairo»)"
        raise NoCairo(
            f"Falta la biblioteca libcairo: el sitio se construye sin los PNG de los diagramas; {cure}."
        ) from None
    picture: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=wide)
    return picture
