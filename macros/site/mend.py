"""What the theme's HTML needs to be read by everyone; each mending raises if the pattern that it mends is gone."""

import re

_SEARCH = '<div class="md-search" data-md-component="search" role="dialog">'
_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)


def page(html: str) -> str:
    """HTML of a whole page, mended: the search box is no dialog without a name."""
    if 'data-md-component="search"' in html and _SEARCH not in html:
        raise changed("el buscador")
    return html.replace(_SEARCH, _SEARCH.replace(' role="dialog"', ' role="search" aria-label="Buscar"'))


def content(html: str) -> str:
    """HTML of a page's text, mended: a wide table scrolls inside a region that keys reach."""
    return _TABLE.sub(
        lambda match: (
            '<div class="tabla" role="region" tabindex="0" aria-label="Tabla">'
            f'<table class="datos">{match[1]}</table></div>'
        ),
        html,
    )


def changed(what: str) -> Exception:
    """The stop of a build whose theme is not the one that is mended here; WHAT of it is another."""
    from mkdocs.exceptions import PluginError

    return PluginError(f"el tema cambió {what}: revise macros/site/mend.py")
