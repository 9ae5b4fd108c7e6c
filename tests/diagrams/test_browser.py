"""The diagrams as Chromium shows them: words within their boxes, and recoloured for dark and forced colours."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageFilter

from diagrams.palette import DARK_INK, INK
from diagrams.svg import BODY, HEAD, TITLE, width
from diagrams.words import css, draw, png

pytestmark = pytest.mark.browser

# The face that CairoSVG takes here, and the width of its picture.
SHEET = "body { margin: 0 } svg { width: 720px; height: auto } text { font-family: 'DejaVu Sans' !important }"
BLUR = ImageFilter.BoxBlur(3)

COLOURS = """() => [...document.querySelectorAll('svg [class]')].map(e => [e.getAttribute('class'),
    getComputedStyle(e).fill])"""
WORDS = """() => [...document.querySelectorAll('svg text')].map(e => [e.textContent, e.getComputedTextLength(),
    Number(e.getAttribute('font-size')), e.hasAttribute('font-weight')])"""


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(part) for part in bytes.fromhex(colour[1:]))})"


@pytest.fixture
def page_of(filled, chromium):
    """A page that holds every diagram, in a colour scheme, with what a context takes."""
    contexts = []

    def opened(scheme: str = "default", **options):
        context = chromium.new_context(viewport={"width": 320, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        body = "".join(draw(diagram, inline=True) for diagram in filled.values())
        # A wide face, where the machine has one: narrower ones fit all the more.
        wide = ":root { --sans: Verdana, 'DejaVu Sans', sans-serif; }"
        page.set_content(f"<style>{wide} {css()}</style><body data-md-color-scheme='{scheme}'>{body}</body>")
        return page

    yield opened
    for context in contexts:
        context.close()


def test_words_are_no_wider_than_reckoned(page_of) -> None:
    for words, real, size, bold in page_of().evaluate(WORDS):
        face = TITLE if size == TITLE.size else HEAD if bold else BODY
        assert real <= width(words, face), words


def test_dark_and_print(page_of) -> None:
    page = page_of("slate")
    assert {fill for name, fill in page.evaluate(COLOURS) if name == "d-texto"} == {rgb(DARK_INK)}
    page.emulate_media(media="print")
    assert {fill for name, fill in page.evaluate(COLOURS) if name == "d-texto"} == {rgb(INK)}


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_forced_colours_rule_over_both_schemes(scheme: str, page_of) -> None:
    found = page_of(scheme, forced_colors="active").evaluate(COLOURS)
    words = {fill for name, fill in found if name == "d-texto"}
    boxes = {fill for name, fill in found if name in {"d-common", "d-added", "d-reserved", "d-level1", "d-level6"}}
    assert len(words) == len(boxes) == 1
    assert words != boxes


def test_the_png_is_what_a_browser_draws(filled, chromium) -> None:
    """CairoSVG#275, #427, #376: what it draws otherwise than a browser; letters, of two rasters, are blurred."""
    with chromium.new_context(viewport={"width": 800, "height": 1400}) as context:
        page = context.new_page()
        for name, diagram in filled.items():
            drawn = Image.open(BytesIO(png(draw(diagram), 720))).convert("L")
            page.set_content(f"<style>{SHEET}</style>{draw(diagram)}")
            seen = Image.open(BytesIO(page.locator("svg").screenshot())).convert("L").resize(drawn.size)
            other = ImageChops.difference(drawn.filter(BLUR), seen.filter(BLUR))
            share = sum(other.histogram()[40:]) / (other.width * other.height)
            assert share < 0.01, f"{name}: {share:.1%} of the picture differs"
