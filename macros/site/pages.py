"""A page as its author wrote it: its words, where each stands, and what each gives."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from macros.ledger import Use
from macros.problems import Fault, Place, Problem
from macros.spoken import OPEN, words_in
from macros.words import Said, Vocabulary


@dataclass(frozen=True, slots=True)
class Placed:
    """What a word gave, and the place of the word."""

    place: Place
    said: Said


@dataclass(frozen=True)
class PageReading:
    """A page: its path in the course and in `docs/`, which words it says, which figures it uses, and what it reads.

    `reads` has the ids of facts, and `source:`, `deck:` and `diagram:` names. `say` gives its words in order. A page
    that was `checked` before, and reads nothing that has changed since, need not be checked again.
    """

    path: str
    source: str
    text: str = ""
    words: frozenset[str] = frozenset()
    uses: tuple[Use, ...] = ()
    reads: frozenset[str] = frozenset()
    say: Callable[[], tuple[Placed, ...]] = tuple
    checked: bool = False

    @cached_property
    def spoken(self) -> tuple[Placed, ...]:
        """The words of the page, said."""
        return self.say()


def said_words(path: str, text: str, vocabulary: Vocabulary) -> tuple[tuple[Placed, ...], list[Problem]]:
    """The words of the page TEXT of the file PATH, said, and every problem of theirs."""
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
    return tuple(spoken), problems


# Stands for the bracket of an opening that is not a word, while the macros plugin runs.
BRACKET = "\ue003"


def marked(markdown: str, vocabulary: Vocabulary, keep: Callable[[Said], str]) -> str:
    """MARKDOWN with the mark, from KEEP, of what each plain word gives; the rest stays open to the macros plugin."""
    pieces, at = [], 0
    for word in words_in(markdown):
        said = vocabulary.say(word)
        pieces += [markdown[at : word.start].replace(OPEN, BRACKET + "=")]
        pieces.append(keep(said) if said else markdown[word.start : word.end])
        at = word.end
    return "".join([*pieces, markdown[at:].replace(OPEN, BRACKET + "=")])


def unshielded(markdown: str) -> str:
    """MARKDOWN with its shielded brackets back."""
    return markdown.replace(BRACKET, "[")
