"""A theme that is not the one that was mended stops the build; what is mended is so once."""

import pytest
from mkdocs.exceptions import PluginError

from macros.site import mend


@pytest.mark.parametrize("one", mend._MENDINGS, ids=lambda one: one.what)
def test_a_theme_that_changed_is_told(one, monkeypatch) -> None:
    monkeypatch.setattr(mend, "_MENDINGS", (one,))
    with pytest.raises(PluginError, match=f"el tema cambió {one.what}"):
        mend.page(f"<html>{one.sign}</html>")


def test_a_page_without_the_theme_stays() -> None:
    assert mend.page("<p>Hola.</p>") == "<p>Hola.</p>"


def test_a_link_that_shows_its_address_is_told_from_others() -> None:
    shown = '<a href="https://example.org/a/">example.org/a</a>'
    assert mend.content(shown) == shown.replace("<a ", '<a class="direccion" ')
    named = '<a href="https://example.org/a/">Un ejemplo</a>'
    assert mend.content(named) == named


def test_scenarios_become_sheets_with_one_button_before_them() -> None:
    html = '<h2 id="e">E</h2>\n<p>a</p>\n<h3 id="e1" class="escenario">1</h3>\n<p>b</p>\n<h3 id="e2" class="escenario">2</h3>\n<p>c</p>\n<h2 id="f">F</h2>\n<p>d</p>'
    sheets = mend.content(html)
    assert sheets.count("data-imprime") == 1
    assert sheets.index("data-imprime") < sheets.index("<section")
    assert '<section class="hoja">\n<h3 id="e1" class="escenario">1</h3>\n<p>b</p>\n</section>' in sheets
    assert '<p>c</p>\n</section>\n<h2 id="f">F</h2>' in sheets
    assert mend.content("<h2>Sin escenarios</h2>") == "<h2>Sin escenarios</h2>"
