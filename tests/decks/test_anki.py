"""The package in the real Anki backend: all arrives, a correction loses nothing, the bytes are the same each time."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

import pytest

from decks.anki import FIRST_TIME, NO_TIMES, fingerprints, guid, package, write_package
from decks.fields import FIELDS, GAP_FIELDS, note_fields

from .conftest import PICTURE, REGISTRY, filled_deck, imported

CARDS = r"""
- {id: uno, front: Uno, back: 'cuesta $5 y $10', group: course, tags: [precio]}
- {id: dos, front: '`echo $PATH` o `vector<int>`', back: '$a<b \land c>d$', group: course, reverse: true}
- {id: tres, front: '¿Cuánto?', back: '[= fact("olla.memory") =]', group: course, type: type-in}
- {id: cuatro, front: '{{c1::$\frac{a}{b_{c}}$}} y {{c2::`a::b`::pista}}', back: 'más', group: extra, type: cloze}
- {id: cinco, front: Dibujo, back: 'Véalo: {{Frente}}', group: extra, diagram: dibujo}
- id: seis
  front: ¿Cabe?
  back: '[= verdict("weights(params=70B, bits=INT4) <= olla.memory", yes="sí", no="no") =]'
  group: extra
"""
IMAGES = {"dibujo": (PICTURE, "Un dibujo")}
ONE = "- {id: uno, front: F, back: %s, group: course}"


def built(cards: str = CARDS, times=NO_TIMES) -> bytes:
    deck, filled = filled_deck(cards)
    return package(deck, filled, IMAGES, REGISTRY.sources, times)


def fields_by_id(collection) -> dict[str, list[str]]:
    notes = [collection.get_note(note) for note in collection.find_notes("")]
    return {note.fields[0]: note.fields for note in notes}


def scheduling(collection) -> list[list[object]]:
    return collection.db.all("select id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, data from cards")


def test_every_card_arrives_with_default_options(collection, tmp_path) -> None:
    deck, filled = filled_deck(CARDS)
    path = tmp_path / "prueba.apkg"
    write_package(deck, filled, IMAGES, REGISTRY.sources, path)
    log = imported(collection, path)
    assert len(log.new) == log.found_notes == len(filled)
    assert [*log.updated, *log.duplicate, *log.conflicting, *log.first_field_match, *log.missing_notetype] == []
    expected = {card.id: note_fields(deck.course, card, IMAGES, REGISTRY.sources) for card in filled}
    assert fields_by_id(collection) == expected
    assert set(collection.db.list("select guid from notes")) == {guid(deck, card) for card in filled}
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_anki_finds_nothing_to_mend(collection, take) -> None:
    take(CARDS)
    assert collection.card_count() == 8
    _, fine = collection.fix_integrity()
    assert fine
    assert collection.card_count() == 8
    assert list(collection.get_empty_cards().notes) == []
    media = collection.media.check()
    assert (list(media.missing), list(media.unused)) == ([], [])
    assert [path.read_bytes() for path in Path(collection.media.dir()).iterdir()] == [PICTURE]


def test_every_card_shows_what_its_source_says(collection, take) -> None:
    take(CARDS)
    shown = {}
    for number in collection.find_cards(""):
        card = collection.get_card(number)
        output = card.render_output()
        shown[card.note().fields[0], card.ord] = (output.question_text, output.answer_text)
        for side in (output.question_text, output.answer_text):
            assert 'lang="es"' in side
            assert "is blank" not in side
            assert "field called" not in side
            assert side.count(r"\(") == side.count(r"\)")
            assert side.count("<img") == side.count("alt=")
    assert "cuesta $5 y $10" in shown["uno", 0][1]
    assert "<code>echo $PATH</code> o <code>vector&lt;int&gt;</code>" in shown["dos", 0][0]
    assert r"\(a&lt;b \land c&gt;d\)" in shown["dos", 1][0]
    assert "[[type:nc:Escribir]]" in shown["tres", 0][0]
    assert "[...]" in shown["cuatro", 0][0]
    assert r"\(\frac{a}{b_{c} }\)" in shown["cuatro", 0][1]
    assert "[pista]" in shown["cuatro", 1][0]
    assert "{{Frente}}" in shown["cinco", 0][1]
    assert "Comparación: 35\u00a0GB ≤ 32\u00a0GB, que no se cumple." in shown["seis", 0][1]


def test_new_cards_come_in_the_order_of_the_course_with_their_tags(collection, take) -> None:
    take(CARDS)
    rows = collection.db.all("select n.sfld, c.due, n.tags from cards c join notes n on n.id = c.nid where c.ord = 0")
    assert sorted((due, name) for name, due, _ in rows) == list(
        enumerate(["uno", "dos", "tres", "cuatro", "cinco", "seis"], 1)
    )
    assert {name: tags.split() for name, _, tags in rows}["uno"] == ["curso::grupo::leccion", "curso::tema::precio"]


def test_importing_it_again_changes_nothing(collection, take) -> None:
    take(CARDS)
    before = fields_by_id(collection), scheduling(collection), collection.db.scalar("select scm from col")
    log = take(CARDS)
    assert len(log.duplicate) == 6
    assert [*log.new, *log.updated, *log.conflicting] == []
    assert before == (fields_by_id(collection), scheduling(collection), collection.db.scalar("select scm from col"))


def answer_all(collection) -> None:
    """Study every new card once, and find it easy."""
    for number in collection.find_cards(""):
        card = collection.get_card(number)
        card.start_timer()
        collection.sched.answerCard(card, 4)


def test_corrections_arrive_one_after_the_other_and_keep_what_was_learned(collection, take) -> None:
    take(CARDS)
    answer_all(collection)
    learned = scheduling(collection)
    assert all(row[9] for row in learned)
    schema, reviews = collection.db.scalar("select scm from col"), collection.db.all("select * from revlog")
    for step, price in enumerate(("$6", "$7"), 1):
        log = take(CARDS.replace("$5", price).replace("front: Uno", "front: Únó"), {"prueba:uno": FIRST_TIME + step})
        assert (len(log.updated), len(log.duplicate), len(log.new), len(log.conflicting)) == (1, 5, 0, 0)
        assert fields_by_id(collection)["uno"][1:3] == ["Únó", f"cuesta {price} y $10"]
    assert scheduling(collection) == learned
    assert collection.db.scalar("select scm from col") == schema
    assert collection.db.all("select * from revlog") == reviews
    types = [one.name for one in collection.models.all_names_and_ids() if one.name.startswith("Curso·")]
    assert sorted(types) == ["Curso·Hueco", "Curso·Tarjeta"]


def test_a_release_leaves_what_the_student_wrote_where_nothing_was_corrected(collection, take) -> None:
    take(CARDS)
    for number in collection.find_notes("ID:uno OR ID:dos"):
        note = collection.get_note(number)
        note["R1"] = "mi nota"
        note.add_tag("mía")
        collection.update_note(note)
    take(CARDS.replace("¿Cuánto?", "¿Cuánta?"), {"prueba:tres": FIRST_TIME + 1})
    assert fields_by_id(collection)["uno"][-3] == "mi nota"
    assert "mía" in collection.db.scalar("select tags from notes where sfld = 'dos'")
    assert fields_by_id(collection)["tres"][1] == "¿Cuánta?"


def test_a_corrected_picture_is_delivered_under_a_name_of_its_own(collection, take) -> None:
    take(CARDS)
    take(CARDS, {"prueba:cinco": FIRST_TIME + 1}, PICTURE + b"\0")
    assert sorted(path.read_bytes() for path in Path(collection.media.dir()).iterdir()) == [PICTURE, PICTURE + b"\0"]
    media = collection.media.check()
    assert list(media.missing) == []
    assert len(media.unused) == 1


def test_two_courses_with_the_same_fields_both_arrive(collection, take, tmp_path) -> None:
    take(ONE % "B")
    deck, filled = filled_deck(ONE % "B")
    other = type(deck)(deck.title, "otra", "Otra", deck.did + 1, deck.cards)
    write_package(other, filled, {}, {}, tmp_path / "otra.apkg")
    assert len(imported(collection, tmp_path / "otra.apkg").new) == 1
    assert collection.note_count() == 2


def prints(cards: str, picture: bytes = PICTURE) -> dict[str, str]:
    deck, filled = filled_deck(cards)
    return fingerprints(deck, filled, {"dibujo": (picture, "Un dibujo")}, REGISTRY.sources)


CHANGES = [
    ("$5", "$6", {"prueba:uno"}),
    ("tags: [precio]", "tags: [otro]", {"prueba:uno"}),
    ("reverse: true", "reverse: false", {"prueba:dos"}),
    ("front: ¿Cabe?", "front: '¿Cabe?'", set()),
    ("params=70B", "params=71B", {"prueba:seis"}),
]


@pytest.mark.parametrize(("old", "new", "changed"), CHANGES)
def test_a_fingerprint_moves_with_what_a_student_gets_and_with_nothing_else(old, new, changed) -> None:
    before, after = prints(CARDS), prints(CARDS.replace(old, new))
    assert {name for name, one in before.items() if after[name] != one} == changed


def test_a_fingerprint_moves_with_a_picture() -> None:
    before, after = prints(CARDS), prints(CARDS, PICTURE + b"\0")
    assert {name for name, one in before.items() if after[name] != one} == {"prueba:cinco"}


def test_the_note_types_are_frozen(collection, take) -> None:
    """Adding, moving or renaming a field or a template cuts every student off from corrections: use R1 to R3."""
    take(CARDS)
    for name, number, fields, templates in (
        ("Curso·Tarjeta", 1728300101, FIELDS, ["Directa", "Inversa"]),
        ("Curso·Hueco", 1728300102, GAP_FIELDS, ["Hueco"]),
    ):
        found = collection.models.by_name(name)
        assert found["id"] == number
        assert [(one["name"], one["id"]) for one in found["flds"]] == [
            (field, number * 100 + at) for at, field in enumerate(fields, 1)
        ]
        assert [(one["name"], one["id"]) for one in found["tmpls"]] == [
            (template, number * 100 + 50 + at) for at, template in enumerate(templates, 1)
        ]
        assert found["sortf"] == 0
    assert " ".join(FIELDS) == "ID Frente Dorso Figura Detalle Fuente Inversa Escribir Estado R1 R2 R3"
    assert " ".join(GAP_FIELDS) == "ID Texto Extra Figura Fuente Estado R1 R2 R3"


def test_two_cards_of_one_identity_are_refused() -> None:
    deck, filled = filled_deck(ONE % "B")
    with pytest.raises(ValueError, match="prueba:uno"):
        package(deck, (*filled, *filled), {}, {})


def test_without_pictures_the_field_stays_empty() -> None:
    deck, filled = filled_deck(CARDS)
    assert note_fields(deck.course, filled[4], {}, {})[3] == ""


def test_a_failure_leaves_the_old_package_and_nothing_else(tmp_path, monkeypatch) -> None:
    path = tmp_path / "prueba.apkg"
    path.write_bytes(b"old")
    deck, filled = filled_deck(CARDS)
    monkeypatch.setattr(Path, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_package(deck, filled, IMAGES, REGISTRY.sources, path)
    assert [one.name for one in tmp_path.iterdir()] == ["prueba.apkg"]
    assert path.read_bytes() == b"old"


def test_what_genanki_warns_of_is_an_error(monkeypatch) -> None:
    monkeypatch.setattr("decks.anki.note_fields", lambda *_: ["uno", "<stdio.h>", *[""] * 10])
    with pytest.raises(UserWarning, match="invalid HTML"):
        built(ONE % "B")


def test_no_temporary_file_is_left_behind(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        built()
    assert list(tmp_path.iterdir()) == []
    assert tempfile.tempdir == str(tmp_path)


def test_the_same_cards_give_the_same_bytes(tmp_path) -> None:
    here = built()
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tests.decks.test_anki import built; sys.stdout.buffer.write(built())"
    )
    root = str(Path(__file__).parents[2])
    for zone, seed, mask in (("Pacific/Kiritimati", "1", 0o077), ("America/Mexico_City", "7", 0o002)):
        environment = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed, "LC_ALL": "C"}
        command = [sys.executable, "-c", program, root]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True, umask=mask)
        assert done.stdout == here


def test_the_order_of_what_is_handed_over_does_not_matter() -> None:
    deck, filled = filled_deck(CARDS)
    more = IMAGES | {"otro": (b"x", "no se usa")}
    backwards = dict(reversed(list(REGISTRY.sources.items())))
    assert package(deck, filled, dict(reversed(list(more.items()))), backwards) == built()


def test_the_package_is_small_and_holds_only_what_it_shows(tmp_path) -> None:
    (tmp_path / "p.apkg").write_bytes(built(CARDS))
    with zipfile.ZipFile(tmp_path / "p.apkg") as archive:
        assert archive.namelist() == ["0", "collection.anki2", "media"]
        info = archive.getinfo("collection.anki2")
        assert info.compress_size <= info.file_size / 4
        archive.extract("collection.anki2", tmp_path)
    with sqlite3.connect(tmp_path / "collection.anki2") as database:
        assert database.execute("select count(distinct guid), min(mod), max(mod) from notes").fetchone() == (
            6,
            FIRST_TIME,
            FIRST_TIME,
        )
