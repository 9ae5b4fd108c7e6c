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


def test_copying_a_formula_copies_the_line_that_is_read(lesson) -> None:
    tab = lesson()
    tab.evaluate("getSelection().selectAllChildren(document.querySelector('li:has(math)'))")
    copied = tab.evaluate("""() => new Promise((told) => {
        addEventListener("copy", (event) => told(event.clipboardData.getData("text/plain")), { once: true });
        document.execCommand("copy");
    })""")
    assert copied == "7B: BF16 = 7 × 10⁹ × 2 bytes = 14 GB; INT8 = 7 GB; INT4 = 3.5 GB."


@pytest.mark.parametrize(("part", "copied"), [("mn", "10⁹"), ("msup", "10⁹")])
def test_a_part_of_a_formula_is_copied_as_the_whole(lesson, part, copied) -> None:
    tab = lesson()
    tab.evaluate("part => getSelection().selectAllChildren(document.querySelector(`article p ${part}`))", part)
    found = tab.evaluate("""() => new Promise((told) => {
        addEventListener("copy", (event) => told(event.clipboardData.getData("text/plain")), { once: true });
        document.execCommand("copy");
    })""")
    assert found == copied


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def put_at(tab, number, height: int) -> None:
    """Scroll so that NUMBER stands at that HEIGHT of the window."""
    number.evaluate("(element, height) => scrollBy(0, element.getBoundingClientRect().top - height)", height)
    tab.wait_for_timeout(100)


def assert_whole(tab) -> None:
    """The card is whole within the window."""
    box, size = tab.locator("#ficha").bounding_box(), tab.viewport_size
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]
    assert box["x"] + box["width"] <= size["width"]


def test_a_card_stays_on_the_screen_and_goes_with_its_number(lesson) -> None:
    tab = lesson(**PHONE)
    number = tab.locator("article a.cifra", has_text="18 bytes").first
    put_at(tab, number, 300)
    number.tap()
    for by in (60, 120):
        tab.evaluate("by => scrollBy(0, by)", by)
        tab.wait_for_timeout(100)
        assert_whole(tab)
    tab.evaluate("scrollBy(0, 900)")
    tab.wait_for_timeout(100)
    assert not tab.locator("#ficha").is_visible()


def test_a_card_stays_on_a_screen_that_is_turned(lesson) -> None:
    tab = lesson(**PHONE)
    number = tab.locator("article a.cifra", has_text="18 bytes").first
    put_at(tab, number, 300)
    number.tap()
    tab.set_viewport_size({"width": 740, "height": 360})
    tab.wait_for_timeout(200)
    assert_whole(tab)


def test_a_tall_card_after_a_short_one_takes_the_side_with_room(lesson) -> None:
    tab = lesson(**PHONE)
    numbers = tab.locator("article a.cifra")
    for at in (1, 17):
        put_at(tab, numbers.nth(at), 460)
        numbers.nth(at).tap()
        box = tab.locator("#ficha").bounding_box()
        tab.keyboard.press("Escape")
    assert box
    assert box["y"] + box["height"] <= 460


def test_the_way_to_the_row_takes_the_focus_there(lesson) -> None:
    tab = lesson()
    tab.locator("article a.cifra", has_text=NUMBER).first.focus()
    tab.keyboard.press("Enter")
    tab.get_by_role("link", name="Ver su renglón en la tabla").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_timeout(200)
    assert tab.evaluate("document.activeElement.id") == "p-weights-bits-int4-params-70b"
    assert not tab.locator("#ficha").is_visible()
    shade = "getComputedStyle(document.querySelector('tr:target > td')).backgroundColor"
    assert tab.evaluate(shade) != "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("keys", [["Shift+Tab"], ["Tab"] * 12])
def test_whoever_tabs_out_of_the_card_is_back_at_the_number(lesson, keys) -> None:
    tab = lesson()
    number = tab.locator("article a.cifra", has_text=NUMBER).first
    number.focus()
    tab.keyboard.press("Enter")
    for key in keys:
        if tab.locator("#ficha").is_visible():
            tab.keyboard.press(key)
    assert not tab.locator("#ficha").is_visible()
    assert number.evaluate("element => element === document.activeElement")


def test_a_second_press_on_the_number_closes_its_card(lesson) -> None:
    tab = lesson()
    number = tab.locator("article a.cifra", has_text=NUMBER).first
    for shown in (True, False, True):
        number.click()
        assert tab.locator("#ficha").is_visible() == shown


def test_a_press_that_no_pointer_made_opens_closes_and_returns(lesson) -> None:
    """A screen reader clicks without pointer or key."""
    tab = lesson()
    press = "at => document.querySelectorAll('article a.cifra')[at].click()"
    at = "() => [...document.querySelectorAll('article a.cifra')].indexOf(document.activeElement)"
    tab.evaluate(press, 2)
    tab.evaluate(press, 5)
    tab.wait_for_timeout(150)
    assert tab.locator("#ficha").is_visible()
    tab.keyboard.press("Escape")
    assert tab.evaluate(at) == 5
    tab.evaluate(press, 2)
    tab.evaluate(press, 2)
    assert not tab.locator("#ficha").is_visible()


def test_on_a_phone_that_lies_the_number_stays_in_sight(lesson) -> None:
    tab = lesson(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    number = tab.locator("article a.cifra").nth(2)
    number.evaluate("element => element.scrollIntoView({ block: 'center' })")
    number.tap()
    card, box = tab.locator("#ficha").bounding_box(), number.bounding_box()
    assert card
    assert box
    assert card["y"] >= box["y"] + box["height"] or card["y"] + card["height"] <= box["y"]


def test_a_number_in_another_unit_is_found_in_its_card(lesson) -> None:
    tab = lesson()
    tab.locator("article a.cifra", has_text="0.5").first.click()
    assert "En esta página: 0.5 TB." in tab.locator("#ficha").inner_text().replace("\u00a0", " ")


def test_single_keys_do_nothing(lesson) -> None:
    """WCAG 2.1.4; starlight#1950: typing `n` left the page."""
    tab = lesson()
    before = tab.url
    for key in "fs/pn,.":
        tab.keyboard.press(key)
    tab.wait_for_timeout(200)
    assert tab.url == before
    assert not tab.evaluate("document.querySelector('#__search').checked")
