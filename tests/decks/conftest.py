"""A small registry, decks given as text, and fresh collections of the real Anki backend."""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest
from anki.collection import Collection, ImportAnkiPackageRequest

from decks.anki import write_package
from decks.cards import Deck, FilledCard, fill, read_deck
from macros.facts.registry import read_registry
from macros.figures import Figures
from macros.words import Vocabulary

REGISTRY, PROBLEMS = read_registry(
    {
        "docs/datos/cosas.yaml": """
olla:
  name: Olla
  facts:
    memory: {name: memoria, value: 32 GB, also_read_as: GiB, source: maker, verified: quoted}
    words: {name: enfriamiento, value: "líquido & <frío>", source: maker, verified: quoted}
convention:
  name: Convención
  facts:
    B: {value: 10^9, source: norm, verified: convention}
""",
        "docs/datos/sources.yaml": """
maker: {title: Hoja <1>, publisher: Fábrica & Cía, url: https://example.org/a, language: en}
norm: {title: Norma, publisher: Instituto, url: https://example.org/b}
""",
    }
)
VOCABULARY = Vocabulary(Figures(REGISTRY), frozenset({"dibujo"}))
HEAD = "title: Prueba\ncourse: prueba\ndeck: Prueba::Uno\ndid: 1999999999\ncards:\n"
# The smallest PNG there is.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def deck_text(cards: str) -> str:
    """The YAML of a deck with CARDS."""
    return HEAD + indent(dedent(cards).strip("\n"), "  ") + "\n"


def filled_deck(cards: str) -> tuple[Deck, tuple[FilledCard, ...]]:
    """The deck with CARDS, filled; it must be in order."""
    deck, problems = read_deck("decks/prueba.yaml", deck_text(cards))
    assert problems == []
    assert deck is not None
    filled, found = fill(deck, VOCABULARY)
    assert found == []
    return deck, filled


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    anki = Collection(str(tmp_path / "collection.anki2"))
    yield anki
    anki.close()


@pytest.fixture
def take(collection: Collection, tmp_path: Path) -> Callable[..., object]:
    """Import the deck with CARDS into the collection, with default options; what the import says it did."""

    def taken(cards: str, times: dict[str, int] | None = None, picture: bytes = PICTURE):
        deck, filled = filled_deck(cards)
        path = tmp_path / "prueba.apkg"
        write_package(deck, filled, {"dibujo": (picture, 'Un «dibujo» "así"')}, REGISTRY.sources, path, times or {})
        return imported(collection, path)

    return taken


def imported(collection: Collection, path: Path):
    """What the import of PATH with default options says it did."""
    options = collection._backend.get_import_anki_package_presets()
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options)).log
