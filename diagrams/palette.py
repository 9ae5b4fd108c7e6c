"""The colours of the diagrams: plain attributes for files and print, and the rules by which a page recolours them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Paint:
    """What a class of marks is painted with, in the light (files and print too) and in the dark; "" paints nothing.

    HATCHED and DASHED tell a box from others without colour.
    """

    fill: str = ""
    stroke: str = ""
    dark_fill: str = ""
    dark_stroke: str = ""
    hatched: bool = False
    dashed: bool = False


INK, DARK_INK = "#1c1b19", "#e9e6df"
PAPER, DARK_PAPER = "#fbfaf7", "#15171a"
OCHRE, DARK_OCHRE = "#734600", "#e9b866"
TEAL, DARK_TEAL = "#0a5059", "#7ccbd3"


def _box(fill: str, dark: str, *, hatched: bool = False, dashed: bool = False) -> Paint:
    return Paint(fill, INK, dark, DARK_INK, hatched, dashed)


# Surfaces that words stand on.
BOXES: Mapping[str, Paint] = MappingProxyType(
    {
        "common": _box("#f5ecd6", "#302a18"),
        "added": _box("#d9ecec", "#12343a", hatched=True),
        "reserved": _box(PAPER, DARK_PAPER, dashed=True),
        # Boxes within boxes, from the innermost to the outermost.
        "level1": _box("#a9d2d3", "#1b5059"),
        "level2": _box("#bcdcdd", "#19474f"),
        "level3": _box("#cde6e6", "#173d44"),
        "level4": _box("#dceeed", "#16343a"),
        "level5": _box("#eaf5f4", "#162a2f"),
        "level6": _box("#f5faf8", "#152125"),
    }
)
# What carries no words: lines, tips of arrows, the cells of pictograms, hatching.
SIGNS: Mapping[str, Paint] = MappingProxyType(
    {
        "linea": Paint(stroke=INK, dark_stroke=DARK_INK),
        "punta": Paint(fill=INK, dark_fill=DARK_INK),
        "ocre": Paint(fill=OCHRE, dark_fill=DARK_OCHRE),
        "verde": Paint(fill=TEAL, dark_fill=DARK_TEAL),
        "raya": Paint(stroke=TEAL, dark_stroke=DARK_TEAL),
    }
)
WORDS = Paint(fill=INK, dark_fill=DARK_INK)
CLASSES: Mapping[str, Paint] = MappingProxyType({**BOXES, **SIGNS, "texto": WORDS})


def css() -> str:
    """The rules of a page: dark scheme and forced colours, on screen only; print keeps the file's own colours."""
    dark = "\n".join(
        f'  [data-md-color-scheme="slate"] .d .d-{name} {{ {_dark(paint)} }}' for name, paint in CLASSES.items()
    )
    forced = "\n".join(f"  :root .d .d-{name} {{ {_forced(name, paint)} }}" for name, paint in CLASSES.items())
    return (
        ".d text { font-family: var(--sans, sans-serif); }\n"
        f"@media screen {{\n{dark}\n}}\n"
        f"@media screen and (forced-colors: active) {{\n{forced}\n}}\n"
    )


def _dark(paint: Paint) -> str:
    return _declared(("fill", paint.dark_fill), ("stroke", paint.dark_stroke))


def _forced(name: str, paint: Paint) -> str:
    """Both box and words, since forced colours leave the paint of an SVG alone."""
    surface = "Canvas" if name in BOXES else "CanvasText"
    return _declared(("fill", surface if paint.fill else ""), ("stroke", "CanvasText" if paint.stroke else ""))


def _declared(*pairs: tuple[str, str]) -> str:
    return " ".join(f"{name}: {value};" for name, value in pairs if value)


def painted(name: str) -> Iterator[tuple[str, str]]:
    """The presentation attributes of the class NAME: `fill` and `stroke`, as a file without a style sheet has them."""
    paint = CLASSES[name]
    yield "class", f"d-{name}"
    yield "fill", paint.fill or "none"
    if paint.stroke:
        yield "stroke", paint.stroke
        yield "stroke-width", "1.5"
