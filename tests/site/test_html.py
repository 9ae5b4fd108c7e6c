"""The HTML of every built page: its references, its headings, its languages, its spaces, and nothing for a mouse alone."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html as lxml_html

pytestmark = pytest.mark.site

REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-details", "for", "popovertarget", "headers")
UNIT = r"(?:[kMGTPE]i?B|B|bytes?|bits?|T?FLOPS?|W|Wh|kW|kWh|GHz|GPU|parámetros)\b"
ENGLISH = {"the", "and", "of", "not", "found", "search", "skip", "back", "next", "previous", "toggle", "copy"}


@pytest.fixture(scope="module")
def pages(site: Path, read_html) -> dict[str, lxml_html.HtmlElement]:
    found = {path.relative_to(site).as_posix(): read_html(path) for path in site.rglob("*.html")}
    assert len(found) > 10
    return found


def test_every_reference_leads_to_an_id_of_its_page(pages) -> None:
    """ggiraph#275, react-svg#2903, axe-core#4731: names that lead nowhere, which axe does not tell."""
    for name, page in pages.items():
        ids = [element.get("id") for element in page.xpath("//*[@id]")]
        assert len(ids) == len(set(ids)), name
        for attribute in REFERENCES:
            for element in page.xpath(f"//*[@{attribute}]"):
                assert set(element.get(attribute).split()) <= set(ids), (name, attribute)


def test_every_picture_has_a_name_and_no_foreign_object(pages) -> None:
    """mermaid#3808, #3626, #2688; simple-icons#503: what names a picture is not what describes it."""
    drawn = 0
    for name, page in pages.items():
        assert not page.xpath("//foreignobject | //img[not(@alt)]"), name
        for picture in page.xpath("//svg[@role='img']"):
            title, described = picture.get("aria-labelledby"), picture.get("aria-describedby")
            assert title != described
            assert all(page.get_element_by_id(one).text for one in (title, described))
            drawn += 1
        assert not page.xpath("//svg[not(@role='img') and not(@aria-hidden='true')]"), name
    assert drawn >= 2


def test_one_heading_of_the_first_rank_and_no_rank_left_out(pages) -> None:
    for name, page in pages.items():
        ranks = [
            int(element.tag[1]) for element in page.xpath("//article//*[self::h1 or self::h2 or self::h3 or self::h4]")
        ]
        assert ranks[:1] == [1], name
        assert ranks.count(1) == 1, name
        assert all(after - before <= 1 for before, after in pairwise(ranks)), name


def test_no_meaning_stands_where_only_a_mouse_finds_it(pages) -> None:
    """Python-Markdown#960; mkdocs-material#6488, #7010, #8355: titles that neither key nor touch opens."""
    for name, page in pages.items():
        assert not page.xpath("//abbr | //article//*[@title]"), name
    settings = (Path(__file__).parents[2] / "mkdocs.yml").read_text("utf-8")
    assert not re.search(r"content\.tooltips|content\.code\.annotate|footnote\.tooltips|navigation\.instant", settings)


def test_a_number_stays_on_the_line_of_its_unit(pages) -> None:
    """translated-content#7363: wherever the words of a page come from, the space before a unit does not break."""
    for name, page in pages.items():
        for element in page.xpath("//article//text()[not(ancestor::code or ancestor::annotation or ancestor::script)]"):
            assert not re.search(rf"\d {UNIT}", str(element)), (name, str(element)[:120])


def test_every_page_says_its_language_and_each_part_in_another(pages) -> None:
    for name, page in pages.items():
        assert page.get("lang") == "es-MX", name
        for cite in page.xpath(
            "//cite[contains(., 'Datasheet') or contains(., 'Training') or contains(., 'Attention')]"
        ):
            assert cite.get("lang") == "en", (name, cite.text_content())


def test_the_theme_speaks_spanish_on_every_page(pages) -> None:
    """The stock page of an unknown address said «404 - Not found»."""
    for name, page in pages.items():
        said = page.xpath(
            "//text()[not(ancestor-or-self::*[@lang='en' or @class='direccion'"
            " or self::script or self::style or self::code or self::cite])]"
            " | //@aria-label | //@placeholder | //@alt"
        )
        words = {word for text in said for word in re.findall(r"[a-z]+", str(text).lower())}
        assert not words & ENGLISH, (name, words & ENGLISH)


def test_no_reader_meets_the_id_of_a_fact(pages) -> None:
    named = {element.get("data-figure") for page in pages.values() for element in page.xpath("//*[@data-figure]")}
    ids = {one for one in named if re.fullmatch(r"[\w-]+\.[\w-]+", one)}
    assert len(ids) > 5
    for name, page in pages.items():
        for text in page.xpath("//text()[not(ancestor::code or ancestor::script or ancestor::style)]"):
            assert not any(one in str(text) for one in ids), (name, str(text))


def test_every_table_has_a_name_of_its_own(pages) -> None:
    for name, page in pages.items():
        named = [
            element.get("aria-label") or element.get("aria-labelledby") or element.findtext("caption")
            for element in page.xpath(
                "//article//*[@role='region'] | //article//table[not(ancestor::*[@role='region'])]"
            )
        ]
        assert all(named), name
        assert len(set(named)) == len(named), (name, named)


def test_every_source_of_a_row_leads_to_the_document(pages) -> None:
    rows = [row for page in pages.values() for row in page.xpath("//tr[contains(., 'Fuente: ')]")]
    assert len(rows) > 50
    for row in rows:
        assert row.xpath(".//cite/a[starts-with(@href, 'https://')]"), row.get("id")


def test_no_page_says_when_it_was_built(pages) -> None:
    """sandpaper#481: the day of the build was given as the day of publication."""
    for name, page in pages.items():
        assert not page.xpath("//script[contains(text(), 'datePublished') or contains(text(), 'dateModified')]"), name
        assert not page.xpath("//meta[contains(@name, 'date')]"), name
