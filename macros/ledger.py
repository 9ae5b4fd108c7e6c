"""Who reads what: which page, card, diagram and identity reads which figure, learned by reading them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from macros.figures import Figure
from macros.problems import Place


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """One reading of a figure: by whom (`page`, `card`, `diagram`, `check`), and where it is written."""

    kind: str
    name: str
    place: Place
    figure: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The figures that the course reads, and every reading of them."""

    figures: Mapping[str, Figure]
    uses: tuple[Use, ...]

    def readers(self, figure: str, kind: str) -> tuple[str, ...]:
        """The names of the pages, cards, diagrams or checks (KIND) that read FIGURE, each once, in order."""
        return tuple(dict.fromkeys(use.name for use in self.uses if use.figure == figure and use.kind == kind))

    def resting_on(self, fact: str) -> tuple[str, ...]:
        """The figures that read FACT, itself left out."""
        return tuple(figure.id for figure in self.figures.values() if fact in figure.facts and figure.id != fact)


def ledger(readings: Iterable[tuple[str, str, Place, Figure]]) -> Ledger:
    """The ledger of READINGS (kind, name, place, figure), figures in the order in which they are first read."""
    figures: dict[str, Figure] = {}
    uses = []
    for kind, name, place, figure in readings:
        figures.setdefault(figure.id, figure)
        uses.append(Use(kind, name, place, figure.id))
    return Ledger(figures, tuple(uses))


def with_facts(figures: Iterable[Figure], facts: Mapping[str, Figure]) -> Iterator[Figure]:
    """FIGURES, and the facts that they rest on after them, each once."""
    seen: dict[str, Figure] = {}
    for figure in figures:
        seen.setdefault(figure.id, figure)
    for figure in tuple(seen.values()):
        for name in figure.facts:
            seen.setdefault(name, facts[name])
    yield from seen.values()
