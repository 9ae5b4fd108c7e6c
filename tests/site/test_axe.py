"""axe finds nothing (A, AA, best practice) on any page, light and dark, wide and narrow, printed and without scripts."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

LESSON = "lecciones/ia-escala-hardware/"
PAGES = ["", "cifras/", "fuentes/", "cambios/", "autores/", "codigos/", "404.html"]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
MODES = {
    "light, wide": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "dark, wide": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 900}},
    "light, narrow": {"color_scheme": "light", "viewport": {"width": 320, "height": 700}},
    "dark, narrow": {"color_scheme": "dark", "viewport": {"width": 320, "height": 700}},
}


def violations(tab) -> list[str]:
    found = Axe().run(tab, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:140]}" for one in found for node in one["nodes"]]


CASES = [(LESSON, mode) for mode in MODES] + [
    (page, ("light, wide", "dark, narrow")[at % 2]) for at, page in enumerate(PAGES)
]


@pytest.mark.parametrize(("page", "mode"), CASES)
def test_axe_finds_nothing(page, mode, chromium, address) -> None:
    with chromium.new_context(**MODES[mode]) as context:
        tab = context.new_page()
        tab.goto(address + page)
        assert violations(tab) == []


def test_axe_finds_nothing_on_paper(chromium, address) -> None:
    with chromium.new_context() as context:
        tab = context.new_page()
        tab.goto(address + LESSON)
        tab.emulate_media(media="print")
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
