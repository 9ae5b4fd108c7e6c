"""A course read whole from its folder: facts, pages, decks and diagrams, and the ledger of who reads what."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from decks.cards import Deck, FilledCard, read_deck
from decks.cards import fill as fill_deck
from diagrams.words import Diagram, FilledDiagram, read_diagrams
from diagrams.words import fill as fill_diagram
from macros.facts.changes import Entry, read_changes
from macros.facts.registry import Registry, read_registry
from macros.figures import Figure, Figures
from macros.ledger import Ledger, Use
from macros.problems import Place, Problem
from macros.site.pages import PageReading, Placed, said_words
from macros.words import Piece, Said, Vocabulary


@dataclass(frozen=True, slots=True)
class Known:
    """A figure that need not be worked: how it is shown, its exact value with its unit, and the names it reads."""

    shown: str
    exact: str
    numbers: Sequence[int]
    names: Sequence[str]

    @property
    def reads(self) -> tuple[str, ...]:
        """What the figure rests on."""
        return tuple(self.names[number] for number in self.numbers)


@dataclass(frozen=True)
class Course:
    """All that a course says, read once.

    `known` has the figures that need not be worked.
    """

    root: Path
    registry: Registry = field(default_factory=Registry)
    vocabulary: Vocabulary = field(default_factory=lambda: Vocabulary(Figures(Registry())))
    pages: tuple[PageReading, ...] = ()
    decks: Mapping[str, Deck] = field(default_factory=dict)
    cards: Mapping[str, tuple[FilledCard, ...]] = field(default_factory=dict)
    diagrams: Mapping[str, FilledDiagram] = field(default_factory=dict)
    drawings: Mapping[str, Diagram] = field(default_factory=dict)
    changes: tuple[Entry, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    known: Mapping[str, Known] = field(default_factory=dict)

    @property
    def figures(self) -> Figures:
        """The figures of the course."""
        return self.vocabulary.figures

    def resting_on(self, fact: str) -> list[str]:
        """The figures that read FACT, itself left out."""
        return [name for name in self.ledger.names if name != fact and fact in self._facts(name)]

    def _facts(self, figure: str) -> Sequence[str]:
        return self.known[figure].reads if figure in self.known else self.figures.work(figure).facts


def in_order(course: Course, sources: Iterable[str]) -> Course:
    """COURSE with its pages, and what they read, in the order of SOURCES (paths from `docs`); the rest come after."""
    order = {f"docs/{source}": number for number, source in enumerate(sources)}
    pages = sorted(course.pages, key=lambda page: order.get(page.path, len(order)))
    uses = sorted(course.ledger.uses, key=lambda use: order.get(use.place.path, len(order)))
    return replace(course, pages=tuple(pages), ledger=replace(course.ledger, uses=tuple(uses)))


def files(root: Path, folder: str) -> list[str]:
    """The paths from ROOT of the files under FOLDER, sorted, with `/` on every system."""
    found = []
    for inside, _, names in os.walk(root / folder):
        prefix = inside[len(str(root)) + 1 :].replace(os.sep, "/")
        found += [f"{prefix}/{name}" for name in names]
    return sorted(found)


def strays(root: Path) -> Iterator[Problem]:
    """Each symbolic link in the folders of the course in ROOT, which could publish what is not of it; unread data."""
    for folder in ("docs", "decks", "diagrams"):
        data = "docs/datos" if folder == "docs" else folder
        for path in files(root, data):
            if path.endswith(".yml") or (path.endswith(".yaml") and path.rpartition("/")[0] != data):
                hint = "póngalo en la carpeta misma, con la terminación .yaml"
                yield Problem(Place(path), "E017", "este archivo de datos no se lee", hint)
        for inside, folders, names in os.walk(root / folder):
            for name in (*folders, *names):
                entry = Path(inside, name)
                if entry.is_symlink():
                    hint = "ponga aquí el archivo mismo: un enlace publicaría lo que está en otra parte"
                    yield Problem(Place(entry.relative_to(root).as_posix()), "E016", "es un enlace simbólico", hint)


def texts(root: Path, folder: str, ending: str, problems: list[Problem] | None = None) -> dict[str, str]:
    """The files whose names have that ENDING: path from ROOT, and text; what is no text goes to PROBLEMS.

    Data lies in FOLDER itself, pages (`.md`) at any depth.
    """
    found = {}
    for name in files(root, folder):
        if (
            not name.endswith(ending)
            or (root / name).is_symlink()
            or (ending != ".md" and name.rpartition("/")[0] != folder)
        ):
            continue
        try:
            found[name] = (root / name).read_text("utf-8-sig")
        except UnicodeDecodeError as error:
            line = (root / name).read_bytes()[: error.start].count(b"\n") + 1
            hint = "guárdelo en el editor con codificación UTF-8"
            if problems is not None:
                problems.append(Problem(Place(name, line), "E015", "este archivo no está en UTF-8", hint))
    return found


OWN_MACROS = "main.py"


def own_macros(root: Path) -> frozenset[str]:
    """The names that the author's own module of macros mentions, if there is one."""
    module = root / OWN_MACROS
    return frozenset(re.findall(r"[A-Za-z_]\w*", module.read_text("utf-8"))) if module.exists() else frozenset()


Recall = Callable[["Course", str, str], PageReading | None]


def load(root: Path, recall: Recall | None = None) -> tuple[Course, list[Problem]]:
    """The course in the folder ROOT, and every problem found while reading it; RECALL may know a page already."""
    problems: list[Problem] = list(strays(root))
    registry, found = read_registry(texts(root, "docs/datos", ".yaml", problems))
    problems += found
    drawings, found = read_diagrams(texts(root, "diagrams", ".yaml", problems))
    problems += found
    read = {path: read_deck(path, text) for path, text in texts(root, "decks", ".yaml", problems).items()}
    problems += [problem for _, found in read.values() for problem in found]
    decks = {Path(path).stem: deck for path, (deck, _) in read.items() if deck is not None}
    groups = {name: frozenset(card.group for card in deck.cards) for name, deck in decks.items()}
    vocabulary = Vocabulary(Figures(registry), frozenset(drawings), groups, own_macros(root))

    cards, diagrams = {}, {}
    for name, deck in decks.items():
        cards[name], found = fill_deck(deck, vocabulary)
        problems += found
    for name, diagram in drawings.items():
        diagrams[name], found = fill_diagram(diagram, vocabulary)
        problems += found
    changes: tuple[Entry, ...] = ()
    for path, text in texts(root, "docs/datos", "/cambios.yaml").items():
        changes, found = read_changes(path, text)
        problems += found
    course = Course(root, registry, vocabulary, (), decks, cards, diagrams, drawings, changes)
    pages = []
    for path, text in texts(root, "docs", ".md", problems).items():
        known = recall(course, path, text) if recall else None
        page, found = (known, []) if known else read_page(course, path, text)
        pages.append(page)
        problems += found
    uses = (use for group in (*(page.uses for page in pages), _beside(course)) for use in group)
    return replace(course, pages=tuple(pages), ledger=Ledger(tuple(uses), course.figures)), problems


def read_page(course: Course, path: str, text: str) -> tuple[PageReading, list[Problem]]:
    """The page TEXT of the file PATH, with what it uses and reads of COURSE, and every problem of its words."""
    spoken, problems = said_words(path, text, course.vocabulary)
    source = path.removeprefix("docs/")
    uses = tuple(
        Use("premise" if placed.said.word == "claim" else "page", source, placed.place, figure.id)
        for placed in spoken
        for figure in figures_said(course, placed.said)
    )
    words = frozenset(placed.said.word for placed in spoken)
    return PageReading(path, source, text, words, uses, frozenset(_read(course, spoken)), lambda: spoken), problems


def _read(course: Course, spoken: tuple[Placed, ...]) -> Iterator[str]:
    """What SPOKEN rests on: facts, and the names of sources, decks and diagrams; `every` for what tells it all."""
    for placed in spoken:
        said = placed.said
        if said.word in {"figures", "changes", "glossary"} or (said.word, said.name) == ("sources", "every"):
            yield "every"
        if said.word in {"cards", "practice", "diagram"}:
            yield f"{'diagram' if said.word == 'diagram' else 'deck'}:{said.name}"
        elif said.word == "sources":
            yield from (f"source:{key}" for key in said.options)
        for figure in figures_said(course, said):
            yield from read_by(figure)


def read_by(figure: Figure) -> Iterator[str]:
    """What FIGURE rests on: facts, conventions, and the names of sources."""
    yield from figure.facts
    yield from figure.conventions
    yield from (f"source:{key}" for key in figure.sources)


def _beside(course: Course) -> Iterator[Use]:
    """Every figure that a card or a diagram reads, with who reads it and where."""
    for name, cards in course.cards.items():
        for card in cards:
            for figure in figures_in(card.pieces):
                yield Use("card", f"{name}#{card.id}", card.place, figure.id)
    for name, diagram in course.diagrams.items():
        for figure in figures_in(diagram.pieces):
            yield Use("diagram", name, diagram.place, figure.id)


def figures_said(course: Course, said: Said) -> Iterator[Figure]:
    """The figures that what was said shows: its own, those that it compares, those of its cards or its diagram."""
    if said.word == "cards":
        for card in course.cards[said.name]:
            if card.group in said.options:
                yield from figures_in(card.pieces)
    elif said.word == "practice":
        for card in course.cards[said.name]:
            yield from figures_in(card.pieces)
    elif said.word == "glossary":
        for card in chain.from_iterable(course.cards.values()):
            if defines(card):
                yield from figures_in(card.back)
    elif said.word == "diagram":
        yield from figures_in(course.diagrams[said.name].pieces)
    else:
        yield from figures_in((said,))


def defines(card: FilledCard) -> bool:
    """Whether CARD is a term with its definition, and no question."""
    text = "".join(piece for piece in card.front if isinstance(piece, str))
    return card.card.type == "basic" and len(card.front) == 1 and not re.search(r"[¿?$`{]", text)


def figures_in(pieces: tuple[Piece, ...]) -> Iterator[Figure]:
    """The figures among PIECES, those of comparisons included."""
    for piece in pieces:
        if isinstance(piece, Said) and piece.figure:
            yield piece.figure
        if isinstance(piece, Said) and piece.outcome:
            yield piece.outcome.left
            yield piece.outcome.right


def page_figures(course: Course, spoken: Iterable[Said]) -> tuple[Figure, ...]:
    """The figures that a page shows, in order, each once; those of its premises are not shown."""
    shown = [figure for said in spoken if said.word != "claim" for figure in figures_said(course, said)]
    return tuple({figure.id: figure for figure in shown}.values())


def page_sources(figures: Iterable[Figure], names: Iterable[str]) -> tuple[str, ...]:
    """The sources of FIGURES in order, then those that the page NAMES, each once."""
    return tuple(dict.fromkeys([key for figure in figures for key in figure.sources] + list(names)))
