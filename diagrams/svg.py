"""Marks of a drawing as plain SVG elements: boxes, words, arrows; what CairoSVG and browsers draw alike."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from diagrams.palette import FILLS, HATCH, INK, PAPER


class Face(NamedTuple):
    """A size of type and its weight; a family of drawings has two sizes."""

    size: int
    bold: bool = False


HEAD, STRONG, BODY = Face(20, bold=True), Face(17, bold=True), Face(17)
# Widths in em of a wide sans, so that words fit their boxes in whatever font a reader has.
_NARROW, _WIDE = set("iljtfr.,:;|'() "), set("mwMW@")


def width(words: str, face: Face) -> float:
    """How wide WORDS may be, set in FACE, in the units of the drawing."""
    ems = sum(_em(letter) for letter in words)
    return ems * face.size * (1.12 if face.bold else 1)


def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE:
        return 0.98
    return 0.7 if letter.isupper() else 0.62


@dataclass(slots=True)
class Drawing:
    """A drawing being made: its size and its marks, in the order in which they are painted."""

    name: str
    wide: int
    high: int
    marks: list[Element] = field(default_factory=list)

    def box(self, x: float, y: float, wide: float, high: float, kind: str, *, dashed: bool = False) -> None:
        """A box of a KIND of the palette (`common`, `added`, `reserved`, `measure`, `step`); `added` is hatched too."""
        fill = FILLS[kind]
        box = self._add("rect", f"d-{kind}", x=x, y=y, width=wide, height=high, rx=3, fill=fill, stroke=INK)
        box.set("stroke-width", "1.5")
        if dashed:
            box.set("stroke-dasharray", "5 4")
        if kind == "added":
            strip = self._add("rect", "d-trama", x=x + 1, y=y + 1, width=9, height=high - 2)
            strip.set("fill", f"url(#{self.name}-trama)")

    def words(self, x: float, y: float, text: str, face: Face = BODY, *, middle: bool = False, room: float = 0) -> None:
        """One line of TEXT with its baseline at Y; ROOM is the width it must fit, which is proved."""
        if room and width(text, face) > room:
            raise ValueError(f"{self.name}: «{text}» needs {width(text, face):.0f} of {room:.0f}")
        element = self._add("text", "d-texto", x=x, y=y, fill=INK)
        element.set("font-size", str(face.size))
        element.set("font-family", "sans-serif")
        if face.bold:
            element.set("font-weight", "bold")
        if middle:
            element.set("text-anchor", "middle")
        element.text = text

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight arrow from one point to another, up, down or to the right."""
        line = self._add("line", "d-linea", x1=x1, y1=y1, x2=x2, y2=y2, stroke=INK)
        line.set("stroke-width", "1.5")
        tip = [(x2, y2), *_barbs(x1, y1, x2, y2)]
        head = self._add("polygon", "d-punta", fill=INK)
        head.set("points", " ".join(f"{x:g},{y:g}" for x, y in tip))

    def _add(self, tag: str, css: str, **attributes: float | str) -> Element:
        values = {name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items()}
        element = Element(tag, {"class": css} | values)
        self.marks.append(element)
        return element


def _barbs(x1: float, y1: float, x2: float, y2: float) -> Iterable[tuple[float, float]]:
    """The two back corners of an arrow's head."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    back_x, back_y = x2 - 9 * ux, y2 - 9 * uy
    return ((back_x - 4.5 * uy, back_y + 4.5 * ux), (back_x + 4.5 * uy, back_y - 4.5 * ux))


def standing(drawing: Drawing, title: str, description: str, *, inline: bool = False) -> str:
    """DRAWING as an SVG text with its name and description; INLINE for a page, else a file of its own."""
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "d",
            "viewBox": f"0 0 {drawing.wide} {drawing.high}",
            "role": "img",
            "lang": "es",
            "aria-labelledby": f"{drawing.name}-titulo",
            "aria-describedby": f"{drawing.name}-descripcion",
        },
    )
    SubElement(root, "title", {"id": f"{drawing.name}-titulo"}).text = title
    SubElement(root, "desc", {"id": f"{drawing.name}-descripcion"}).text = description
    root.append(_hatch(drawing.name))
    if not inline:
        root.set("width", str(2 * drawing.wide))
        root.set("height", str(2 * drawing.high))
        plate = {"width": str(drawing.wide), "height": str(drawing.high), "fill": PAPER}
        SubElement(root, "rect", plate)
    root.extend(drawing.marks)
    return tostring(root, encoding="unicode")


def _hatch(name: str) -> Element:
    """The hatching that tells an added block from a common one without colour."""
    defs = Element("defs")
    shape = {"id": f"{name}-trama", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse"}
    pattern = SubElement(defs, "pattern", shape | {"patternTransform": "rotate(45)"})
    line = {"class": "d-raya", "x1": "0", "y1": "0", "x2": "0", "y2": "6", "stroke": HATCH, "stroke-width": "3"}
    SubElement(pattern, "line", line)
    return defs
