"""A build in proportion to the change: what the last build gave is kept, and only what reads a change is made again.

`curso build` keeps each page as it is before its words are set, and which facts each page, figure and deck read. The
next one checks the course, sets again the pages that read what changed, has MkDocs render those whose text changed,
and takes the rest from the site that stands. Whatever it cannot prove (another file, setting, version or day; a title
that moved) is built whole. Delete this module and memory.py, with their calls in run.py, cli.py and serve.py, and
nothing but speed is lost.
"""

import json
import logging
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decks.cards import FilledCard
from macros.site import marks, mend, search
from macros.site.accept import NOTES, note_times
from macros.site.course import OWN_MACROS, Course, figures_in, read_by
from macros.site.lock import accepted
from macros.site.memory import ENVIRONMENT, KEPT, STATE, Memory, digest, engine, fingerprints, form, stamp
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

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

_PLUGINS = {"curso", "search", "material/search", "macros"}
# Texts that Markdown leaves alone wherever they stand: a new one in the place of an old one moves nothing else.
_INERT = re.compile(r"(?:[^\W_]|[ \u00a0.,;:/%()=+×·≤≥–−-])*")


class Keeper:
    """Keeps a whole build: each page as it is heard, the rest at the end."""

    def __init__(self, root: Path, config: "MkDocsConfig") -> None:
        self.root = root
        self.config = config
        self.plugin: Any = config.plugins["curso"]
        self.built: list[Kept] = []
        self.found: list[str] = []
        self.warnings = _Warnings()
        logging.getLogger("mkdocs").addHandler(self.warnings)
        shutil.rmtree(root / KEPT, ignore_errors=True)

    def heard(self, page: "Page", output: str) -> None:
        """Keep the PAGE whose OUTPUT has its marks still."""
        kept, found = kept_page(self.root, self.config, page, output)
        self.built.append(kept)
        self.found.append(found)

    def finish(self, site: Path) -> None:
        """Write what was kept of the build of SITE, unless its settings allow what cannot be followed."""
        logging.getLogger("mkdocs").removeHandler(self.warnings)
        index = site / search.INDEX
        whole = index.read_text("utf-8") if index.exists() else ""
        head = whole.partition(_DOCS)[0]
        if followed(self.config, self.root) and whole in ("", _index(head, self.found)):
            pictured = bool(self.plugin.images) or not self.plugin.course.diagrams
            state = {"head": head, "pictured": pictured, "warnings": self.warnings.told}
            state |= {"engine": engine(self.root), "form": form(self.root)}
            write_state(self.plugin.provenance, self.built, state)


Kept = dict[str, Any]
_DOCS = '"docs":['


def _index(head: str, found: Iterable[str]) -> str:
    """The search index with HEAD and what was FOUND on each page."""
    return f"{head}{_DOCS}{','.join(one for one in found if one)}]}}"


class _Warnings(logging.Handler):
    """Hears the warnings of MkDocs and its plugins, save those of the course, which are told at every build."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "mkdocs.plugins.curso":
            self.told.append(record.getMessage())


def followed(config: "MkDocsConfig", root: Path) -> bool:
    """Whether all that the settings name can be followed: nothing else takes part in the build."""
    words = config.plugins["macros"].config
    snippets = config.mdx_configs.get("pymdownx.snippets", {}).get("base_path", ["."])
    folders = snippets if "pymdownx.snippets" in config.markdown_extensions else []
    text = (root / "mkdocs.yml").read_text("utf-8")
    return (
        Path(config.docs_dir) == root / "docs"
        and Path(config.site_dir) == site_of(root)
        and set(config.plugins) <= _PLUGINS
        and not (config.hooks or config.theme.custom_dir or (root / OWN_MACROS).exists())
        and all((root / folder).resolve().is_relative_to(root / "docs") for folder in folders)
        and not (words["include_yaml"] or words["include_dir"])
        and list(words["modules"]) == ["macros.words"]
        and "INHERIT" not in text
        and text.count("!ENV") == len(ENVIRONMENT.findall(text))
    )


def kept_page(root: Path, config: "MkDocsConfig", page: "Page", output: str) -> tuple[Kept, str]:
    """What is kept of a rendered PAGE whose OUTPUT has its marks still, and what the search finds on it."""
    plugin: Any = config.plugins["curso"]
    finder: Any = next((config.plugins[name] for name in ("search", "material/search") if name in config.plugins), None)
    entries = finder.search_index.entries if finder else []
    own = [one for one in entries[-200:] if one["location"].partition("#")[0] == page.url]
    found = ",".join(json.dumps(one, separators=(",", ":"), default=str) for one in own)
    inert = all(_INERT.fullmatch(one.text) for one in plugin.said_on[page.file.src_uri])
    kept = {
        "path": f"docs/{page.file.src_uri}",
        "listed": page.file.src_uri in plugin.provenance.urls,
        "url": page.url,
        "dest": page.file.dest_uri,
        "title": str(page.title),
        "meta": json.dumps(page.meta, default=str, sort_keys=True),
        "fixed": plugin.fixed[page.file.src_uri] or not inert,
    }
    return kept_body(root, kept, output, found), marks.plain_json(found)


def kept_body(root: Path, kept: Kept, output: str, found: str) -> Kept:
    """KEPT with the file that keeps a page's OUTPUT and what the search FOUND on it, both with their marks."""
    body = json.dumps([output, found], ensure_ascii=False)
    put(root / KEPT / f"{kept['dest']}.json", body)
    return kept | {"body": digest(body), "found": len(marks.plain_json(found))}


def write_state(provenance: Provenance, built: list[Kept], state: Kept, memory: Memory | None = None) -> None:
    """Write what is kept of the course of PROVENANCE and of its BUILT pages, in their order, beside the STATE given.

    MEMORY says what the figures read that did not change.
    """
    course = provenance.course
    root = course.root
    named = figure_names(course)
    number = {name: at for at, name in enumerate(named)}
    names = {name: at for at, name in enumerate(memory.state["names"] if memory else ())}

    def numbered(reads: Iterable[str]) -> list[int]:
        return [names.setdefault(name, len(names)) for name in reads]

    def kept_figure(name: str) -> Kept:
        now = accepted(course, name)
        if name in course.known:
            reads = course.known[name].numbers
        else:
            reads = numbered(sorted(set(read_by(course.figures.work(name)))))
        return {"id": name, "shown": now.shown, "exact": now.exact, "reads": reads}

    def kept_reading(page: PageReading) -> Kept:
        uses = [part for use in page.uses for part in (number[use.figure], use.place.line, use.place.column)]
        kept = {"path": page.path, "text": digest(page.text), "words": sorted(page.words), "uses": uses}
        return kept | {
            "reads": memory.pages[page.path]["reads"] if memory and page.checked else numbered(sorted(page.reads))
        }

    whole = state | {
        "site": stamp(site_of(root)),
        "marks": fingerprints(course),
        "notes": _notes(root),
        "compared": sorted(provenance.comparisons),
        "figures": [kept_figure(name) for name in named],
        "pages": [kept_reading(page) for page in course.pages],
        "built": built,
    }
    body = json.dumps(whole | {"names": list(names)}, ensure_ascii=False)
    put(root / KEPT / "new.json", f"{digest(body)}\n{body}")
    (root / KEPT / "new.json").replace(root / STATE)


def _notes(root: Path) -> str:
    """A fingerprint of the accepted notes."""
    return digest((root / NOTES).read_bytes()) if (root / NOTES).exists() else ""


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
        self.course = course
        self.rewritten = [page for page in course.pages if digest(page.text) != memory.pages[page.path]["text"]]
        self.accepted = memory.state["notes"] != _notes(self.root)
        self.needed = bool(self.changed or self.rewritten or self.accepted)
        urls = {path.removeprefix("docs/"): kept["url"] for path, kept in self.built.items() if kept["listed"]}
        titles = {path.removeprefix("docs/"): kept["title"] for path, kept in self.built.items()}
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
        self.write_index()
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
        if digest(body) != kept["body"] or not all(_INERT.fullmatch(one.text) for one in said):
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

    def write_index(self) -> None:
        """The search index with what is now found on the pages that were made again."""
        head = self.memory.state["head"]
        if not head:
            return
        whole = (self.site / search.INDEX).read_text("utf-8")
        pieces, at = [], len(head) + len(_DOCS)
        for kept in self.memory.state["built"]:
            end = at + kept["found"]
            pieces.append(self.found.get(kept["path"], whole[at:end]))
            at = end + (1 if kept["found"] else 0)
        for name, text in search.files(_index(head, pieces)).items():
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
            before = set(self.memory.figures_of(self.memory.pages[page.path]))
            again |= before ^ {use.figure for use in page.uses}
        if any(name.startswith(("deck:", "diagram:")) for name in self.changed):
            again |= {use.figure for use in self.course.ledger.uses if use.kind != "page"}
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
            write_decks(self.course, every, note_times(self.root), self.new / "descargas")

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
