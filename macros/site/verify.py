"""The built site read again: its links, its anchors, its ids, and the values of its figures."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from macros.problems import Place, Problem

_ID = re.compile(r'\sid="?([^"\s>]+)"?')
_LINK = re.compile(r'<a\s[^>]*?href="([^"]*)"')
_FIGURE = re.compile(r'<data data-figure="([^"]*)" value="([^"]*)">(.*?)</data>', re.DOTALL)
_LEFT = re.compile("[\ue000-\ue003]|\\[= ?\\w+\\(|=\\]")


def broken(site: Path, exact: Mapping[str, str]) -> list[Problem]:
    """Every dead link, repeated id, leftover mark and figure that differs from EXACT in the HTML under SITE."""
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    ids = {name: _ID.findall(html) for name, html in pages.items()}
    problems = []
    for name, html in pages.items():
        place = Place(f"site/{name}")
        repeated = sorted({one for one in ids[name] if ids[name].count(one) > 1})
        problems += [Problem(place, "E160", f"el id «{one}» está dos veces") for one in repeated]
        problems += _unequal(place, html, exact)
        body = re.sub(r"<(pre|code|annotation|script)\b.*?</\1>", "", html, flags=re.DOTALL)
        if left := _LEFT.search(body):
            problems.append(Problem(place, "E161", f"quedó una marca sin poner: «{left[0]}»"))
        if name != "404.html":
            problems += _dead_links(name, html, site, ids)
    return problems


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


def _dead_links(name: str, html: str, site: Path, ids: dict[str, list[str]]) -> list[Problem]:
    """The links of the page NAME that lead nowhere inside SITE."""
    found = []
    for link in dict.fromkeys(_LINK.findall(html)):
        if re.match(r"[a-z]+:|//", link):
            continue
        path, _, fragment = link.replace("&amp;", "&").partition("#")
        target = _target(name, unquote(path), site)
        if target is None:
            found.append(Problem(Place(f"site/{name}"), "E162", f"el enlace «{link}» no lleva a ninguna parte"))
        elif fragment and target in ids and unquote(fragment) not in ids[target]:
            found.append(Problem(Place(f"site/{name}"), "E162", f"el enlace «{link}» lleva a un ancla que no existe"))
    return found


def _target(name: str, path: str, site: Path) -> str | None:
    """The file that PATH leads to from the page NAME; None if there is none."""
    folder = (site / name).parent
    target = (folder / path).resolve() if path else (site / name).resolve()
    if target.is_dir():
        target = target / "index.html"
    if not target.is_file() or not target.is_relative_to(site.resolve()):
        return None
    return target.relative_to(site.resolve()).as_posix()
