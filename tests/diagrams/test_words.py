"""Text in; words or problems at their places out."""

import sys
from types import ModuleType

import pytest

from diagrams.words import draw, fill, plain, read_diagrams

GOOD = """\
title: Dos cajas
description: Dos cajas, una junto a otra.
caption:
  - Una caja de [= fact("maquina.memory") =] y otra.
reading:
  - la primera guarda pesos; la segunda, caché KV.
marks:
  left: Pesos
  right: caché KV
"""


def places(problems) -> list[str]:
    """Each problem as `line:column code`."""
    return [f"{problem.place.line}:{problem.place.column} {problem.code}" for problem in problems]


def test_a_diagram_is_filled_and_drawn(read) -> None:
    diagram, problems = read(GOOD)
    assert problems == []
    assert [plain(text) for text in diagram.caption] == ["Una caja de 32\u00a0GB y otra."]
    assert diagram.marks == {"left": "Pesos", "right": "caché KV"}
    assert [piece.figure.id for piece in diagram.pieces if not isinstance(piece, str)] == ["maquina.memory"]
    assert ">caché KV</text>" in draw(diagram)


def test_a_mark_may_say_a_figure(read) -> None:
    mark = GOOD.replace("left: Pesos", "left: '[= fact(\"maquina.memory\") =]'")
    diagram, problems = read(mark)
    assert problems == []
    assert diagram.marks["left"] == "32\u00a0GB"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("guarda pesos", "guarda cosas", ["8:9 E303"], id="the reading forgets a mark"),
        pytest.param("caché KV.", "cache KV.", ["9:10 E303"], id="accents count"),
        pytest.param("guarda pesos", "guarda contrapesos", ["8:9 E303"], id="whole words only"),
        pytest.param("guarda pesos", "guarda PESOS", [], id="capitals do not count"),
        pytest.param("  right: caché KV\n", "", ["8:3 E301"], id="a mark without words"),
        pytest.param(
            "  right: caché KV", "  wrong: caché KV", ["8:3 E301", "9:10 E301"], id="a mark that is not drawn"
        ),
        pytest.param("left: Pesos", "left: [Pesos]", ["8:9 E004", "8:3 E301"], id="a mark that is no text"),
        pytest.param("left: Pesos", "left: pesos\n  left: pesos", ["9:3 E003"], id="a mark twice"),
        pytest.param("marks:", "markz:", ["7:1 E005", "1:1 E006"], id="an unknown key, and one that is missing"),
        pytest.param("maquina.memory", "maquina.memori", ["4:26 E111"], id="a fact that there is not"),
        pytest.param("Dos cajas\n", "'Dos [= facto(\"x\") =]'\n", ["1:16 E135"], id="a word that there is not"),
    ],
)
def test_every_problem_says_where(old: str, new: str, expected: list[str], read) -> None:
    assert old in GOOD
    assert places(read(GOOD.replace(old, new, 1))[1]) == expected


def test_words_too_wide_are_found_at_their_mark(read) -> None:
    wide = "pesos de todas las capas"
    _, problems = read(GOOD.replace("Pesos", wide).replace("guarda pesos", f"guarda {wide}"))
    assert places(problems) == ["8:9 E304"]
    assert wide in problems[0].message


def test_a_diagram_without_geometry_is_a_problem(vocabulary) -> None:
    for name in ("sin-dibujo", "palette"):
        diagrams, problems = read_diagrams({f"diagrams/{name}.yaml": GOOD})
        assert problems == []
        _, found = fill(diagrams[name], vocabulary)
        assert places(found) == ["1:1 E302"]
        assert f"diagrams/{name.replace('-', '_')}.py" in found[0].hint


@pytest.mark.parametrize("body", ["1 / 0", "None", "undefined", "[][1]"])
def test_a_drawing_that_fails_is_a_problem_and_no_traceback(body, vocabulary, monkeypatch) -> None:
    module = ModuleType("diagrams.que_falla")
    exec(f"def draw(title, mark):\n    return {body}", module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    diagrams, _ = read_diagrams({"diagrams/que-falla.yaml": GOOD})
    _, found = fill(diagrams["que-falla"], vocabulary)
    assert places(found) == ["1:1 E302"]


def test_a_title_without_end_is_told_at_once(read) -> None:
    _, problems = read(GOOD.replace("Dos cajas\n", f"{'palabra ' * 600}\n", 1))
    assert "E304" in {problem.code for problem in problems}


@pytest.mark.parametrize("name", ["Dos-Cajas", "dos_cajas", "dos.cajas", "año"])
def test_a_name_that_is_no_address_is_a_problem(name: str) -> None:
    diagrams, problems = read_diagrams({f"diagrams/{name}.yaml": GOOD})
    assert diagrams == {}
    assert places(problems) == ["1:1 E305"]


def test_an_empty_file_is_a_problem() -> None:
    diagrams, problems = read_diagrams({"diagrams/dos-cajas.yaml": ""})
    assert diagrams == {}
    assert places(problems) == ["1:1 E004"]
