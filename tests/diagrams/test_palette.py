"""Contrast, worked out: words on every surface at 7:1, lines and signs at 3:1, light and dark; the page's rules."""

import re
from itertools import pairwise, product

import pytest

from diagrams.palette import BOXES, CLASSES, DARK_INK, DARK_PAPER, INK, PAPER, SIGNS, WORDS, css


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_worked_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", BOXES)
def test_words_on_a_box_reach_seven_to_one(name: str) -> None:
    assert contrast(WORDS.fill, BOXES[name].fill) >= 7
    assert contrast(WORDS.dark_fill, BOXES[name].dark_fill) >= 7


def test_words_on_the_page_reach_seven_to_one() -> None:
    assert contrast(INK, PAPER) >= 7
    assert contrast(DARK_INK, DARK_PAPER) >= 7


@pytest.mark.parametrize(("sign", "box"), list(product(SIGNS, BOXES)))
def test_lines_and_signs_reach_three_to_one(sign: str, box: str) -> None:
    paint, surface = SIGNS[sign], BOXES[box]
    for colour in filter(None, (paint.fill, paint.stroke, surface.stroke)):
        assert contrast(colour, surface.fill) >= 3
        assert contrast(colour, PAPER) >= 3
    for colour in filter(None, (paint.dark_fill, paint.dark_stroke, surface.dark_stroke)):
        assert contrast(colour, surface.dark_fill) >= 3
        assert contrast(colour, DARK_PAPER) >= 3


def test_boxes_within_boxes_are_told_apart_in_grey() -> None:
    levels = [luminance(BOXES[f"level{number}"].fill) for number in range(1, 7)]
    assert levels == sorted(levels)
    assert all(outer - inner > 0.03 for inner, outer in pairwise(levels))


def test_the_page_recolours_every_class_on_screen_only() -> None:
    rules = css()
    screen, forced = re.findall(r"@media screen[^{]*\{\n(.*?)\n\}", rules, re.DOTALL)
    for name, paint in CLASSES.items():
        for block in (screen, forced):
            rule = re.search(rf"\.d-{name} \{{(.*?)\}}", block)
            assert rule
            assert ("fill:" in rule[1]) == bool(paint.fill)
            assert ("stroke:" in rule[1]) == bool(paint.stroke)
    assert re.findall(r"@media ([^{]+) \{", rules) == ["screen", "screen and (forced-colors: active)"]
