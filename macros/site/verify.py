"""The built site read again: its links, its anchors, its ids, and the values of its figures."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from macros.problems import Place, Problem
from macros.site.course import files

_ID = re.compile(r'id=(?<=\sid=)"?([^"\s>]+)"?')
_LINK = re.compile(r'<(?:a\s[^>]*?href|img\s[^>]*?src)="([^"]*)"')
_FIGURE = re.compile(r'<data data-figure="([^"]*)" value="([^"]*)">(.*?)</data>', re.DOTALL)
_SIGNS = ("\ue000", "\ue001", "\ue002", "\ue003", "[=", "=]")
_LEFT = re.compile("[\ue000-\ue003]|\\[= ?\\w+\\(|=\\]")


def broken(site: Path, exact: Mapping[str, str], names: Iterable[str] | None = None) -> list[Problem]:
    """Every dead link, repeated id, leftover mark and figure that differs from EXACT in the pages NAMES of SITE.

    Without NAMES it reads every page.
    """
    built = _Files(site)
    problems = []
    for name in sorted(built.pages if names is None else names):
        html = built.read(name)
        place = Place(f"site/{name}")
        repeated = sorted(one for one, count in Counter(_ID.findall(html)).items() if count > 1)
        problems += [Problem(place, "E160", f"el id «{one}» está dos veces") for one in repeated]
        problems += _unequal(place, html, exact)
        if left := _left(html):
            problems.append(Problem(place, "E161", f"quedó una marca sin poner: «{left}»"))
        if name != "404.html":
            problems += _dead_links(name, html, built)
    return problems


class _Files:
    """The files under a folder, and the ids of its pages, each read once."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.names = {name.partition("/")[2] for name in files(site.parent, site.name)}
        self.known: dict[str, frozenset[str]] = {}

    @property
    def pages(self) -> list[str]:
        return [name for name in self.names if name.endswith(".html")]

    def read(self, name: str) -> str:
        html = (self.site / name).read_text("utf-8")
        self.known[name] = frozenset(_ID.findall(html))
        return html

    def ids(self, name: str) -> frozenset[str]:
        """The ids of the page NAME."""
        if name not in self.known:
            self.read(name)
        return self.known[name]

    def target(self, name: str, path: str) -> str | None:
        """The file that PATH leads to from the page NAME; None if there is none."""
        found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        return next((one for one in (found, posixpath.normpath(f"{found}/index.html")) if one in self.names), None)


def ids(page: Path) -> frozenset[str]:
    """The ids of the built PAGE."""
    return frozenset(_ID.findall(page.read_text("utf-8")))


def _left(html: str) -> str:
    """A mark or a word that nothing was put in for, outside code."""
    if not any(sign in html for sign in _SIGNS):
        return ""
    left = _LEFT.search(re.sub(r"<(pre|code|annotation|script)\b.*?</\1>", "", html, flags=re.DOTALL))
    return left[0] if left else ""


def _unequal(place: Place, html: str, exact: Mapping[str, str]) -> Iterator[Problem]:
    """The figures of a page that no figure of the course is, that say another value, or that say nothing."""
    for figure, value, shown in _FIGURE.findall(html):
        name = unescape(figure)
        if name not in exact:
            yield Problem(place, "E163", f"«{name}» no es una cifra del curso")
        elif unescape(value) != exact[name]:
            yield Problem(place, "E163", f"«{name}» dice {unescape(value)} en la página y {exact[name]} en los datos")
        elif not re.sub(r"<[^>]*>|\s", "", shown):
            yield Problem(place, "E163", f"«{name}» quedó vacía")


def _dead_links(name: str, html: str, built: _Files) -> list[Problem]:
    """The links of the page NAME that lead nowhere in the site as BUILT."""
    found = []
    for link in dict.fromkeys(_LINK.findall(html)):
        if re.match(r"[a-z]+:|//", link):
            continue
        path, _, fragment = link.replace("&amp;", "&").partition("#")
        fragment = fragment.partition(":~:")[0]
        target = built.target(name, unquote(path))
        if target is None:
            found.append(Problem(Place(f"site/{name}"), "E162", f"el enlace «{link}» no lleva a ninguna parte"))
        elif fragment and target.endswith(".html") and unquote(fragment) not in built.ids(target):
            found.append(Problem(Place(f"site/{name}"), "E162", f"el enlace «{link}» lleva a un ancla que no existe"))
    return found
