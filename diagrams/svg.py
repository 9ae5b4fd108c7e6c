"""Marks of a drawing as plain SVG elements: boxes, words, arrows; what CairoSVG and browsers draw alike."""

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from xml.etree.ElementTree import Element, SubElement, tostring

from diagrams.palette import BOXES, PAPER, painted

WIDE = 360
_PLATE = 16
# Widths in em of a wide sans, so that words fit their boxes in whatever font a reader has.
_NARROW, _BROAD = frozenset("iljtfr.,:;|'() "), frozenset("mwMW@")


@dataclass(frozen=True, slots=True)
class Type:
    """How words are set."""

    size: int
    bold: bool = False


TITLE, HEAD, BODY = Type(20, bold=True), Type(17, bold=True), Type(17)


def width(words: str, face: Type = BODY) -> float:
    """How wide WORDS may be, set in FACE, in the units of the drawing."""
    ems = sum(
        0.41 if letter in _NARROW else 0.98 if letter in _BROAD else 0.7 if letter.isupper() else 0.63
        for letter in words
    )
    return ems * face.size * (1.13 if face.bold else 1)


def wrapped(text: str, room: float, face: Type = BODY) -> list[str]:
    """TEXT in as few lines as fit into ROOM, as even as can be; in one line if four are too few."""
    parts = text.split()
    if width(text, face) > 4 * room:
        return [text]
    for breaks in range(min(len(parts), 4)):
        ways = [
            [" ".join(parts[a:b]) for a, b in pairwise((0, *cuts, len(parts)))]
            for cuts in combinations(range(1, len(parts)), breaks)
        ]
        best = min(ways, key=lambda lines: max(width(line, face) for line in lines))
        if max(width(line, face) for line in best) <= room:
            return best
    return [text]


@dataclass(frozen=True, slots=True)
class Tight:
    """Words that are wider than the room they have."""

    words: str
    needs: float
    room: float


@dataclass(slots=True)
class Drawing:
    """A drawing being made: its marks in the order of painting, how far down they reach, and what is too wide."""

    name: str
    marks: list[Element] = field(default_factory=list)
    high: float = 0
    tight: list[Tight] = field(default_factory=list)

    def heading(self, title: str) -> float:
        """Set the TITLE over the drawing; gives the height below which the drawing begins."""
        lines = wrapped(title, WIDE - 8, TITLE)
        for number, line in enumerate(lines):
            self.words(4, 20 + 26 * number, line, WIDE - 8, TITLE)
        return 20 + 26 * len(lines)

    def box(self, x: float, y: float, wide: float, high: float, kind: str) -> None:
        """A box of a KIND of the palette; one that is hatched has a strip along its left side."""
        box = self._add("rect", kind, y + high, x=x, y=y, width=wide, height=high, rx=3)
        if BOXES[kind].dashed:
            box.set("stroke-dasharray", "5 4")
        if BOXES[kind].hatched:
            strip = self._bare("rect", "d-trama", x=x + 1, y=y + 1, width=9, height=high - 2)
            strip.set("fill", f"url(#{self.name}-trama)")
            self.line(x + 10, y, x + 10, y + high)

    def words(self, x: float, y: float, text: str, room: float, face: Type = BODY, *, middle: bool = False) -> None:
        """One line of TEXT, its baseline at Y, its start or its MIDDLE at X; ROOM is the width that it must keep to."""
        if width(text, face) > room:
            self.tight.append(Tight(text, width(text, face), room))
        element = self._add("text", "texto", y + 6, x=x, y=y)
        element.attrib |= {"font-size": str(face.size), "font-family": "sans-serif"}
        if face.bold:
            element.set("font-weight", "bold")
        if middle:
            element.set("text-anchor", "middle")
        element.text = text

    def line(self, x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> None:
        """A straight line."""
        line = self._add("line", "linea", max(y1, y2), x1=x1, y1=y1, x2=x2, y2=y2)
        if dashed:
            line.set("stroke-dasharray", "3 3")

    def curve(self, path: str, bottom: float) -> None:
        """An outline along the PATH of SVG, which reaches down to BOTTOM."""
        self._add("path", "linea", bottom).set("d", path)

    def arrow(self, x1: float, y1: float, x2: float, y2: float, tip: float = 9) -> None:
        """A straight arrow from one point to another, its head TIP long."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        back_x, back_y, half = x2 - tip * ux, y2 - tip * uy, tip / 2
        self.line(x1, y1, back_x, back_y)
        corners = ((x2, y2), (back_x - half * uy, back_y + half * ux), (back_x + half * uy, back_y - half * ux))
        head = self._add("polygon", "punta", max(y for _, y in corners))
        head.set("points", " ".join(f"{x:g},{y:g}" for x, y in corners))

    def dot(self, x: float, y: float, radius: float = 4) -> None:
        """A full dot."""
        self._add("circle", "punta", y + radius, cx=x, cy=y, r=radius)

    def cell(self, x: float, y: float, wide: float, high: float, colour: str, *, full: bool = True) -> None:
        """A cell of a pictogram, in a COLOUR of the palette (`ocre`, `verde`), FULL or an outline only."""
        inset = 0 if full else 0.75
        kind = colour if full else "linea"
        size = {"width": wide - 2 * inset, "height": high - 2 * inset}
        self._add("rect", kind, y + high, x=x + inset, y=y + inset, **size)

    def _add(self, tag: str, kind: str, bottom: float, **numbers: float) -> Element:
        element = self._bare(tag, "", **numbers)
        element.attrib |= dict(painted(kind))
        self.high = max(self.high, bottom)
        return element

    def _bare(self, tag: str, css: str, **numbers: float) -> Element:
        element = Element(tag, {"class": css} | {name: f"{value:g}" for name, value in numbers.items()})
        self.marks.append(element)
        return element


def standing(drawing: Drawing, title: str, description: str, *, inline: bool = False) -> str:
    """DRAWING as an SVG text with its name and description; INLINE for a page, else a file of its own on a plate."""
    high = int(drawing.high) + 2
    left, top, wide, tall = (0, 0, WIDE, high) if inline else (-_PLATE, -_PLATE, WIDE + 2 * _PLATE, high + 2 * _PLATE)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "d",
            "viewBox": f"{left} {top} {wide} {tall}",
            "role": "img",
            "lang": "es",
            "aria-labelledby": f"{drawing.name}-titulo",
            "aria-describedby": f"{drawing.name}-descripcion",
        },
    )
    SubElement(root, "title", {"id": f"{drawing.name}-titulo"}).text = title
    SubElement(root, "desc", {"id": f"{drawing.name}-descripcion"}).text = description
    if any(mark.get("class") == "d-trama" for mark in drawing.marks):
        root.append(_hatch(drawing.name))
    if not inline:
        root.attrib |= {"width": str(2 * wide), "height": str(2 * tall)}
        plate = {"x": str(left), "y": str(top), "width": str(wide), "height": str(tall), "fill": PAPER}
        SubElement(root, "rect", plate)
    root.extend(drawing.marks)
    return tostring(root, encoding="unicode")


def _hatch(name: str) -> Element:
    """The hatching that tells an added box from a common one without colour."""
    defs = Element("defs")
    shape = {"id": f"{name}-trama", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse"}
    pattern = SubElement(defs, "pattern", shape | {"patternTransform": "rotate(45)"})
    line = dict(painted("raya")) | {"x1": "0", "y1": "0", "x2": "0", "y2": "6", "stroke-width": "3"}
    SubElement(pattern, "line", line)
    return defs
