"""Short marks that stand for what a word gave, from the Markdown until the page's HTML is there.

A mark is a number and the plain text of the word between three private characters; the text keeps
titles, the table of contents and the search index right, the number leads to what was said.
"""

import json
import re
from collections.abc import Callable, Sequence

from macros.words import Said

_START, _TEXT, _END = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_START}(\\d+){_TEXT}([^{_END}]*){_END}")
_BLOCK = re.compile(f"<p>{_START}(\\d+){_TEXT}{_END}</p>")
_IN_JSON = re.compile(r"\\ue000(\d+)\\ue001(.*?)\\ue002")


def mark(number: int, said: Said) -> str:
    """The mark of what was SAID, kept under NUMBER."""
    text = "" if said.block else said.text
    return f"{_START}{number}{_TEXT}{text}{_END}"


def marked(text: str) -> bool:
    """Whether there is a mark in TEXT."""
    return _START in text


def unmarked(text: str) -> str:
    """TEXT without its marks and what stands in them."""
    return " ".join(_MARK.sub("", text).split())


def plain(text: str) -> str:
    """TEXT with the plain text of its marks in their place."""
    return _MARK.sub(lambda match: match[2], text)


def plain_json(text: str) -> str:
    """A JSON text with the plain text of its marks in their place."""
    return _IN_JSON.sub(lambda match: match[2], plain(text))


def said_again(text: str, texts: Sequence[str]) -> str:
    """A JSON text in ASCII with TEXTS, by their numbers, as the plain text of its marks."""
    return _IN_JSON.sub(lambda match: match[0].replace(match[2], json.dumps(texts[int(match[1])])[1:-1]), text)


def filled(html: str, set_said: Callable[[int], str]) -> str:
    """HTML with each mark replaced by what SET_SAID gives for its number; one alone in a paragraph takes its place."""
    html = _BLOCK.sub(lambda match: set_said(int(match[1])), html)
    return _MARK.sub(lambda match: set_said(int(match[1])), html)
