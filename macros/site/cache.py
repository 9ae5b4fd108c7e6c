"""A build in proportion to the change: what the last build gave is kept, and only what reads a change is made again.

`curso build` keeps each page as it is before its words are set, and which facts each page, figure and deck read. The
next one checks the course, sets again the pages that read what changed, has MkDocs render those whose text changed,
and takes the rest from the site that stands. Whatever it cannot prove (another file, setting, version or day; a title
that moved) is built whole. Delete this module, keep.py and memory.py, with their calls in run.py, cli.py and serve.py,
and nothing but speed is lost.
"""

import json
import logging
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from decks.cards import FilledCard
from macros.site import marks, mend, notes, search
from macros.site.course import Course, figures_in, in_order, read_by
from macros.site.keep import DOCUMENTS, INERT, Kept, index_of, kept_body, kept_page, notes_stamp, write_state
from macros.site.memory import KEPT, USES, Memory, digest, form, stamp
from macros.site.outputs import (
    Pictures,
    Row,
    figure_names,
    figure_row,
    pictures,
    put,
    write_alone,
    write_data,
    write_decks,
    write_diagrams,
)
from macros.site.pages import PageReading
from macros.site.provenance import Provenance
from macros.site.swap import beside, linked, site_of, spare, swap
from macros.site.verify import broken, ids
from macros.words import Piece

Render = Callable[[Provenance, Mapping[str, tuple[str, Any]], set[str], Callable[..., Any]], list[tuple[Kept, str]]]


def refresh(memory: Memory, course: Course, render: Render) -> Path | None:
    """The site that MEMORY remembers, brought up to what COURSE says now; None where it must be built whole.

    RENDER has MkDocs render a few pages.
    """
    root, state = memory.root, memory.state
    site = site_of(root)
    if not state["pictured"] or state["form"] != form(root) or state["site"] != stamp(site):
        return None
    work = _Refresh(memory, course, site, render)
    if work.needed and not work.done():
        return None
    for warning in state["warnings"]:
        logging.getLogger("mkdocs").warning(warning)
    return site


class _Refresh:
    """One site brought up to date in a copy of it that shares every file that stays."""

    def __init__(self, memory: Memory, course: Course, site: Path, render: Render) -> None:
        self.memory, self.site, self.root, self.render = memory, site, memory.root, render
        self.changed = memory.changed(course)
        self.built = {kept["path"]: kept for kept in memory.state["built"]}
        self.rewritten = [page for page in course.pages if digest(page.text) != memory.pages[page.path]["text"]]
        self.accepted = memory.state["notes"] != notes_stamp(self.root)
        self.needed = bool(self.changed or self.rewritten or self.accepted)
        shown = sorted((kept for kept in self.built.values() if kept["order"] >= 0), key=lambda kept: kept["order"])
        urls = {kept["path"].removeprefix("docs/"): kept["url"] for kept in shown}
        titles = {path.removeprefix("docs/"): kept["title"] for path, kept in self.built.items()}
        self.course = in_order(course, urls)
        self.provenance = Provenance(self.course, titles, urls)
        self.new = beside(self.root)
        self.found: dict[str, str] = {}

    def done(self) -> bool:
        """Whether the site could be brought up to date; it is then in its place."""
        moved = [page for page in self.course.pages if not page.checked or "every" in page.reads]
        if any(page.path not in self.built for page in moved):
            return False
        again = [page for page in moved if page in self.rewritten or self.built[page.path]["fixed"]]
        if again and self.memory.state["warnings"]:
            return False
        shutil.rmtree(self.new, ignore_errors=True)
        if spare(self.root).exists():
            spare(self.root).rename(self.new)
        linked(self.site, self.new, {self.built[page.path]["dest"] for page in again})
        if not all(self.refilled(page) for page in moved if page not in again) or (again and not self.rendered(again)):
            return False
        self.writeindex_of()
        if not self.write_rows():
            return False
        self.write_beside()
        names = [self.built[page.path]["dest"] for page in moved]
        write_alone(self.new, names)
        exact = {use.figure: self.course.figures.work(use.figure).exact for page in moved for use in page.uses}
        if any("every" in page.reads for page in moved):
            exact = {name: self.course.figures.work(name).exact for name in figure_names(self.course)}
        if self.leads_nowhere(names) or broken(self.new, exact, names):
            return False
        swap(self.new, self.site, self.root, keep=True)
        write_state(self.provenance, list(self.built.values()), dict(self.memory.state), self.memory)
        return True

    def refilled(self, page: PageReading) -> bool:
        """Whether the kept text of PAGE could be set again with what its words say now."""
        kept = self.built[page.path]
        path = self.root / KEPT / f"{kept['dest']}.json"
        body = path.read_text("utf-8") if path.exists() else ""
        said = [placed.said for placed in page.spoken if placed.said.word != "claim"]
        if digest(body) != kept["body"] or not all(INERT.fullmatch(one.text) for one in said):
            return False
        output, found = json.loads(body)
        found = marks.said_again(found, [one.text for one in said])
        put(self.new / kept["dest"], mend.page(self.provenance.page(output, said, kept["url"])))
        self.built[page.path] = kept_body(self.root, kept, output, found)
        self.found[page.path] = marks.plain_json(found)
        return True

    def rendered(self, again: list[PageReading]) -> bool:
        """Whether MkDocs could render the pages AGAIN, with no other page the worse for it."""
        sources = {page.source for page in again}
        shown = {
            kept["path"].removeprefix("docs/"): (kept["title"], json.loads(kept["meta"]))
            for kept in self.built.values()
        }
        told = self.render(self.provenance, shown, sources, kept_page)
        for kept, found in told:
            old = self.built[kept["path"]]
            if any(kept[name] != old[name] for name in ("url", "title", "meta")):
                return False
            self.built[kept["path"]], self.found[kept["path"]] = kept, found
        old_words = {page.path: set(self.memory.pages[page.path]["words"]) for page in again}
        listing = {"figures", "sources"}
        return all(page.words & listing == old_words[page.path] & listing for page in again)

    def writeindex_of(self) -> None:
        """The search index with what is now found on the pages that were made again."""
        head = self.memory.state["head"]
        if not head:
            return
        whole = (self.site / search.INDEX).read_text("utf-8")
        pieces, at = [], len(head) + len(DOCUMENTS)
        for kept in self.memory.state["built"]:
            end = at + kept["found"]
            pieces.append(self.found.get(kept["path"], whole[at:end]))
            at = end + (1 if kept["found"] else 0)
        for name, text in search.files(index_of(head, pieces)).items():
            put(self.new / name, text)

    def write_rows(self) -> bool:
        """Whether the data of the figures could be written: the rows of what changed anew, the others as they stand."""
        records = (self.site / "datos/cifras.json").read_text("utf-8").splitlines()[1:-1]
        lines = (self.site / "datos/cifras.csv").read_text("utf-8").splitlines(keepends=True)[1:]
        if not len(records) == len(lines) == len(self.memory.figures):
            return False
        plain = (record.removesuffix(",") for record in records)
        old = dict(zip(self.memory.figures, zip(plain, lines, strict=True), strict=True))
        again = self.moved_rows(old)
        rows = [figure_row(self.provenance, name) if name in again else old[name] for name in figure_names(self.course)]
        write_data(self.course, rows, self.new)
        return True

    def moved_rows(self, old: Mapping[str, Row]) -> set[str]:
        """The figures whose row may not be what it was: of another value, read elsewhere, or compared."""
        again = set(figure_names(self.course)) - self.course.known.keys()
        again |= {*self.memory.state["compared"], *self.provenance.comparisons}
        for page in self.rewritten:
            before = self.memory.uses_of(self.memory.pages[page.path])
            again |= {figure for figure, _ in before ^ {(use.figure, use.kind) for use in page.uses}}
        if any(name.startswith(("deck:", "diagram:")) for name in self.changed):
            again |= {use.figure for use in self.course.ledger.uses if use.kind not in USES}
            again |= {name for name, (row, _) in old.items() if '"cards": []' not in row or '"diagrams": []' not in row}
        return again

    def write_beside(self) -> None:
        """The diagrams and the decks that read what changed."""
        drawn = {
            name: diagram
            for name, diagram in self.course.diagrams.items()
            if f"diagram:{name}" in self.changed or self.moves(diagram.pieces)
        }
        images, _ = pictures(replace(self.course, diagrams=drawn))
        write_diagrams(replace(self.course, diagrams=drawn), images, self.new / "diagramas")
        moved = {name for name, cards in self.course.cards.items() if self.moves_cards(name, cards)}
        if drawn or moved or self.accepted:
            kept = {name: one for name, one in self.course.diagrams.items() if name not in drawn}
            files = {
                name: ((self.site / f"diagramas/{name}.png").read_bytes(), one.title) for name, one in kept.items()
            }
            every: Pictures = {name: (images | files)[name] for name in self.course.diagrams}
            write_decks(self.course, every, notes.times(self.root), self.new / "descargas")

    def moves_cards(self, name: str, cards: Iterable[FilledCard]) -> bool:
        """Whether the deck NAME with CARDS reads what changed."""
        listed = list(cards)
        named = {f"deck:{name}", *(f"source:{card.card.source}" for card in listed)}
        return not self.changed.isdisjoint(named) or any(self.moves(card.pieces) for card in listed)

    def moves(self, pieces: tuple[Piece, ...]) -> bool:
        """Whether a figure among PIECES reads what changed."""
        return any(not self.changed.isdisjoint(read_by(figure)) for figure in figures_in(pieces))

    def leads_nowhere(self, names: Iterable[str]) -> bool:
        """Whether a link of a page that stayed leads to an anchor that is gone from the pages NAMES."""
        links = set()
        for name in names:
            last = name.removesuffix("/index.html").rpartition("/")[2]
            ends = ("/", ".") if name == "index.html" else (last, f"{last}/")
            links |= {f'{end}#{one}"' for one in ids(self.site / name) - ids(self.new / name) for end in ends}
        pages = self.new.rglob("*.html") if links else ()
        return any(link in html for html in (path.read_text("utf-8") for path in pages) for link in links)
