"""Two columns of blocks: what inference keeps in memory, and what training adds; sizes are not to scale."""

from collections.abc import Mapping

from diagrams.svg import HEAD, STRONG, Drawing

_LEFT, _RIGHT, _WIDE = 4, 184, 172
_BLOCK, _GAP = 42, 8


def draw(name: str, mark: Mapping[str, str]) -> Drawing:
    """The drawing, with the words of MARK."""
    drawing = Drawing(name, 360, 452)
    for x, head in ((_LEFT, "inference"), (_RIGHT, "training")):
        drawing.words(x, 24, mark[head], HEAD, room=_WIDE)
    for x in (_LEFT, _RIGHT):
        for row, block in enumerate(("weights", "cache", "temporaries")):
            _block(drawing, x, row, mark[block], "common")
    drawing.words(_RIGHT, 212, mark["adds"], STRONG, room=_WIDE)
    for row, block in enumerate(("activations", "gradients")):
        _block(drawing, _RIGHT, row, "+ " + mark[block], "added", top=222)
    drawing.box(_RIGHT, 322, _WIDE, 66, "added")
    drawing.words(_RIGHT + 18, 350, "+ " + mark["states"], room=_WIDE - 24)
    drawing.words(_RIGHT + 18, 373, mark["optimizer"], room=_WIDE - 24)
    drawing.box(_LEFT, 404, 352, _BLOCK, "reserved", dashed=True)
    drawing.words(180, 431, mark["runtime"], middle=True, room=340)
    return drawing


def _block(drawing: Drawing, x: float, row: int, words: str, kind: str, top: float = 36) -> None:
    """A block of one line in the ROW of a column that begins at TOP."""
    y = top + row * (_BLOCK + _GAP)
    drawing.box(x, y, _WIDE, _BLOCK, kind)
    drawing.words(x + 18, y + 27, words, room=_WIDE - 24)
