"""Search as a Spanish reader expects: accents, thousands, units with and without a space; also from the disk."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from macros.site import search

# What is typed, and what the text that is found must say.
QUERIES = {
    "cuantizacion": "cuantización",
    "CUANTIZACIÓN": "cuantización",
    "cache": "caché",
    "energia": "energía",
    "1792": "1,792",
    "1,792": "1,792",
    "32GB": "32 GB",
    "32 GB": "32 GB",
    "all-reduce": "all-reduce",
    "70B": "70B",
    "paralelismo": "paralelismo",
    "5090": "5090",
}


def test_what_is_extra_or_hidden_is_not_read() -> None:
    html = (
        "<p>Uno <math><mi>x</mi><annotation>TEX</annotation></math></p><div data-extra><p>no</p></div><p hidden>ni</p>"
    )
    assert search.shown(html) == "<p>Uno <math><mi>x</mi></math></p>"


@pytest.fixture(params=["http", "file"])
def finder(request, site: Path, chromium: Browser, address: str) -> Iterator[Callable[[str], Page]]:
    """The home page with what a query finds on it, over a server or from the disk with the net off."""
    context = chromium.new_context(offline=request.param == "file")

    def found(query: str) -> Page:
        page = context.new_page()
        page.goto(address if request.param == "http" else (site / "index.html").as_uri())
        page.wait_for_load_state("load")
        page.locator(".md-search__input").click()
        page.wait_for_function("!/Inicializando/.test(document.querySelector('.md-search-result__meta').textContent)")
        page.keyboard.type(query)
        page.wait_for_timeout(700)  # what was found for a part of the query gives way to what is found for all of it
        page.locator(".md-search-result__item").first.wait_for(timeout=15000)
        return page

    yield found
    context.close()


@pytest.mark.browser
def test_each_query_finds_what_it_should(finder) -> None:
    for query, wanted in QUERIES.items():
        page = finder(query)
        text = page.locator(".md-search-result__list").inner_text().replace("\u00a0", " ").lower()
        assert wanted.lower() in text, (query, text[:400])
        page.close()


@pytest.mark.browser
def test_a_result_leads_to_its_page(finder) -> None:
    page = finder("roofline")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_load_state("load")
    assert "Roofline" in page.locator("article").inner_text()


@pytest.mark.browser
def test_provenance_is_never_a_result(finder) -> None:
    page = finder("procedencia")
    text = page.locator(".md-search-result__list").inner_text()
    assert not re.search(r"Con la convención|Respaldo de la fórmula|Vale si", text)
