r"""The fields of a note: the texts of a card as HTML, how its figures come about, and where they come from.

What a reader sees is escaped here and nowhere else; mathematics becomes Anki's `\(…\)`, code stays code.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from decks.cards import FilledCard
from decks.markup import Token, tokens
from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import tex
from macros.facts.registry import Source
from macros.figures import Figure, Outcome
from macros.words import Piece, Said

# The order is frozen, and so are the names: see `decks/anki.py`. R1 to R3 are spare.
FIELDS = ("ID", "Frente", "Dorso", "Figura", "Detalle", "Fuente", "Inversa", "Escribir", "Estado", "R1", "R2", "R3")
GAP_FIELDS = ("ID", "Texto", "Extra", "Figura", "Fuente", "Estado", "R1", "R2", "R3")

Images = Mapping[str, tuple[bytes, str]]

# Anki reads these inside a field as sound, as LaTeX to be made a picture, or as speech.
_ANKI_TAG = re.compile(r"\[(?=sound:|anki:|latex\]|\$)", re.IGNORECASE)
_GAP_SIGNS = str.maketrans({"{": "&#123;", "}": "&#125;", ":": "&#58;"})
_SIGNS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "="}
_SUBSCRIPT = re.compile(r"_\{([^\W\d_]{2,})\}")


def note_fields(course: str, card: FilledCard, images: Images, sources: Mapping[str, Source]) -> list[str]:
    """The fields of the note of CARD, in the order of its note type."""
    figure, source = _figure(course, card, images), _sources(card, sources)
    detail = "".join(f"<div>{part}</div>" for part in (rendered(card.detail), *_workings(card)) if part)
    if card.card.type == "cloze":
        below = f'<div class="detalle">{detail}</div>' if detail else ""
        named = {"Texto": rendered(card.front, gaps=True), "Extra": rendered(card.back) + below}
    else:
        named = {"Frente": rendered(card.front), "Dorso": rendered(card.back), "Detalle": detail}
        named |= {"Inversa": "1" if card.card.reverse else ""}
        named |= {"Escribir": _typed(card.back) if card.card.type == "type-in" else ""}
    named |= {"ID": card.id, "Figura": figure, "Fuente": source}
    names = GAP_FIELDS if card.card.type == "cloze" else FIELDS
    return [unicodedata.normalize("NFC", named.get(name, "")) for name in names]


def rendered(pieces: Iterable[Piece], *, gaps: bool = False) -> str:
    """A text as HTML: escaped, mathematics for Anki, code as code, NFC; with GAPS, only its own braces are gaps."""
    parts = [part for piece in pieces for part in _piece(piece, gaps=gaps)]
    text = re.sub(r"^(?:<br>|\s)+|(?:<br>|\s)+$", "", "".join(parts))
    return unicodedata.normalize("NFC", text)


def _piece(piece: Piece, *, gaps: bool) -> Iterator[str]:
    if isinstance(piece, Said):
        yield from _number(piece, gaps=gaps)
        return
    for token in tokens(piece):
        yield _token(token, gaps=gaps)


def _number(said: Said, *, gaps: bool) -> Iterator[str]:
    """What a word gives; TeX is followed by its unit and its label."""
    if not said.tex:
        yield _text(said.text, gaps=gaps)
        return
    yield _math(said.tex, gaps=gaps)
    yield _text(f"\u00a0{said.symbol}" if said.symbol else "", gaps=gaps)
    yield _text(f" {said.label}" if said.label else "", gaps=gaps)


def _token(token: Token, *, gaps: bool) -> str:
    if token.kind == "math":
        return _math(token.source, gaps=gaps)
    if token.kind == "display":
        return _math(token.source, gaps=gaps, marks=(r"\[", r"\]"))
    if token.kind == "code":
        return f"<code>{_text(token.source, gaps=gaps)}</code>"
    if token.kind == "block":
        return f"<pre><code>{_text(token.source, gaps=gaps)}</code></pre>"
    return _text(token.source.replace(r"\$", "$"), gaps=False).replace("\n", "<br>")


def _text(text: str, *, gaps: bool) -> str:
    """TEXT escaped for HTML and for Anki; with GAPS, no sign in it opens, parts or closes one."""
    escaped = _ANKI_TAG.sub("&#91;", html.escape(text, quote=False))
    return escaped.translate(_GAP_SIGNS) if gaps else escaped


def _math(source: str, *, gaps: bool, marks: tuple[str, str] = (r"\(", r"\)")) -> str:
    """TeX as Anki's mathematics; with GAPS, braces and colons are kept apart, which TeX does not mind."""
    escaped = html.escape(source, quote=False)
    if gaps:
        escaped = re.sub(r"([{}])(?=\1)", r"\1 ", escaped).replace(":", "&#58;")
    return marks[0] + escaped + marks[1]


def _typed(pieces: Iterable[Piece]) -> str:
    """What a student types as the answer: plain words, with the spaces that a keyboard gives."""
    plain = ""
    for piece in pieces:
        plain += piece.text if isinstance(piece, Said) else "".join(token.source for token in tokens(piece))
    return html.escape(" ".join(plain.split()), quote=False)


def image_name(course: str, diagram: str, picture: bytes) -> str:
    """The name of a picture in the collection: it changes with the picture, so that a new one is delivered."""
    return f"{course}-{diagram}-{sha256(picture).hexdigest()[:16]}.png"


def _figure(course: str, card: FilledCard, images: Images) -> str:
    diagram = card.card.diagram
    if diagram not in images:
        return ""
    picture, alt = images[diagram]
    return f'<img src="{image_name(course, diagram, picture)}" alt="{html.escape(alt)}">'


def _outcomes(card: FilledCard) -> dict[str, Outcome]:
    found = [piece.outcome for piece in card.pieces if isinstance(piece, Said) and piece.outcome]
    return {outcome.id: outcome for outcome in found}


def _figures(card: FilledCard) -> dict[str, Figure]:
    """The figures that CARD shows or compares, each once."""
    shown = [piece.figure for piece in card.pieces if isinstance(piece, Said) and piece.figure]
    compared = [side for outcome in _outcomes(card).values() for side in (outcome.left, outcome.right)]
    return {figure.id: figure for figure in (*shown, *compared)}


def _workings(card: FilledCard) -> Iterator[str]:
    """How each computed figure of CARD comes about, and how its comparisons come out."""
    for figure in _figures(card).values():
        if figure.kind == "DERIVED" and figure.quantity is not None:
            yield _working(figure)
    for outcome in _outcomes(card).values():
        says = {True: "se cumple", False: "no se cumple", None: "depende de cómo se lea la especificación"}
        compared = f"{outcome.left.display} {_SIGNS[outcome.sign]} {outcome.right.display}"
        yield f"Comparación: {_text(spanish.powers(compared), gaps=False)}, que {says[outcome.holds]}."


def _working(figure: Figure) -> str:
    """FIGURE in one line: what it is, its formula, its numbers, its result, and what went in."""
    steps, given, says = [figure.steps], "", "Cuenta entre cifras"
    if figure.formula:
        formula = CATALOGUE[figure.formula]
        inputs = dict(figure.inputs)
        names = {name: inputs.get(name) or str(formula.input(name).default) for name in formula.choosing()}
        says = _bare(figure.says)
        steps = [formula.result, tex(formula.tree(names)), figure.steps]
        listed = [f"{_uncapped(formula.input(name).symbol.says)}, {text}" for name, text in figure.inputs]
        given = f"<br>Datos: {_text('; '.join(listed), gaps=False)}." if listed else ""
    math = _SUBSCRIPT.sub(r"_{\\text{\1}}", " = ".join(dict.fromkeys(steps)))
    return f"{_text(says, gaps=False)}: {_math(math, gaps=False)} = {_text(f'{figure.display}.', gaps=False)}{given}"


def _uncapped(says: str) -> str:
    """A name without its article: «la memoria de los pesos» → «memoria de los pesos»."""
    return re.sub(r"^(?:el|la|los|las) ", "", says)


def _bare(says: str) -> str:
    """The same, with a capital: a heading."""
    bare = _uncapped(says)
    return bare[:1].upper() + bare[1:]


def _sources(card: FilledCard, sources: Mapping[str, Source]) -> str:
    """The sources of the figures of CARD and its own, one a line: title and publisher."""
    keys = [key for figure in _figures(card).values() for key in figure.sources] + [card.card.source]
    found = [sources[key] for key in dict.fromkeys(keys) if key in sources]
    return "".join(f"<div>{_cited(source)}, {_text(source.publisher, gaps=False)}</div>" for source in found)


def _cited(source: Source) -> str:
    language = f' lang="{html.escape(source.language)}"' if source.language else ""
    return f"<cite{language}>{_text(source.title, gaps=False)}</cite>"
