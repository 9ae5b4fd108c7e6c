"""The built lesson is the course text, word for word, and each of its numbers is a figure."""

import json
import re
from pathlib import Path

import pytest
from lxml import html as lxml_html

TEXT = (Path(__file__).parent / "ia-escala-hardware.txt").read_text("utf-8")
BLOCKS = {"p", "li", "h1", "h2", "h3", "div", "figure", "figcaption", "ul", "ol", "article"}


def plain(element: lxml_html.HtmlElement) -> str:
    """The text of ELEMENT as the course text writes it: without what is extra, mathematics as TeX."""
    if element.get("data-extra") is not None or not isinstance(element.tag, str):
        return element.tail or ""
    if element.tag == "math":
        tex = element.xpath(".//annotation/text()")[0]
        mark = "$$" if element.get("display") == "block" else "$"
        return f"{mark}{tex}{mark}" + (element.tail or "")
    inner = (element.text or "") + "".join(plain(child) for child in element)
    edge = "\n" if element.tag in BLOCKS else ""
    return edge + inner + edge + (element.tail or "")


def words(text: str) -> list[str]:
    """TEXT as words; the marks of lists are the list's, not the text's."""
    lines = [re.sub(r"^\s*(?:•|\d+\.)\s+", "", line) for line in text.splitlines()]
    return " ".join(lines).split()


@pytest.fixture
def article(site: Path) -> lxml_html.HtmlElement:
    page = site / "lecciones" / "ia-escala-hardware" / "index.html"
    return lxml_html.fromstring(page.read_text("utf-8")).xpath("//article")[0]


def test_the_lesson_is_the_course_text_word_for_word(article: lxml_html.HtmlElement) -> None:
    assert words(plain(article)) == words(TEXT)


def test_every_formula_keeps_its_tex_letter_for_letter(article: lxml_html.HtmlElement) -> None:
    written = [display or inline for display, inline in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", TEXT)]
    shown = [math.xpath(".//annotation/text()")[0] for math in article.xpath(".//math[not(ancestor::*[@data-extra])]")]
    assert shown == written
    assert len(written) == 6


QUANTITY = re.compile(
    r"(?<![\w$^])[~≈+-]?\d[\d.,]*\s?(?:[kMGTPE]i?B(?:/s)?|bytes?|bits?|TFLOPS|TFLOP/s|GFLOPS|k?W(?:h)?|GHz|GPU|CPU|chips)\b"
)


def test_no_quantity_was_typed(article: lxml_html.HtmlElement) -> None:
    for extra in article.xpath(".//*[@data-extra]"):
        extra.drop_tree()
    assert len(article.xpath(".//data[@data-figure]")) == 41
    for figure in article.xpath(".//data[@data-figure]"):
        figure.drop_tree()
    assert QUANTITY.findall(plain(article).replace("\u00a0", " ")) == []


def test_the_course_text_has_quantities_to_find() -> None:
    assert len(QUANTITY.findall(TEXT)) > 30


def test_each_number_links_to_its_row(article: lxml_html.HtmlElement) -> None:
    links = article.xpath(".//a[data/@data-figure]")
    rows = {row.get("id") for row in article.xpath(".//table[contains(@class, 'procedencia')]//tr[@id]")}
    assert {link.get("href") for link in links} == {f"#{row}" for row in rows}
    assert rows


def test_each_row_leads_back_to_the_first_number_that_leads_to_it(article: lxml_html.HtmlElement) -> None:
    numbers = article.xpath(".//a[contains(@class, 'cifra')]")
    for row in article.xpath(".//tr[starts-with(@id, 'p-')]"):
        leading = [number for number in numbers if number.get("href") == f"#{row.get('id')}"]
        (back,) = row.xpath(".//a[@class='procedencia__vuelta']/@href")
        assert leading[0].get("id") == back.removeprefix("#")
        assert not any(number.get("id") for number in leading[1:])


def test_page_and_data_hold_the_same_exact_value(site: Path) -> None:
    records = {one["id"]: one for one in json.loads((site / "datos" / "cifras.json").read_text("utf-8"))}
    pages = list(site.rglob("index.html"))
    shown = 0
    for page in pages:
        for figure in lxml_html.fromstring(page.read_text("utf-8")).xpath("//data[@data-figure]"):
            assert records[figure.get("data-figure")]["value"]["exact"] == figure.get("value")
            shown += 1
    assert shown > 40
