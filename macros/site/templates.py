"""The templates of a page: how they print what they are given, and where they are kept compiled."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from macros import spanish

THEME = Path(__file__).parent / "theme"


@cache
def templates() -> Any:
    """The macros of `words.html`."""
    environment = Environment(
        loader=FileSystemLoader(THEME),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_compiled(),
        finalize=_tied,
    )
    environment.filters["capitalized"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template("words.html").module


def _tied(printed: object) -> object:
    """What a template prints; a plain text with its numbers on the line of their units."""
    return spanish.tied(printed) if type(printed) is str else printed


def _compiled() -> FileSystemBytecodeCache | None:
    """Where the templates are kept compiled, as Python keeps its modules; None where nothing may be written."""
    folder = THEME.parent / "__pycache__"
    if sys.dont_write_bytecode or not os.access(THEME.parent, os.W_OK):
        return None
    folder.mkdir(exist_ok=True)
    return FileSystemBytecodeCache(str(folder))
