"""A reader with keys: each Tab stop can be seen and has a ring, none is a trap; menu, search and scheme obey."""

import pytest

pytestmark = pytest.mark.browser

LESSON = "lecciones/ia-escala-hardware/"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 320, "height": 700}
LOOK = """() => {
  const stop = document.activeElement;
  if (stop === document.body || stop === document.documentElement) return null;
  window.stops = window.stops || [];
  const before = window.stops.indexOf(stop);
  if (before < 0) window.stops.push(stop);
  const box = stop.getClientRects()[0] || new DOMRect();
  const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
  const up = Math.max(box.top, 0), down = Math.min(box.bottom, innerHeight);
  const x = (left + right) / 2, y = (up + down) / 2;
  const top = document.elementFromPoint(x, y);
  const style = getComputedStyle(stop);
  const faults = [];
  if (box.width < 4 || box.height < 4) faults.push("has no size");
  if (right - left < Math.min(box.width, innerWidth) - 1 || down - up < Math.min(box.height, 8)) faults.push("is off the screen");
  if (!stop.checkVisibility({ opacityProperty: true, visibilityProperty: true })) faults.push("is not visible");
  if (!top || !(stop.contains(top) || top.contains(stop) || stop.parentElement.contains(top))) faults.push("is covered");
  if (style.outlineStyle !== "solid" || parseFloat(style.outlineWidth) < 3) faults.push("has no ring of 3 px");
  return { before, faults, what: stop.outerHTML.slice(0, 120) };
}"""


@pytest.fixture
def page(chromium, address):
    """A page of the site in a window of the given size."""
    contexts = []

    def opened(path, viewport, **options):
        context = chromium.new_context(viewport=viewport, reduced_motion="reduce", **options)
        contexts.append(context)
        tab = context.new_page()
        tab.goto(address + path, wait_until="networkidle")
        return tab

    yield opened
    for context in contexts:
        context.close()


def walk(tab, key="Tab") -> list[str]:
    """The stops from here on, once each; what is wrong with any of them stops the test."""
    found = []
    for _ in range(1500):
        tab.keyboard.press(key)
        stop = tab.evaluate(LOOK)
        if stop is None or stop["before"] == 0:
            return found
        assert stop["before"] < 0, f"a trap: {stop['what']}"
        assert stop["faults"] == [], stop["what"]
        found.append(stop["what"])
    raise AssertionError("the walk does not end")


# The figures have the frame and the rows of the lesson: once is enough.
WALKS = [("", "light"), ("", "dark"), (LESSON, "light"), (LESSON, "dark"), ("cifras/", "light")]


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "320"])
@pytest.mark.parametrize(("path", "scheme"), WALKS, ids=[f"{path or 'home'} {scheme}" for path, scheme in WALKS])
def test_each_stop_is_seen_and_none_is_a_trap(path, viewport, scheme, page) -> None:
    tab = page(path, viewport, color_scheme=scheme)
    stops = walk(tab)
    assert "md-skip" in stops[0]
    assert "md-footer__link" in stops[-1]
    assert sum("__palette" in stop for stop in stops) == 1
    missed = tab.evaluate(
        "[...document.querySelectorAll('article a[href], article button, article [tabindex=\"0\"]')]"
        ".filter((one) => one.checkVisibility() && !window.stops.includes(one)).map((one) => one.outerHTML)"
    )
    assert missed == []
    assert sum("md-nav__link" in stop for stop in stops) >= (6 if viewport == WIDE else 0)


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "320"])
def test_the_way_back_is_as_good(viewport, page) -> None:
    tab = page("", viewport)
    assert len(walk(tab, "Shift+Tab")) > 5


def test_the_walk_can_fail(page) -> None:
    tab = page("", NARROW)
    tab.evaluate("document.querySelector('#menu').style.visibility = 'visible'")
    with pytest.raises(AssertionError):
        walk(tab)


def focused(tab, selector: str) -> bool:
    return tab.evaluate("selector => document.activeElement.matches(selector)", selector)


def seen(tab) -> bool:
    """Whether the reader sees where the focus is."""
    stop = tab.evaluate(LOOK)
    assert stop["faults"] == [], stop["what"]
    return True


def ask(tab, word: str) -> None:
    """Search for WORD, and wait until the answers and the page behind them have come to rest."""
    tab.keyboard.insert_text(word[:-1])
    tab.keyboard.type(word[-1])
    tab.locator(".md-search-result__link").first.wait_for()
    tab.wait_for_timeout(600)


def test_the_menu_opens_and_closes_by_keys(page) -> None:
    tab = page(LESSON, NARROW)
    button = tab.get_by_role("button", name="Menú")
    assert button.get_attribute("aria-expanded") == "false"
    assert not tab.locator("#menu").is_visible()
    button.focus()
    tab.keyboard.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    assert tab.locator(f"#{button.get_attribute('aria-controls')}").is_visible()
    assert focused(tab, "#menu a")
    for _ in range(3):
        tab.keyboard.press("Tab")
        assert seen(tab)
        assert focused(tab, "#menu a")
    tab.keyboard.press("Escape")
    assert button.get_attribute("aria-expanded") == "false"
    assert not tab.locator("#menu").is_visible()
    assert focused(tab, "[data-abre=drawer]")
    tab.keyboard.press("Space")
    assert tab.locator("#menu").is_visible()
    button.click()
    assert not tab.locator("#menu").is_visible()


def test_whoever_leaves_the_menu_leaves_it_closed(page) -> None:
    tab = page(LESSON, NARROW)
    tab.get_by_role("button", name="Menú").click()
    links = tab.locator("#menu a:visible").count()
    assert links > 10
    for _ in range(links):
        tab.keyboard.press("Tab")
    assert not tab.locator("#menu").is_visible()
    assert seen(tab)


def test_a_tap_beside_the_menu_closes_it(page) -> None:
    tab = page(LESSON, NARROW, has_touch=True)
    button = tab.get_by_role("button", name="Menú")
    button.tap()
    tab.touchscreen.tap(310, 400)
    assert button.get_attribute("aria-expanded") == "false"


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "320"])
def test_the_search_opens_and_closes_by_keys(viewport, page) -> None:
    tab = page(LESSON, viewport)
    field = tab.get_by_role("textbox", name="Buscar")
    button = tab.locator("[data-abre=search]")
    if viewport == NARROW:
        assert not field.is_visible()
        button.focus()
        tab.keyboard.press("Enter")
        assert button.get_attribute("aria-expanded") == "true"
    else:
        field.focus()
    assert focused(tab, ".md-search__input")
    ask(tab, "roofline")
    for _ in range(9):
        tab.keyboard.press("Tab")
        assert seen(tab)
        if focused(tab, ".md-search-result__link"):
            break
    assert focused(tab, ".md-search-result__link")
    tab.keyboard.press("ArrowDown")
    assert focused(tab, ".md-search-result__link, .md-search-result summary")
    tab.keyboard.press("Escape")
    assert not tab.locator(".md-search-result").is_visible()
    if viewport == NARROW:
        assert focused(tab, "[data-abre=search]")
    tab.wait_for_timeout(300)
    tab.keyboard.press("Tab")
    assert seen(tab)


def test_whoever_tabs_through_the_search_comes_out(page) -> None:
    tab = page(LESSON, WIDE)
    tab.get_by_role("textbox", name="Buscar").focus()
    ask(tab, "memoria")
    assert walk(tab)
    assert not tab.locator(".md-search-result").is_visible()


def test_whoever_leaves_the_search_of_a_phone_is_back_at_its_button(page) -> None:
    tab = page(LESSON, NARROW)
    tab.get_by_role("button", name="Buscar").click()
    ask(tab, "roofline")
    for _ in range(20):
        tab.keyboard.press("Tab")
        if not tab.locator(".md-search-result").is_visible():
            break
    tab.wait_for_timeout(300)
    assert focused(tab, "[data-abre=search]")
    tab.keyboard.press("Tab")
    assert seen(tab)


@pytest.mark.parametrize(
    ("scheme", "now", "other"), [("light", "Modo claro", "Modo oscuro"), ("dark", "Modo oscuro", "Modo claro")]
)
def test_the_scheme_is_a_choice_named_for_what_it_is(scheme, now, other, page) -> None:
    tab = page("", WIDE, color_scheme=scheme)
    group = tab.get_by_role("radiogroup", name="Esquema de color")
    assert group.get_by_role("radio", name=now).is_checked()
    assert not group.get_by_role("radio", name=other).is_checked()
    paper = "getComputedStyle(document.body).backgroundColor"
    before = tab.evaluate(paper)
    group.get_by_role("radio", name=now).focus()
    tab.keyboard.press("ArrowRight")
    assert group.get_by_role("radio", name=other).is_checked()
    assert tab.evaluate(paper) != before
    tab.goto(tab.url + LESSON, wait_until="networkidle")
    assert group.get_by_role("radio", name=other).is_checked()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "320"])
def test_without_scripts_the_menu_stands_and_no_dead_control_does(viewport, page) -> None:
    tab = page(LESSON, viewport, java_script_enabled=False)
    assert tab.locator("#menu").get_by_role("link", name="Cifras").is_visible()
    for control in ("[data-abre=drawer]", "[data-abre=search]", ".md-search", ".esquema"):
        assert not tab.locator(control).is_visible()
    stops = []
    for _ in range(12):
        tab.keyboard.press("Tab")
        stops.append(tab.locator(":focus").bounding_box())
    assert all(box and box["width"] > 3 and box["x"] >= 0 for box in stops)
