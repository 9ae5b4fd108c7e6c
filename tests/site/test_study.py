"""Practice and glossary: cards as questions that open without a script, terms and units that lead to their first use."""

import re

import pytest
from playwright.sync_api import Browser

from macros.spanish import alphabetical, unit_meaning, unit_name


@pytest.mark.parametrize(
    ("symbol", "name", "meaning"),
    [
        ("GB", "gigabyte", "10⁹ bytes"),
        ("GiB", "gibibyte", "2³⁰ bytes"),
        ("GB/s", "gigabyte por segundo", "10⁹ bytes/s"),
        ("TFLOP/s", "teraFLOP (operación de punto flotante) por segundo", "10¹² FLOP/s"),
        ("kWh", "kilowatt-hora", "10³ Wh"),
        ("W", "watt", ""),
        ("byte", "byte", "8 bits"),
        ("x", "", ""),
    ],
)
def test_a_unit_has_a_name_and_what_it_equals(symbol: str, name: str, meaning: str) -> None:
    assert (unit_name(symbol), unit_meaning(symbol)) == (name, meaning)


def test_the_alphabet_is_the_spanish_one() -> None:
    assert sorted(["ñandú", "nube", "óptica", "Energía", "nz"], key=alphabetical) == [
        "Energía",
        "nube",
        "nz",
        "ñandú",
        "óptica",
    ]


@pytest.mark.site
def test_every_card_of_the_deck_is_a_question(site, read_html) -> None:
    page = read_html(site / "practica/index.html")
    items = page.xpath("//ol[@class='practica']/li/details")
    assert len(items) == 17
    assert all(item.xpath("summary") and item.xpath("div") for item in items)
    assert not page.xpath("//details[@open]")


@pytest.mark.site
def test_every_term_and_unit_leads_to_a_use(site, read_html) -> None:
    page = read_html(site / "glosario/index.html")
    terms, units = page.xpath("//div[@class='glosario']/dl")
    assert len(terms) == 15
    for entry in (*terms, *units):
        (link,) = entry.xpath("dt/a/@href")
        assert link.startswith(("../lecciones/ia-escala-hardware/#", "../#p-")) or "/#p-" in link
    assert {dt.text_content() for dt in units.xpath("div/dt")} >= {"GB", "TB", "GB/s", "W"}


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_an_answer_opens_by_key(scripts: bool, chromium: Browser, address: str) -> None:
    context = chromium.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"{address}practica/")
    answer = page.locator(".practica__respuesta").first
    assert not answer.is_visible()
    page.locator(".practica summary").first.focus()
    page.keyboard.press("Enter")
    assert answer.is_visible()
    assert re.search("instrucciones", answer.inner_text())
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("term", ["All-reduce", "Roofline", "Ancho de banda"])
def test_a_term_scrolls_to_its_first_use(term: str, chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(f"{address}glosario/")
    page.locator(".glosario dt a", has_text=term).click()
    page.wait_for_url("**/lecciones/**")
    page.wait_for_function("scrollY > 500")
    page.close()
