"""axe finds nothing (A, AA, best practice, contrast of 7:1) on any page, light and dark, wide and narrow, printed and without scripts."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

LESSON = "lecciones/ia-escala-hardware/"
# A page of each type; the others of the same types are looked at in `make audit`.
PAGES = ["", LESSON, "practica/", "glosario/", "cifras/", "autores/", "404.html", "descargas/ia-escala-hardware.html"]
ALIKE = ["fuentes/", "cambios/", "accesibilidad/", "codigos/"]
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 320, "height": 700}
MODES = {
    "light, wide": {"color_scheme": "light", "viewport": WIDE},
    "dark, wide": {"color_scheme": "dark", "viewport": WIDE},
    "light, narrow": {"color_scheme": "light", "viewport": NARROW},
    "dark, narrow": {"color_scheme": "dark", "viewport": NARROW},
    "printed": {"viewport": WIDE},
    "without scripts": {"viewport": NARROW},
}
MORE = {
    f"{scheme}, {name}": {"color_scheme": scheme, "viewport": {"width": width, "height": height}}
    for scheme in ("light", "dark")
    for name, width, height in (("twice as large", 640, 450), ("four times as large", 320, 225))
} | {
    "spaced": {"viewport": WIDE},
    "spaced, narrow": {"viewport": NARROW},
    "without scripts, wide": {"viewport": WIDE},
    "still": {"viewport": WIDE, "reduced_motion": "reduce"},
    "forced colours": {"viewport": WIDE, "forced_colors": "active"},
}
SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
SCRIPTS = re.compile(r"<script\b(?![^>]*ld\+json).*?</script>", re.DOTALL)


def violations(tab, without: tuple[str, ...] = ()) -> list[str]:
    rules = {"color-contrast-enhanced": {"enabled": True}} | {rule: {"enabled": False} for rule in without}
    options = RULES | {"rules": rules}
    found = Axe().run(tab, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:140]}" for one in found for node in one["nodes"]]


def stripped(route) -> None:
    """The page without its scripts, as it is read where they do not run; axe itself needs a browser that runs them."""
    answer = route.fetch()
    route.fulfill(response=answer, body=SCRIPTS.sub("", answer.text()))


def assert_nothing_found(page: str, mode: str, options: dict[str, object], chromium, address: str) -> None:
    with chromium.new_context(**options) as context:
        tab = context.new_page()
        if "without scripts" in mode:
            tab.route("**/*.html", stripped)
            tab.route("**/", stripped)
        tab.goto(address + page)
        if mode == "printed":
            tab.emulate_media(media="print")
        if "spaced" in mode:
            tab.add_style_tag(content=SPACING)
        # On paper nothing is a target, so none is too small, and nothing scrolls.
        on_paper = ("target-size", "scrollable-region-focusable")
        assert violations(tab, on_paper if mode == "printed" else ()) == []
        if options["viewport"]["width"] == 320:
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(page, mode, chromium, address) -> None:
    assert_nothing_found(page, mode, MODES[mode], chromium, address)


@pytest.mark.audit
@pytest.mark.parametrize(
    ("page", "mode"),
    [(page, mode) for page in PAGES for mode in MORE] + [(page, mode) for page in ALIKE for mode in MODES | MORE],
)
def test_axe_finds_nothing_in_more_modes(page, mode, chromium, address) -> None:
    assert_nothing_found(page, mode, (MODES | MORE)[mode], chromium, address)


def menu(tab) -> None:
    tab.locator('[data-abre="drawer"]').click()


def searched(tab) -> None:
    tab.locator('[data-abre="search"]').click()
    tab.keyboard.type("memoria")
    tab.locator(".md-search-result__item").first.wait_for()


def card(tab) -> None:
    tab.locator("a.cifra").first.click()
    tab.locator("#ficha").wait_for()


def answers(tab) -> None:
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def palette(tab) -> None:
    tab.locator('input[name="__palette"]').nth(1).evaluate("(one) => one.click()")


STATES = {
    "menu": ("", menu),
    "search": (LESSON, searched),
    "card": (LESSON, card),
    "answers": ("practica/", answers),
    "palette": (LESSON, palette),
}


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_use(state, chromium, address) -> None:
    page, use = STATES[state]
    with chromium.new_context(viewport=NARROW) as context:
        tab = context.new_page()
        tab.goto(address + page)
        tab.wait_for_load_state("load")
        use(tab)
        tab.wait_for_timeout(400)
        assert violations(tab) == []


def test_the_stock_theme_would_fail(chromium, tmp_path: Path) -> None:
    """The same checks on a page of Material as it comes find something, so they can fail."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(
        "# Hola\n\nUn [enlace](https://example.org) en una línea de texto.\n", "utf-8"
    )
    (tmp_path / "mkdocs.yml").write_text("site_name: x\ntheme: {name: material, font: false}\n", "utf-8")
    build(load_config(str(tmp_path / "mkdocs.yml")))
    with chromium.new_context() as context:
        tab = context.new_page()
        tab.goto((tmp_path / "site/index.html").as_uri())
        assert violations(tab)
