"""Cards as an Anki package: frozen note types, permanent identities, and the same bytes from the same cards.

A student imports a corrected deck over the old one and loses nothing, because a note keeps its guid
(`<course>:<id>`), note types keep the ids of their fields, and a note's time moves only with its content.
"""

import html
import re
import tempfile
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from decks.cards import Deck, FilledCard
from decks.style import CARD, CARD_BACK, CARD_FRONT, CLOZE, CLOZE_BACK, CLOZE_FRONT, REVERSE_BACK, REVERSE_FRONT
from macros.facts.registry import Source
from macros.words import Piece, Said

# The time of every note until the accepted state has one for it: 2026-12-01T00:00:00Z.
FIRST_TIME = 1_796_083_200
CARD_TYPE, CLOZE_TYPE = 1_728_300_101, 1_728_300_102
FIELDS = ("ID", "Frente", "Dorso", "Figura", "Detalle", "Fuente", "Inversa", "Escribir", "Estado", "R1", "R2", "R3")
CLOZE_FIELDS = ("ID", "Texto", "Extra", "Figura", "Fuente", "Estado", "R1", "R2", "R3")

Images = Mapping[str, tuple[bytes, str]]


def rendered(pieces: Iterable[Piece]) -> str:
    """A text as the HTML of a field: escaped, `$…$` as Anki's mathematics, code kept as code, NFC."""
    text = "".join(_piece(piece) for piece in pieces)
    return unicodedata.normalize("NFC", text)


def _piece(piece: Piece) -> str:
    if isinstance(piece, Said):
        return rf"\({html.escape(piece.tex, quote=False)}\)" if piece.tex else html.escape(piece.text, quote=False)
    parts = re.split(r"(`[^`]+`|(?<![\\$\w])\$(?![\s\d])[^$\n]+?(?<!\s)\$(?!\w))", piece)
    return "".join(_part(part) for part in parts)


def _part(part: str) -> str:
    if part.startswith("`") and part.endswith("`") and len(part) > 2:
        return f"<code>{html.escape(part[1:-1], quote=False)}</code>"
    if part.startswith("$") and part.endswith("$") and len(part) > 2:
        return rf"\({html.escape(part[1:-1], quote=False)}\)"
    return html.escape(part, quote=False)


def hidden(pieces: Iterable[Piece]) -> str:
    """A text with gaps: what closes a gap by accident inside it (`}}`, `::`) is parted."""

    def parted(match: re.Match[str]) -> str:
        inner = match[2].replace("}}", "} }").replace("::", "&#58;&#58;")
        return f"{match[1]}{inner}}}}}"

    text = rendered(pieces)
    return re.sub(r"(\{\{c\d+::)(.*?)\}\}(?=[^}]|$)", parted, text, flags=re.DOTALL)


def image_name(course: str, diagram: str, picture: bytes) -> str:
    """The name of a picture in the collection: it changes with the picture, so that a new one is delivered."""
    return f"{course}-{diagram}-{sha256(picture).hexdigest()[:16]}.png"


def _figure(course: str, card: FilledCard, images: Images) -> str:
    if card.diagram not in images:
        return ""
    picture, alt = images[card.diagram]
    return f'<img src="{image_name(course, card.diagram, picture)}" alt="{html.escape(alt)}">'


def _sources(card: FilledCard, sources: Mapping[str, Source]) -> str:
    """The sources of the figures of a card, one a line."""
    figures = [piece.figure for piece in card.pieces if isinstance(piece, Said) and piece.figure]
    keys = dict.fromkeys(key for figure in figures for key in figure.sources)
    lines = [f"<cite>{html.escape(sources[key].title)}</cite>, {html.escape(sources[key].publisher)}" for key in keys]
    return "<br>".join(lines)


def _detail(card: FilledCard) -> str:
    """What the author adds, and how each computed figure of the card comes about."""
    parts = [rendered(card.detail)] if card.detail else []
    figures = [piece.figure for piece in card.pieces if isinstance(piece, Said) and piece.figure]
    for figure in {figure.id: figure for figure in figures if figure.kind == "DERIVED"}.values():
        worked = rf"\({figure.steps}\) = {html.escape(figure.display)}" if figure.steps else ""
        parts.append(f"{html.escape(figure.says[:1].upper() + figure.says[1:])}: {worked}")
    return "<br>".join(parts)


def note_fields(course: str, card: FilledCard, images: Images, sources: Mapping[str, Source]) -> list[str]:
    """The fields of the note of CARD, in the order of its note type."""
    figure, source, detail = _figure(course, card, images), _sources(card, sources), _detail(card)
    if card.type == "cloze":
        extra = "<br>".join(part for part in (rendered(card.back), detail) if part)
        return [card.id, hidden(card.front), extra, figure, source, "", "", "", ""]
    typed = _plain(card.back) if card.type == "typed" else ""
    back = rendered(card.back)
    return [
        card.id,
        rendered(card.front),
        back,
        figure,
        detail,
        source,
        "1" if card.reverse else "",
        typed,
        "",
        "",
        "",
        "",
    ]


def _plain(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text if isinstance(piece, Said) else piece for piece in pieces)


def _fields(names: Iterable[str], base: int) -> list[dict[str, object]]:
    """Fields with permanent ids, so that renaming one later does not split the note type."""
    return [{"name": name, "id": base * 100 + at, "font": "sans-serif", "size": 20} for at, name in enumerate(names, 1)]


def _note_types(times: Mapping[str, int]) -> tuple[Any, Any]:
    """The two frozen note types: cards with a front and a back, and texts with gaps."""
    import genanki

    class Timed(genanki.Model):  # type: ignore[misc]
        """A note type whose time is its own and not the build's."""

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
        css=CARD,
    )
    cloze = Timed(
        CLOZE_TYPE,
        "Curso·Hueco",
        fields=_fields(CLOZE_FIELDS, CLOZE_TYPE),
        model_type=genanki.Model.CLOZE,
        templates=[{"name": "Hueco", "id": CLOZE_TYPE * 100 + 51, "qfmt": CLOZE_FRONT, "afmt": CLOZE_BACK}],
        css=CLOZE,
    )
    return card, cloze


def _notes(
    deck: Deck, cards: Iterable[FilledCard], images: Images, sources: Mapping[str, Source], times: Mapping[str, int]
) -> list[Any]:
    """The notes of CARDS, in the order of the course, each with its own time."""
    import genanki

    class Timed(genanki.Note):  # type: ignore[misc]
        """A note with a time of its own."""

        time = FIRST_TIME

        def write_to_db(self, cursor: Any, timestamp: float, deck_id: int, id_gen: Any) -> None:
            super().write_to_db(cursor, self.time, deck_id, id_gen)

    card_type, cloze_type = _note_types(times)
    notes = []
    for position, card in enumerate(cards, 1):
        guid = f"{deck.course}:{card.id}"
        tags = [f"curso::tema::{tag}" for tag in card.tags] + [f"curso::grupo::{card.group}"]
        note_type = cloze_type if card.type == "cloze" else card_type
        note = Timed(
            model=note_type,
            fields=note_fields(deck.course, card, images, sources),
            guid=guid,
            tags=tags,
            sort_field=card.id,
            due=position,
        )
        note.time = times.get(guid, FIRST_TIME)
        notes.append(note)
    return notes


def write_package(
    deck: Deck,
    cards: Iterable[FilledCard],
    images: Images,
    sources: Mapping[str, Source],
    path: Path,
    times: Mapping[str, int] | None = None,
) -> None:
    """Write the deck as an Anki package to PATH: whole, or not at all; the same bytes from the same cards.

    IMAGES has the PNG and the alternative text of each diagram; TIMES the time of each note by its guid.
    """
    import genanki

    chosen = tuple(cards)
    anki = genanki.Deck(deck.deck_id, deck.deck)
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as scratch:
        warnings.simplefilter("error")
        for note in _notes(deck, chosen, images, sources, times or {}):
            anki.add_note(note)
        package = genanki.Package(anki)
        package.media_files = _written_images(deck, chosen, images, Path(scratch))
        raw, fixed = Path(scratch) / "raw.apkg", path.with_suffix(".part")
        _write_raw(package, raw, Path(scratch))
        _repack(raw, fixed)
    fixed.replace(path)


def _written_images(deck: Deck, cards: Iterable[FilledCard], images: Images, folder: Path) -> list[str]:
    """The pictures that CARDS show, written to FOLDER under their permanent names."""
    files = []
    for diagram in sorted({card.diagram for card in cards if card.diagram in images}):
        picture = images[diagram][0]
        target = folder / image_name(deck.course, diagram, picture)
        target.write_bytes(picture)
        files.append(str(target))
    return files


def _write_raw(package: Any, raw: Path, scratch: Path) -> None:
    """Let genanki write, with its temporary database inside SCRATCH."""
    before, tempfile.tempdir = tempfile.tempdir, str(scratch)
    try:
        package.write_to_file(raw, timestamp=FIRST_TIME)
    finally:
        tempfile.tempdir = before


def _repack(raw: Path, target: Path) -> None:
    """The same archive with entries sorted, compressed, and without the time and the machine of its making."""
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as fixed:
        for name in sorted(source.namelist()):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            entry.create_system = 3
            fixed.writestr(entry, source.read(name), compresslevel=9)
