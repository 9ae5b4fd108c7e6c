"""MkDocs run by the command: build and serve, with the exit status of the contract."""

import logging
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from macros.problems import errors
from macros.site import cache, rules
from macros.site.accept import stale
from macros.site.course import Course
from macros.site.keep import Keeper
from macros.site.memory import recalled
from macros.site.provenance import Provenance
from macros.site.swap import site_of, swap_mended

log = logging.getLogger("mkdocs.plugins.curso")


def build(root: Path, *, quiet: bool, clean: bool = False) -> int:
    """Build the site of the course in ROOT; 0, or 1 with the reasons told and the old site as it was."""
    _speak()
    if clean:
        shutil.rmtree(root / ".cache", ignore_errors=True)
    told = reasons(root)
    if told:
        click.echo("\n".join(["el curso tiene errores:", *told, "El sitio anterior queda como estaba."]), err=True)
    elif not quiet:
        click.echo(f"Listo: abra {site_of(root) / 'index.html'}")
    return 1 if told else 0


def reasons(root: Path) -> list[str]:
    """Why the course in ROOT could not be built; nothing if it was: its site is then the present one."""
    swap_mended(site_of(root), root)
    course, problems, memory = recalled(root, rules.check)
    if wrong := errors(problems):
        return [str(problem) for problem in wrong]
    for problem in (*problems, *stale(course)):
        log.warning("%s", problem)
    try:
        if not (memory and cache.refresh(memory, course, render)):
            _build_whole(root, replace(course, known={}))
    except Stopped as error:
        return [str(error)]
    return []


class Stopped(Exception):
    """MkDocs stopped, for a reason of the course's or of the settings'."""


@contextmanager
def _stops() -> Iterator[None]:
    """What MkDocs and its plugins stop with, as `Stopped`."""
    from mkdocs.exceptions import Abort, BuildError, ConfigurationError
    from pymdownx.snippets import SnippetMissingError

    try:
        yield
    except (Abort, BuildError, ConfigurationError, SnippetMissingError) as error:
        raise Stopped(str(error)) from error


def _build_whole(root: Path, course: Course) -> None:
    """Build the site of COURSE by MkDocs with all its pages, and keep it for the next time."""
    from mkdocs.commands import build as mkdocs_build
    from mkdocs.config import load_config

    with _stops():
        config = load_config(str(root / "mkdocs.yml"))
        site = Path(config.site_dir)
        plugin: Any = config.plugins["curso"]
        # MkDocs keeps its plugins from one build of a process to the next.
        plugin.given, plugin.pictured = course, None
        keeper = Keeper(root, config)
        plugin.heard = keeper.heard
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build.build(config)
        config.plugins.on_shutdown()
    keeper.finish(site)


Heard = Callable[[Path, Any, Any, str], Any]


def render(provenance: Provenance, shown: Mapping[str, tuple[str, Any]], sources: set[str], hear: Heard) -> list[Any]:
    """Have MkDocs render the pages SOURCES alone, beside the site; what HEAR makes of each.

    SHOWN has the title and the metadata of every page, which MkDocs would have to read the others for.
    """
    from mkdocs.commands.build import _build_page, _populate_page
    from mkdocs.config import load_config
    from mkdocs.structure.files import get_files, set_exclusions
    from mkdocs.structure.nav import get_navigation
    from mkdocs.structure.pages import Page

    root = provenance.course.root
    config = load_config(str(root / "mkdocs.yml"))
    plugin: Any = config.plugins["curso"]
    plugin.given, plugin.pictured = provenance.course, dict.fromkeys(provenance.course.diagrams, (b"", ""))
    heard: list[Any] = []
    plugin.heard = lambda page, output: heard.append(hear(root, config, page, output))
    config.plugins.on_startup(command="build", dirty=False)
    config = config.plugins.on_config(config)
    config.plugins.on_pre_build(config=config)
    files = get_files(config)
    env = config.theme.get_env()
    files.add_files_from_theme(env, config)
    files = config.plugins.on_files(files, config=config)
    set_exclusions(files, config)
    navigation = config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
    plugin.provenance.titles.update(provenance.titles)
    pages = [file.page or Page(None, file, config) for file in files.documentation_pages()]
    chosen = [page for page in pages if page.file.src_uri in sources]
    for page in pages:
        if page not in chosen:
            page.title, page.meta = shown[page.file.src_uri]
    for page in chosen:
        _populate_page(page, config, files)
    env = config.plugins.on_env(env, config=config, files=files)
    for page in chosen:
        _build_page(page, config, files.documentation_pages(), navigation, env)
    return heard


def _speak() -> None:
    """Let MkDocs tell warnings."""
    logger = logging.getLogger("mkdocs")
    logger.setLevel(logging.WARNING)
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
        logger.addHandler(handler)
