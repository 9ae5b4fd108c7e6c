"""The catalogue of formulas by id; loading it proves the dimension of each one."""

from collections.abc import Mapping
from types import MappingProxyType

from macros.calc import memory, speed, training
from macros.calc.formula import Formula, prove


def _catalogue() -> Mapping[str, Formula]:
    """Every formula, proved."""
    formulas = (*memory.FORMULAS, *speed.FORMULAS, *training.FORMULAS)
    for formula in formulas:
        prove(formula)
    return MappingProxyType({formula.id: formula for formula in formulas})


CATALOGUE = _catalogue()
