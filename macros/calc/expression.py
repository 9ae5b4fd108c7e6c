r"""Expressions as trees, and their readings: value, dimension, TeX, and Spanish words.

A tree is built with the operators of Python and keeps the author's order of factors:

    params * (bits / BITS_PER_BYTE)        N_p\times\frac{b}{8}
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from macros.units import COUNT, Dimension, Quantity, mismatch


class Expression:
    """A node of a tree; what is common to symbols, constants and operations is how they join."""

    __slots__ = ()

    def __add__(self, other: "Expression") -> "Operation":
        return Operation("+", (self, other))

    def __sub__(self, other: "Expression") -> "Operation":
        return Operation("-", (self, other))

    def __mul__(self, other: "Expression") -> "Operation":
        return Operation("*", (self, other))

    def __truediv__(self, other: "Expression") -> "Operation":
        return Operation("/", (self, other))


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """An input: its name, how it is written in TeX, how it is called in Spanish, and its dimension."""

    name: str
    tex: str
    says: str
    dimension: Dimension = COUNT


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A number: how it stands in TeX, and on a line of text if that differs.

    The constants of a formula print no unit.
    """

    quantity: Quantity
    tex: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Operation(Expression):
    """`+ - * /`, `min`, `max` or `floor` of other trees."""

    operator: str
    arguments: tuple[Expression, ...]


def constant(number: int, dimension: Dimension = COUNT) -> Constant:
    """The whole NUMBER, of DIMENSION, in a formula."""
    return Constant(Quantity(Fraction(number), dimension), str(number))


def least(*arguments: Expression) -> Operation:
    """The smallest of the arguments."""
    return Operation("min", arguments)


def greatest(*arguments: Expression) -> Operation:
    """The largest of the arguments."""
    return Operation("max", arguments)


def whole(argument: Expression) -> Operation:
    """The argument rounded down to a whole number."""
    return Operation("floor", (argument,))


Values = Mapping[str, Quantity]


def value(tree: Expression, values: Values) -> Quantity:
    """The exact value of TREE with VALUES for its symbols; a fault where dimensions don't go together."""
    if isinstance(tree, Symbol):
        return values[tree.name]
    if isinstance(tree, Constant):
        return tree.quantity
    assert isinstance(tree, Operation)
    worked = [value(argument, values) for argument in tree.arguments]
    return apply(tree.operator, *worked)


def apply(operator: str, first: Quantity, *others: Quantity) -> Quantity:
    """What OPERATOR gives of quantities, from left to right; a fault where their dimensions don't go together."""
    if operator == "floor":
        return Quantity(Fraction(floor(first.value)), first.dimension)
    work = _WORK[operator]
    for other in others:
        first = work(first, other)
    return first


def _smaller(one: Quantity, other: Quantity) -> Quantity:
    return one if _comparable(one, other) and one.value <= other.value else other


def _larger(one: Quantity, other: Quantity) -> Quantity:
    return one if _comparable(one, other) and one.value >= other.value else other


def _comparable(one: Quantity, other: Quantity) -> bool:
    """True; a fault if the two don't measure the same."""
    if one.dimension != other.dimension:
        raise mismatch(one.dimension, other.dimension, "comparar")
    return True


_WORK: Mapping[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": Quantity.__add__, "-": Quantity.__sub__, "*": Quantity.__mul__, "/": Quantity.__truediv__,
    "min": _smaller, "max": _larger,
}  # fmt: skip


def symbols(tree: Expression) -> tuple[Symbol, ...]:
    """The symbols of TREE in the order in which it is read, each once."""
    if isinstance(tree, Symbol):
        return (tree,)
    found: dict[str, Symbol] = {}
    if isinstance(tree, Operation):
        for argument in tree.arguments:
            found |= {symbol.name: symbol for symbol in symbols(argument) if symbol.name not in found}
    return tuple(found.values())


def dimension(tree: Expression) -> Dimension:
    """The dimension of TREE, proved from those of its symbols; a fault where it has none."""
    ones = {symbol.name: Quantity(Fraction(1), symbol.dimension) for symbol in symbols(tree)}
    if isinstance(tree, Operation) and tree.operator in {"/", "-"}:
        top, bottom = (dimension(argument) for argument in tree.arguments)
        if tree.operator == "/":
            return top.over(bottom)
        if top != bottom:
            raise mismatch(top, bottom, "restar")
        return top
    if isinstance(tree, Operation):
        parts = [Quantity(Fraction(1), dimension(argument)) for argument in tree.arguments]
        return apply(tree.operator, *parts).dimension
    return value(tree, ones).dimension


# How tightly an operator binds, in TeX and in words.
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 3, "min": 4, "max": 4, "floor": 4}


def _binding(tree: Expression) -> int:
    return _BINDING[tree.operator] if isinstance(tree, Operation) else 4


def tex(tree: Expression) -> str:
    """TREE as TeX, in the author's order."""
    if isinstance(tree, Symbol | Constant):
        return tree.tex
    assert isinstance(tree, Operation)
    parts = [tex(argument) for argument in tree.arguments]
    if tree.operator == "/":
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if tree.operator == "floor":
        return rf"\left\lfloor {parts[0]}\right\rfloor"
    if tree.operator in {"min", "max"}:
        listed = r",\,".join(parts)
        return rf"\{tree.operator}\left({listed}\right)"
    sign = r"\times" if tree.operator == "*" else tree.operator
    return _chain([_grouped(tree, index, part) for index, part in enumerate(parts)], sign)


def _chain(parts: list[str], sign: str) -> str:
    r"""Parts joined by SIGN, with a space where a command such as `\times` would swallow a letter."""
    joined = parts[0]
    for part in parts[1:]:
        gap = " " if sign.startswith("\\") and part[0].isalpha() else ""
        joined += sign + gap + part
    return joined


def _grouped(tree: Operation, index: int, part: str) -> str:
    """PART, the argument INDEX of TREE, in brackets if it needs them."""
    argument = tree.arguments[index]
    loose = _binding(argument) < _binding(tree)
    after_minus = tree.operator == "-" and index > 0 and _binding(argument) == 1
    negative = index > 0 and part.startswith("-")
    return rf"\left({part}\right)" if loose or after_minus or negative else part


_SAYS = {"+": " más ", "-": " menos ", "*": " por ", "/": " entre "}
_NOUNS = {
    "+": ("la suma de ", " y "),
    "-": ("la diferencia de ", " menos "),
    "*": ("el producto de ", " por "),
    "/": ("el cociente de ", " entre "),
    "floor": ("la parte entera de ", ""),
    "min": ("el mínimo de ", " y "),
    "max": ("el máximo de ", " y "),
}


def words(tree: Expression) -> str:
    """TREE read aloud in Spanish: «la cantidad de parámetros por los bits de cada valor entre 8»."""
    if isinstance(tree, Symbol):
        return tree.says
    if isinstance(tree, Constant):
        return tree.tex
    assert isinstance(tree, Operation)
    if tree.operator not in _SAYS or (tree.operator == "/" and isinstance(tree.arguments[0], Operation)):
        return _noun(tree)
    said = _spoken(tree, 0)
    for index in range(1, len(tree.arguments)):
        said += _pause(tree.arguments[index - 1], tree) + _SAYS[tree.operator] + _spoken(tree, index)
    return said


def _spoken(tree: Operation, index: int) -> str:
    """The argument INDEX of TREE, as a noun where the bare words would be heard otherwise."""
    argument = tree.arguments[index]
    second = index > 0 and tree.operator in {"-", "/"} and _binding(argument) <= max(2, _binding(tree))
    return _noun(argument) if _binding(argument) < _binding(tree) or second else words(argument)


def _pause(before: Expression, tree: Operation) -> str:
    """A comma after a noun of several parts, so that what follows is not heard as part of it."""
    while isinstance(before, Operation) and before.operator == "*":
        before = before.arguments[-1]
    return "," if isinstance(before, Operation) and tree.operator in {"*", "/"} else ""


def _noun(tree: Expression) -> str:
    """TREE as a noun: «la suma de a, b y c», «la diferencia entre a y b»; what is one thing stays as it is."""
    if not isinstance(tree, Operation):
        return words(tree)
    head, link = _NOUNS[tree.operator]
    first, last = tree.arguments[0], tree.arguments[-1]
    if tree.operator == "/":
        top = _noun(first) if _binding(first) == 1 else words(first)
        return contracted(f"{head}{top}{_pause(first, tree)}{link}{_spoken(tree, 1)}")
    if tree.operator == "-" and not isinstance(first, Operation) and not isinstance(last, Operation):
        head, link = "la diferencia entre ", " y "
    bare = tree.operator in {"-", "*", "floor"}
    parts = [words(argument) if bare else _noun(argument) for argument in _flat(tree)]
    if tree.operator == "+":
        return contracted(head + ", ".join(parts[:-1]) + link + parts[-1])
    return contracted(head + link.join(parts))


def _flat(tree: Operation) -> list[Expression]:
    """The terms of nested sums in one list; the arguments of anything else as they are."""
    if tree.operator != "+":
        return list(tree.arguments)
    terms: list[Expression] = []
    for argument in tree.arguments:
        nested = isinstance(argument, Operation) and argument.operator == "+"
        terms += _flat(argument) if nested and isinstance(argument, Operation) else [argument]
    return terms


def contracted(sentence: str) -> str:
    """SENTENCE with «de el» and «a el» as Spanish has them."""
    return sentence.replace(" de el ", " del ").replace(" a el ", " al ")
