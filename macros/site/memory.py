"""What the last build kept of a course, read again: which pages and figures need not be worked once more."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from macros.ledger import Use
from macros.problems import Place, Problem
from macros.site.course import Course, Known, Recall, files, texts
from macros.site.pages import PageReading, said_words

KEPT = Path(".cache/kept")
STATE = KEPT / "state.json"
# The kinds of use that a page makes of a figure, as they are kept.
USES = ("page", "premise")
ENVIRONMENT = re.compile(r"!ENV \[?(\w+)")
_ENGINE = Path(__file__).parents[2]
_PROGRAM = {".py", ".html", ".css", ".js"}


def digest(content: str | bytes) -> str:
    """A short fingerprint of CONTENT."""
    return blake2b(content if isinstance(content, bytes) else content.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Memory:
    """What the last build of the course in `root` kept: the state of its file."""

    root: Path
    state: Mapping[str, Any]
    changed_in: dict[int, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def pages(self) -> Mapping[str, Mapping[str, Any]]:
        """The kept pages by path."""
        return {page["path"]: page for page in self.state["pages"]}

    def changed(self, course: Course) -> frozenset[str]:
        """The facts, sources, decks, diagrams and corrections that are not what they were."""
        if id(course.registry) not in self.changed_in:
            old, new = self.state["marks"], fingerprints(course)
            different = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
            self.changed_in[id(course.registry)] = frozenset(different)
        return self.changed_in[id(course.registry)]

    def reads(self, kept: Mapping[str, Any]) -> frozenset[str]:
        """What a kept page, card or figure read."""
        names = self.state["names"]
        return frozenset(names[number] for number in kept["reads"])

    def page(self, course: Course, path: str, text: str) -> PageReading | None:
        """The page TEXT of the file PATH as it was kept, if its text and all that it reads are the same."""
        kept = self.pages.get(path)
        changed = self.changed(course)
        if kept is None or kept["text"] != digest(text) or "dated" in changed:
            return None
        reads = self.reads(kept)
        if changed and not changed.isdisjoint(reads | {f"was:{name}" for name in self.figures_of(kept)}):
            return None
        source = path.removeprefix("docs/")
        figures = self.figures
        flat = kept["uses"]
        uses = tuple(
            Use(USES[flat[at + 3]], source, Place(path, flat[at + 1], flat[at + 2]), figures[flat[at]])
            for at in range(0, len(flat), 4)
        )
        vocabulary = course.vocabulary
        return PageReading(
            path, source, text, frozenset(kept["words"]), uses, reads,
            lambda: said_words(path, text, vocabulary)[0], checked=True,
        )  # fmt: skip

    def figures_of(self, kept: Mapping[str, Any]) -> Iterator[str]:
        """The figures that a kept page uses."""
        return (self.figures[number] for number in kept["uses"][::4])

    def uses_of(self, kept: Mapping[str, Any]) -> set[tuple[str, str]]:
        """The figures that a kept page uses, each with the kind of its use."""
        kinds = (USES[number] for number in kept["uses"][3::4])
        return set(zip(self.figures_of(kept), kinds, strict=True))

    @cached_property
    def figures(self) -> list[str]:
        """The ids of all kept figures."""
        return [one["id"] for one in self.state["figures"]]

    def known(self, course: Course) -> dict[str, Known]:
        """The figures that read nothing of what changed in COURSE."""
        changed, names = self.changed(course), self.state["names"]
        moved = {number for number, name in enumerate(names) if name in changed}
        same = (one for one in self.state["figures"] if moved.isdisjoint(one["reads"]))
        return {one["id"]: Known(one["shown"], one["exact"], one["reads"], names) for one in same}


def fingerprints(course: Course) -> dict[str, str]:
    """A fingerprint of each thing that a page may read of COURSE."""
    registry, nowhere = course.registry, Place("")
    found = {name: digest(repr(replace(fact, place=nowhere))) for name, fact in registry.facts.items()}
    found |= {f"source:{key}": digest(repr(replace(one, place=nowhere))) for key, one in registry.sources.items()}
    for kind, folder in (("deck", "decks"), ("diagram", "diagrams")):
        for path, text in texts(course.root, folder, ".yaml").items():
            found[f"{kind}:{Path(path).stem}"] = digest(text)
    for entry in course.changes:
        for name, old, new in entry.changes:
            found[f"was:{name}"] = digest(found.get(f"was:{name}", "") + f"{entry.date}{old}{new}")
    return found | {"dated": str(registry.dated), "log": digest(repr(course.changes))}


def recall(root: Path) -> Memory | None:
    """What the last build of the course in ROOT kept; None where it kept nothing, or what is there is not its own."""
    path = root / STATE
    if not path.exists():
        return None
    head, _, body = path.read_bytes().partition(b"\n")
    if head.decode("ascii", "replace") != digest(body):
        return None
    state = json.loads(body)
    return Memory(root, state) if state["engine"] == engine(root) else None


Read = Callable[[Path, Recall | None], tuple[Course, list[Problem]]]


def recalled(root: Path, read: Read) -> tuple[Course, list[Problem], Memory | None]:
    """The course in ROOT and its problems as READ tells them, with what is remembered of it, and that memory."""
    memory = recall(root)
    course, problems = read(root, memory.page if memory else None)
    return replace(course, known=memory.known(course)) if memory else course, problems, memory


def program_files() -> list[Path]:
    """The files of the program: its modules, templates, styles and scripts."""
    folders = (_ENGINE / name for name in ("macros", "decks", "diagrams"))
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in _PROGRAM)


def engine(root: Path) -> str:
    """A fingerprint of what checks a course and sets its words: this program, its libraries, and what rules them."""
    parts = [sys.version, os.environ.get("SOURCE_DATE_EPOCH", "")]
    parts += [digest(path.read_bytes()) for path in program_files()]
    for folder in (folder for folder in sys.path if folder and Path(folder).is_dir()):
        parts += sorted(name for name in os.listdir(folder) if name.endswith(".dist-info"))  # noqa: PTH208 - names only
    parts += [digest(path.read_bytes()) for path in (root / "docs/datos/formulas.yaml",) if path.exists()]
    return digest("\n".join(parts))


def form(root: Path) -> str:
    """A fingerprint of what shapes all pages: the settings, the list of files, the files that are no page, the day."""
    settings = (root / "mkdocs.yml").read_text("utf-8")
    parts = [settings, datetime.now(UTC).date().isoformat()]
    parts += [os.environ.get(name, "") for name in ENVIRONMENT.findall(settings)]
    for name in files(root, "docs"):
        aside = "/_" in name or not name.endswith(".md")
        whole = aside and (not name.startswith("docs/datos/") or name == "docs/datos/checks.yaml")
        parts.append(f"{name} {digest((root / name).read_bytes())}" if whole else name)
    parts += [name for folder in ("decks", "diagrams") for name in files(root, folder) if name.endswith(".yaml")]
    return digest("\n".join(parts))


def stamp(site: Path) -> str:
    """A fingerprint of the files under SITE as they stand on the disk."""
    parts = []
    for name in files(site.parent, site.name):
        told = os.stat(f"{site.parent}/{name}")  # noqa: PTH116 - a thousand files, asked at each build
        parts.append(f"{name} {told.st_size} {told.st_mtime_ns} {told.st_ctime_ns}")
    return digest("\n".join(parts))
