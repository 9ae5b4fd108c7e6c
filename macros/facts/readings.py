"""Facts as they are read: in the unit that is typed or in the other one, and with which conventions."""

from collections.abc import Iterable, Iterator
from itertools import product

from macros.facts.registry import Fact, Registry
from macros.problems import Fault
from macros.units import COUNT_SUFFIXES, Quantity

# The facts that are read in their other unit (`also_read_as`).
Readings = frozenset[str]
AS_TYPED: Readings = frozenset()

# Facts with two readings in one comparison: each doubles the work.
MOST_DOUBLE = 8


def reading(fact: Fact, readings: Readings = AS_TYPED) -> Quantity:
    """The quantity of FACT: as typed, or the same number in its other unit if it is among READINGS."""
    assert fact.quantity is not None
    if fact.id in readings and fact.also_read_as and fact.unit:
        return Quantity(fact.quantity.value / fact.unit.factor * fact.also_read_as.factor, fact.quantity.dimension)
    return fact.quantity


def written_with(symbol: str, registry: Registry, *, suffix: bool = False) -> tuple[str, ...]:
    """The convention facts that say what SYMBOL means: a unit, or the SUFFIX of a count (`B` is both)."""
    if not symbol:
        return ()
    names = [f"convention.{part}" for part in symbol.split("/") if (part in COUNT_SUFFIXES) == suffix]
    return tuple(name for name in names if name in registry.facts)


def all_readings(registry: Registry, facts: Iterable[str]) -> Iterator[Readings]:
    """Every way of reading FACTS: as typed, and in the other unit of those that have one."""
    double = [name for name in facts if registry.facts[name].also_read_as]
    if len(double) > MOST_DOUBLE:
        hint = f"compare con {MOST_DOUBLE} como máximo"
        raise Fault("E120", f"hay {len(double)} hechos con dos lecturas en una comparación", hint)
    for picks in product((False, True), repeat=len(double)):
        yield frozenset(name for name, pick in zip(double, picks, strict=True) if pick)
