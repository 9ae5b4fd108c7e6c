"""The accepted state of a course: `figures.lock`, one line a figure, made to be read in a diff."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from macros.problems import Place, Problem
from macros.site.course import Course
from macros.site.views import shown

NAME = "figures.lock"
_HEAD = "# Cifras aceptadas, una por renglón. Sólo lo escribe `curso accept`.\n"
_LINE = re.compile(r"(?P<kind>fact|figure|verdict) (?P<id>.+?) = (?P<shown>.*?)(?: \[(?P<exact>[^\[\]]*)\])?")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A figure or the wording of a verdict as it was accepted."""

    shown: str
    exact: str = ""


@dataclass(frozen=True, slots=True)
class Lock:
    """What was accepted: facts, figures and verdicts, by id."""

    facts: Mapping[str, Accepted] = field(default_factory=dict)
    figures: Mapping[str, Accepted] = field(default_factory=dict)
    verdicts: Mapping[str, Accepted] = field(default_factory=dict)


def present(course: Course) -> Lock:
    """The state of COURSE as it is now."""
    facts = tuple(course.registry.facts)
    figures = tuple(name for name in course.ledger.names if name not in course.registry.facts)
    verdicts = {
        said.outcome.id: Accepted(said.text)
        for page in course.pages
        if "verdict" in page.words
        for said in (placed.said for placed in page.spoken)
        if said.word == "verdict" and said.outcome
    }
    return Lock(
        {name: accepted(course, name) for name in facts}, {name: accepted(course, name) for name in figures}, verdicts
    )


def accepted(course: Course, name: str) -> Accepted:
    """The figure NAME of COURSE as it would be accepted now."""
    if name in course.known:
        return Accepted(course.known[name].shown, course.known[name].exact)
    figure = course.figures.work(name)
    return Accepted(shown(figure), f"{figure.exact} {figure.unit}".strip())


def written(lock: Lock) -> str:
    """LOCK as the text of its file, sorted."""
    return _HEAD + "".join(f"{line}\n" for line in sorted(_lines(lock)))


def _lines(lock: Lock) -> Iterator[str]:
    for kind, group in (("fact", lock.facts), ("figure", lock.figures), ("verdict", lock.verdicts)):
        for name, one in group.items():
            yield f"{kind} {name} = {one.shown}" + (f" [{one.exact}]" if one.exact else "")


def read_lock(text: str) -> tuple[Lock, list[Problem]]:
    """The lock that TEXT holds, and the lines that are none."""
    groups: dict[str, dict[str, Accepted]] = {"fact": {}, "figure": {}, "verdict": {}}
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match and match["id"] not in groups[match["kind"]]:
            groups[match["kind"]][match["id"]] = Accepted(match["shown"], match["exact"] or "")
        else:
            hint = "no se edita a mano: ejecute «curso accept»"
            message = "este renglón está dos veces" if match else "este renglón no se entiende"
            problems.append(Problem(Place(NAME, number), "E170", message, hint))
    return Lock(groups["fact"], groups["figure"], groups["verdict"]), problems
