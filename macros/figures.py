"""Figures: a fact, or a formula with its inputs, worked once; every output is a reading of the same figure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import Constant, Expression, Operation, Symbol, tex, value
from macros.calc.formula import FORMATS, Formula, Input, english
from macros.calc.grammar import Call, Comparison, Joined, Literal, Name, Term, parse
from macros.facts.registry import Fact, Registry
from macros.problems import Fault, meant
from macros.units import BIT, COUNT, COUNT_SUFFIXES, Quantity, Unit, base_name, exact, exact_number, mismatch, unit


@dataclass(frozen=True, slots=True)
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
    steps: str = ""
    names: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    direction: str = "half"

    @property
    def display(self) -> str:
        """The figure as printed where nothing else is asked for."""
        return spanish.joined(self.number, self.symbol)

    @property
    def exact(self) -> str:
        """The exact value in its published unit; a word stands as itself."""
        return exact(self.quantity) if self.quantity is not None else self.number

    @property
    def unit(self) -> str:
        """The published unit of the exact value."""
        return base_name(self.quantity.dimension) if self.quantity is not None else ""


@dataclass(frozen=True, slots=True)
class _Worked:
    """A part of a figure: its canonical text, its tree, and what it was read from."""

    text: str
    quantity: Quantity
    tree: Expression
    shown: Mapping[str, str]
    facts: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    kind: str = "DERIVED"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A comparison worked in every reading of its facts: which answers came out."""

    id: str
    answers: frozenset[bool]
    facts: tuple[str, ...]
    left: Figure
    right: Figure

    @property
    def holds(self) -> bool | None:
        """True or False where all readings agree, None where it depends on the reading."""
        return next(iter(self.answers)) if len(self.answers) == 1 else None


Readings = frozenset[str]
AS_TYPED: Readings = frozenset()


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
            self.worked[key] = self.figure(term, readings)
        return self.worked[key]

    def figure(self, term: Term, readings: Readings = AS_TYPED) -> Figure:
        """The figure of a tree of the grammar."""
        if isinstance(term, Name):
            return _fact_figure(self.fact(term), readings)
        part = _Worker(self, readings).term(term)
        if isinstance(term, Call):
            return _formula_figure(CATALOGUE[term.formula], part, _Worker(self, readings).inputs(term), self.registry)
        shown, symbol = spanish.quantity(part.quantity)
        return Figure(
            part.text, part.kind, part.text, part.quantity, shown, symbol,
            steps=tex(part.tree, part.shown), facts=part.facts, conventions=part.conventions, sources=part.sources,
        )  # fmt: skip

    def fact(self, name: Name) -> Fact:
        """The fact that NAME names; a fault with the nearest one otherwise."""
        if name.text in self.registry.facts:
            return self.registry.facts[name.text]
        if "." not in name.text:
            hint = "a un hecho se le llama «tema.nombre»; una fórmula lleva paréntesis"
            if english(name.text) in CATALOGUE:
                hint = f"escriba {english(name.text)}(…) con sus entradas"
            raise Fault("E111", f"«{name.text}» no es una cifra", hint, name.offset)
        raise Fault("E111", f"no hay un hecho «{name.text}»", meant(name.text, self.registry.facts), name.offset)

    def compare(self, text: str) -> Outcome:
        """The comparison TEXT worked in every reading of the facts that it rests on."""
        term = parse(text)
        if not isinstance(term, Comparison):
            raise Fault("E124", "esto es una cifra, no una comparación", "compárela con < <= > >= o ==", term.offset)
        left, right = self.figure(term.left), self.figure(term.right)
        facts = merged(left.facts, right.facts)
        answers = set()
        for readings in self.readings(facts):
            one, other = self.figure(term.left, readings), self.figure(term.right, readings)
            answers.add(_compared(term, one, other))
        return Outcome(f"{left.id} {term.operator} {right.id}", frozenset(answers), facts, left, right)

    def readings(self, facts: Iterable[str]) -> Iterator[Readings]:
        """Every way of reading FACTS: as typed, and in the other unit of those that have one."""
        double = [name for name in facts if self.registry.facts[name].also_read_as]
        for picks in product((False, True), repeat=len(double)):
            yield frozenset(name for name, pick in zip(double, picks, strict=True) if pick)


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


def merged(*groups: Iterable[str]) -> tuple[str, ...]:
    """The ids of all GROUPS in order, each once."""
    return tuple(dict.fromkeys(name for group in groups for name in group))


def reading(fact: Fact, readings: Readings = AS_TYPED) -> Quantity:
    """The quantity of FACT: as typed, or the same number in its other unit if it is among READINGS."""
    assert fact.quantity is not None
    if fact.id in readings and fact.also_read_as and fact.unit:
        return Quantity(fact.quantity.value / fact.unit.factor * fact.also_read_as.factor, fact.quantity.dimension)
    return fact.quantity


def _fact_figure(fact: Fact, readings: Readings) -> Figure:
    """The figure that a fact is by itself, printed as typed."""
    quantity = reading(fact, readings) if fact.quantity is not None else None
    chosen = fact.also_read_as if fact.id in readings and fact.also_read_as else fact.unit
    symbol = chosen.symbol if chosen else ""
    number = spanish.typed(fact.written) if fact.quantity is not None else fact.written
    steps = fact.written if fact.written.startswith("10^") else ""
    return Figure(
        fact.id, fact.kind, fact.says, quantity, number, symbol,
        steps=_power(steps), facts=(fact.id,), sources=(fact.source,),
    )  # fmt: skip


def _power(written: str) -> str:
    """`10^12` as TeX: `10^{12}`."""
    head, sign, exponent = written.partition("^")
    return f"{head}^{{{exponent}}}" if len(exponent) > 1 else head + sign + exponent


def _formula_figure(formula: Formula, part: _Worked, inputs: list["_Given"], registry: Registry) -> Figure:
    """The figure of a formula with its inputs."""
    into = unit(formula.unit) if formula.unit else None
    shown, symbol = spanish.quantity(part.quantity, into, direction=formula.rounding)
    backing = registry.backings.get(formula.id)
    return Figure(
        part.text, part.kind, formula.says, part.quantity, shown, symbol,
        formula=formula.id, inputs=tuple((given.input.name, given.text) for given in inputs),
        steps=tex(part.tree, part.shown),
        names=tuple((given.input.name, given.text) for given in inputs if given.name),
        facts=part.facts, conventions=merged(part.conventions, written_with(symbol, registry)),
        sources=merged(part.sources, backing.sources if backing else ()),
        conditions=formula.conditions, direction=formula.rounding,
    )  # fmt: skip


def written_with(symbol: str, registry: Registry) -> tuple[str, ...]:
    """The convention facts that say what SYMBOL (a unit or a count's suffix) means."""
    names = [f"convention.{part}" for part in symbol.split("/")]
    return tuple(name for name in names if name in registry.facts)


@dataclass(frozen=True, slots=True)
class _Given:
    """An input of a call with what was given for it: a worked part, or a name."""

    input: Input
    text: str
    part: _Worked | None = None
    name: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class _Worker:
    """Works the terms of one figure, in one reading of its facts."""

    figures: Figures
    readings: Readings

    def term(self, term: Term) -> _Worked:
        """TERM worked: its value with the trail of what it was read from."""
        if isinstance(term, Literal):
            return self.literal(term)
        if isinstance(term, Name):
            return self.named(term)
        if isinstance(term, Call):
            return self.call(term)
        return self.joined(term)

    def literal(self, term: Literal) -> _Worked:
        text, shown = canonical(term)
        quantity = term.written.quantity
        suffix = term.written.number[-1] if term.written.number[-1] in COUNT_SUFFIXES else ""
        symbol = term.written.unit.symbol if term.written.unit else suffix
        conventions = written_with(symbol, self.figures.registry)
        return _Worked(text, quantity, Constant(quantity, shown), {}, conventions=conventions)

    def named(self, term: Name) -> _Worked:
        fact = self.figures.fact(term)
        if fact.quantity is None:
            raise Fault("E125", f"«{fact.id}» es una palabra, no una cantidad", "aquí va una cantidad", term.offset)
        quantity = reading(fact, self.readings)
        chosen = fact.also_read_as if fact.id in self.readings else fact.unit
        symbol = chosen.symbol if chosen else ""
        shown = _tex_quantity(spanish.typed(fact.written) if "^" not in fact.written else "", symbol) or fact.written
        return _Worked(
            fact.id, quantity, Constant(quantity, shown), {}, (fact.id,),
            written_with(symbol, self.figures.registry), (fact.source,),
            "HYPOTHESIS" if fact.kind == "HYPOTHESIS" else "DERIVED",
        )  # fmt: skip

    def joined(self, term: Joined) -> _Worked:
        left, right = self.term(term.left), self.term(term.right)
        tree = Operation(term.operator, (left.tree, right.tree))
        try:
            quantity = value(Operation(term.operator, (_fixed(left), _fixed(right))), {})
        except Fault as fault:
            raise fault.moved(term.offset) from None
        text = f"{_bracketed(term, term.left, left.text)} {term.operator} {_bracketed(term, term.right, right.text)}"
        text = text.replace(" / ", "/") if isinstance(term.left, Literal) and isinstance(term.right, Literal) else text
        return _Worked(
            text, quantity, tree, left.shown | right.shown if isinstance(left.shown, dict) else {},
            merged(left.facts, right.facts), merged(left.conventions, right.conventions),
            merged(left.sources, right.sources),
        )  # fmt: skip

    def call(self, term: Call) -> _Worked:
        """A formula with its inputs; bits may be a format, a recipe stands for its terms."""
        inputs = self.inputs(term)
        formula = CATALOGUE[term.formula]
        names = {given.input.name: given.name for given in inputs if given.name}
        tree = formula.tree(names)
        values: dict[str, Quantity] = {}
        shown: dict[str, str] = {}
        for given in inputs:
            if given.name:
                terms = given.input.names[given.name]
                values |= terms
                shown |= {name: exact_number(quantity.value) for name, quantity in terms.items()}
            elif given.part:
                values[given.input.name] = given.part.quantity
                shown[given.input.name] = _shown(given.part)
        _guard(formula, values, term)
        try:
            quantity = value(tree, values)
        except Fault as fault:
            raise fault.moved(term.offset) from None
        typed = sorted((given.input.name, given.text) for given in inputs if not given.default)
        parts = [given.part for given in inputs if given.part]
        registry = self.figures.registry
        backing = registry.backings.get(formula.id)
        return _Worked(
            f"{formula.id}({','.join(f'{name}={text}' for name, text in typed)})", quantity, tree, shown,
            merged(*(part.facts for part in parts)), merged(*(part.conventions for part in parts)),
            merged(*(part.sources for part in parts), backing.sources if backing else ()),
        )  # fmt: skip

    def inputs(self, term: Call) -> list[_Given]:
        """The inputs of a call in the order of its formula, defaults filled in; a fault for what does not fit."""
        if term.formula not in CATALOGUE:
            hint = meant(english(term.formula), CATALOGUE)
            raise Fault("E113", f"no hay una fórmula «{term.formula}»", hint, term.offset)
        formula = CATALOGUE[term.formula]
        for name, _, offset in term.inputs:
            try:
                formula.input(name)
            except Fault as fault:
                raise fault.moved(offset) from None
        given = {name: value_term for name, value_term, _ in term.inputs}
        found = []
        for one in formula.inputs:
            if one.name in given:
                found.append(self.given(formula, one, given[one.name]))
            elif one.default is None:
                hint = f"agregue {one.name}=…: {one.symbol.says}"
                raise Fault("E110", f"a «{formula.id}» le falta la entrada «{one.name}»", hint, term.offset)
            elif one.default != "none" or one.names:
                default = parse(one.default) if not one.names else Name(one.default, term.offset)
                assert not isinstance(default, Comparison)
                filled = self.given(formula, one, default)
                found.append(_Given(one, filled.text, filled.part, filled.name, default=True))
        return found

    def given(self, formula: Formula, one: Input, term: Term) -> _Given:
        """The input ONE with TERM for it."""
        if one.names:
            text = term.text if isinstance(term, Name) else term.written.number if isinstance(term, Literal) else ""
            if text not in one.names:
                hint = meant(text, one.names)
                raise Fault("E114", f"«{one.name}» de «{formula.id}» no puede ser «{text}»", hint, term.offset)
            return _Given(one, text, name=text, default=text == one.default)
        if one.symbol.dimension == BIT and isinstance(term, Name) and "." not in term.text:
            part = _format(term)
        else:
            part = self.term(term)
        if one.symbol.dimension == BIT and part.quantity.dimension == COUNT:
            part = _Worked(part.text, Quantity(part.quantity.value, BIT), part.tree, part.shown, part.facts, part.conventions)
        _check_domain(formula, one, part, term)
        same = one.default is not None and not one.names and one.default != "none" and part.text == one.default
        return _Given(one, part.text, part, default=same)


def _fixed(part: _Worked) -> Constant:
    """A worked part as a constant of a larger tree."""
    return Constant(part.quantity, part.text)


def _bracketed(outer: Joined, inner: Term, text: str) -> str:
    """TEXT of INNER in brackets where its operator binds less, or where order matters."""
    if not isinstance(inner, Joined):
        return text
    order = {"+": 1, "-": 1, "*": 2, "/": 2}
    weaker = order[inner.operator] < order[outer.operator]
    second = inner is outer.right and order[inner.operator] == order[outer.operator] and outer.operator in "-/"
    return f"({text})" if weaker or second else text


def _format(term: Name) -> _Worked:
    """The bits of a number format."""
    if term.text not in FORMATS:
        raise Fault("E115", f"no hay un formato «{term.text}»", meant(term.text, FORMATS), term.offset)
    bits = Quantity(Fraction(FORMATS[term.text]), BIT)
    return _Worked(term.text, bits, Constant(bits, str(FORMATS[term.text])), {})


def _check_domain(formula: Formula, one: Input, part: _Worked, term: Term) -> None:
    """A fault unless PART may stand for the input ONE."""
    wanted, found = one.symbol.dimension, part.quantity.dimension
    if not one.generic and found != wanted:
        hint = f"{one.name} es {one.symbol.says}"
        if wanted == COUNT and isinstance(term, Literal) and term.written.unit and term.written.unit.symbol.endswith("B"):
            hint += f"; para un conteo escriba {term.written.number}B, sin espacio y sin «byte»"
        message = f"«{one.name}» de «{formula.id}» se da en {base_name(wanted)} y aquí hay {base_name(found)}"
        raise Fault("E116", message, hint, term.offset)
    if one.minimum is not None and part.quantity.value < one.minimum:
        message = f"«{one.name}» de «{formula.id}» no puede ser menor que {one.minimum}"
        raise Fault("E117", message, f"{one.name} es {one.symbol.says}", term.offset)
    if one.integer and part.quantity.value.denominator != 1:
        raise Fault("E117", f"«{one.name}» de «{formula.id}» debe ser un entero", f"{one.name} es {one.symbol.says}", term.offset)


def _guard(formula: Formula, values: Mapping[str, Quantity], term: Call) -> None:
    """A fault where a condition of use of the formula does not hold."""
    for guard in formula.guards:
        if guard.larger in values and values[guard.smaller].value > values[guard.larger].value:
            raise Fault("E118", guard.message, f"revise {guard.smaller} y {guard.larger}", term.offset)


def _shown(part: _Worked) -> str:
    """A part as TeX inside the steps of a larger one; a nested formula stands as its value."""
    if isinstance(part.tree, Constant):
        return part.tree.tex
    if not part.shown and isinstance(part.tree, Operation):
        return tex(part.tree, {})
    number, symbol = spanish.quantity(part.quantity)
    return _tex_quantity(number, symbol)


def _tex_quantity(number: str, symbol: str) -> str:
    """A printed number with its unit as TeX; nothing for an empty number."""
    if not number:
        return ""
    shown = rf"\text{{{number}}}" if "," in number else number
    return rf"{shown}\,\text{{{symbol}}}" if symbol else shown


def canonical(term: Literal) -> tuple[str, str]:
    """A typed quantity as it stands in an id, and as TeX; a count of a million or more takes its suffix."""
    written = term.written
    if written.unit:
        number = exact_number(written.quantity.value / written.unit.factor)
        return f"{number} {written.unit.symbol}", _tex_quantity(spanish.typed(number), written.unit.symbol)
    amount = written.quantity.value
    for suffix, size in reversed(COUNT_SUFFIXES.items()):
        scaled = amount / size
        if amount >= 10**6 and scaled >= 1 and (scaled * 1000).denominator == 1:
            power = f"10^{{{len(str(size)) - 1}}}" if size >= 10**10 else f"10^{len(str(size)) - 1}"
            mantissa = exact_number(scaled)
            return mantissa + suffix, power if mantissa == "1" else rf"{mantissa}\times{power}"
    plain = exact_number(amount)
    return plain, _tex_quantity(spanish.typed(plain) if "/" not in plain else plain, "")


def shown_in(figure: Figure, into: Unit | None, digits: int | None = None) -> tuple[str, str]:
    """Number and unit with which FIGURE is printed INTO a unit, or with a number of DIGITS."""
    assert figure.quantity is not None
    if into is not None and into.dimension != figure.quantity.dimension:
        raise mismatch(into.dimension, figure.quantity.dimension, "expresar")
    return spanish.quantity(figure.quantity, into, digits, figure.direction)
