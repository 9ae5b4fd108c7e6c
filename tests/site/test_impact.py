"""What an author sees of a change before it is published: impact, accept, why."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

HARDWARE = "docs/datos/hardware.yaml"


@pytest.fixture
def accepted(course, curso) -> Path:
    """The copied course with its present state accepted."""
    assert curso(course, "accept").returncode == 0
    return course


def times(site: Path, scratch: Path) -> dict[str, int]:
    """The time of each note of the built deck, by its guid."""
    with zipfile.ZipFile(site / "descargas" / "ia-escala-hardware.apkg") as package:
        (scratch / "notes.anki2").write_bytes(package.read("collection.anki2"))
    with sqlite3.connect(scratch / "notes.anki2") as notes:
        return dict(notes.execute("select guid, mod from notes"))


def test_nothing_changed_is_said_by_silence(accepted, curso) -> None:
    done = curso(accepted, "impact")
    assert (done.returncode, done.stdout) == (0, "")
    assert curso(accepted, "check").returncode == 0


def test_a_change_is_told_down_to_its_conclusions(accepted, edit, curso) -> None:
    edit(HARDWARE, "value: 32 GB", "value: 36 GB")
    done = curso(accepted, "impact")
    assert done.returncode == 1
    first, second, third, *rest = done.stdout.splitlines()
    assert first.startswith("Deja de ser cierto que los pesos de un 70B en INT4 no caben")
    assert second.endswith("decía «no caben» y ahora dice «caben».")
    assert third.startswith("NVIDIA GeForce RTX 5090: memoria: 32\u00a0GB → 36\u00a0GB.")
    assert any("pesos-70b-int4 cambia" in line for line in rest)


def test_the_same_as_json(accepted, edit, curso) -> None:
    edit(HARDWARE, "value: 32 GB", "value: 36 GB")
    record = json.loads(curso(accepted, "impact", "--json").stdout)
    assert record["facts"] == [{"id": "rtx5090.memory", "old": "32\u00a0GB", "new": "36\u00a0GB"}]
    assert record["verdicts"][0]["path"] == "docs/index.md"
    assert record["claims"][0]["says"].startswith("los pesos de un 70B en INT4 no caben")
    assert {"id": "hardware-ia:pesos-70b-int4", "change": "cambia"} in record["cards"]


def test_going_back_leaves_nothing(accepted, edit, curso) -> None:
    edit(HARDWARE, "value: 32 GB", "value: 31 GB")
    assert curso(accepted, "impact").returncode == 1
    edit(HARDWARE, "value: 31 GB", "value: 32 GB")
    done = curso(accepted, "impact")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_stale_lock_stops_check_but_not_build(accepted, edit, curso) -> None:
    edit(HARDWARE, "value: 32 GB", "value: 31 GB")
    check = curso(accepted, "check")
    assert check.returncode == 1
    assert "figures.lock:1:1: E171" in check.stdout
    build = curso(accepted, "build")
    assert build.returncode == 0
    assert "E171" in build.stderr


def test_accepting_moves_the_time_of_the_changed_note_and_of_no_other(accepted, edit, curso, tmp_path) -> None:
    assert curso(accepted, "build").returncode == 0
    before = times(accepted / "site", tmp_path)
    edit(HARDWARE, "value: 32 GB", "value: 31 GB")
    assert curso(accepted, "accept", "-m", "Corrección del fabricante").returncode == 0
    assert curso(accepted, "check").returncode == 0
    assert curso(accepted, "build").returncode == 0
    after = times(accepted / "site", tmp_path)
    assert {guid for guid in after if after[guid] != before[guid]} == {"hardware-ia:pesos-70b-int4"}
    assert after["hardware-ia:pesos-70b-int4"] > before["hardware-ia:pesos-70b-int4"]
    log = (accepted / "docs/datos/cambios.yaml").read_text("utf-8")
    assert "Corrección del fabricante" in log
    assert '"rtx5090.memory": ["32\u00a0GB", "31\u00a0GB"]' in log
    assert "Corrección del fabricante" in (accepted / "site/cambios/index.html").read_text("utf-8")
    assert "Corrección del fabricante" in (accepted / "site/cambios.xml").read_text("utf-8")
    lesson = (accepted / "site/lecciones/ia-escala-hardware/index.html").read_text("utf-8")
    assert "antes 32\u00a0GB." in lesson


DECK = "decks/ia-escala-hardware.yaml"


def test_nothing_is_accepted_of_a_broken_course(accepted, curso) -> None:
    """A deck that could not be read lost its students their corrections: its notes went back to their first time."""
    before = [(accepted / name).read_bytes() for name in ("figures.lock", "decks/anki.lock.json")]
    deck = (accepted / DECK).read_text("utf-8")
    (accepted / DECK).write_text(deck + "  bad: [\n", "utf-8")
    done = curso(accepted, "accept", "-m", "x")
    assert done.returncode == 1
    assert "No se aceptó nada" in done.stderr
    (accepted / DECK).write_text(deck, "utf-8")
    edit = (accepted / HARDWARE).read_text("utf-8")
    (accepted / HARDWARE).write_text(edit.replace("value: 575 W", "value: 575 X"), "utf-8")
    assert curso(accepted, "accept").returncode == 1
    assert before == [(accepted / name).read_bytes() for name in ("figures.lock", "decks/anki.lock.json")]


@pytest.mark.parametrize("text", ["", "[]", '{"a": 3}', "<<<<<<< HEAD\n{}\n", "\udce9"])
def test_notes_that_cannot_be_read_stop_everything(accepted, curso, text) -> None:
    (accepted / "decks/anki.lock.json").write_text(text, "utf-8", errors="surrogateescape")
    for command in ("check", "build", "accept"):
        done = curso(accepted, command)
        assert done.returncode == 1
        assert "decks/anki.lock.json:1:1: E170" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_the_id_of_a_card_that_has_gone_is_not_given_to_another(accepted, curso) -> None:
    whole = (accepted / DECK).read_text("utf-8")
    start, end = whole.index("  - id: latencia"), whole.index("  - id: throughput")
    (accepted / DECK).write_text(whole[:start] + whole[end:], "utf-8")
    assert curso(accepted, "accept", "-m", "Se quitó").returncode == 0
    assert curso(accepted, "impact").stdout == ""
    (accepted / DECK).write_text(whole.replace("tiempo para terminar", "rato para terminar"), "utf-8")
    assert "E212 el id «latencia» fue de una tarjeta que se quitó" in curso(accepted, "check").stdout
    assert curso(accepted, "accept").returncode == 1
    (accepted / DECK).write_text(whole, "utf-8")  # the same card, back again
    assert curso(accepted, "accept").returncode == 0
    assert curso(accepted, "check").returncode == 0


def test_why_answers_for_a_fact_a_figure_and_a_line(course, curso) -> None:
    fact = curso(course, "why", "rtx5090.memory").stdout
    assert "docs/datos/hardware.yaml:" in fact
    assert "docs/lecciones/ia-escala-hardware.md:" in fact
    figure = curso(course, "why", "weights(params=70B, bits=INT4)").stdout
    assert r"70\times10^9\times0.5" in figure
    line = curso(course, "why", "docs/index.md:12").stdout
    assert "rtx5090.memory = 32\u00a0GB" in line
    wrong = curso(course, "why", "rtx5090.memori")
    assert wrong.returncode == 2
    assert "¿quiso decir" in wrong.stderr


def test_the_lock_of_the_repository_is_the_present_state(curso) -> None:
    done = curso(Path(__file__).parents[2], "impact")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("line", ["fact x.y = 3 W [3 W]\nfact x.y = 4 W [4 W]\n", "<<<<<<< HEAD\n", "\udce9\n"])
def test_a_torn_lock_is_told(accepted, curso, line) -> None:
    with (accepted / "figures.lock").open("a", encoding="utf-8", errors="surrogateescape") as lock:
        lock.write(line)
    done = curso(accepted, "check")
    assert done.returncode == 1
    assert "E170" in done.stdout
    assert "Traceback" not in done.stderr
