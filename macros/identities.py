"""Identities between figures: whether one holds within its tolerance, and the sentence that says so."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from macros import spanish
from macros.facts.registry import Check
from macros.figures import Figure, Figures
from macros.problems import Fault
from macros.units import Unit, mismatch, unit


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an identity turned out: whether it holds, in which words, and the two figures compared."""

    holds: bool
    says: str
    left: Figure
    right: Figure


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two values as numbers of the unit in which the left side is published."""

    left: Fraction
    right: Fraction
    into: Unit | None

    def shown(self, value: Fraction | Decimal) -> str:
        """VALUE as printed in that unit, with up to six figures."""
        number = spanish.number(Fraction(value), digits=6)
        return spanish.joined(number, self.into.symbol if self.into else "")


def judge(check: Check, figures: Figures) -> Verdict:
    """CHECK worked over FIGURES; a fault if its sides cannot be worked or do not measure the same.

    The right side is rounded in the unit of the left one, as who published it did. A fault of either side has its
    offset in that side's text.
    """
    left, right = figures.work(check.left), figures.work(check.right)
    if left.quantity is None or right.quantity is None:
        raise Fault("E125", "una palabra no se compara", "compare cantidades")
    if left.quantity.dimension != right.quantity.dimension:
        raise mismatch(left.quantity.dimension, right.quantity.dimension, "comparar")
    into = unit(left.symbol) if left.symbol else None
    factor = into.factor if into else 1
    sides = _Sides(left.quantity.value / factor, right.quantity.value / factor, into)
    holds, remark = _compared(check.tolerance, sides)
    worked = f"{right.line} = {sides.shown(sides.right)}" if right.line else sides.shown(sides.right)
    return Verdict(holds, f"{worked}; se imprime {left.display}{remark}", left, right)


def _compared(tolerance: str, sides: _Sides) -> tuple[bool, str]:
    """Whether the left side is the right one within TOLERANCE, and what the sentence adds on it."""
    if tolerance == "exact":
        holds = sides.left == sides.right
        return holds, ", exacto" if holds else ", que no es lo mismo"
    figures = re.fullmatch(r"(rounds|truncates) to (\d+) figures?", tolerance)
    if figures:
        rounded = spanish.rounded(sides.right, int(figures[2]), _direction(figures[1], sides.right))
        holds = Fraction(rounded) == sides.left
        way = "redondeado" if figures[1] == "rounds" else "truncado"
        remark = f"{way} a {spanish.count(int(figures[2]), 'cifra', 'cifras')}"
        return holds, f", {remark}" if holds else f", y {remark} sería {sides.shown(rounded)}"
    allowed = Fraction(tolerance.removesuffix(" %")) / 100
    apart = abs(sides.left - sides.right)
    holds = apart <= allowed * abs(sides.right)
    share = f", a {spanish.number(100 * apart / abs(sides.right), digits=2, direction='up')} %" if sides.right else ""
    return holds, f"{share} (se admite {spanish.typed(tolerance.removesuffix(' %'))} %)"


def _direction(way: str, value: Fraction) -> str:
    """How a number that `rounds` or `truncates` is rounded: truncating goes towards zero."""
    if way == "rounds":
        return "half"
    return "down" if value >= 0 else "up"
