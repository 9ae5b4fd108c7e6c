"""Terms of the grammar worked over a registry: exact values, with the trail of what each was read from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import Constant, Expression, Operation, tex, value
from macros.calc.formula import FORMATS, Formula, Input, english
from macros.calc.grammar import Call, Comparison, Joined, Literal, Name, Term, parse
from macros.facts.registry import Fact, Registry
from macros.problems import Fault, meant
from macros.units import BIT, COUNT, COUNT_SUFFIXES, Quantity, base_name, exact_number

# The facts that are read in their other unit (`also_read_as`).
Readings = frozenset[str]
AS_TYPED: Readings = frozenset()


@dataclass(frozen=True, slots=True)
class Worked:
    """A part of a figure: its canonical text, its value, its tree with what stands for its symbols, and its trail."""

    text: str
    quantity: Quantity
    tree: Expression
    shown: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An input of a call with what was given for it: a worked part, or a name."""

    input: Input
    text: str
    part: Worked | None = None
    name: str = ""
    default: bool = False


def merged(*groups: Iterable[str]) -> tuple[str, ...]:
    """The ids of all GROUPS in order, each once."""
    return tuple(dict.fromkeys(name for group in groups for name in group))


def fact_named(registry: Registry, name: Name) -> Fact:
    """The fact that NAME names; a fault with the nearest one otherwise."""
    if name.text in registry.facts:
        return registry.facts[name.text]
    if "." not in name.text:
        hint = "a un hecho se le llama «tema.nombre»; una fórmula lleva paréntesis"
        if english(name.text) in CATALOGUE:
            hint = f"escriba {english(name.text)}(…) con sus entradas"
        raise Fault("E111", f"«{name.text}» no es una cifra", hint, name.offset)
    raise Fault("E111", f"no hay un hecho «{name.text}»", meant(name.text, registry.facts), name.offset)


def reading(fact: Fact, readings: Readings = AS_TYPED) -> Quantity:
    """The quantity of FACT: as typed, or the same number in its other unit if it is among READINGS."""
    assert fact.quantity is not None
    if fact.id in readings and fact.also_read_as and fact.unit:
        return Quantity(fact.quantity.value / fact.unit.factor * fact.also_read_as.factor, fact.quantity.dimension)
    return fact.quantity


def written_with(symbol: str, registry: Registry) -> tuple[str, ...]:
    """The convention facts that say what SYMBOL (a unit or a count's suffix) means."""
    names = [f"convention.{part}" for part in symbol.split("/")]
    return tuple(name for name in names if name in registry.facts)


@dataclass(frozen=True, slots=True)
class Worker:
    """Works terms over one registry, in one reading of its facts."""

    registry: Registry
    readings: Readings = AS_TYPED

    def term(self, term: Term) -> Worked:
        """TERM worked; a fault with its offset where it cannot be."""
        if isinstance(term, Literal):
            return self.literal(term)
        if isinstance(term, Name):
            return self.named(term)
        if isinstance(term, Call):
            return self.call(term, self.inputs(term))
        return self.joined(term)

    def literal(self, term: Literal) -> Worked:
        """A typed quantity."""
        text, shown = canonical(term)
        quantity = term.written.quantity
        suffix = text[-1] if text[-1] in COUNT_SUFFIXES else ""
        symbol = term.written.unit.symbol if term.written.unit else suffix
        return Worked(text, quantity, Constant(quantity, shown), conventions=written_with(symbol, self.registry))

    def named(self, term: Name) -> Worked:
        """A fact."""
        fact = fact_named(self.registry, term)
        if fact.quantity is None:
            raise Fault("E125", f"«{fact.id}» es una palabra, no una cantidad", "aquí va una cantidad", term.offset)
        quantity = reading(fact, self.readings)
        chosen = fact.also_read_as if fact.id in self.readings else fact.unit
        symbol = chosen.symbol if chosen else ""
        shown = fact.written if "^" in fact.written else quantity_tex(spanish.typed(fact.written), symbol)
        conventions = written_with(symbol, self.registry)
        return Worked(fact.id, quantity, Constant(quantity, shown), {}, (fact.id,), conventions, (fact.source,))

    def joined(self, term: Joined) -> Worked:
        """Two terms joined by an operator; a formula inside shows as its value."""
        left, right = self.term(term.left), self.term(term.right)
        tree = Operation(term.operator, (_inside(left), _inside(right)))
        try:
            quantity = value(tree, {})
        except Fault as fault:
            raise fault.moved(term.offset) from None
        gap = "" if term.operator == "/" and isinstance(term.left, Literal) and isinstance(term.right, Literal) else " "
        sides = (_bracketed(term, term.left, left.text), _bracketed(term, term.right, right.text))
        return Worked(
            f"{sides[0]}{gap}{term.operator}{gap}{sides[1]}",
            quantity,
            tree,
            {},
            merged(left.facts, right.facts),
            merged(left.conventions, right.conventions),
            merged(left.sources, right.sources),
        )

    def call(self, term: Call, inputs: list[Given]) -> Worked:
        """A formula with its INPUTS; bits may be a format, a recipe stands for its terms."""
        formula = CATALOGUE[term.formula]
        tree = formula.tree({given.input.name: given.name for given in inputs if given.name})
        values, shown = _bound(inputs)
        _guard(formula, values, term)
        try:
            quantity = value(tree, values)
        except Fault as fault:
            raise fault.moved(term.offset) from None
        typed = sorted((given.input.name, given.text) for given in inputs if not given.default)
        parts = [given.part for given in inputs if given.part]
        backing = self.registry.backings.get(formula.id)
        return Worked(
            f"{formula.id}({','.join(f'{name}={text}' for name, text in typed)})",
            quantity,
            tree,
            shown,
            merged(*(part.facts for part in parts)),
            merged(*(part.conventions for part in parts)),
            merged(*(part.sources for part in parts), backing.sources if backing else ()),
        )

    def inputs(self, term: Call) -> list[Given]:
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
        found = (self._input(formula, one, given.get(one.name), term) for one in formula.inputs)
        return [one for one in found if one is not None]

    def _input(self, formula: Formula, one: Input, given: Term | None, call: Call) -> Given | None:
        """The input ONE with what was GIVEN for it, or its default; None for one that may be left out."""
        if given is not None:
            return self.given(formula, one, given)
        if one.default is None:
            hint = f"agregue {one.name}=…: {one.symbol.says}"
            raise Fault("E110", f"a «{formula.id}» le falta la entrada «{one.name}»", hint, call.offset)
        if one.default == "none" and not one.names:
            return None
        default = Name(one.default, call.offset) if one.names else parse(one.default)
        assert not isinstance(default, Comparison)
        filled = self.given(formula, one, default)
        return Given(one, filled.text, filled.part, filled.name, default=True)

    def given(self, formula: Formula, one: Input, term: Term) -> Given:
        """The input ONE with TERM for it."""
        if one.names:
            text = _name_of(term)
            if text not in one.names:
                hint = meant(text, one.names)
                raise Fault("E114", f"«{one.name}» de «{formula.id}» no puede ser «{text}»", hint, term.offset)
            return Given(one, text, name=text, default=text == one.default)
        bits = one.symbol.dimension == BIT
        part = _format(term) if bits and isinstance(term, Name) and "." not in term.text else self.term(term)
        if bits and part.quantity.dimension == COUNT:
            quantity = Quantity(part.quantity.value, BIT)
            part = Worked(part.text, quantity, Constant(quantity, _shown(part)), {}, part.facts, part.conventions)
        _check_domain(formula, one, part, term)
        return Given(one, part.text, part, default=part.text == one.default)


def _bound(inputs: Iterable[Given]) -> tuple[dict[str, Quantity], dict[str, str]]:
    """The values of the symbols that INPUTS give, and what stands for them in the steps."""
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
    return values, shown


def _name_of(term: Term) -> str:
    """The name that a term is; stages are named by a digit."""
    if isinstance(term, Literal):
        return term.written.number
    return term.text if isinstance(term, Name) else "…"


def _inside(part: Worked) -> Expression:
    """A part as a node of a larger tree: a formula stands as its value."""
    return Constant(part.quantity, _shown(part)) if part.shown else part.tree


def _bracketed(outer: Joined, inner: Term, text: str) -> str:
    """TEXT of INNER in brackets where its operator binds less, or where order matters."""
    if not isinstance(inner, Joined):
        return text
    order = {"+": 1, "-": 1, "*": 2, "/": 2}
    weaker = order[inner.operator] < order[outer.operator]
    second = inner is outer.right and order[inner.operator] == order[outer.operator] and outer.operator in "-/"
    return f"({text})" if weaker or second else text


def _format(term: Name) -> Worked:
    """The bits of a number format."""
    if term.text not in FORMATS:
        raise Fault("E115", f"no hay un formato «{term.text}»", meant(term.text, FORMATS), term.offset)
    bits = Quantity(Fraction(FORMATS[term.text]), BIT)
    return Worked(term.text, bits, Constant(bits, str(FORMATS[term.text])))


def _check_domain(formula: Formula, one: Input, part: Worked, term: Term) -> None:
    """A fault unless PART may stand for the input ONE."""
    wanted, found = one.symbol.dimension, part.quantity.dimension
    meaning = f"{one.name} es {one.symbol.says}"
    if not one.generic and found != wanted:
        hint = meaning
        if wanted == COUNT and isinstance(term, Literal) and term.written.unit and term.written.unit.symbol[-1:] == "B":
            hint += f"; para un conteo escriba {term.written.number}B, sin espacio"
        message = f"«{one.name}» de «{formula.id}» se da en {_unit_words(one)} y aquí hay {base_name(found)}"
        raise Fault("E116", message, hint, term.offset)
    if one.minimum is not None and part.quantity.value < one.minimum:
        message = f"«{one.name}» de «{formula.id}» no puede ser menor que {one.minimum}"
        raise Fault("E117", message, meaning, term.offset)
    if one.integer and part.quantity.value.denominator != 1:
        raise Fault("E117", f"«{one.name}» de «{formula.id}» debe ser un entero", meaning, term.offset)


def _unit_words(one: Input) -> str:
    """The unit of an input, in words: a count has none."""
    return "un conteo, sin unidad," if one.symbol.dimension == COUNT else base_name(one.symbol.dimension)


def _guard(formula: Formula, values: Mapping[str, Quantity], term: Call) -> None:
    """A fault where a condition of use of the formula does not hold."""
    for guard in formula.guards:
        if guard.larger in values and values[guard.smaller].value > values[guard.larger].value:
            raise Fault("E118", guard.message, f"revise {guard.smaller} y {guard.larger}", term.offset)


def _shown(part: Worked) -> str:
    """A part as TeX inside the steps of a larger one; a formula stands as its value."""
    if not part.shown:
        return tex(part.tree, {})
    number, symbol = spanish.quantity(part.quantity)
    return quantity_tex(number, symbol)


def quantity_tex(number: str, symbol: str) -> str:
    """A printed number with its unit as TeX; a grouped number stays one."""
    shown = rf"\text{{{number}}}" if "," in number else number
    return rf"{shown}\,\text{{{symbol}}}" if symbol else shown


def canonical(term: Literal) -> tuple[str, str]:
    """A typed quantity as it stands in an id, and as TeX; a count of a million or more takes its suffix."""
    written = term.written
    if written.unit:
        number = exact_number(written.quantity.value / written.unit.factor)
        return f"{number} {written.unit.symbol}", quantity_tex(spanish.typed(number), written.unit.symbol)
    amount = written.quantity.value
    for suffix, size in sorted(COUNT_SUFFIXES.items(), key=lambda pair: -pair[1]):
        scaled = amount / size
        if amount >= 10**6 and scaled >= 1 and (scaled * 1000).denominator == 1:
            mantissa = exact_number(scaled)
            power = power_tex(f"10^{len(str(size)) - 1}")
            return mantissa + suffix, power if mantissa == "1" else rf"{mantissa}\times{power}"
    plain = exact_number(amount)
    return plain, plain if "/" in plain else quantity_tex(spanish.typed(plain), "")


def power_tex(written: str) -> str:
    """`10^12` as TeX: `10^{12}`."""
    head, sign, exponent = written.partition("^")
    return f"{head}^{{{exponent}}}" if len(exponent) > 1 else head + sign + exponent
