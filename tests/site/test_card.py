"""The three ways to ask a number where it comes from: pointer, keys and touch; and what is there without scripts."""

import re

import pytest

pytestmark = pytest.mark.browser
LESSON = "lecciones/ia-escala-hardware/"
NUMBER = re.compile("^35")


@pytest.fixture
def lesson(chromium, address):
    """The lesson in a window of the given width."""
    contexts = []

    def opened(**options):
        context = chromium.new_context(**options)
        contexts.append(context)
        tab = context.new_page()
        tab.goto(address + LESSON, wait_until="networkidle")
        tab.wait_for_load_state("load")  # on a busy machine the net can be idle before the scripts have run
        return tab

    yield opened
    for context in contexts:
        context.close()


def test_a_click_opens_the_card_beside_the_number(lesson) -> None:
    tab = lesson()
    tab.locator("a.cifra", has_text=NUMBER).first.click()
    card = tab.locator("#ficha")
    assert card.is_visible()
    text = card.inner_text()
    assert "DERIVED" in text
    assert "Memoria de los pesos" in text
    assert "#p-" not in tab.url


def test_enter_opens_it_escape_closes_it_and_the_focus_returns(lesson) -> None:
    tab = lesson()
    number = tab.locator("a.cifra", has_text=NUMBER).first
    number.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#ficha").is_visible()
    assert tab.evaluate("document.activeElement.id") == "ficha"
    tab.keyboard.press("Escape")
    assert not tab.locator("#ficha").is_visible()
    assert number.evaluate("element => element === document.activeElement")


def test_a_tap_opens_it_within_a_phone_and_a_tap_outside_closes_it(lesson) -> None:
    tab = lesson(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    tab.locator("a.cifra", has_text=NUMBER).first.tap()
    box = tab.locator("#ficha").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 640
    tab.touchscreen.tap(5, 5)
    assert not tab.locator("#ficha").is_visible()


def test_without_popovers_the_number_leads_to_its_row(chromium, address) -> None:
    with chromium.new_context() as context:
        context.add_init_script("delete HTMLElement.prototype.popover")
        tab = context.new_page()
        tab.goto(address + LESSON)
        tab.locator("a.cifra", has_text=NUMBER).first.click()
        assert tab.url.endswith("#p-weights-bits-int4-params-70b")


def test_copying_a_number_copies_the_number(lesson) -> None:
    tab = lesson()
    copied = tab.locator("a.cifra", has_text=NUMBER).first.evaluate(
        "element => { getSelection().selectAllChildren(element); return getSelection().toString(); }"
    )
    assert copied == "35\u00a0GB"


def test_single_keys_do_nothing(lesson) -> None:
    """WCAG 2.1.4; starlight#1950: typing `n` left the page."""
    tab = lesson()
    before = tab.url
    for key in "fs/pn,.":
        tab.keyboard.press(key)
    tab.wait_for_timeout(200)
    assert tab.url == before
    assert not tab.evaluate("document.querySelector('#__search').checked")
