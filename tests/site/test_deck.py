"""The built deck in the real Anki backend: all cards there, fields as in the source, importing it again changes nothing."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from anki.collection import Collection, ImportAnkiPackageRequest


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    anki = Collection(str(tmp_path / "collection.anki2"))
    yield anki
    anki.close()


def imported(collection: Collection, package: Path):
    """What the import with default options says it did."""
    options = collection._backend.get_import_anki_package_presets()
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(package), options=options)).log


@pytest.fixture
def package(site: Path) -> Path:
    return site / "descargas" / "ia-escala-hardware.apkg"


def test_every_card_of_the_source_is_in_the_collection(collection, package) -> None:
    log = imported(collection, package)
    assert len(log.new) == log.found_notes == 17
    assert not log.conflicting
    assert not log.updated
    assert collection.card_count() == 17


def test_nothing_is_found_by_the_check_of_the_database(collection, package) -> None:
    imported(collection, package)
    before = collection.card_count()
    _, fine = collection.fix_integrity()
    assert fine
    assert collection.card_count() == before
    report = collection.media.check()
    assert list(report.missing) == []
    assert list(report.unused) == []


def test_importing_it_again_changes_nothing(collection, package) -> None:
    imported(collection, package)
    fields = {note: collection.get_note(note).fields for note in collection.find_notes("")}
    log = imported(collection, package)
    assert not log.new
    assert not log.updated
    assert {note: collection.get_note(note).fields for note in collection.find_notes("")} == fields


def test_the_cards_of_the_lesson_are_those_of_the_course_text(collection, package) -> None:
    text = (Path(__file__).parent / "ia-escala-hardware.txt").read_text("utf-8")
    lines = text[text.index("\nFlashcards\n") : text.index("\nFuentes")].splitlines()
    written = [tuple(line.strip("• ").split(": ", 1)) for line in lines if line.strip().startswith("•")]
    imported(collection, package)
    due = collection.db.all("select n.flds from cards c join notes n on n.id = c.nid order by c.due")
    shown = [tuple(unescape(field) for field in row[0].split("\x1f")[1:3]) for row in due]
    assert shown[:15] == written


def test_a_computed_card_says_what_the_data_say(collection, package, site) -> None:
    records = json.loads((site / "datos/cifras.json").read_text("utf-8"))
    weights = next(one for one in records if one["id"] == "weights(bits=INT4,params=70B)")
    imported(collection, package)
    notes = [collection.get_note(note).fields for note in collection.find_notes("")]
    assert weights["cards"]
    for name in weights["cards"]:
        fields = next(fields for fields in notes if fields[0] == name.split("#")[1])
        assert weights["value"]["display"] in unescape(" ".join(fields))
