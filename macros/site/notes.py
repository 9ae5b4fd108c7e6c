"""The accepted notes of the decks (`decks/anki.lock.json`): what each held, and when a student's copy follows it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from decks.anki import FIRST_TIME, fingerprints, guid
from diagrams.words import draw
from macros.problems import Place, Problem
from macros.site.course import Course

NAME = "decks/anki.lock.json"


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was accepted: the hash of its content, the time of its last change, and whether it has gone."""

    hash: str
    time: int
    retired: bool = False


def read(root: Path) -> tuple[dict[str, Note], list[Problem]]:
    """The accepted notes of the course in ROOT by guid, and what is wrong with their file; none where there is none."""
    path = root / NAME
    if not path.exists():
        return {}, []
    try:
        records = json.loads(path.read_text("utf-8"))
        return {name: Note(**one) for name, one in records.items()}, []
    except (ValueError, TypeError, AttributeError, OSError):  # no JSON or text, or not of this shape
        hint = "no se edita a mano: recupérelo de git, o quien estudia dejará de recibir correcciones"
        return {}, [Problem(Place(NAME), "E170", "no se entienden las notas aceptadas", hint)]


def times(root: Path) -> dict[str, int]:
    """The time of each accepted note of the course in ROOT, for the deck."""
    return {name: note.time for name, note in read(root)[0].items()}


def prints(course: Course) -> dict[str, str]:
    """The hash of every note of COURSE as it would be written now.

    A diagram counts by its SVG: the PNG depends on the machine that draws it, and a student's card should not.
    """
    images = {name: (draw(diagram).encode(), diagram.title) for name, diagram in course.diagrams.items()}
    found: dict[str, str] = {}
    for name, deck in course.decks.items():
        found |= fingerprints(deck, course.cards[name], images, course.registry.sources)
    return found


def accepted_notes_stand(course: Course) -> Iterator[Problem]:
    """What is wrong with the accepted notes, and each card with the id of one that has gone, which students have."""
    known, problems = read(course.root)
    yield from problems
    back = {
        guid(deck, card): card
        for name, deck in course.decks.items()
        for card in course.cards[name]
        if (note := known.get(guid(deck, card))) and note.retired
    }
    now = prints(course) if back else {}
    for name, card in back.items():
        if known[name].hash != now[name]:
            hint = "déle otro id: quien estudia tiene todavía la tarjeta de antes"
            yield Problem(card.place, "E212", f"el id «{card.id}» fue de una tarjeta que se quitó", hint)


def dated(known: Mapping[str, Note], now: Mapping[str, str], moment: datetime) -> dict[str, Note]:
    """The notes to accept: those of NOW, each changed one with a time after that of the KNOWN; those that have gone."""
    notes = {name: replace(note, retired=True) for name, note in known.items() if name not in now}
    for name, value in now.items():
        old = known.get(name)
        if old is None:
            notes[name] = Note(value, FIRST_TIME)
        else:
            time = old.time if old.hash == value else max(old.time + 1, int(moment.timestamp()))
            notes[name] = Note(value, time)
    return notes


def write(root: Path, notes: Mapping[str, Note]) -> None:
    """Write NOTES as the accepted ones of the course in ROOT."""
    records = {
        name: {"hash": one.hash, "time": one.time} | ({"retired": True} if one.retired else {})
        for name, one in sorted(notes.items())
    }
    path = root / NAME
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", "utf-8")
