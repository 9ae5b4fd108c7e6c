"""The words of the diagrams as they stand in YAML, filled and drawn; the text reading is proved to name every mark.

A diagram is two files of one name: `some-name.yaml` holds its words, and the module `some_name.py` its geometry, a
function `draw(name, title, mark)` that gives a `Drawing`. Nothing else lists the diagrams.
"""

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
    marks_place: Place
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
        if tree is None and not broken:
            hint = f"escriba al menos: {', '.join(DIAGRAM)}"
            problems.append(Problem(Place(path), "E004", "el archivo de este diagrama está vacío", hint))
        diagram = _diagram(PurePosixPath(path).stem, tree, problems) if tree else None
        if diagram:
            found[diagram.id] = diagram
    return found, problems


def _diagram(name: str, tree: Node, problems: list[Problem]) -> Diagram | None:
    what = f"el diagrama «{name}»"
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        hint = "use minúsculas sin acento, cifras y guiones: el nombre es su dirección y el de su dibujo"
        problems.append(Problem(Place(tree.place.path), "E305", f"«{name}» no sirve de nombre a un diagrama", hint))
        return None
    values = read_record(tree, DIAGRAM, what, problems)
    if values.keys() < DIAGRAM.keys():
        return None
    marks: dict[str, Node] = {}
    for key, value in values["marks"].entries or ():
        if value.text is None or not value.text.strip():
            problems.append(
                Problem(value.place, "E004", f"la marca «{key.text}» no tiene palabras", "escríbalas o quítela")
            )
        else:
            marks[key.text or ""] = value
    return Diagram(
        name, values["title"], values["description"], values["caption"].items or (), values["reading"].items or (),
        marks, values["marks"].place, Place(tree.place.path),
    )  # fmt: skip


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
    """Why there is no drawing; marks drawn without words, words without a drawing, words too wide for their place."""
    asking = _Asking(filled.marks)
    try:
        drawing = _drawn(filled, asking)
        assert isinstance(drawing, Drawing), "«draw» no da un dibujo"
    except Exception as error:  # noqa: BLE001 - the drawing is an author's own code, whatever it does is told
        hint = f"revise diagrams/{_module(filled.id)}.py y su función «draw»"
        reason = f"{type(error).__name__}: {error}"
        yield Problem(diagram.place, "E302", f"el diagrama «{diagram.id}» no se puede dibujar: {reason}", hint)
        return
    for name in sorted(asking.asked - diagram.marks.keys()):
        yield Problem(
            diagram.marks_place, "E301", f"falta la marca «{name}», que el dibujo pide", "escriba sus palabras"
        )
    for name in sorted(diagram.marks.keys() - asking.asked):
        yield Problem(diagram.marks[name].place, "E301", f"la marca «{name}» no se dibuja", "quítela o dibújela")
    for tight in drawing.tight:
        own = (diagram.marks[name] for name, words in filled.marks.items() if words and words in tight.words)
        node = next(own, diagram.title)
        message = f"«{tight.words}» no cabe en su lugar: pide {tight.needs:.0f} de ancho y tiene {tight.room:.0f}"
        yield Problem(node.place, "E304", message, "acorte las palabras o dé más lugar en el dibujo")


def _unread(diagram: Diagram, filled: FilledDiagram) -> Iterator[Problem]:
    """Marks whose words the text reading (or the caption) does not say, whole and in the same form."""
    heard = [_heard(plain(text)) for text in (*filled.caption, *filled.reading)]
    for name, words in filled.marks.items():
        if not any(_heard(words) in text for text in heard):
            hint = "nómbrela en «reading» con las mismas palabras"
            yield Problem(diagram.marks[name].place, "E303", f"la lectura textual no nombra «{words}»", hint)


def _heard(text: str) -> str:
    """TEXT as it is compared: lower case, accents kept, no signs, a space on each side of every word."""
    letters = unicodedata.normalize("NFC", text.lower())
    return " ".join(["", *re.findall(r"[^\W_]+", letters), ""])


class _Asking(dict[str, str]):
    """Marks that note which of them the geometry asks for, and say nothing for those that are missing."""

    def __init__(self, marks: Mapping[str, str]) -> None:
        super().__init__(marks)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return self.get(name, "")


def _module(name: str) -> str:
    return name.replace("-", "_")


def _drawn(filled: FilledDiagram, marks: Mapping[str, str]) -> Drawing:
    """The drawing that the module of the diagram's name makes with MARKS."""
    module = importlib.import_module(f"diagrams.{_module(filled.id)}")
    drawing: Drawing = module.draw(filled.id, filled.title, marks)
    return drawing


def draw(filled: FilledDiagram, *, inline: bool = False) -> str:
    """FILLED as SVG: for a page if INLINE, else a file of its own on a light plate."""
    return standing(_drawn(filled, filled.marks), filled.title, filled.description, inline=inline)


def png(svg: str, width: int = 1280) -> bytes:
    """The SVG of `draw` as a PNG, WIDTH pixels wide; NoCairo where the machine lacks libcairo."""
    try:
        import cairosvg
    except OSError:
        cure = "instálela con «apt-get install libcairo2» (en macOS, «brew install cairo»)"
        raise NoCairo(
            f"Falta la biblioteca libcairo: el sitio se construye sin los PNG de los diagramas; {cure}."
        ) from None
    picture: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=width)
    return picture
