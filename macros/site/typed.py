"""Quantities that an author typed where a word should stand: a number and a unit in all the forms people write."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from macros.figures import Figure
from macros.spoken import masked, words_in
from macros.units import UNITS, Dimension, Unit

_SPACE = "[ \u00a0\u2007\u2009\u202f]"
_MINUS = "[-\u2212\u2013]"
# Nouns that count: what follows a number and makes it a quantity, as a unit does.
_PREFIXES = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti"}
_STEMS = {
    "byte": "B",
    "bytes": "B",
    "bit": "bit",
    "bits": "bit",
    "watt": "W",
    "watts": "W",
    "vatio": "W",
    "vatios": "W",
}
_SHORT = {"megas": "MB", "gigas": "GB", "teras": "TB"}
_NAMES = _SHORT | {
    prefix + stem: sign + symbol for prefix, sign in ({"": ""} | _PREFIXES).items() for stem, symbol in _STEMS.items()
}
_NOUNS = f"(?i:[CGT]PUs?|chips?|tokens?|parámetros|núcleos|dispositivos|capas|{'|'.join(sorted(_NAMES, reverse=True))})"
# What may stand between a number and its unit: spaces, one end of a line, the signs of bold and italic.
_GAP = rf"(?:{_SPACE}|&nbsp;|[*_]|\n(?![ \t]*\n)){{0,6}}"
_SYMBOLS = "|".join(sorted((re.escape(symbol) for symbol in UNITS if symbol not in {"1", "d"}), key=len, reverse=True))
_TYPED = re.compile(
    rf"""(?=[-\u2212\u2013\d])(?<![\w.,$^/#\u00b7-])(?P<sign>{_MINUS})?
    (?P<number>\d{{1,3}}(?:(?:,|{_SPACE})\d{{3}})+(?:\.\d+)?|\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)
    (?!B\b)(?:{_GAP}(?P<unit>(?:{_SYMBOLS})(?:/(?:{_SYMBOLS}))?|{_NOUNS}|Gb/s|Gbps|GBps|TBps)(?![\w/])
     | (?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+))""",
    re.VERBOSE,
)
_POWER = re.compile("10(?<![\\w$^]10)(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\\^\\d+)")
_REASON = re.compile(r"<!--\s*tecleado:\s*(?P<reason>.*?)\s*-->", re.DOTALL)
_HIDDEN = re.compile(
    r"(?=[\]h<\[{])(?:\]\([^)\s]*|\bhttps?://\S+|<(?!img\b|!--)[^>\n]*>|^\[[^\]]+\]:.*$|\{[:#.][^}\n]*\})", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed quantity: where it stands in the text, what it says, and the reason if its author gave one."""

    start: int
    end: int
    text: str
    value: Fraction
    unit: Unit | None
    reason: str | None


def _blotted(text: str) -> str:
    """TEXT with words, code, TeX, comments and addresses blotted out, length kept."""
    hidden = list(masked(text))
    for word in words_in(text):
        hidden[word.start : word.end] = "\u00b7" * (word.end - word.start)
    joined = "".join(hidden)
    return _HIDDEN.sub(lambda match: "\u00b7" * len(match[0]), joined)


def typed_quantities(text: str) -> Iterator[Typed]:
    """The quantities typed in TEXT, in order; those with a reason beside them carry it."""
    hidden = _blotted(text)
    spans = sorted({match.span(): match for pattern in (_TYPED, _POWER) for match in pattern.finditer(hidden)}.items())
    last = 0
    for (start, end), match in spans:
        if start < last:
            continue
        last = end
        reason = _REASON.match(text, end)
        yield Typed(start, end, text[start:end], *_meaning(match), reason["reason"] if reason else None)


def _meaning(match: re.Match[str]) -> tuple[Fraction, Unit | None]:
    """The value in base units and the unit of a typed quantity, as a reader in Mexico would take it."""
    groups = match.groupdict()
    if groups.get("number") is None or groups.get("power"):
        return Fraction(0), None
    digits = re.sub(f"{_SPACE}|,(?=\\d{{3}}(?:\\D|$))", "", groups["number"]).replace(",", ".")
    value = Fraction(digits) * (-1 if groups["sign"] else 1)
    written = groups["unit"] or ""
    head, _, tail = _NAMES.get(written.lower(), written).partition("/")
    if head not in UNITS or (tail and tail not in UNITS):
        return value, None
    found = UNITS[head]
    if tail:
        over = UNITS[tail]
        found = Unit(f"{head}/{tail}", found.factor / over.factor, found.dimension.over(over.dimension))
    return value * found.factor, found


def cure(typed: Typed, figures: Iterable[Figure]) -> str:
    """What to write instead of TYPED: the figure that has its value, or the nearest one."""
    dimension = typed.unit.dimension if typed.unit else Dimension()
    same = [figure for figure in figures if figure.quantity and figure.quantity.dimension == dimension and typed.value]
    equal = [figure for figure in same if figure.quantity and figure.quantity.value == typed.value]
    if equal:
        names = " o ".join(f'{word_for(figure)}("{figure.id}")' for figure in equal[:2])
        return f"es igual a {names}"
    near = min(same, key=lambda figure: abs(_ratio(figure, typed) - 1), default=None)
    if near and abs(_ratio(near, typed) - 1) <= Fraction(1, 20):
        return f'cerca, pero no igual: {near.display}, de {word_for(near)}("{near.id}")'
    return "escríbala como palabra, o diga la razón: <!-- tecleado: … -->"


def _ratio(figure: Figure, typed: Typed) -> Fraction:
    assert figure.quantity
    return figure.quantity.value / typed.value


def word_for(figure: Figure) -> str:
    """The word that prints FIGURE."""
    return "fact" if figure.kind != "DERIVED" else "derived"
