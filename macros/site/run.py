"""MkDocs run by the command: build and serve, with the exit status of the contract."""

import logging
import shutil
from pathlib import Path

import click
from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError, ConfigurationError
from pymdownx.snippets import SnippetMissingError

_KNOWN = (Abort, BuildError, ConfigurationError, SnippetMissingError)


def build(root: Path, *, quiet: bool, clean: bool = False) -> int:
    """Build the site of the course in ROOT; 0, or 1 with the reasons told and the old site as it was."""
    _speak(logging.WARNING)
    if clean:
        shutil.rmtree(root / ".cache", ignore_errors=True)
    try:
        config = load_config(str(root / "mkdocs.yml"))
        site = Path(config.site_dir)
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build.build(config)
        config.plugins.on_shutdown()
    except _KNOWN as error:
        _tell(error)
        return 1
    if not quiet:
        click.echo(f"Listo: abra {site / 'index.html'}")
    return 0


def serve(root: Path, address: str) -> int:
    """Serve the site of the course in ROOT at ADDRESS until it is stopped."""
    _speak(logging.INFO)
    try:
        mkdocs_serve.serve(str(root / "mkdocs.yml"), dev_addr=address)
    except _KNOWN as error:
        _tell(error)
        return 1
    return 0


def _tell(error: Exception) -> None:
    """The reasons of a stop, as they are, on standard error."""
    click.echo(str(error), err=True)


def _speak(level: int) -> None:
    """Let MkDocs tell warnings (and, at INFO, what it does)."""
    logger = logging.getLogger("mkdocs")
    logger.setLevel(level)
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
        logger.addHandler(handler)
