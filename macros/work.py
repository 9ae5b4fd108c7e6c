"""Terms of the grammar worked over a registry: exact values, with the trail of what each was read from."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import Constant, Expression, Operation, apply, value
from macros.calc.formula import FORMATS, Formula, Input, english
from macros.calc.grammar import Call, Joined, Literal, Name, Term, parse
from macros.calc.notation import Noted, constant, joined_text, noted, power_tex
from macros.calc.steps import put_in
from macros.facts.readings import AS_TYPED, Readings, reading, written_with
from macros.facts.registry import Fact, Registry
from macros.problems import Fault, meant
from macros.units import BIT, COUNT, Quantity, exact_number, unit


@dataclass(frozen=True, slots=True)
class Worked:
    """A part of a figure: its canonical text, its value, its tree, and its trail.

    The tree of a formula stands in symbols; `inputs` say what was given for them. A typed quantity stands for its tree.
    """

    text: str
    quantity: Quantity
    tree: Expression | Noted
    formula: Formula | None = None
    inputs: tuple["Given", ...] = ()
    facts: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def filled(self) -> Expression:
        """The tree with its numbers put in."""
        if isinstance(self.tree, Noted):
            return self.tree.constant()
        return put_in(self.tree, _stand_ins(self.inputs)) if self.formula else self.tree

    def inside(self) -> Expression:
        """The part as a node of a larger tree: a formula stands as its value, with up to six figures."""
        if self.formula is None:
            return self.filled()
        into = unit(self.formula.unit) if self.formula.unit else None
        return constant(self.quantity, *spanish.quantity(self.quantity, into, digits=6))


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


# Beyond this many bits a value is a slip, and printing it would be slow.
_LARGEST = 2000


def bounded(quantity: Quantity, offset: int) -> Quantity:
    """QUANTITY; a fault if it takes hundreds of digits to write."""
    if max(quantity.value.numerator.bit_length(), quantity.value.denominator.bit_length()) > _LARGEST:
        raise Fault("E109", "el resultado tiene cientos de cifras", "revise los números de la cifra", offset)
    return quantity


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
        note = noted(term.written)
        conventions = written_with(note.symbol or note.suffix, self.registry, suffix=bool(note.suffix))
        return Worked(note.text, note.quantity, note, conventions=conventions)

    def named(self, term: Name) -> Worked:
        """A fact."""
        fact = fact_named(self.registry, term)
        if fact.quantity is None:
            raise Fault("E125", f"«{fact.id}» es una palabra, no una cantidad", "aquí va una cantidad", term.offset)
        quantity = reading(fact, self.readings)
        chosen = fact.also_read_as if fact.id in self.readings else fact.unit
        symbol = chosen.symbol if chosen else ""
        shown = constant(quantity, spanish.typed(fact.written), symbol)
        if "^" in fact.written and not symbol:
            shown = replace(shown, tex=power_tex(fact.written))
        conventions = written_with(symbol, self.registry)
        return Worked(fact.id, quantity, shown, None, (), (fact.id,), conventions, (fact.source,))

    def joined(self, term: Joined) -> Worked:
        """Two terms joined by an operator; a formula inside shows as its value."""
        left, right = self.term(term.left), self.term(term.right)
        try:
            quantity = apply(term.operator, left.quantity, right.quantity)
        except Fault as fault:
            raise fault.moved(term.offset) from None
        return Worked(
            joined_text(term, left.text, right.text),
            bounded(quantity, term.offset),
            Operation(term.operator, (left.inside(), right.inside())),
            None,
            (),
            merged(left.facts, right.facts),
            merged(left.conventions, right.conventions),
            merged(left.sources, right.sources),
        )

    def call(self, term: Call, inputs: list[Given]) -> Worked:
        """A formula with its INPUTS; bits may be a format, a recipe stands for its terms."""
        formula = CATALOGUE[term.formula]
        tree = formula.tree({given.input.name: given.name for given in inputs if given.name})
        values = _values(inputs)
        try:
            formula.check_conditions(values)
            quantity = value(tree, values)
        except Fault as fault:
            raise fault.moved(term.offset) from None
        typed = sorted((given.input.name, given.text) for given in inputs if not given.default)
        parts = [given.part for given in inputs if given.part]
        backing = self.registry.backings.get(formula.id)
        return Worked(
            f"{formula.id}({','.join(f'{name}={text}' for name, text in typed)})",
            bounded(quantity, term.offset),
            tree,
            formula,
            tuple(inputs),
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
            found = self.given(formula, one, given)
            return _default(one) if _says_default(one, found, given) else found
        if one.default is None:
            hint = f"agregue {one.name}=…: {one.symbol.says}"
            raise Fault("E110", f"a «{formula.id}» le falta la entrada «{one.name}»", hint, call.offset)
        return _default(one)

    def given(self, formula: Formula, one: Input, term: Term) -> Given:
        """The input ONE with TERM for it."""
        if one.names:
            text = _name_of(term)
            if text not in one.names:
                hint = meant(text, one.names)
                raise Fault("E114", f"«{one.name}» de «{formula.id}» no puede ser «{text}»", hint, term.offset)
            return Given(one, text, name=text)
        part = self.bits(term) if one.symbol.dimension == BIT else self.term(term)
        try:
            formula.check(one, part.quantity, term.written if isinstance(term, Literal) else None)
        except Fault as fault:
            raise fault.moved(term.offset) from None
        return Given(one, part.text, part)

    def bits(self, term: Term) -> Worked:
        """A number of bits: a format, a plain number or one in bits, all written without their unit."""
        if isinstance(term, Name) and "." not in term.text:
            return _format(term)
        part = self.term(term)
        if part.quantity.dimension not in {COUNT, BIT}:
            return part
        quantity = Quantity(part.quantity.value, BIT)
        if isinstance(term, Literal):
            note = Noted(quantity, exact_number(quantity.value))
            return Worked(note.text, quantity, note)
        return replace(part, quantity=quantity)


def _default(one: Input) -> Given | None:
    """The input ONE with its default; None for one that may be left out."""
    assert one.default is not None
    if one.names:
        return Given(one, one.default, name=one.default, default=True)
    if one.default == "none":
        return None
    part = _default_part(one.default, bits=one.symbol.dimension == BIT)
    return Given(one, part.text, part, default=True)


@cache
def _default_part(text: str, *, bits: bool) -> Worked:
    """The default TEXT worked; it rests on no facts."""
    term = parse(text)
    assert isinstance(term, Literal)
    worker = Worker(Registry())
    return worker.bits(term) if bits else worker.term(term)


def _says_default(one: Input, found: Given, term: Term) -> bool:
    """Whether what was FOUND for the input ONE only says its default (`bits=16`, `reserve=0 GB`)."""
    default = None if one.default is None else _default(one)
    if default is None or found.part is None or default.part is None:
        return default is not None and found.name == default.name
    return isinstance(term, Literal) and found.part.quantity == default.part.quantity


def _values(inputs: Iterable[Given]) -> dict[str, Quantity]:
    """The values of the symbols that INPUTS give."""
    values: dict[str, Quantity] = {}
    for given in inputs:
        if given.name:
            values |= given.input.names[given.name]
        elif given.part:
            values[given.input.name] = given.part.quantity
    return values


def _stand_ins(inputs: Iterable[Given]) -> dict[str, Expression]:
    """What stands in the steps for the symbols that INPUTS give."""
    shown: dict[str, Expression] = {}
    for given in inputs:
        if given.name:
            terms = given.input.names[given.name]
            shown |= {name: constant(quantity, exact_number(quantity.value)) for name, quantity in terms.items()}
        elif given.part:
            shown[given.input.name] = given.part.inside()
    return shown


def _name_of(term: Term) -> str:
    """The name that a term is; stages are named by a digit."""
    if isinstance(term, Literal) and term.written.unit is None:
        return term.written.number
    return term.text if isinstance(term, Name) else "…"


def _format(term: Name) -> Worked:
    """The bits of a number format."""
    if term.text not in FORMATS:
        raise Fault("E115", f"no hay un formato «{term.text}»", meant(term.text, FORMATS), term.offset)
    bits = Quantity(Fraction(FORMATS[term.text]), BIT)
    return Worked(term.text, bits, Constant(bits, str(FORMATS[term.text])))
