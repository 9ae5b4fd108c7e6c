"""Taking the present state as the accepted one: the two lock files and the change log."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from decks.anki import FIRST_TIME, fingerprints
from diagrams.words import draw
from macros import spanish
from macros.problems import Place, Problem
from macros.site import lock
from macros.site.course import Course
from macros.site.impact import Impact, impact

NOTES = "decks/anki.lock.json"
LOG = "docs/datos/cambios.yaml"
_LOG_HEAD = "# Lo que cambió para quien lee o estudia el curso. Sólo lo escribe `curso accept`.\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was accepted: the hash of its content, and the time from which a student's copy follows it."""

    hash: str
    time: int


def read_notes(root: Path) -> dict[str, Note]:
    """The accepted notes of the course in ROOT by guid; none where nothing was accepted yet."""
    path = root / NOTES
    if not path.exists():
        return {}
    return {name: Note(one["hash"], one["time"]) for name, one in json.loads(path.read_text("utf-8")).items()}


def note_times(root: Path) -> dict[str, int]:
    """The time of each accepted note, for the deck."""
    return {name: note.time for name, note in read_notes(root).items()}


def prints(course: Course) -> dict[str, str]:
    """The hash of every note of COURSE as it would be written now.

    A diagram counts by its SVG: the PNG depends on the machine that draws it, and a student's card should not.
    """
    images = {name: (draw(diagram).encode(), diagram.title) for name, diagram in course.diagrams.items()}
    found: dict[str, str] = {}
    for name, deck in course.decks.items():
        found |= fingerprints(deck, course.cards[name], images, course.registry.sources)
    return found


def read_lock(root: Path) -> tuple[lock.Lock, list[Problem]]:
    """The accepted figures of the course in ROOT, and what is wrong with the file."""
    path = root / lock.NAME
    return lock.read_lock(path.read_text("utf-8")) if path.exists() else (lock.Lock(), [])


def since_accepted(course: Course) -> Impact:
    """What of COURSE differs from its accepted state."""
    known = {name: note.hash for name, note in read_notes(course.root).items()}
    accepted, _ = read_lock(course.root)
    return impact(course, accepted, prints(course), known)


def stale(course: Course) -> list[Problem]:
    """The figures and cards that are not accepted yet, as one problem; none where the course keeps no lock."""
    if not (course.root / lock.NAME).exists():
        return []
    found = since_accepted(course)
    changed = len(found.facts) + len(found.figures) + len(found.cards)
    if not changed:
        return []
    message = f"lo aceptado no es lo que hay: {spanish.count(changed, 'cambio', 'cambios')} sin aceptar"
    return [Problem(Place(lock.NAME), "E171", message, "véalos con «curso impact» y acéptelos con «curso accept»")]


def accept(course: Course, note: str, now: datetime | None = None) -> Impact:
    """Write the present state of COURSE as the accepted one, with NOTE in the change log; what changed by it."""
    moment = now or datetime.now(UTC)
    found = since_accepted(course)
    known = read_notes(course.root)
    (course.root / lock.NAME).write_text(lock.written(lock.present(course)), "utf-8")
    notes = {name: _dated(value, known.get(name), moment) for name, value in sorted(prints(course).items())}
    records = {name: {"hash": one.hash, "time": one.time} for name, one in notes.items()}
    (course.root / NOTES).parent.mkdir(exist_ok=True)
    (course.root / NOTES).write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", "utf-8")
    changed = [one for one in (*found.facts, *found.figures) if one.old and one.new]
    if known and (changed or note):
        _log(course.root, note, {one.id: (one.old, one.new) for one in changed}, moment)
    return found


def _dated(value: str, known: Note | None, moment: datetime) -> Note:
    """A note with its time: the accepted one while its content stands, a later one when it moves."""
    if known is None:
        return Note(value, FIRST_TIME)
    if known.hash == value:
        return known
    return Note(value, max(known.time + 1, int(moment.timestamp())))


def _log(root: Path, note: str, changes: Mapping[str, tuple[str, str]], moment: datetime) -> None:
    """Add an entry to the change log, the newest first."""
    path = root / LOG
    old = path.read_text("utf-8").removeprefix(_LOG_HEAD) if path.exists() else ""
    lines = [f"- date: {moment.date().isoformat()}"]
    lines += [f"  says: {json.dumps(note, ensure_ascii=False)}"] if note else []
    lines.append("  changes:")
    for name, (before, after) in changes.items():
        pair = json.dumps([before, after], ensure_ascii=False)
        lines.append(f"    {json.dumps(name, ensure_ascii=False)}: {pair}")
    if not changes:
        lines[-1] = "  changes: {}"
    path.write_text(_LOG_HEAD + "\n".join(lines) + "\n" + old, "utf-8")
