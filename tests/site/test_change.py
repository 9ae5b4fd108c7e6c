"""One specification changes: all that rests on it changes with no other edit, or nothing is published."""

import hashlib
import json
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

HARDWARE = "docs/datos/hardware.yaml"
LESSON = "lecciones/ia-escala-hardware/index.html"


def fingerprint(folder: Path) -> str:
    """All files under FOLDER, names and bytes, as one hash."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()


def cards(site: Path, scratch: Path) -> str:
    """The fields of every note of the built deck."""
    with zipfile.ZipFile(site / "descargas" / "ia-escala-hardware.apkg") as package:
        (scratch / "collection.anki2").write_bytes(package.read("collection.anki2"))
    with sqlite3.connect(scratch / "collection.anki2") as notes:
        return "\n".join(row[0] for row in notes.execute("select flds from notes order by guid"))


def test_a_new_value_moves_page_card_data_and_provenance(course, edit, curso, tmp_path) -> None:
    edit(HARDWARE, "value: 32 GB", "value: 31 GB")
    done = curso(course, "build")
    assert done.returncode == 0, done.stderr
    page = (course / "site" / LESSON).read_text("utf-8")
    assert '<data data-figure="rtx5090.memory" value="31000000000">31\u00a0GB</data>' in page
    assert ">32\u00a0GB<" not in page
    row = re.search(r'<tr id="p-rtx5090-memory">.*?</tr>', page, re.DOTALL)
    assert row
    assert "31\u00a0GB" in row[0]
    records = {one["id"]: one for one in json.loads((course / "site/datos/cifras.json").read_text("utf-8"))}
    assert records["rtx5090.memory"]["value"]["exact"] == "31000000000"
    assert "31\u00a0GB" in cards(course / "site", tmp_path)


BREAKS = {
    "premise": ("value: 32 GB", "value: 36 GB", r"docs/lecciones/ia-escala-hardware\.md:\d+:1: E151 .*no caben"),
    "identity": ("value: 28 Gbit/s", "value: 27 Gbit/s", r"docs/datos/checks\.yaml:\d+:\d+: E150 "),
    "unit": ("value: 575 W", "value: 575 Watt", r"docs/datos/hardware\.yaml:\d+:\d+: E102 "),
    "source": (
        "source: nvidia-rtx5090",
        "source: nvidia-rtx509",
        r"docs/datos/hardware\.yaml:\d+:\d+: E012 .*¿quiso decir",
    ),
}


@pytest.fixture
def published(course: Path, site: Path) -> Path:
    """The copied course with a site already there."""
    import shutil

    shutil.copytree(site, course / "site")
    return course / "site"


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_course_stops_the_build_and_leaves_the_old_site(name, course, published, edit, curso) -> None:
    old, new, told = BREAKS[name]
    before = fingerprint(published)
    edit(HARDWARE, old, new)
    done = curso(course, "build")
    assert done.returncode == 1
    assert re.search(told, done.stderr), done.stderr
    assert fingerprint(published) == before
    check = curso(course, "check")
    assert check.returncode == 1
    assert re.search(told, check.stdout), check.stdout


def test_mkdocs_alone_stops_on_the_same_problem(course, published, edit) -> None:
    import subprocess
    import sys

    before = fingerprint(published)
    edit(HARDWARE, "value: 32 GB", "value: 36 GB")
    for flags in ([], ["-q"], ["--strict"], ["-q", "--strict"]):
        command = [sys.executable, "-m", "mkdocs", "build", *flags]
        done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
        assert done.returncode == 1, flags
        assert "E151" in done.stderr
    assert fingerprint(published) == before


def test_a_term_with_a_number_and_a_premise_alone_build(course, edit, curso) -> None:
    """The recipes of CONTRIBUTING: the glossary shows what cards say; a premise shows nothing."""
    edit(
        "decks/ia-escala-hardware.yaml",
        "  - id: latencia",
        """\
  - id: pesos
    type: basic
    front: Pesos
    back: 'Ocupan [= derived("weights(params=70B, bits=FP8)") =].'
    group: extra
  - id: latencia""",
    )
    (course / "docs/premisa.md").write_text(
        '# Premisa\n\n[= claim("gb300.shelves > gb300.cpus_per_tray", says="hay más estantes") =]\n', "utf-8"
    )
    done = curso(course, "build")
    assert done.returncode == 0, done.stderr
    glossary = (course / "site/glosario/index.html").read_text("utf-8")
    assert 'id="p-weights-bits-fp8-params-70b"' in glossary
    moved = curso(course, "impact").stdout
    assert "weights(bits=FP8,params=70B)" in moved


def test_what_an_author_has_to_decide_is_not_published(course, curso) -> None:
    (course / "docs/datos/otro.yaml").write_text(
        "x:\n  name: X\n  facts:\n    a: {value: 3 W, question: ¿Sirve?, source: nvidia-rtx5090, verified: official}\n",
        "utf-8",
    )
    assert curso(course, "build").returncode == 0
    data = [path.read_text("utf-8") for path in (course / "site/datos").glob("*.yaml")]
    assert "verified: official}" in "".join(data)
    assert not any("question" in text or "¿Se " in text or "¿Sirve" in text for text in data)
