"""Figures worked from the command line: one, or a table where an input is a set (`params={7B, 70B, 1T}`)."""

import re
from math import prod
from pathlib import Path

from macros import spanish
from macros.facts.registry import read_registry
from macros.figures import Figure, Figures, shown_in
from macros.problems import Fault
from macros.site.course import texts
from macros.spoken import OPEN
from macros.units import unit

_SET = re.compile(r"\{([^{}]*)\}")
_MOST = 1000


def table(root: Path, text: str, unit_name: str = "") -> list[tuple[Figure, str]]:
    """The figures that TEXT asks for, each with how it is printed in the unit UNIT_NAME (or its own)."""
    registry, _ = read_registry(texts(root, "docs/datos", ".yaml"))
    figures = Figures(registry)
    into = unit(unit_name) if unit_name else None
    found = []
    if prod(len(one.split(",")) for one in _SET.findall(text)) > _MOST:
        raise Fault("E120", f"son más de {_MOST} cifras", "dé menos valores entre las llaves")
    for one in expanded(text):
        figure = figures.work(one)
        shown = spanish.joined(*shown_in(figure, into)) if into else figure.display
        found.append((figure, shown))
    return found


def expanded(text: str) -> list[str]:
    """TEXT once for each member of its first set, and so on for the rest."""
    if OPEN in text:
        raise Fault("E122", "aquí va la cifra sola", "quite «[=» y «=]»", text.index(OPEN))
    match = _SET.search(text)
    if not match:
        return [text]
    return [
        whole
        for member in match[1].split(",")
        for whole in expanded(text[: match.start()] + member.strip() + text[match.end() :])
    ]


def record(figure: Figure) -> dict[str, object]:
    """FIGURE as the contract's JSON has it."""
    return {
        "id": figure.id,
        "exact": figure.exact,
        "unit": figure.unit,
        "display": figure.display,
        "steps": figure.steps,
        "conditions": list(figure.conditions),
    }


def line(figure: Figure, shown: str) -> str:
    """FIGURE on one line, with its conditions."""
    conditions = f"  [{'; '.join(figure.conditions)}]" if figure.conditions else ""
    return f"{figure.id} = {shown}{conditions}"
