"""The printed page: provenance as numbered notes, addresses in full, nothing that only a screen can use, nothing lost."""

import re
import shutil
import subprocess
import unicodedata

import pytest

pytestmark = pytest.mark.browser

LESSON = "lecciones/ia-escala-hardware/"
CONTROLS = ".md-header, .md-sidebar, .md-footer, .md-search, .md-skip, .esquema, .imprimir, button"
# What a reader must find on paper; mathematics is drawn, its letters come in no order of reading.
PIECES = """() => [...document.querySelectorAll(
  "table.procedencia tbody :is(.procedencia__cifra, .marca, td p), .diagrama__lectura p, figcaption p, " +
  ".formula__lectura :is(dd, p), table:is(.datos, .paridad) :is(th, td), ol.fuentes li"
)].filter((one) => !one.matches(".solo-pantalla") && !one.querySelector("math")).map((one) => {
  const copy = one.cloneNode(true);
  copy.querySelectorAll(".solo-pantalla").forEach((part) => part.remove());
  return copy.textContent;
})"""
NUMBERS = """() => [...document.querySelectorAll("a.cifra")].map((one) => {
  const rows = [...document.querySelectorAll("table.procedencia tbody tr")];
  return [
    getComputedStyle(one, "::after").content,
    rows.indexOf(document.getElementById(one.hash.slice(1))) + 1,
  ];
})"""


@pytest.fixture
def page(chromium, address):
    """A page of the site, as the screen shows it or, with `media`, as paper does."""
    contexts = []

    def opened(path, media="print", **options):
        context = chromium.new_context(**options)
        contexts.append(context)
        tab = context.new_page()
        tab.goto(address + path)
        tab.emulate_media(media=media)
        return tab

    yield opened
    for context in contexts:
        context.close()


def squeezed(text: str) -> str:
    """TEXT without ligatures and without what line breaks may add or take."""
    return re.sub(r"[\s\u00ad-]+", "", unicodedata.normalize("NFKC", text))


def printed(tab, path, **options) -> list[str]:
    """The text of each page of the PDF of TAB, written to PATH."""
    program = shutil.which("pdftotext")
    if not program:
        pytest.fail("no pdftotext: install it (apt-get install poppler-utils)")
    tab.pdf(path=path, **options)
    done = subprocess.run([program, "-raw", path, "-"], capture_output=True, text=True, check=True)
    return done.stdout.split("\f")[:-1]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("path", [LESSON, "cifras/"], ids=["lesson", "figures"])
def test_the_pdf_holds_every_row_reading_and_cell(path, scripts, page, tmp_path) -> None:
    pieces = page(path).evaluate(PIECES)
    assert len(pieces) > 100
    tab = page(path, java_script_enabled=scripts)
    text = squeezed("".join(printed(tab, tmp_path / "page.pdf", format="A4")))
    assert [piece for piece in pieces if squeezed(piece) not in text] == []


@pytest.mark.parametrize("path", ["", LESSON, "cifras/"], ids=["home", "lesson", "figures"])
def test_every_piece_is_shown_in_print(path, page) -> None:
    tab = page(path)
    hidden = "[...document.querySelectorAll('article :is(tr, p, li, td, th, dd)')].filter((one) => !one.closest('.solo-pantalla, .imprimir, .diagrama__descargas') && !one.checkVisibility()).map((one) => one.outerHTML)"
    assert tab.evaluate(hidden) == []
    assert (
        tab.evaluate(f"[...document.querySelectorAll('{CONTROLS}')].filter((one) => one.checkVisibility()).length") == 0
    )


def test_each_number_carries_the_number_of_its_note(page) -> None:
    found = page(LESSON).evaluate(NUMBERS)
    assert len(found) == 41
    for shown, row in found:
        assert shown.replace('"', "").replace(" ", "") == f"[{row}]"
        assert row > 0


def test_the_rows_are_counted_as_the_numbers_say(page, tmp_path) -> None:
    text = "\n".join(printed(page(LESSON), tmp_path / "page.pdf", format="A4"))
    notes = text[text.index("Procedencia de las cifras") :]
    rows = [int(number) for number in re.findall(r"^\[(\d+)\]", notes, re.MULTILINE)]
    assert rows == list(range(1, len(rows) + 1))
    assert f"[{len(rows)}]" in text[: text.index("Procedencia de las cifras")]


def test_the_note_is_no_text_on_the_screen(page) -> None:
    tab = page(LESSON, media="screen")
    assert {shown for shown, _ in tab.evaluate(NUMBERS)} == {"none"}
    number = tab.locator("a.cifra", has_text=re.compile("^35")).first
    assert number.text_content() == "35\u00a0GB"
    assert number.get_attribute("data-nota")
    assert tab.get_by_role("link", name="35\u00a0GB", exact=True).count()


def test_addresses_are_printed_once(page) -> None:
    shown = """() => [...document.querySelectorAll("article a[href^=http]:not(.procedencia a)")].map((one) =>
      [one.href, one.textContent, getComputedStyle(one, "::after").content])"""
    links = page(LESSON).evaluate(shown) + page("").evaluate(shown)
    assert links
    listed = {address for address, text, _ in links if text == address.removeprefix("https://").rstrip("/")}
    rows = "() => [...document.querySelectorAll('.procedencia a[href^=http]')].map((one) => one.href)"
    assert {*page(LESSON).evaluate(rows)} <= listed
    for address, text, after in links:
        bare = address.removeprefix("https://").rstrip("/")
        assert (bare in text) == (after == "none"), address
        assert after == "none" or address in after


@pytest.mark.parametrize("path", ["", "practica/"], ids=["home", "practice"])
def test_a_page_without_a_list_of_sources_prints_their_addresses(path, page, tmp_path) -> None:
    text = squeezed("".join(printed(page(path), tmp_path / "page.pdf", format="A4")))
    assert squeezed("(https://www.nvidia.com/en-us/geforce/graphics-cards/50-series/rtx-5090/)") in text


def test_dark_readers_print_on_white(page) -> None:
    tab = page(LESSON, color_scheme="dark")
    assert tab.evaluate("document.body.dataset.mdColorScheme") == "slate"
    assert tab.evaluate("getComputedStyle(document.querySelector('article')).color") == "rgb(0, 0, 0)"
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_the_scenarios_are_printed_one_a_page(page, tmp_path) -> None:
    tab = page(LESSON, media="screen")
    tab.evaluate("window.print = () => { window.printed = document.body.className; }")
    tab.get_by_role("button", name="Imprimir los escenarios, uno por página").click()
    assert tab.evaluate("window.printed") == "escenarios"
    tab.emulate_media(media="print")
    sheets = printed(tab, tmp_path / "scenarios.pdf", format="Letter")
    assert [sheet.split("\n")[0] for sheet in sheets] == [
        "Escenario 1 — Asistente local",
        "Escenario 2 — API concurrente",
        "Escenario 3 — Entrenamiento distribuido",
    ]
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not tab.evaluate("document.body.classList.contains('escenarios')")


def test_without_scripts_there_is_no_button_to_print(page) -> None:
    tab = page(LESSON, media="screen", java_script_enabled=False)
    assert not tab.locator(".imprimir").is_visible()
