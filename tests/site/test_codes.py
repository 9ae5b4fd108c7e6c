"""The page of codes lists every code of the program, and each of its examples gives the code that it stands beside."""

import re
from datetime import date
from pathlib import Path

import pytest

from macros.site import rules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "codigos.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\| (E\d{3}) \|[^|]*\| `(.+?)` \|$", PAGE, re.MULTILINE)
FACTS = """\
card:
  name: Tarjeta
  facts:
    memory: {value: 32 GB, also_read_as: GiB, source: maker, verified: quoted}
    cooling: {value: líquida, source: maker, verified: official}
"""


def test_the_page_lists_every_code_of_the_program_and_no_other() -> None:
    sources = [
        path.read_text("utf-8") for room in ("macros", "decks", "diagrams") for path in (ROOT / room).rglob("*.py")
    ]
    used = {code for text in sources for code in re.findall(r"\b[EW]\d{3}\b", text)}
    assert set(re.findall(r"[EW]\d{3}", PAGE)) == used


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_each_example_gives_its_code(code, example, tmp_path) -> None:
    (tmp_path / "docs/datos").mkdir(parents=True)
    (tmp_path / "docs/datos/card.yaml").write_text(FACTS, "utf-8")
    source = "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n"
    (tmp_path / "docs/datos/sources.yaml").write_text(source, "utf-8")
    (tmp_path / "docs/a.md").write_text(example + "\n", "utf-8")
    _, problems = rules.check(tmp_path, today=date(2026, 12, 1))
    assert [problem.code for problem in problems if problem.level == "error"] == [code]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 30
