"""A page as its author wrote it: its words, where each stands, and what each gives."""

import re
from dataclasses import dataclass

from macros.problems import Fault, Place, Problem
from macros.spoken import OPEN, words_in
from macros.words import Said, Vocabulary


@dataclass(frozen=True, slots=True)
class Placed:
    """What a word gave, and the place of the word."""

    place: Place
    said: Said


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page read: its path in the course, its path in `docs/`, and its words in order."""

    path: str
    source: str
    text: str = ""
    spoken: tuple[Placed, ...] = ()


def read_page(path: str, text: str, vocabulary: Vocabulary) -> tuple[PageReading, list[Problem]]:
    """The page TEXT of the file PATH with its words said, and every problem of theirs."""
    start = Place(path)
    spoken: list[Placed] = []
    problems: list[Problem] = []
    try:
        for word in words_in(text):
            try:
                said = vocabulary.say(word)
            except Fault as fault:
                problems.append(fault.at(start, text))
                continue
            if said is not None:
                spoken.append(Placed(start.shifted(text, word.start), said))
    except Fault as fault:
        problems.append(fault.at(start, text))
    return PageReading(path, path.removeprefix("docs/"), text, tuple(spoken)), problems


# Stands for the bracket of an opening that is not a word, while the macros plugin runs.
BRACKET = "\ue003"


def shielded(markdown: str) -> str:
    """MARKDOWN with every `[=` that is no word made invisible to the macros plugin; the length stays."""
    words = {word.start for word in words_in(markdown)}
    if markdown.count(OPEN) == len(words):
        return markdown
    return re.sub(r"\[=", lambda match: OPEN if match.start() in words else BRACKET + "=", markdown)


def unshielded(markdown: str) -> str:
    """MARKDOWN with its shielded brackets back."""
    return markdown.replace(BRACKET, "[")
