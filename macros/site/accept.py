"""Taking the present state as the accepted one: the two lock files and the change log."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from macros import spanish
from macros.problems import Place, Problem
from macros.site import lock, notes
from macros.site.course import Course
from macros.site.impact import Impact, impact

LOG = "docs/datos/cambios.yaml"
_LOG_HEAD = "# Lo que cambió para quien lee o estudia el curso. Sólo lo escribe `curso accept`.\n"


def read_lock(root: Path) -> tuple[lock.Lock, list[Problem]]:
    """The accepted figures of the course in ROOT, and what is wrong with the file."""
    path = root / lock.NAME
    if not path.exists():
        return lock.Lock(), []
    try:
        return lock.read_lock(path.read_text("utf-8"))
    except (UnicodeDecodeError, OSError):
        hint = "no se edita a mano: recupérelo de git, o bórrelo y ejecute «curso accept»"
        return lock.Lock(), [Problem(Place(lock.NAME), "E170", "este archivo no se puede leer", hint)]


def since_accepted(course: Course) -> Impact:
    """What of COURSE differs from its accepted state."""
    known = {name: note.hash for name, note in notes.read(course.root)[0].items() if not note.retired}
    accepted, _ = read_lock(course.root)
    return impact(course, accepted, notes.prints(course), known)


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
    known, _ = notes.read(course.root)
    (course.root / lock.NAME).write_text(lock.written(lock.present(course)), "utf-8")
    notes.write(course.root, notes.dated(known, notes.prints(course), moment))
    changed = [one for one in (*found.facts, *found.figures) if one.old and one.new]
    if known and (changed or note):
        _log(course.root, note, {one.id: (one.old, one.new) for one in changed}, moment)
    return found


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
