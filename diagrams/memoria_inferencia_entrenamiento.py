"""One memory, two groups of blocks: what inference keeps in it and what training adds; sizes are not to scale."""

from collections.abc import Callable, Mapping

from diagrams.svg import HEAD, WIDE, Drawing

_LEFT, _HIGH, _GAP = 22, 46, 7
_TEXT = 94


def draw(name: str, title: str, mark: Mapping[str, str]) -> Drawing:
    """The drawing, with the words of MARK."""
    drawing = Drawing(name)
    y = drawing.heading(title) + 18
    drawing.words(_LEFT, y, mark["inference"], 330, HEAD)
    bottom = _group(drawing, y + 12, "common", mark, {"weights": _grid, "cache": _growing, "temporaries": _passing})
    y = bottom + 38
    drawing.words(_LEFT, y, mark["training"], 330, HEAD)
    _plus(drawing, 8, y - 6)
    added = {"activations": _forward, "gradients": _backward, "optimizer": _copies}
    bottom = _group(drawing, y + 12, "added", mark, added)
    drawing.box(_LEFT, bottom + 22, WIDE - _LEFT - 2, _HIGH, "reserved")
    drawing.words((_LEFT + WIDE) / 2, bottom + 51, mark["runtime"], WIDE - _LEFT - 12, middle=True)
    return drawing


Pictogram = Callable[[Drawing, float, float], None]


def _group(drawing: Drawing, top: float, kind: str, mark: Mapping[str, str], blocks: Mapping[str, Pictogram]) -> float:
    """Blocks one under the other, held by a bracket; gives where they end."""
    y = top
    for what, pictogram in blocks.items():
        drawing.box(_LEFT, y, WIDE - _LEFT - 2, _HIGH, kind)
        pictogram(drawing, _LEFT + 18, y + 11)
        drawing.words(_TEXT, y + 29, mark[what], WIDE - _TEXT - 6)
        y += _HIGH + _GAP
    bottom = y - _GAP
    drawing.curve(f"M 15 {top:g} H 8 V {bottom:g} H 15", bottom)
    return bottom


def _plus(drawing: Drawing, x: float, y: float) -> None:
    """The sign that joins what is added to what was there."""
    drawing.line(x - 7, y, x + 7, y)
    drawing.line(x, y - 7, x, y + 7)


def _grid(drawing: Drawing, x: float, y: float) -> None:
    """Weights: a matrix of values."""
    for row in range(3):
        for column in range(5):
            drawing.cell(x + 9 * column, y + 8.5 * row, 7, 7, "ocre", full=(2 * row + 3 * column) % 5 < 3)


def _growing(drawing: Drawing, x: float, y: float) -> None:
    """KV cache: two rows, keys and values, with one pair more for every token."""
    for row in (0, 12.5):
        for column in range(4):
            drawing.cell(x + 8.5 * column, y + row, 6.5, 11, "ocre", full=column < 3)
    drawing.arrow(x + 34, y + 11.75, x + 44, y + 11.75, tip=7)


def _passing(drawing: Drawing, x: float, y: float) -> None:
    """Temporaries: sheets that come and go."""
    drawing.curve(f"M {x + 14:g} {y:g} h 24 v 16", y + 16)
    drawing.line(x + 7, y + 4, x + 31, y + 4, dashed=True)
    drawing.line(x + 31, y + 4, x + 31, y + 20, dashed=True)
    drawing.cell(x, y + 8, 24, 15, "ocre", full=False)


def _layers(drawing: Drawing, x: float, y: float) -> None:
    for column in range(3):
        drawing.cell(x + 4 + 14 * column, y, 6, 13, "verde")


def _forward(drawing: Drawing, x: float, y: float) -> None:
    """Activations: what each layer leaves on the way forward."""
    _layers(drawing, x, y)
    drawing.arrow(x, y + 20, x + 42, y + 20, tip=8)


def _backward(drawing: Drawing, x: float, y: float) -> None:
    """Gradients: what each layer receives on the way back."""
    _layers(drawing, x, y)
    drawing.arrow(x + 42, y + 20, x, y + 20, tip=8)


def _copies(drawing: Drawing, x: float, y: float) -> None:
    """States of the optimizer: more values for every weight."""
    for sheet in (0, 25):
        for row in range(3):
            for column in range(2):
                drawing.cell(
                    x + sheet + 9.5 * column, y + 8.5 * row, 7.5, 7, "verde", full=(row + column + sheet) % 2 == 0
                )
