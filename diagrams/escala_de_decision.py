"""Three gauges, then boxes within boxes from the chip to the data centre, and what each jump outwards adds."""

from collections.abc import Mapping
from math import cos, pi, sin

from diagrams.svg import HEAD, WIDE, Drawing

_LEVELS = ("chip", "board", "server", "rack", "cluster", "centre")
_SIDE, _COPY, _TOP, _BOTTOM, _CORE = 13, 12, 31, 14, 42
_AXIS = 161


def draw(name: str, title: str, mark: Mapping[str, str]) -> Drawing:
    """The drawing, with the words of MARK."""
    drawing = Drawing(name)
    y = drawing.heading(title) + 18
    drawing.words(4, y, mark["first"], 350, HEAD)
    gauges = ((2, 102, "memory", 0.3), (110, 102, "compute", 0.55), (218, 140, "communication", 0.8))
    for x, wide, what, share in gauges:
        _gauge(drawing, x, y + 12, wide, mark[what], share)
    y += 88
    drawing.curve(f"M 53 {y:g} V {y + 12:g} H 288 V {y:g}", y + 12)
    drawing.arrow(_AXIS, y, _AXIS, y + 34)
    y += 58
    drawing.words(4, y, mark["then"], 350, HEAD)
    bottom = _nested(drawing, y + 12, mark)
    drawing.arrow(_AXIS, bottom - 6 * _BOTTOM + 4, _AXIS, bottom + 26)
    for jump in range(5):
        drawing.dot(_AXIS, bottom - jump * _BOTTOM - _BOTTOM, 4)
    _added(drawing, bottom + 48, mark)
    return drawing


def _gauge(drawing: Drawing, x: float, y: float, wide: float, words: str, share: float) -> None:
    """A box with a dial whose needle stands at SHARE of its way."""
    drawing.box(x, y, wide, 76, "common")
    cx, cy, radius = x + wide / 2, y + 42, 28
    drawing.curve(f"M {cx - radius:g} {cy:g} A {radius} {radius} 0 0 1 {cx + radius:g} {cy:g}", cy)
    for tick in range(5):
        dx, dy = cos(pi * tick / 4), sin(pi * tick / 4)
        drawing.line(cx - 23 * dx, cy - 23 * dy, cx - radius * dx, cy - radius * dy)
    angle = pi * share
    drawing.line(cx, cy, cx - 20 * cos(angle), cy - 20 * sin(angle))
    drawing.dot(cx, cy)
    drawing.words(cx, y + 66, words, wide - 6, middle=True)


def _nested(drawing: Drawing, top: float, mark: Mapping[str, str]) -> float:
    """Each level in the next, beside another of its kind; gives where the outermost ends."""
    x, y, wide, count = 2.0, top, float(WIDE - 4), len(_LEVELS)
    bottom = top + _CORE + (count - 1) * (_TOP + _BOTTOM)
    for depth, what in enumerate(reversed(_LEVELS)):
        high = bottom - depth * _BOTTOM - y
        kind = f"level{count - depth}"
        if depth:
            drawing.box(x + wide + 5, y, _COPY - 5, high, kind)
        drawing.box(x, y, wide, high, kind)
        drawing.words(x + 12, y + 22, mark[what], wide - 16)
        x, y, wide = x + _SIDE, y + _TOP, wide - 2 * _SIDE - _COPY
    return bottom


def _added(drawing: Drawing, y: float, mark: Mapping[str, str]) -> None:
    """What each jump adds, in two rows of two."""
    drawing.words(4, y, mark["jump"], 350, HEAD)
    for number, what in enumerate(("capacity", "coordination", "faults", "energy")):
        x, top = 2 + 181 * (number % 2), y + 12 + 47 * (number // 2)
        drawing.box(x, top, 175, 40, "added")
        drawing.words(x + 22, top + 26, "+ " + mark[what], 150)
