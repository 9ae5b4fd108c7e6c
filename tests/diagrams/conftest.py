"""The diagrams of the course's own folder, filled; a small diagram that is on no page."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from diagrams.svg import BODY, Drawing
from diagrams.words import FilledDiagram, fill, read_diagrams
from macros.facts.registry import read_registry
from macros.figures import Figures
from macros.problems import Problem
from macros.words import Vocabulary

ROOT = Path(__file__).parents[2]
IDS = sorted(path.stem for path in (ROOT / "diagrams").glob("*.yaml"))

Read = Callable[[str], tuple[FilledDiagram | None, list[Problem]]]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """The words over a fact and the conventions that figures rest on."""
    files = {
        "maquina.yaml": "maquina:\n  name: Máquina\n  facts:\n"
        "    memory: {value: 32 GB, name: memoria, source: manual, verified: quoted}\n",
        "sources.yaml": "manual: {title: Manual, publisher: Casa, url: https://example.com/manual}\n",
    }
    return Vocabulary(Figures(read_registry(files)[0]))


@pytest.fixture(scope="session")
def filled(vocabulary: Vocabulary) -> Mapping[str, FilledDiagram]:
    """The course's diagrams by id, in order."""
    files = {f"diagrams/{name}.yaml": (ROOT / "diagrams" / f"{name}.yaml").read_text("utf-8") for name in IDS}
    diagrams, problems = read_diagrams(files)
    assert problems == []
    made = {name: fill(diagram, vocabulary) for name, diagram in diagrams.items()}
    assert [found for _, found in made.values() if found] == []
    return {name: diagram for name, (diagram, _) in made.items()}


def _draw(name: str, title: str, mark: Mapping[str, str]) -> Drawing:
    """A geometry of two boxes."""
    drawing = Drawing(name)
    top = drawing.heading(title) + 10
    for number, (what, kind) in enumerate((("left", "common"), ("right", "added"))):
        drawing.box(2 + 180 * number, top, 170, 40, kind)
        drawing.words(20 + 180 * number, top + 26, mark[what], 148, BODY)
    return drawing


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, vocabulary: Vocabulary) -> Read:
    """Reads and fills the YAML text of the diagram `dos-cajas`, which draws the marks `left` and `right`."""
    module = ModuleType("diagrams.dos_cajas")
    module.__dict__["draw"] = _draw
    monkeypatch.setitem(sys.modules, "diagrams.dos_cajas", module)

    def reading(text: str) -> tuple[FilledDiagram | None, list[Problem]]:
        diagrams, problems = read_diagrams({"diagrams/dos-cajas.yaml": text})
        if "dos-cajas" not in diagrams:
            return None, problems
        diagram, found = fill(diagrams["dos-cajas"], vocabulary)
        return diagram, [*problems, *found]

    return reading
