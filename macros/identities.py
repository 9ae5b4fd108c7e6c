"""Identities between figures: whether one holds within its tolerance, and the sentence that says so."""

import re
from dataclasses import dataclass
from fractions import Fraction

from macros import spanish
from macros.facts.registry import Check
from macros.figures import Figure, Figures
from macros.problems import Fault
from macros.units import mismatch


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an identity turned out: whether it holds, in which words, and the two figures compared."""

    holds: bool
    says: str
    left: Figure
    right: Figure


def judge(check: Check, figures: Figures) -> Verdict:
    """CHECK worked over FIGURES; a fault if its sides cannot be worked or do not measure the same."""
    left, right = figures.work(check.left), figures.work(check.right)
    if left.quantity is None or right.quantity is None:
        raise Fault("E125", "una palabra no se compara", "compare cantidades")
    if left.quantity.dimension != right.quantity.dimension:
        raise mismatch(left.quantity.dimension, right.quantity.dimension, "comparar")
    holds = _within(check.tolerance, left.quantity.value, right.quantity.value)
    return Verdict(holds, _sentence(check.tolerance, left, right), left, right)


def _within(tolerance: str, left: Fraction, right: Fraction) -> bool:
    """Whether LEFT, as published, is RIGHT, as worked, within TOLERANCE."""
    if tolerance == "exact":
        return left == right
    figures = re.fullmatch(r"(rounds|truncates) to (\d+) figures?", tolerance)
    if figures:
        direction = "half" if figures[1] == "rounds" else "down"
        return Fraction(spanish.rounded(right, int(figures[2]), direction)) == left
    share = Fraction(tolerance.removesuffix(" %")) / 100
    return abs(left - right) <= share * abs(right)


def _sentence(tolerance: str, left: Figure, right: Figure) -> str:
    """What was compared, in words: «129.6 TB/s, que se imprime 130 TB/s, redondeado a 3 cifras»."""
    assert right.quantity
    worked = spanish.joined(*spanish.quantity(right.quantity, digits=6))
    if tolerance == "exact":
        return f"{left.display} frente a {worked}, exacto"
    figures = re.fullmatch(r"(rounds|truncates) to (\d+) figures?", tolerance)
    if figures:
        way = "redondeado" if figures[1] == "rounds" else "truncado"
        return f"{worked}, que se imprime {left.display}, {way} a {spanish.count(int(figures[2]), 'cifra', 'cifras')}"
    return f"{left.display} frente a {worked}, con {tolerance} de tolerancia"
