"""Where something comes from and what rests on it: a fact, a figure, or the words on a line of a page."""

import re
from collections.abc import Iterator

from macros.figures import Figure
from macros.problems import Fault, meant
from macros.site.course import Course, figures_said
from macros.site.views import shown

_LINE = re.compile(r"(?P<path>.+):(?P<line>\d+)")


def why(course: Course, what: str) -> list[str]:
    """The answer in lines: WHAT is a fact id, a figure, or `path:line`; a fault where it is none of them."""
    match = _LINE.fullmatch(what)
    if match and not what.startswith("http"):
        return list(_on_line(course, match["path"], int(match["line"])))
    return list(_figure(course, course.figures.work(what)))


def _on_line(course: Course, path: str, line: int) -> Iterator[str]:
    """Every figure that is said on a line of a page."""
    pages = {page.path: page for page in course.pages}
    page = pages.get(path) or pages.get(f"docs/{path}")
    if page is None:
        raise Fault("E172", f"no hay una página «{path}»", meant(path, pages))
    figures = [
        figure for placed in page.spoken if placed.place.line == line for figure in figures_said(course, placed.said)
    ]
    if not figures:
        yield "En ese renglón no hay cifras."
    for figure in {one.id: one for one in figures}.values():
        yield from _figure(course, figure)


def _figure(course: Course, figure: Figure) -> Iterator[str]:
    """Where FIGURE comes from, and where it goes."""
    yield f"{figure.id} = {shown(figure)} ({figure.kind}): {figure.says}"
    if figure.steps and figure.kind == "DERIVED":
        yield f"  pasos: {figure.steps} = {shown(figure)}"
    registry = course.registry
    for name in figure.facts:
        fact = registry.facts[name]
        source = registry.sources[fact.source]
        at = f", {fact.locator}" if fact.locator else ""
        yield f"  de {name}, {fact.place}: {source.title} ({source.publisher}{at})"
    for key in (key for key in figure.sources if key not in {registry.facts[name].source for name in figure.facts}):
        yield f"  con respaldo de {registry.sources[key].title} ({registry.sources[key].publisher})"
    for use in course.ledger.of(figure.id):
        yield f"  la usa {use.place} ({use.kind} {use.name})"
    for name in course.resting_on(figure.id):
        yield f"  descansa en ella {name}"
