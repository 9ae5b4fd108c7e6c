"""The built site in Chromium: nothing from another host, whole without JavaScript, no overflow on a phone."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

PAGES = ["", "lecciones/ia-escala-hardware/", "cifras/", "fuentes/", "autores/"]


@pytest.mark.parametrize("page", PAGES)
def test_no_request_leaves_the_site(page, chromium, address) -> None:
    asked: list[str] = []
    with chromium.new_context() as context:
        tab = context.new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(address + page, wait_until="networkidle")
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_its_window(page, width, chromium, address) -> None:
    with chromium.new_context(viewport={"width": width, "height": 800}) as context:
        tab = context.new_page()
        tab.goto(address + page)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_without_javascript_the_lesson_is_whole(chromium, address) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        tab = context.new_page()
        tab.goto(address + "lecciones/ia-escala-hardware/")
        text = tab.locator("article").inner_text()
        assert "Lectura textual del diagrama: inferencia necesita pesos" in text
        assert "Procedencia de las cifras" in text
        tab.locator("a.cifra", has_text=re.compile("^35")).first.click()
        assert tab.url.endswith("#p-weights-bits-int4-params-70b")
        assert tab.locator("tr:target").is_visible()


def test_mathematics_is_mathml_made_at_build_time(site: Path) -> None:
    page = (site / "lecciones/ia-escala-hardware/index.html").read_text("utf-8")
    assert page.count("<math") == page.count("</annotation>")
    assert "arithmatex" not in page
    assert "\\(" not in page


def test_the_built_files_name_no_other_host_to_load_from(site: Path) -> None:
    for path in site.rglob("*.html"):
        found = re.findall(
            r'<(?:script|link|img|iframe)[^>]+(?:src|href)="?(https?://[^"\s>]+)', path.read_text("utf-8")
        )
        assert found == [], path
