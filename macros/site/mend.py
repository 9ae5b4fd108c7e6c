"""What the theme's HTML needs to be read by everyone; each mending raises if the pattern that it mends is gone."""

import re
from collections import Counter
from typing import NamedTuple

from jinja2.filters import do_striptags as striptags
from markupsafe import escape

from macros.site import marks

_TABLE = re.compile(r"<h[1-6]\b[^>]*>(?P<heading>.*?)</h[1-6]>|<table>(?P<table>.*?)</table>", re.DOTALL)
_ADDRESS = re.compile(r'<a href="((https?://)([^"]*?)/?)">((?:\2)?\3/?)</a>')
_SCENARIO = re.compile(
    "|".join(rf'<h{level} [^>]*class="escenario"[^>]*>.*?(?=<h[1-{level}][ >]|\Z)' for level in range(2, 7)), re.DOTALL
)
_PRINT = (
    '<p class="imprimir" data-extra data-search-exclude><button type="button" data-imprime="escenarios">'
    "Imprimir los escenarios, uno por página</button></p>\n"
)


class Mending(NamedTuple):
    """A piece of the theme's HTML that is set in another way wherever a page holds `sign`; `what` it is, in words."""

    what: str
    sign: str
    old: re.Pattern[str]
    new: str


_MENDINGS = (
    Mending("la raíz del HTML", "<html", re.compile(r'(<html [^>]*class="no-js">\s*<head>)'),
            r'\1<script>document.documentElement.classList.replace("no-js","js")</script>'),
    Mending("los estados del menú y del buscador", 'class="md-toggle"',
            re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"'), r"\1"),
    Mending("el botón del menú", 'id="__drawer"',
            re.compile(r'<label class="md-header__button md-icon" for="__drawer">(.*?)</label>', re.DOTALL),
            r'<button type="button" class="md-header__button md-icon" data-abre="drawer" aria-expanded="false" '
            r'aria-controls="menu" aria-label="Menú">\1</button>'),
    Mending("la barra del menú", 'id="__drawer"', re.compile('<div class="md-sidebar md-sidebar--primary"'),
            '<div id="menu" class="md-sidebar md-sidebar--primary"'),
    Mending("el título del menú", 'id="__drawer"',
            re.compile(r'<label class="md-nav__title" for="__drawer">(.*?)</label>', re.DOTALL),
            r'<div class="md-nav__title">\1</div>'),
    Mending("las secciones del menú", 'type="checkbox" id="__nav_',
            re.compile(r'<label (class="md-nav__link[^"]*") for="__nav_\w+" (id="\w+") tabindex="0?">(.*?)</label>',
                       re.DOTALL),
            r"<span \1 \2>\3</span>"),
    Mending("las listas del menú", 'type="checkbox" id="__nav_',
            re.compile(r'(<nav class="md-nav" data-md-level="\d+" aria-labelledby="\w+") aria-expanded="\w+">'),
            r"\1>"),
    Mending("el botón del buscador", 'data-md-component="search"',
            re.compile(r'<label class="md-header__button md-icon" for="__search">(.*?)</label>', re.DOTALL),
            r'<button type="button" class="md-header__button md-icon" data-abre="search" aria-expanded="false" '
            r'aria-controls="buscador" aria-label="Buscar">\1</button>'),
    Mending("el buscador", 'data-md-component="search"',
            re.compile('<div class="md-search" data-md-component="search" role="dialog">'),
            '<div id="buscador" class="md-search" data-md-component="search" role="search" aria-label="Buscar">'),
    Mending("el aviso del buscador", 'data-md-component="search"', re.compile('<div class="md-search-result__meta">'),
            '<div class="md-search-result__meta" role="status">'),
    Mending("la caja del buscador", 'data-md-component="search"',
            re.compile('<div class="md-search__inner" role="search">'), '<div class="md-search__inner">'),
    Mending("los botones del buscador", 'data-md-component="search"',
            re.compile(r'<nav (class="md-search__options") aria-label="[^"]*">(.*?)</nav>', re.DOTALL),
            r"<div \1>\2</div>"),
    Mending("lo que halla el buscador", 'data-md-component="search"',
            re.compile('<div class="md-search__scrollwrap" tabindex="0"'),
            r'\g<0> role="region" aria-label="Resultados"'),
    Mending("el título repetido", 'data-md-component="header-topic"',
            re.compile('<div class="md-header__topic" data-md-component="header-topic"'), r'\g<0> aria-hidden="true"'),
    Mending("los dibujos del marco", 'data-md-component="header"',
            re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="[^"]*"(?=>)'), r'\g<0> aria-hidden="true"'),
)  # fmt: skip


def page(html: str) -> str:
    """HTML of a whole page, mended: menu and search open by real buttons, and what is closed is out of the way."""
    for one in _MENDINGS:
        if one.sign in html:
            html, times = one.old.subn(one.new, html)
            if not times:
                raise changed(one.what)
    return html


def content(html: str) -> str:
    """HTML of a page's text, mended for keys and paper.

    A wide table scrolls inside a region that keys reach, named for the heading over it; a link that shows its own
    address is told from one that does not; a heading of the class `escenario` and what it heads become a sheet that can
    be printed by itself.
    """
    html = _ADDRESS.sub(r'<a class="direccion" href="\1">\4</a>', _tables(html))
    return _scenarios(html)


def _tables(html: str) -> str:
    """HTML whose tables are regions with a name."""
    names: Counter[str] = Counter()
    heading = ""

    def region(match: re.Match[str]) -> str:
        nonlocal heading
        if match["table"] is None:
            heading = escape(striptags(marks.plain(match["heading"])))
            return match[0]
        names[heading] += 1
        name = f"Tabla de «{heading}»" if heading else "Tabla"
        number = f", {names[heading]}" if names[heading] > 1 else ""
        return (
            f'<div class="tabla" role="region" tabindex="0" aria-label="{name}{number}">'
            f'<table class="datos">{match["table"]}</table></div>'
        )

    return _TABLE.sub(region, html)


def _scenarios(html: str) -> str:
    """HTML whose scenarios are sections, with a button before the first that prints each on its own page."""
    first = _SCENARIO.search(html)
    if not first:
        return html
    sheets = _SCENARIO.sub(r'<section class="hoja">\n\g<0></section>\n', html)
    return sheets[: first.start()] + _PRINT + sheets[first.start() :]


def changed(what: str) -> Exception:
    """The stop of a build whose theme is not the one that is mended here; WHAT of it is another."""
    from mkdocs.exceptions import PluginError

    return PluginError(f"el tema cambió {what}: revise macros/site/mend.py")
