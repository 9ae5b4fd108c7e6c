"""Trees with their numbers put in: made ready for TeX, or set on one line of plain text."""

from collections.abc import Mapping
from fractions import Fraction

from macros.calc.expression import Constant, Expression, Operation, Symbol
from macros.units import exact_number


def put_in(tree: Expression, parts: Mapping[str, Expression]) -> Expression:
    """TREE with PARTS in the place of its symbols.

    A quotient of two plain numbers inside it is worked out if its decimals end soon: `16/8` is `2`.
    """
    if isinstance(tree, Symbol):
        return parts[tree.name]
    if not isinstance(tree, Operation):
        return tree
    return Operation(tree.operator, tuple(_inner(put_in(argument, parts)) for argument in tree.arguments))


def _inner(tree: Expression) -> Expression:
    """TREE, or the number that it is if it is a quotient of two plain numbers."""
    if not isinstance(tree, Operation) or tree.operator != "/":
        return tree
    top, bottom = (_plain(argument) for argument in tree.arguments)
    if top is None or not bottom:
        return tree
    worked = top / bottom
    ends = (worked * 10**4).denominator == 1
    return Constant(_constant(tree, 0).quantity / _constant(tree, 1).quantity, exact_number(worked)) if ends else tree


def _constant(tree: Operation, index: int) -> Constant:
    argument = tree.arguments[index]
    assert isinstance(argument, Constant)
    return argument


def _plain(tree: Expression) -> Fraction | None:
    """The number that a constant shows if it shows nothing else, such as a unit or a power."""
    if not isinstance(tree, Constant):
        return None
    try:
        return Fraction(tree.tex)
    except ValueError:
        return None


# How tightly an operator binds on a line, where a quotient has no bar.
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2}
_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " / "}


def line(tree: Expression) -> str:
    """TREE on one line of plain text: `72 × 1.8 TB/s`, `(2 + 4) / 8`."""
    if isinstance(tree, Constant):
        return tree.line or tree.tex
    if isinstance(tree, Symbol):
        return tree.name
    assert isinstance(tree, Operation)
    parts = [line(argument) for argument in tree.arguments]
    if tree.operator == "floor":
        return f"⌊{parts[0]}⌋"
    if tree.operator in {"min", "max"}:
        return f"{'mín' if tree.operator == 'min' else 'máx'}({', '.join(parts)})"
    return _SIGNS[tree.operator].join(_grouped(tree, index, part) for index, part in enumerate(parts))


def _grouped(tree: Operation, index: int, part: str) -> str:
    """PART, the argument INDEX of TREE, in brackets if it needs them on a line."""
    argument = tree.arguments[index]
    if not isinstance(argument, Operation):
        broken = index > 0 and (part.startswith("-") or (tree.operator == "/" and "×" in part))
        return f"({part})" if broken else part
    inner = _BINDING.get(argument.operator, 3)
    loose = inner < _BINDING[tree.operator]
    second = index > 0 and tree.operator in "-/" and inner == _BINDING[tree.operator]
    return f"({part})" if loose or second else part
