"""Small broken courses: each yields exactly the problems that are written under it, at exactly those places.

`broken/*.txt` holds the cases: `=== what is wrong`, `--- path` and the file's text, `>>> path:line:col CODE` for each
problem (none for what is in order). To renew the expected lines, read them in the diff: python tests/site/test_broken.py
"""

import re
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from macros.site import rules

FOLDER = Path(__file__).parent / "broken"
BASE = {
    "docs/datos/hardware.yaml": """\
card:
  name: Tarjeta
  facts:
    memory: {name: memoria, value: 32 GB, also_read_as: GiB, source: maker, verified: quoted}
    bandwidth: {name: ancho de banda, value: 1792 GB/s, source: maker, verified: quoted}
    bus: {name: bus, value: 512, source: maker, verified: quoted}
    rate: {name: tasa, value: 28 Gbit/s, source: maker, verified: quoted}
    cooling: {name: refrigeración, value: líquida, source: maker, verified: official}
""",
    "docs/datos/sources.yaml": "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n",
    "docs/datos/checks.yaml": """\
- says: El ancho de banda
  left: card.bandwidth
  right: card.bus * card.rate / 8 bit/byte
  tolerance: exact
""",
    "docs/index.md": '# Curso\n\nTiene [= fact("card.memory") =] y va [= fact("card.cooling") =].\n',
}


@dataclass(frozen=True)
class Case:
    """A course that differs from the base by some files, and what is to be told of it."""

    name: str
    files: dict[str, str]
    expected: list[str]


def cases(path: Path) -> list[Case]:
    found = []
    for block in re.split(r"(?m)^=== ", path.read_text("utf-8"))[1:]:
        name, _, rest = block.partition("\n")
        lines = rest.splitlines(keepends=True)
        expected = [line[4:].rstrip("\n") for line in lines if line.startswith(">>> ")]
        body = "".join(line for line in lines if not line.startswith(">>> "))
        parts = re.split(r"(?m)^--- ([\w./-]+)\n", body)
        found.append(Case(name, dict(zip(parts[1::2], parts[2::2], strict=True)), expected))
    return found


def told(case: Case, root: Path) -> list[str]:
    for name, text in (BASE | case.files).items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    _, problems = rules.check(root, today=date(2026, 12, 1))
    return [f"{problem.place} {problem.code}" for problem in problems]


ALL = [
    pytest.param(case, id=f"{path.stem}: {case.name}") for path in sorted(FOLDER.glob("*.txt")) for case in cases(path)
]


@pytest.mark.parametrize("case", ALL)
def test_every_problem_is_told_at_its_place(case, tmp_path) -> None:
    assert told(case, tmp_path) == case.expected


def test_the_base_is_in_order(tmp_path) -> None:
    assert told(Case("base", {}, []), tmp_path) == []


def test_there_are_enough_of_them() -> None:
    assert len(ALL) >= 120
    assert sum(1 for one in ALL if not one.values[0].expected) >= 5


def test_a_file_that_is_no_utf_8_is_told_and_not_raised(tmp_path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_bytes("# A\n\nCaché\n".encode("latin-1"))
    (tmp_path / "docs/b.md").write_bytes(b"\xef\xbb\xbf# B\r\n\r\n[= hecho(1) =]\r\n")
    assert told(Case("", {}, []), tmp_path) == ["docs/a.md:3:1 E015", "docs/b.md:3:4 E135"]


def test_a_link_to_what_is_not_of_the_course_is_told_and_not_read(tmp_path) -> None:
    (tmp_path / "docs/datos").mkdir(parents=True)
    (tmp_path / "docs/todo.txt").symlink_to("/proc/self/environ")
    (tmp_path / "docs/otra.md").symlink_to("/dev/zero")
    (tmp_path / "docs/datos/nada.yaml").symlink_to("/nada")
    (tmp_path / "docs/carpeta").symlink_to("/etc", target_is_directory=True)
    names = ("docs/carpeta", "docs/datos/nada.yaml", "docs/otra.md", "docs/todo.txt")
    assert told(Case("", {}, []), tmp_path) == [f"{name}:1:1 E016" for name in names]


def renew() -> None:
    """Write under each case what is told of it now."""
    for path in FOLDER.glob("*.txt"):
        text = ""
        for case in cases(path):
            files = "".join(f"--- {name}\n{body}" for name, body in case.files.items())
            with tempfile.TemporaryDirectory() as root:
                lines = "".join(f">>> {line}\n" for line in told(case, Path(root)))
            text += f"=== {case.name}\n{files}{lines}"
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    renew()
