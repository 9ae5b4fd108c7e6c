"""Figures: a fact, or a formula with its inputs, worked once; every output is a reading of the same figure."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import Constant, tex
from macros.calc.formula import Formula
from macros.calc.grammar import Call, Comparison, Literal, Name, Term, parse
from macros.calc.notation import power_tex
from macros.calc.steps import line
from macros.facts.readings import AS_TYPED, Readings, all_readings, reading, written_with
from macros.facts.registry import Fact, Registry
from macros.problems import Fault
from macros.units import Quantity, Unit, base_name, exact, mismatch, unit
from macros.work import Given, Worked, Worker, fact_named, merged


@dataclass(frozen=True)
class Figure:
    """A worked figure. `quantity` is None for a word («líquida»); `facts` and `sources` are ids in reading order."""

    id: str
    kind: str
    says: str
    quantity: Quantity | None
    number: str
    symbol: str
    formula: str = ""
    inputs: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    direction: str = "half"
    places: int | None = None
    part: Worked | None = field(default=None, repr=False, compare=False)
    term: Term | None = field(default=None, repr=False, compare=False)

    @cached_property
    def steps(self) -> str:
        """The formula with its numbers put in, as TeX; for a fact, a power of ten or nothing."""
        return tex(self.part.filled()) if self.part else ""

    @cached_property
    def line(self) -> str:
        """The steps as one line of text: `70 × 10⁹ × 0.5`."""
        return line(self.part.filled()) if self.part else ""

    @cached_property
    def display(self) -> str:
        """The figure as printed where nothing else is asked for."""
        return spanish.joined(self.number, self.symbol)

    @cached_property
    def exact(self) -> str:
        """The exact value in its published unit; a word stands as itself."""
        return exact(self.quantity) if self.quantity is not None else self.number

    @cached_property
    def unit(self) -> str:
        """The published unit of the exact value."""
        return base_name(self.quantity.dimension) if self.quantity is not None else ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A comparison worked in every reading of its facts: which answers came out."""

    id: str
    sign: str
    answers: frozenset[bool]
    facts: tuple[str, ...]
    left: Figure
    right: Figure
    term: Comparison | None = field(default=None, repr=False, compare=False)

    @property
    def holds(self) -> bool | None:
        """True or False where all readings agree, None where it depends on the reading."""
        return next(iter(self.answers)) if len(self.answers) == 1 else None


@dataclass(frozen=True)
class Figures:
    """The figures of one registry; each is worked once."""

    registry: Registry
    worked: dict[tuple[str, Readings], Figure] = field(default_factory=dict, compare=False)

    def work(self, text: str, readings: Readings = AS_TYPED) -> Figure:
        """The figure that TEXT says, facts in READINGS taken in their other unit; a fault with its offset otherwise."""
        key = (text, readings)
        if key not in self.worked:
            term = parse(text)
            if isinstance(term, Comparison):
                raise Fault("E124", "esto es una comparación, no una cifra", "use claim o verdict", term.offset)
            figure = self.figure(term, readings)
            self.worked[key] = self.worked.setdefault((figure.id, readings), figure)
        return self.worked[key]

    def figure(self, term: Term, readings: Readings = AS_TYPED) -> Figure:
        """The figure of a tree of the grammar."""
        worker = Worker(self.registry, readings)
        if isinstance(term, Name):
            figure = _fact_figure(fact_named(self.registry, term), readings, self.registry)
        elif isinstance(term, Call):
            inputs = worker.inputs(term)
            figure = _formula_figure(CATALOGUE[term.formula], worker.call(term, inputs), inputs, self.registry)
        else:
            figure = _plain_figure(worker.term(term), self.registry, typed=isinstance(term, Literal))
        return replace(figure, term=term)

    def compare(self, text: str) -> Outcome:
        """The comparison TEXT worked in every reading of the facts that it rests on."""
        term = parse(text)
        if not isinstance(term, Comparison):
            raise Fault("E124", "esto es una cifra, no una comparación", "compárela con < <= > >= o ==", term.offset)
        left, right = self.figure(term.left), self.figure(term.right)
        facts = merged(left.facts, right.facts)
        answers = set()
        for readings in all_readings(self.registry, facts):
            one, other = self.figure(term.left, readings), self.figure(term.right, readings)
            answers.add(_compared(term, one, other))
        name = f"{left.id} {term.operator} {right.id}"
        return Outcome(name, term.operator, frozenset(answers), facts, left, right, term)


_SIGNS = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "==": lambda one, other: one == other,
}


def _compared(term: Comparison, one: Figure, other: Figure) -> bool:
    """Whether the comparison holds between two worked figures."""
    if one.quantity is None or other.quantity is None:
        raise Fault("E125", "una palabra no se compara", "compare cantidades", term.offset)
    if one.quantity.dimension != other.quantity.dimension:
        raise mismatch(one.quantity.dimension, other.quantity.dimension, "comparar").moved(term.offset)
    return bool(_SIGNS[term.operator](one.quantity.value, other.quantity.value))


def _fact_figure(fact: Fact, readings: Readings, registry: Registry) -> Figure:
    """The figure that a fact is by itself, printed as typed."""
    quantity = reading(fact, readings) if fact.quantity is not None else None
    chosen = fact.also_read_as if fact.id in readings and fact.also_read_as else fact.unit
    shown = spanish.typed(fact.written) if quantity is not None else fact.written
    return Figure(
        fact.id,
        fact.kind,
        fact.says,
        quantity,
        shown,
        spanish.agreeing(chosen.symbol, shown) if chosen else "",
        facts=(fact.id,),
        conventions=written_with(chosen.symbol, registry) if chosen else (),
        sources=(fact.source,),
        part=_power(fact) if quantity is not None and fact.written.startswith("10^") else None,
    )


def _power(fact: Fact) -> Worked:
    """A fact that is a power of ten, whose steps are that power."""
    assert fact.quantity
    shown = Constant(fact.quantity, power_tex(fact.written), spanish.powers(fact.written))
    return Worked(fact.id, fact.quantity, shown)


def _formula_figure(formula: Formula, part: Worked, inputs: list[Given], registry: Registry) -> Figure:
    """The figure of a formula with its inputs."""
    into = unit(formula.unit) if formula.unit else None
    shown, symbol = spanish.quantity(part.quantity, into, direction=formula.rounding, places=formula.places)
    return Figure(
        part.text,
        "DERIVED",
        formula.says,
        part.quantity,
        shown,
        symbol,
        formula=formula.id,
        inputs=tuple((given.input.name, given.text) for given in inputs),
        facts=part.facts,
        conventions=merged(part.conventions, written_with(symbol, registry)),
        sources=part.sources,
        conditions=formula.conditions,
        direction=formula.rounding,
        places=formula.places,
        part=part,
    )


def _plain_figure(part: Worked, registry: Registry, *, typed: bool) -> Figure:
    """The figure of quantities, facts and formulas joined by operators; one quantity alone stands as TYPED."""
    shown, symbol = spanish.quantity(part.quantity)
    if typed:
        number, _, unit_name = part.text.partition(" ")
        shown = spanish.typed(number)
        symbol = spanish.agreeing(unit_name, shown)
    return Figure(
        part.text,
        "DERIVED",
        part.text,
        part.quantity,
        shown,
        symbol,
        facts=part.facts,
        conventions=merged(part.conventions, written_with(symbol, registry)),
        sources=part.sources,
        part=part,
    )


def shown_unit(figure: Figure) -> Unit | None:
    """The unit in which FIGURE is printed; None for a count."""
    return unit(figure.symbol) if figure.symbol else None


def shown_in(figure: Figure, into: Unit | None, digits: int | None = None) -> tuple[str, str]:
    """Number and unit with which FIGURE is printed INTO a unit, or with DIGITS figures; a bound stays on its side."""
    assert figure.quantity is not None
    if into is not None and into.dimension != figure.quantity.dimension:
        raise mismatch(into.dimension, figure.quantity.dimension, "expresar")
    places = figure.places if digits is None else None
    return spanish.quantity(figure.quantity, into, digits, figure.direction, places)


def is_exact(figure: Figure, number: str, symbol: str) -> bool:
    """Whether the printed NUMBER in the unit SYMBOL is the value of FIGURE and no other."""
    assert figure.quantity is not None
    factor = unit(symbol).factor if symbol else 1
    return Fraction(number.replace(",", "")) * factor == figure.quantity.value
