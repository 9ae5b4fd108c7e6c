"""The catalogue of formulas by id; loading it proves the dimension of each one."""

from collections.abc import Mapping
from types import MappingProxyType

from macros.calc import memory, speed, training
from macros.calc.formula import Formula, prove


def _catalogue() -> Mapping[str, Formula]:
    """Every formula, proved."""
    formulas = (*memory.FORMULAS, *speed.FORMULAS, *training.FORMULAS)
    found: dict[str, Formula] = {}
    for formula in formulas:
        prove(formula)
        if found.setdefault(formula.id, formula) is not formula:
            raise ValueError(f"two formulas are called {formula.id}: rename one")
    return MappingProxyType(found)


CATALOGUE = _catalogue()
