"""A stair: three things to measure above, the steps from chip to data centre, and what each jump adds."""

from collections.abc import Mapping

from diagrams.svg import HEAD, Drawing

_STEPS = ("chip", "board", "server", "rack", "cluster", "centre")
_HIGH, _RISE, _SHIFT, _WIDE, _GROUND = 36, 50, 38, 150, 388


def draw(name: str, mark: Mapping[str, str]) -> Drawing:
    """The drawing, with the words of MARK."""
    drawing = Drawing(name, 360, 452)
    drawing.words(4, 24, mark["first"], HEAD, room=350)
    for x, wide, what in ((4, 96, "memory"), (108, 96, "compute"), (212, 144, "communication")):
        drawing.box(x, 36, wide, 40, "measure")
        drawing.words(x + wide / 2, 62, mark[what], middle=True, room=wide - 4)
    drawing.arrow(16, 82, 16, _GROUND - 3)
    drawing.words(30, 116, mark["then"], HEAD, room=320)
    for step, what in enumerate(_STEPS):
        _step(drawing, step, mark[what])
    drawing.words(196, 360, mark["jump"], room=160)
    for row, what in enumerate(("capacity", "coordination", "faults", "energy")):
        drawing.words(206, 384 + 21 * row, "+ " + mark[what], room=150)
    return drawing


def _step(drawing: Drawing, step: int, words: str) -> None:
    """One step of the stair, counted from the bottom, and the arrow that leads to it."""
    x, y = 4 + step * _SHIFT, _GROUND - step * _RISE
    drawing.box(x, y, _WIDE, _HIGH, "step")
    drawing.words(x + _WIDE / 2, y + 24, words, middle=True, room=_WIDE - 8)
    if step:
        drawing.arrow(x + _WIDE / 2, y + _RISE, x + _WIDE / 2, y + _HIGH + 1)
