"""Numbers, units, lists and dates as a reader in Mexico expects them; the one place where rounding happens."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cache
from math import ceil, floor

from babel.dates import format_date
from babel.numbers import get_decimal_symbol, get_group_symbol

from macros.units import (
    BIT,
    BIT_RATE,
    BYTE,
    BYTE_RATE,
    COUNT,
    ENERGY,
    FLOP,
    FLOP_RATE,
    INTENSITY,
    PER_SECOND,
    SECOND,
    UNITS,
    WATT,
    Dimension,
    Quantity,
    Unit,
    base_name,
    unit,
)

LOCALE = "es_MX"
LANGUAGE = LOCALE.replace("_", "-")
NO_BREAK_SPACE = "\u00a0"
AS_IT_IS = 4
ROUNDED = 3

ROUNDINGS = {"half": ROUND_HALF_UP, "up": ROUND_CEILING, "down": ROUND_FLOOR}


@cache
def _context(digits: int, direction: str) -> Context:
    """The arithmetic that keeps DIGITS significant figures and rounds in DIRECTION."""
    return Context(prec=digits, rounding=ROUNDINGS[direction], Emax=10**6, Emin=-(10**6))


def rounded(value: Fraction, digits: int, direction: str = "half") -> Decimal:
    """VALUE to DIGITS significant figures, half up (or `up`, `down`), never through a float.

    Half up and down are away from zero and towards it; `up` and `down` alone are towards plus and minus infinity.
    """
    return _context(digits, direction).divide(Decimal(value.numerator), Decimal(value.denominator))


def significant(value: Fraction, digits: int | None = None, direction: str = "half") -> Decimal:
    """VALUE as the course prints it: as it is up to four significant figures, else rounded to three."""
    if digits is not None:
        return rounded(value, digits, direction)
    whole = rounded(value, AS_IT_IS, direction)
    return whole if Fraction(whole) == value else rounded(value, ROUNDED, direction)


def cut(value: Fraction, places: int, direction: str = "half") -> Decimal:
    """VALUE to PLACES decimals, half up (or `up`, `down`), never through a float."""
    scaled = value * 10**places
    whole = {"half": floor(scaled + Fraction(1, 2)), "up": ceil(scaled), "down": floor(scaled)}[direction]
    return Decimal(f"{whole}E-{places}")


# The marks of the locale, asked once: Babel takes a hundred times as long to print a number as Python.
_MARKS = str.maketrans({",": get_group_symbol(LOCALE), ".": get_decimal_symbol(LOCALE)})


def decimal(value: Decimal) -> str:
    """VALUE with decimal point and grouped thousands, without trailing zeros."""
    shown = f"{value:,f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return ("0" if shown == "-0" else shown).translate(_MARKS)


def number(value: Fraction, digits: int | None = None, direction: str = "half") -> str:
    """VALUE as printed in the course: `1,792`, `3.5`, `313`."""
    return decimal(significant(value, digits, direction))


def typed(written: str, symbol: str = "") -> str:
    """A number as its source has it, only grouped (`1792` → `1,792`), with its unit."""
    head = re.fullmatch(r"(-?)(\d+)(\.\d+)?([kMBT])?", written)
    shown = head[1] + decimal(Decimal(head[2])) + (head[3] or "") + (head[4] or "") if head else powers(written)
    return shown + (NO_BREAK_SPACE + symbol if symbol else "")


def powers(written: str) -> str:
    """`10^9` with a raised exponent: `10⁹`."""
    raised = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return re.sub(r"\^(-?\d+)", lambda match: match[1].translate(raised), written)


def _units(*names: str) -> tuple[Unit, ...]:
    return tuple(unit(name) for name in names)


_SCALES: dict[Dimension, tuple[Unit, ...]] = {
    BYTE: _units("bytes", "kB", "MB", "GB", "TB", "PB", "EB"),
    BYTE_RATE: _units("byte/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s", "EB/s"),
    BIT: _units("bit", "kbit", "Mbit", "Gbit", "Tbit", "Pbit"),
    BIT_RATE: _units("bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s", "Pbit/s"),
    FLOP: _units("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"),
    FLOP_RATE: _units("FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s"),
    INTENSITY: _units("FLOP/byte"),
    SECOND: _units("ns", "µs", "ms", "s"),
    WATT: _units("mW", "W", "kW", "MW", "GW"),
    ENERGY: _units("mWh", "Wh", "kWh", "MWh", "GWh"),
    PER_SECOND: _units("1/s"),
}


def scale(quantity: Quantity, digits: int | None = None, direction: str = "half") -> Unit | None:
    """The unit in which QUANTITY reads as 1 ≤ x < 1000 once printed, as near as its scale allows; None for a count."""
    if quantity.dimension == COUNT:
        return None
    units = _SCALES.get(quantity.dimension)
    if units is None:
        return Unit(base_name(quantity.dimension), Fraction(1), quantity.dimension)
    if quantity.value == 0:
        return units[0] if quantity.dimension == BYTE else unit(base_name(quantity.dimension))
    size = abs(quantity.value)
    for found in reversed(units):
        # Only what falls just short of one can still be rounded to it.
        near = 2 * size.numerator * found.factor.denominator > found.factor.numerator * size.denominator
        if near and abs(significant(quantity.value / found.factor, digits, direction)) >= 1:
            return found
    return units[0]


def quantity(
    value: Quantity,
    into: Unit | None = None,
    digits: int | None = None,
    direction: str = "half",
    places: int | None = None,
) -> tuple[str, str]:
    """The number and the unit's symbol with which VALUE is printed, INTO a unit or in the one that suits it.

    DIGITS asks for that many significant figures, PLACES for that many decimals at most.
    """
    chosen = into or scale(value, digits, direction)
    scaled = value.value / chosen.factor if chosen else value.value
    shown = number(scaled, digits, direction) if places is None else decimal(cut(scaled, places, direction))
    if chosen is None:
        return shown, ""
    return shown, agreeing(chosen.symbol, shown)


def agreeing(symbol: str, shown: str) -> str:
    """The unit's SYMBOL as it goes with the number SHOWN: `1 byte`, `18 bytes`; the others don't change."""
    if symbol in {"byte", "bytes"}:
        return "byte" if shown == "1" else "bytes"
    return symbol


def joined(shown: str, symbol: str) -> str:
    """A number and its unit, kept on one line."""
    return shown + NO_BREAK_SPACE + symbol if symbol else shown


_APART = re.compile(rf"(?<=\d) (?=(?:{'|'.join(symbol for symbol in UNITS if symbol != '1')})(?!\w))")


def tied(text: str) -> str:
    """TEXT with each of its numbers kept on the line of the unit after it."""
    return _APART.sub(NO_BREAK_SPACE, text)


def both_readings(value: Quantity) -> str:
    """A size of a gigabyte or more in its two readings, decimal and binary (`35 GB = 32.6 GiB`); else nothing."""
    decimal_unit = scale(value)
    if value.dimension != BYTE or decimal_unit is None or decimal_unit.symbol not in {"GB", "TB", "PB"}:
        return ""
    binary = UNITS[decimal_unit.symbol[0] + "iB"]
    return f"{joined(*quantity(value, decimal_unit))} = {joined(*quantity(value, binary))}"


def listed(items: Iterable[str], word: str = "y") -> str:
    """Items in a Spanish list: `a, b y c`; «e» and «u» where the ear asks for them."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    last = parts[-1].lower()
    if word == "y" and re.match(r"h?[ií](?![aeo])", last):
        word = "e"
    if word == "o" and re.match(r"h?[oó]|8|11\b", last):
        word = "u"
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def day(iso: str) -> str:
    """An ISO date in words: `3 de marzo de 2026`, `marzo de 2026`; a year alone, or what is no date, stays as it is."""
    try:
        if re.fullmatch(r"\d{4}-\d{2}", iso):
            return str(format_date(date.fromisoformat(f"{iso}-01"), "MMMM 'de' y", locale=LOCALE))
        return str(format_date(date.fromisoformat(iso), "d 'de' MMMM 'de' y", locale=LOCALE))
    except ValueError:
        return iso


def count(amount: int, one: str, many: str) -> str:
    """`1 figura`, `3 figuras`."""
    return f"{decimal(Decimal(amount))} {one if amount == 1 else many}"


def alphabetical(text: str) -> str:
    """What TEXT is sorted by in Spanish: without accents or case, «ñ» after «n»."""
    plain = unicodedata.normalize("NFD", text.lower().replace("ñ", "n\uffff"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


_PREFIXES = {
    "k": ("kilo", "10³"), "M": ("mega", "10⁶"), "G": ("giga", "10⁹"), "T": ("tera", "10¹²"), "P": ("peta", "10¹⁵"),
    "E": ("exa", "10¹⁸"), "m": ("mili", "10⁻³"), "µ": ("micro", "10⁻⁶"), "n": ("nano", "10⁻⁹"),
    "Ki": ("kibi", "2¹⁰"), "Mi": ("mebi", "2²⁰"), "Gi": ("gibi", "2³⁰"), "Ti": ("tebi", "2⁴⁰"), "Pi": ("pebi", "2⁵⁰"),
}  # fmt: skip
_STEMS = {
    "B": ("byte", "bytes"), "byte": ("byte", "bytes"), "bytes": ("byte", "bytes"), "bit": ("bit", "bits"),
    "W": ("watt", "W"), "Wh": ("watt-hora", "Wh"), "Hz": ("hertz", "Hz"), "J": ("joule", "J"), "s": ("segundo", "s"),
    "FLOP": ("FLOP (operación de punto flotante)", "FLOP"), "min": ("minuto", "s"), "h": ("hora", "s"),
    "token": ("token", "tokens"), "FLOPS": ("FLOP por segundo", "FLOP/s"),
}  # fmt: skip
_EQUALS = {"byte": "8 bits", "bytes": "8 bits", "B": "8 bits", "h": "3,600 s", "min": "60 s", "Wh": "3,600 J"}


def _parts(symbol: str) -> tuple[str, str] | None:
    """The prefix and the stem of a simple unit; None for one that has no name."""
    for stem in sorted(_STEMS, key=len, reverse=True):
        prefix = symbol.removesuffix(stem)
        if symbol.endswith(stem) and (not prefix or prefix in _PREFIXES):
            return prefix, stem
    return None


def unit_name(symbol: str) -> str:
    """The name of the unit written SYMBOL (`GB/s` → «gigabyte por segundo»); nothing for one without a name."""
    found = [_parts(part) for part in symbol.split("/")]
    named = [(_PREFIXES[one[0]][0] if one[0] else "") + _STEMS[one[1]][0] for one in found if one]
    return " por ".join(named) if len(named) == len(found) else ""


def unit_meaning(symbol: str) -> str:
    """What one of the unit written SYMBOL equals (`GB` → «10⁹ bytes»); nothing for one that is no multiple."""
    head, slash, tail = symbol.partition("/")
    found = _parts(head)
    if not found or not found[0]:
        return "" if slash else _EQUALS.get(symbol, "")
    return f"{_PREFIXES[found[0]][1]} {_STEMS[found[1]][1]}{slash}{tail}"
