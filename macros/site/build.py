"""The MkDocs plugin `curso`: check first, build beside the old site, set the words in HTML, publish, then swap."""

import logging
import runpy
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment
from markdown.extensions.toc import slugify
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

import macros.words  # noqa: F401 - mkdocs-macros hides an import error of its modules; this one is told
from diagrams.words import css
from macros import spanish
from macros.problems import errors
from macros.site import marks, mend, notes, rules, search
from macros.site.accept import stale
from macros.site.course import OWN_MACROS, Course, in_order
from macros.site.mathematics import with_mathml
from macros.site.outputs import Pictures, figure_names, pictures, put, write_alone, write_cover, write_outputs
from macros.site.pages import marked, unshielded
from macros.site.provenance import Provenance
from macros.site.swap import beside, may_take, swap, swap_mended
from macros.site.templates import THEME
from macros.site.verify import broken
from macros.spoken import OPEN
from macros.words import Said, Vocabulary

log = logging.getLogger("mkdocs.plugins.curso")


class CoursePlugin(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Holds one build: the course as checked, and what its words said on each page.

    `given` is a course that was checked already, `pictured` its diagrams that were drawn; `heard` is told each page
    before its words are set.
    """

    def __init__(self) -> None:
        self.serving = False
        self.course = Course(Path())
        self.kept: list[Said] = []
        self.said_on: dict[str, list[Said]] = {}
        self.waiting = ""
        self.built: list[str] = []
        self.content = ""
        self.given: Course | None = None
        self.pictured: Pictures | None = None
        self.fixed: dict[str, bool] = {}
        self.heard: Callable[[Page, str], None] | None = None
        self.provenance = Provenance(self.course, {}, {})
        self.images: Pictures = {}
        self.site = Path()

    @property
    def vocabulary(self) -> Vocabulary:
        """The words, for `macros.words.define_env`."""
        return self.course.vocabulary

    @property
    def exact(self) -> dict[str, str]:
        """The exact value of every figure of the course."""
        return {name: self.course.figures.work(name).exact for name in figure_names(self.course)}

    def keep(self, said: Said) -> str:
        """Keep what was SAID for the page that is being read; its mark, nothing for a premise."""
        if said.word == "claim":
            return ""
        self.kept.append(said)
        return marks.mark(len(self.kept) - 1, said)

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember whether the site is served: then it lives in a folder of MkDocs' own."""
        self.serving = command == "serve"

    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check the course, and stop while it has errors; build beside the old site, with the course's theme."""
        root = Path(config.config_file_path).parent
        self.site = Path(config.site_dir)
        if not self.serving:
            swap_mended(self.site, root)
            if not may_take(self.site, root):
                said = f"la carpeta «{self.site}» tiene archivos que no son de un sitio y se perderían"
                raise PluginError(f"mkdocs.yml:1:1: {said} (cambie «site_dir», o vacíela)")
        self.course, problems = (self.given, []) if self.given else rules.check(root)
        if wrong := errors(problems):
            raise PluginError("\n".join(["el curso tiene errores:", *map(str, wrong)]))
        for problem in problems:
            log.warning("%s", problem)
        for problem in [] if self.given else stale(self.course):
            log.warning("%s", problem)
        prove_own_macros(root)
        self.kept, self.said_on, self.built = [], {}, []
        if not self.serving:
            config.site_dir = str(beside(root))
        config.theme.dirs.insert(1 if config.theme.custom_dir else 0, str(THEME))
        config.extra_css.insert(0, "assets/curso.css")
        config.extra_javascript[:0] = ["assets/teclas.js", "assets/copia.js", "assets/curso.js"]
        config.extra_css.insert(1, "assets/diagramas.css")
        config.extra["idioma"] = spanish.LANGUAGE
        headings = config.mdx_configs.setdefault("toc", {})
        headings["slugify"] = without_values(headings.get("slugify", slugify))
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the style sheet of the diagrams."""
        files.append(File.generated(config, "assets/diagramas.css", content=css()))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Learn the addresses of the pages, and read the course in their order."""
        urls = {page.file.src_uri: page.url for page in nav.pages}
        self.images, told = pictures(self.course) if self.pictured is None else (self.pictured, [])
        for sentence in told:
            log.warning("%s", sentence)
        self.course = in_order(self.course, urls)
        self.provenance = Provenance(self.course, {}, urls, png=bool(self.images))
        return nav

    @event_priority(100)
    def say(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Say the page's plain words; the macros plugin gets the text only where something is left for it."""
        self.kept = self.said_on[page.file.src_uri] = []
        self.waiting = ""
        text = marked(markdown, self.vocabulary, self.keep)
        if OPEN in text or self.vocabulary.own:
            return text
        self.waiting = text
        return ""

    @event_priority(-100)
    def unshield(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """The text as it is after the macros."""
        return unshielded(self.waiting or markdown)

    on_page_markdown = CombinedEvent(say, unshield)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Set the mathematics; clean the marks out of titles."""
        self.fixed[page.file.src_uri] = marks.marked(f"{page.title}{page.toc}")
        page.title = marks.plain(str(page.title))
        self.provenance.titles[page.file.src_uri] = page.title
        items = list(page.toc)
        while items:
            item = items.pop()
            item.title = marks.plain(item.title)
            items += item.children
        return mend.content(with_mathml(html))

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Read each template of the theme once: a build lasts less than it takes to edit one."""
        env.auto_reload = False
        return env

    @event_priority(100)
    def show(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Let the search read what readers see of the page."""
        self.content = page.content or ""
        page.content = search.shown(self.content)

    @event_priority(-100)
    def put_back(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Give the page its whole content again."""
        page.content = self.content

    on_page_context = CombinedEvent(show, put_back)

    @event_priority(-100)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Set in HTML what the words said, and the table of provenance after the page's text."""
        self.built.append(page.file.dest_uri)
        if self.heard:
            self.heard(page, output)
        return mend.page(self.provenance.page(output, self.said_on[page.file.src_uri], page.url))

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Mend the page that is shown where there is none."""
        return mend.page(output) if template_name.endswith(".html") else output

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Clean the search index, write the data, the diagrams and the decks, verify, and put the site in place."""
        built = Path(config.site_dir)
        index = built / search.INDEX
        if index.exists():
            for name, text in search.files(marks.plain_json(index.read_text("utf-8"))).items():
                put(built / name, text)
        write_cover(str(config.site_name), str(config.site_description or ""), built)
        write_outputs(self.course, self.provenance, self.images, notes.times(self.course.root), built)
        write_alone(built, self.built)
        if wrong := broken(built, self.exact):
            raise PluginError("\n".join(["el sitio construido tiene errores:", *map(str, wrong)]))
        if not self.serving:
            swap(built, self.site, Path(config.config_file_path).parent)
        config.site_dir = str(self.site)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[[], None]) -> None:
        """Watch what a page rests on besides `docs/`."""
        for folder in ("decks", "diagrams"):
            if (self.course.root / folder).is_dir():
                server.watch(str(self.course.root / folder))

    def on_build_error(self, *, error: Exception, **_: Any) -> None:
        """Leave the old site as it is."""
        log.error("El sitio anterior queda como estaba.")


def without_values(slug: Callable[[str, str], str]) -> Callable[[str, str], str]:
    """SLUG, which makes a heading into its address, without the numbers of words: they may be corrected one day."""
    return lambda text, separator: slug(marks.unmarked(text), separator)


def prove_own_macros(root: Path) -> None:
    """Import the author's own macros first: mkdocs-macros says nothing of a module that it cannot import."""
    module = root / OWN_MACROS
    if not module.exists():
        return
    forget_own_modules(root)
    try:
        runpy.run_path(str(module))
    except (ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(module)]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else 1)
        raise PluginError(f"{OWN_MACROS}:{line}:1: E199 este módulo no se puede cargar: {error}") from None


def forget_own_modules(root: Path) -> None:
    """Forget what the author's macros imported from ROOT before, so that a build of a long run sees it as it is now."""
    for name, module in list(sys.modules.items()):
        path = Path(getattr(module, "__file__", None) or "/")
        ours = name.partition(".")[0] in {"macros", "diagrams", "decks"}
        if path.is_relative_to(root) and "site-packages" not in path.parts and not ours:
            del sys.modules[name]
