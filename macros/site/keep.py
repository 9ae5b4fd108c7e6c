"""What a whole build keeps for the next one: each page before its words are set, and what every part of it read."""

import json
import logging
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from macros.ledger import Use
from macros.site import marks, notes, search
from macros.site.course import OWN_MACROS, read_by
from macros.site.lock import accepted
from macros.site.memory import ENVIRONMENT, KEPT, STATE, USES, Memory, digest, engine, fingerprints, form, stamp
from macros.site.outputs import figure_names, put
from macros.site.pages import PageReading
from macros.site.provenance import Provenance
from macros.site.swap import site_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

Kept = dict[str, Any]
DOCUMENTS = '"docs":['
_PLUGINS = {"curso", "search", "material/search", "macros"}
# Texts that Markdown leaves alone wherever they stand: a new one in the place of an old one moves nothing else.
INERT = re.compile(r"(?:[^\W_]|[ \u00a0.,;:/%()=+×·≤≥–−-])*")


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
        head = whole.partition(DOCUMENTS)[0]
        if followed(self.config, self.root) and whole in ("", index_of(head, self.found)):
            pictured = bool(self.plugin.images) or not self.plugin.course.diagrams
            state = {"head": head, "pictured": pictured, "warnings": self.warnings.told}
            state |= {"engine": engine(self.root), "form": form(self.root)}
            write_state(self.plugin.provenance, self.built, state)


def index_of(head: str, found: Iterable[str]) -> str:
    """The search index with HEAD and what was FOUND on each page."""
    return f"{head}{DOCUMENTS}{','.join(one for one in found if one)}]}}"


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
    inert = all(INERT.fullmatch(one.text) for one in plugin.said_on[page.file.src_uri])
    kept = {
        "path": f"docs/{page.file.src_uri}",
        "order": {name: number for number, name in enumerate(plugin.provenance.urls)}.get(page.file.src_uri, -1),
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

    def flat(use: Use) -> tuple[int, int, int, int]:
        return number[use.figure], use.place.line, use.place.column, USES.index(use.kind)

    def kept_reading(page: PageReading) -> Kept:
        uses = [part for use in page.uses for part in flat(use)]
        kept = {"path": page.path, "text": digest(page.text), "words": sorted(page.words), "uses": uses}
        return kept | {
            "reads": memory.pages[page.path]["reads"] if memory and page.checked else numbered(sorted(page.reads))
        }

    whole = state | {
        "site": stamp(site_of(root)),
        "marks": fingerprints(course),
        "notes": notes_stamp(root),
        "compared": sorted(provenance.comparisons),
        "figures": [kept_figure(name) for name in named],
        "pages": [kept_reading(page) for page in course.pages],
        "built": built,
    }
    body = json.dumps(whole | {"names": list(names)}, ensure_ascii=False)
    put(root / KEPT / "new.json", f"{digest(body)}\n{body}")
    (root / KEPT / "new.json").replace(root / STATE)


def notes_stamp(root: Path) -> str:
    """A fingerprint of the accepted notes."""
    return digest((root / notes.NAME).read_bytes()) if (root / notes.NAME).exists() else ""
