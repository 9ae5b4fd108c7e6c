"""Every diagram of the course: its names, its marks, its limits, and its PNG."""

import builtins
import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import cairosvg
import pytest
from PIL import Image

from diagrams.palette import BOXES, PAPER
from diagrams.svg import BODY, HEAD, TITLE, WIDE, width, wrapped
from diagrams.words import NoCairo, css, draw, png

IDS = sorted(path.stem for path in (Path(__file__).parents[2] / "diagrams").glob("*.yaml"))
SVG = "{http://www.w3.org/2000/svg}"
every_diagram = pytest.mark.parametrize("name", IDS)


def texts(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_there_are_diagrams() -> None:
    assert len(IDS) >= 2


@every_diagram
def test_every_mark_is_drawn_once_under_the_title(name: str, filled) -> None:
    diagram = filled[name]
    drawn = texts(fromstring(draw(diagram)))
    title = wrapped(diagram.title, WIDE - 8, TITLE)
    assert drawn[: len(title)] == title
    assert Counter(words.removeprefix("+ ") for words in drawn[len(title) :]) == Counter(diagram.marks.values())
    assert set(Counter(diagram.marks.values()).values()) == {1}


@every_diagram
@pytest.mark.parametrize("inline", [True, False])
def test_names_resolve_and_ids_are_its_own(name: str, inline: bool, filled) -> None:
    root = fromstring(draw(filled[name], inline=inline))
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    assert len(named) == len([element for element in root.iter() if element.get("id")])
    assert all(one.startswith(f"{name}-") for one in named)
    assert (root.get("role"), root.get("lang")) == ("img", "es")
    assert named[root.get("aria-labelledby", "")].text == filled[name].title
    assert named[root.get("aria-describedby", "")].text == filled[name].description
    for reference in re.findall(r"url\(#([^)]+)\)", draw(filled[name], inline=inline)):
        assert reference in named


@every_diagram
def test_nothing_that_cairo_draws_wrong(name: str, filled) -> None:
    svg = draw(filled[name])
    for trap in (
        "var(",
        "dominant-baseline",
        "foreignObject",
        "<tspan",
        "paint-order",
        "textLength",
        "filter",
        "style",
    ):
        assert trap not in svg
    colours = set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg))
    assert all(re.fullmatch(r"#[0-9a-f]{6}|none|url\(#[\w-]+\)", colour) for colour in colours)
    assert set(re.findall(r'stroke-width="([^"]*)"', svg)) <= {"1.5", "3"}


@every_diagram
def test_a_phone_shows_words_of_twelve_pixels_in_two_sizes(name: str, filled) -> None:
    root = fromstring(draw(filled[name], inline=True))
    assert int((root.get("viewBox") or "").split()[2]) <= 360
    sizes = {int(element.get("font-size", 0)) for element in root.iter(f"{SVG}text")}
    assert len(sizes) == 2
    # On a screen of 320 px a lesson leaves 280 px or more.
    assert min(sizes) * 280 / WIDE >= 12


@every_diagram
def test_nothing_stands_outside(name: str, filled) -> None:
    root = fromstring(draw(filled[name], inline=True))
    wide, high = (float(part) for part in (root.get("viewBox") or "").split()[2:])
    for element in root:
        for left, top, right, bottom in extents(element):
            assert left >= 0, element.attrib
            assert top >= 0, element.attrib
            assert right <= wide, element.attrib
            assert bottom <= high, element.attrib


def extents(element: Element) -> list[tuple[float, float, float, float]]:
    """Where a mark stands: left, top, right, bottom, with half a stroke around it."""
    kind = element.tag.removeprefix(SVG)
    half = 0.75 if element.get("stroke") else 0

    def number(key: str) -> float:
        return float(element.get(key, 0))

    if kind == "text":
        face = TITLE if number("font-size") == TITLE.size else HEAD if element.get("font-weight") else BODY
        wide = width(element.text or "", face)
        left = number("x") - (wide / 2 if element.get("text-anchor") else 0)
        return [(left, number("y") - 0.8 * face.size, left + wide, number("y") + 0.25 * face.size)]
    if kind == "rect":
        x, y = number("x"), number("y")
        return [(x - half, y - half, x + number("width") + half, y + number("height") + half)]
    if kind == "line":
        xs, ys = sorted((number("x1"), number("x2"))), sorted((number("y1"), number("y2")))
        return [(xs[0], ys[0], xs[1], ys[1])]
    if kind == "polygon":
        points = [tuple(map(float, point.split(","))) for point in (element.get("points") or "").split()]
        return [(x, y, x, y) for x, y in points]
    return []


@every_diagram
def test_the_page_can_recolour_everything(name: str, filled) -> None:
    root = fromstring(draw(filled[name], inline=True))
    painted = {element.get("class", "") for element in root.iter() if element.get("fill", "").startswith("#")}
    assert painted
    assert all(f".{one} {{" in css() for one in painted)


@every_diagram
def test_the_file_stands_on_its_own_and_the_picture_on_light_paper(name: str, filled, tmp_path) -> None:
    svg = draw(filled[name])
    assert 'width="' in svg[: svg.index(">")]
    (tmp_path / "picture.png").write_bytes(png(svg, 784))
    picture = Image.open(tmp_path / "picture.png").convert("RGB")
    assert picture.width == 784
    assert picture.getpixel((3, 3)) == tuple(bytes.fromhex(PAPER[1:]))
    left, top, *_ = (float(part) for part in (fromstring(svg).get("viewBox") or "").split())
    boxes = {f"d-{kind}": paint.fill for kind, paint in BOXES.items()}
    seen = 0
    for element in fromstring(svg).iter(f"{SVG}rect"):
        if element.get("class") in boxes:
            # The corner of a box is free of words and signs.
            x, y = (
                float(element.get(key, 0)) + float(element.get(size, 0))
                for key, size in (("x", "width"), ("y", "height"))
            )
            pixel = picture.getpixel((round((x - 3 - left) * 2), round((y - 3 - top) * 2)))
            assert pixel == tuple(bytes.fromhex(boxes[element.get("class", "")][1:])), element.attrib
            seen += 1
    assert seen >= 7


@pytest.mark.parametrize("letter", "ñáü«»¿×→≈−≤⁹")
def test_the_font_of_the_picture_has_the_letters_of_the_course(letter: str) -> None:
    """CairoSVG#376, #49: a letter that no font of the machine has becomes an empty box."""
    sheet = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text x="8" y="30" font-size="24">{}</text></svg>'
    )
    assert png(sheet.format(letter), 80) != png(sheet.format("\U0010fffd"), 80)
    assert png(sheet.format(letter), 80) != png(sheet.format(" "), 80)


def test_without_libcairo_the_exception_names_the_cure(monkeypatch) -> None:
    real = builtins.__import__

    def without(name, *rest, **options):
        if name == cairosvg.__name__:
            raise OSError("no library called cairo-2 was found")
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NoCairo, match=r"apt-get install libcairo2.*brew install cairo"):
        png("<svg/>")


def test_long_titles_break_evenly() -> None:
    assert wrapped("uno dos", 300) == ["uno dos"]
    assert wrapped("uno dos tres cuatro", 120) == ["uno dos", "tres cuatro"]
    assert wrapped("inquebrantable", 20) == ["inquebrantable"]
    assert wrapped("", 20) == [""]
