"""Cards as an Anki package: frozen note types, permanent identities, and the same bytes from the same cards.

A student imports a corrected deck over the old one and loses nothing, because a note keeps its guid
(`<course>:<id>`), note types keep the ids of their fields, and a note's time moves only with its content.
"""

import io
import tempfile
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from decks.cards import Deck, FilledCard
from decks.fields import FIELDS, GAP_FIELDS, Images, image_name, note_fields
from decks.style import (
    CARD_BACK,
    CARD_FRONT,
    GAP_BACK,
    GAP_FRONT,
    REVERSE_BACK,
    REVERSE_FRONT,
    STYLE,
)
from macros.facts.registry import Source

# The time of every note that the ledger does not date: 2026-01-01T00:00:00Z. Anki updates a note only when its time
# has moved, and mends times that are still to come; so it lies before the first release and never moves.
FIRST_TIME = 1_767_225_600
CARD_TYPE, GAP_TYPE = 1_728_300_101, 1_728_300_102
NO_TIMES: Mapping[str, int] = MappingProxyType({})


def guid(deck: Deck, card: FilledCard) -> str:
    """The permanent identity of the note of CARD."""
    return f"{deck.course}:{card.id}"


def tags(card: FilledCard) -> list[str]:
    """The tags of the note of CARD, sorted: its group and its topics, under `curso::`."""
    group = {"course": "leccion"}.get(card.group, card.group)
    return sorted({f"curso::grupo::{group}", *(f"curso::tema::{tag}" for tag in card.card.tags)})


def fingerprints(
    deck: Deck, filled: Iterable[FilledCard], images: Images, sources: Mapping[str, Source]
) -> dict[str, str]:
    """What a ledger compares to date its entries: a hash of each note by guid, of each note type by `type:<number>`.

    A note whose hash has not changed keeps its time, and what students wrote in it; a changed one takes a later time.
    """
    prints = {}
    for card in filled:
        kind = GAP_TYPE if card.card.type == "cloze" else CARD_TYPE
        prints[guid(deck, card)] = _hash(str(kind), *note_fields(deck.course, card, images, sources), *tags(card))
    looks = {CARD_TYPE: (CARD_FRONT, CARD_BACK, REVERSE_FRONT, REVERSE_BACK), GAP_TYPE: (GAP_FRONT, GAP_BACK)}
    return prints | {f"type:{number}": _hash(STYLE, *templates) for number, templates in looks.items()}


def _hash(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()


def write_package(
    deck: Deck,
    filled: Iterable[FilledCard],
    images: Images,
    sources: Mapping[str, Source],
    path: Path,
    times: Mapping[str, int] = NO_TIMES,
) -> None:
    """Write the deck as an Anki package to PATH: whole, or not at all.

    IMAGES has the PNG and the alternative text of each diagram; TIMES the time (seconds) of each note by its guid,
    and of a note type by `type:<number>`; what it does not name has FIRST_TIME.
    """
    content = package(deck, filled, images, sources, times)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def package(
    deck: Deck,
    filled: Iterable[FilledCard],
    images: Images,
    sources: Mapping[str, Source],
    times: Mapping[str, int] = NO_TIMES,
) -> bytes:
    """The Anki package of the deck; the same bytes wherever and whenever, for one version of SQLite."""
    import genanki

    cards = tuple(filled)
    _prove_identities(deck, cards)
    anki = genanki.Deck(deck.did, deck.deck)
    with warnings.catch_warnings(), _scratch() as folder:
        # What genanki warns of (markup that was not escaped) would be a fault of ours.
        warnings.simplefilter("error", UserWarning)
        for note in _notes(deck, cards, images, sources, times):
            anki.add_note(note)
        media = _written_images(deck, cards, images, folder)
        raw = io.BytesIO()
        genanki.Package(anki, media).write_to_file(raw, timestamp=FIRST_TIME)
    return _repacked(raw)


def _prove_identities(deck: Deck, cards: Iterable[FilledCard]) -> None:
    """Raise where two cards have one guid: Anki would keep both, and update only one of them ever after."""
    seen: set[str] = set()
    for card in cards:
        name = guid(deck, card).lower()
        if name in seen:
            raise ValueError(f"two cards have the guid {guid(deck, card)!r}")
        seen.add(name)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder that is gone afterwards; temporary files land in it, for genanki leaves its database behind."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        try:
            yield Path(folder)
        finally:
            tempfile.tempdir = before


def _note_types(times: Mapping[str, int]) -> tuple[Any, Any]:
    """The two frozen note types: cards with a front and a back, and texts with gaps."""
    import genanki

    class Timed(genanki.Model):  # type: ignore[misc] # genanki has no types
        """A note type whose time is its own and not the build's, so that a student's own style survives."""

        def to_json(self, timestamp: float, deck_id: int) -> dict[str, Any]:
            return dict(super().to_json(times.get(f"type:{self.model_id}", FIRST_TIME), deck_id))

    card = Timed(
        CARD_TYPE,
        "Curso·Tarjeta",
        fields=_fields(FIELDS, CARD_TYPE),
        templates=[
            {"name": "Directa", "id": CARD_TYPE * 100 + 51, "qfmt": CARD_FRONT, "afmt": CARD_BACK},
            {"name": "Inversa", "id": CARD_TYPE * 100 + 52, "qfmt": REVERSE_FRONT, "afmt": REVERSE_BACK},
        ],
        css=STYLE,
    )
    gap = Timed(
        GAP_TYPE,
        "Curso·Hueco",
        fields=_fields(GAP_FIELDS, GAP_TYPE),
        model_type=genanki.Model.CLOZE,
        templates=[{"name": "Hueco", "id": GAP_TYPE * 100 + 51, "qfmt": GAP_FRONT, "afmt": GAP_BACK}],
        css=STYLE,
    )
    return card, gap


def _fields(names: Iterable[str], base: int) -> list[dict[str, object]]:
    """Fields with permanent ids, so that renaming one later does not split the note type."""
    return [{"name": name, "id": base * 100 + at, "font": "sans-serif", "size": 20} for at, name in enumerate(names, 1)]


def _notes(
    deck: Deck, cards: Iterable[FilledCard], images: Images, sources: Mapping[str, Source], times: Mapping[str, int]
) -> Iterator[Any]:
    """The notes of CARDS, each with its own time, new ones to be learned in the order of the course."""
    import genanki

    class Timed(genanki.Note):  # type: ignore[misc] # genanki has no types
        """A note with a time of its own."""

        def write_to_db(self, cursor: Any, timestamp: float, deck_id: int, id_gen: Any) -> None:
            super().write_to_db(cursor, times.get(self.guid, FIRST_TIME), deck_id, id_gen)

    card_type, gap_type = _note_types(times)
    for position, card in enumerate(cards, 1):
        yield Timed(
            model=gap_type if card.card.type == "cloze" else card_type,
            fields=note_fields(deck.course, card, images, sources),
            guid=guid(deck, card),
            tags=tags(card),
            due=position,
        )


def _written_images(deck: Deck, cards: Iterable[FilledCard], images: Images, folder: Path) -> list[str]:
    """The pictures that CARDS show, written to FOLDER under their permanent names."""
    files = []
    for diagram in sorted({card.card.diagram for card in cards} & images.keys()):
        picture, _ = images[diagram]
        target = folder / image_name(deck.course, diagram, picture)
        target.write_bytes(picture)
        files.append(str(target))
    return files


def _repacked(raw: io.BytesIO) -> bytes:
    """The same archive, entries sorted and compressed, without the time and the machine of its making."""
    fixed = io.BytesIO()
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(fixed, "w") as target:
        for name in sorted(source.namelist()):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            target.writestr(entry, source.read(name), compresslevel=9)
    return fixed.getvalue()
