"""Who reads what: which page, card, diagram and identity reads which figure, learned by reading them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from macros.facts.registry import Registry
from macros.figures import Figure, Figures
from macros.problems import Place


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """One reading of a figure: by whom (`page`, `premise`, `card`, `diagram`), and where it is written."""

    kind: str
    name: str
    place: Place
    figure: str


@dataclass(frozen=True)
class Ledger:
    """Every reading of a figure, in order; a figure that a reading names is worked when it is asked for."""

    uses: tuple[Use, ...] = ()
    source: Figures = field(default_factory=lambda: Figures(Registry()))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the figures that the course reads, in the order in which they are first read."""
        return tuple(self._by_figure)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures that the course reads, by id."""
        return {name: self.source.work(name) for name in self.names}

    def of(self, figure: str) -> tuple[Use, ...]:
        """Every reading of FIGURE."""
        return tuple(self._by_figure.get(figure, ()))

    def readers(self, figure: str, kind: str) -> tuple[str, ...]:
        """The names of the pages, cards, diagrams or checks (KIND) that read FIGURE, each once, in order."""
        return tuple(dict.fromkeys(use.name for use in self.of(figure) if use.kind == kind))

    @cached_property
    def _by_figure(self) -> dict[str, list[Use]]:
        found: dict[str, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.figure, []).append(use)
        return found
