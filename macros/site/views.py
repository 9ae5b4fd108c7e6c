"""What the page shows of a figure, a fact or a source: texts ready for the templates."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import symbols, tex
from macros.calc.formula import Input
from macros.facts.registry import Fact, Source
from macros.figures import Figure, shown_unit
from macros.site.anchors import anchor, place
from macros.site.course import Course
from macros.site.mathematics import mathml

# In the text of an input: a fact, a formula or a quantity with its unit, not a count (70B) or a name (INT4, adam-18).
_WORKED = re.compile(r"[a-z]\w*[.(]| ")
VERIFIED: Mapping[str, str] = {
    "official": "El texto oficial se leyó en una copia archivada",
    "quoted": "Cita indirecta: otros textos citan la página oficial",
    "convention": "Es una convención de uso, no una norma",
    "unconfirmed": "Sin confirmar",
    "": "",
}


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source as a page shows it, with the figures that rest on it."""

    anchor: str
    title: str
    publisher: str
    url: str
    shown_url: str
    archived: str
    published: str
    language: str
    locator: str
    verified: str
    note: str
    used: tuple["FigureView", ...] = ()


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact as a page shows it."""

    id: str
    anchor: str
    kind: str
    label: str
    says: str
    name: str
    display: str
    product: str
    qualifier: str
    locator: str
    verified: str
    review_by: str
    note: str
    source: SourceView


@dataclass(frozen=True, slots=True)
class PageLink:
    """Where a figure appears."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure as a page shows it."""

    id: str
    anchor: str
    kind: str
    label: str
    says: str
    given: Markup
    display: str
    exact: str
    unit: str
    math: Markup
    rounding: str
    readings: str
    facts: tuple[FactView, ...]
    conventions: tuple[FactView, ...]
    sources: tuple[SourceView, ...]
    conditions: str
    note: str
    was: str = ""
    checked: tuple[str, ...] = ()
    pages: tuple[PageLink, ...] = ()
    card_count: int = 0
    diagram_count: int = 0

    @property
    def place(self) -> str:
        """The id of the first number of a page that shows the figure."""
        return place(self.anchor)

    @property
    def exact_said(self) -> str:
        """The exact value with its unit: «35,000,000,000 bytes»."""
        return spanish.typed(self.exact, spanish.agreeing("" if self.unit == "1" else self.unit, self.exact))

    @property
    def cards(self) -> str:
        """How many cards show the figure, in words; nothing if none does."""
        return spanish.count(self.card_count, "tarjeta del mazo", "tarjetas del mazo") if self.card_count else ""

    @property
    def diagrams(self) -> str:
        """How many diagrams show the figure, in words; nothing if none does."""
        return spanish.count(self.diagram_count, "diagrama", "diagramas") if self.diagram_count else ""


def source_view(source: Source, used: Iterable["FigureView"] = ()) -> SourceView:
    """SOURCE as a page shows it."""
    return SourceView(
        "f-" + source.key,
        source.title,
        source.publisher,
        source.url,
        source.url.removeprefix("https://").rstrip("/"),
        source.archived,
        spanish.day(source.published),
        source.language,
        source.locator,
        VERIFIED[source.verified],
        source.note,
        tuple(used),
    )


def fact_view(course: Course, fact: Fact) -> FactView:
    """FACT as a page shows it."""
    figure = course.figures.work(fact.id)
    return FactView(
        fact.id,
        anchor(fact.id),
        fact.kind,
        fact.kind,
        fact.says,
        fact.name,
        shown(figure),
        fact.product,
        fact.qualifier,
        fact.locator,
        VERIFIED[fact.verified],
        spanish.day(fact.review_by),
        fact.note,
        source_view(course.registry.sources[fact.source]),
    )


def shown(figure: Figure) -> str:
    """FIGURE as plain text, powers raised."""
    return spanish.powers(figure.display)


def figure_view(course: Course, figure: Figure, view_of: Callable[[str], FactView]) -> FigureView:
    """FIGURE as a page shows it, without its uses and checks; VIEW_OF gives the facts that it rests on."""
    registry = course.registry
    backing = registry.backings.get(figure.formula)
    behind = backing.sources if backing else ()
    return FigureView(
        figure.id,
        anchor(figure.id),
        figure.kind,
        figure.kind,
        _sentence(figure),
        _given(course, figure),
        shown(figure),
        figure.exact,
        figure.unit,
        _math(figure),
        _rounding(figure),
        _readings(course, figure),
        tuple(view_of(name) for name in figure.facts),
        tuple(view_of(name) for name in figure.conventions if name not in figure.facts),
        tuple(source_view(registry.sources[name]) for name in behind),
        "; ".join(figure.conditions),
        backing.note if backing else "",
        _was(course, figure),
    )


def _was(course: Course, figure: Figure) -> str:
    """What the figure was before its last correction."""
    for entry in course.changes:
        for name, old, new in entry.changes:
            if name == figure.id and new == shown(figure):
                return f"Cambió el {spanish.day(entry.date)}: antes {old}."
    return ""


def _sentence(figure: Figure) -> str:
    """What the figure is, as a heading: «Memoria de los pesos»."""
    if not figure.formula and figure.kind == "DERIVED":
        return "Cuenta entre cifras"
    bare = re.sub(r"^(?:el|la|los|las) ", "", figure.says) if figure.formula else figure.says
    return bare[:1].upper() + bare[1:]


def _given(course: Course, figure: Figure) -> Markup:
    """What stands for what in a formula: each input in words, with its sign and its value; then the other signs."""
    if not figure.formula:
        return Markup()
    formula = CATALOGUE[figure.formula]
    signs = {one.name: one for one in symbols(formula.tree(_named(figure)))}
    parts = []
    for name, text in figure.inputs:
        one = formula.input(name)
        sign = Markup(f", {mathml(one.symbol.tex)}") if signs.pop(name, None) else ""
        parts.append(Markup("{}{}: {}").format(one.symbol.says, sign, _said(course, one, text)))
    parts += [Markup("{}: {}").format(Markup(mathml(one.tex)), one.says) for one in signs.values()]
    return Markup("; ").join(parts)


def _said(course: Course, one: Input, text: str) -> str:
    """The TEXT of the input ONE as a reader knows it."""
    if text in one.says:
        return one.says[text]
    return shown(course.figures.work(text)) if _WORKED.search(text) else text


def _math(figure: Figure) -> Markup:
    """The formula, its numbers, and its result, as one line of mathematics."""
    if figure.quantity is None or (figure.kind != "DERIVED"):
        return Markup()
    result = rf"\text{{{figure.display}}}"
    if not figure.formula:
        return _line([figure.steps, result])
    parts = [
        CATALOGUE[figure.formula].result,
        _tree(figure.formula, tuple(_named(figure).items())),
        figure.steps,
        result,
    ]
    return _line(list(dict.fromkeys(parts)))


@cache
def _tree(formula: str, named: tuple[tuple[str, str], ...]) -> str:
    """A formula in its symbols as TeX, where NAMED picks the tree."""
    return tex(CATALOGUE[formula].tree(dict(named)))


def _line(parts: list[str]) -> Markup:
    """The PARTS of an equation as one line that may break before each equals sign."""
    sides = [parts[0], *(rf"=\;{part}" if part.startswith(r"\text") else f"={part}" for part in parts[1:])]
    return Markup(" ").join(Markup(mathml(side)) for side in sides)


def _named(figure: Figure) -> dict[str, str]:
    """The names that pick the tree of a figure's formula, defaults filled in."""
    formula = CATALOGUE[figure.formula]
    given = dict(figure.inputs)
    return {name: given.get(name) or str(formula.input(name).default) for name in formula.choosing()}


def _rounding(figure: Figure) -> str:
    """What rounding hides, or nothing."""
    if figure.quantity is None or figure.kind != "DERIVED":
        return ""
    whole, symbol = spanish.quantity(figure.quantity, shown_unit(figure), digits=12)
    if whole == figure.number:
        return ""
    ways = {"half": "Redondeada", "up": "Redondeada hacia arriba", "down": "Redondeada hacia abajo"}
    value = f"{figure.exact} {figure.unit}".replace(" 1", "") if "/" in figure.exact else spanish.joined(whole, symbol)
    return f"{ways[figure.direction]}; el valor exacto es {value}."


def _readings(course: Course, figure: Figure) -> str:
    """A size in GB and GiB, and what another reading of the fact would give."""
    if figure.quantity is None:
        return ""
    said = spanish.both_readings(figure.quantity)
    fact = course.registry.facts.get(figure.id)
    if fact and fact.also_read_as:
        other = course.figures.work(fact.id, frozenset({fact.id}))
        decimal = spanish.joined(*spanish.quantity(other.quantity)) if other.quantity else ""
        return f"También se lee como {other.display} = {decimal}; toda conclusión se comprueba con las dos lecturas."
    return f"{said}." if said else ""
