"""Quantities: exact values with their dimension, and the table of units that the course may write.

A bit and a byte are different dimensions, so that a lost factor of eight is an error and not a
number; so are FLOP and FLOP/s. Values are in byte, bit, s, FLOP and W and products of them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from macros.problems import Fault, meant


class Dimension(NamedTuple):
    """Exponents of the five base dimensions; all zero for counts and fractions."""

    byte: int = 0
    bit: int = 0
    second: int = 0
    flop: int = 0
    watt: int = 0

    def times(self, other: "Dimension") -> "Dimension":
        """The dimension of a product."""
        if other == COUNT:
            return self
        return Dimension(*(mine + its for mine, its in zip(self, other, strict=True)))

    def over(self, other: "Dimension") -> "Dimension":
        """The dimension of a quotient."""
        if other == COUNT:
            return self
        return Dimension(*(mine - its for mine, its in zip(self, other, strict=True)))


COUNT = Dimension()
BYTE = Dimension(byte=1)
BIT = Dimension(bit=1)
SECOND = Dimension(second=1)
FLOP = Dimension(flop=1)
WATT = Dimension(watt=1)
PER_SECOND = COUNT.over(SECOND)
BYTE_RATE = BYTE.over(SECOND)
FLOP_RATE = FLOP.over(SECOND)
INTENSITY = FLOP.over(BYTE)
ENERGY = WATT.times(SECOND)
BIT_RATE = BIT.over(SECOND)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it is written: its symbol, its size in base units, its dimension."""

    symbol: str
    factor: Fraction
    dimension: Dimension


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact value in base units, with its dimension."""

    value: Fraction
    dimension: Dimension = COUNT

    def __add__(self, other: "Quantity") -> "Quantity":
        return Quantity(self.value + other.value, _same(self, other, "sumar"))

    def __sub__(self, other: "Quantity") -> "Quantity":
        return Quantity(self.value - other.value, _same(self, other, "restar"))

    def __mul__(self, other: "Quantity") -> "Quantity":
        return Quantity(self.value * other.value, self.dimension.times(other.dimension))

    def __truediv__(self, other: "Quantity") -> "Quantity":
        if other.value == 0:
            raise Fault("E108", "hay una división entre cero", "cambie el divisor")
        return Quantity(self.value / other.value, self.dimension.over(other.dimension))


def _same(one: Quantity, other: Quantity, verb: str) -> Dimension:
    """The dimension that both have; a fault if they differ."""
    if one.dimension != other.dimension:
        raise mismatch(one.dimension, other.dimension, verb)
    return one.dimension


def mismatch(one: Dimension, other: Dimension, verb: str) -> Fault:
    """The fault of joining two dimensions that don't go together."""
    names = f"{base_name(one)} con {base_name(other)}"
    return Fault("E107", f"no se puede {verb} {names}", "las dos partes deben medir lo mismo")


_DECIMAL = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
_SMALL = {"": 0, "m": -3, "µ": -6, "n": -9}


def _table() -> Mapping[str, Unit]:
    """Every simple unit, by symbol."""
    rows = [Unit("byte", Fraction(1), BYTE), Unit("bytes", Fraction(1), BYTE), Unit("bits", Fraction(1), BIT)]
    for prefix, power in _DECIMAL.items():
        size = Fraction(10) ** power
        rows += [Unit(prefix + "B", size, BYTE), Unit(prefix + "bit", size, BIT)]
        rows += [Unit(prefix + "FLOP", size, FLOP), Unit(prefix + "FLOPS", size, FLOP_RATE)]
        rows += [Unit(prefix + "W", size, WATT), Unit(prefix + "Wh", size * 3600, ENERGY)]
        rows += [Unit(prefix + "Hz", size, PER_SECOND), Unit(prefix + "J", size, ENERGY)]
    for prefix, power in _BINARY.items():
        size = Fraction(1024) ** power
        rows += [Unit(prefix + "B", size, BYTE), Unit(prefix + "bit", size, BIT)]
    for prefix, power in _SMALL.items():
        rows.append(Unit(prefix + "s", Fraction(10) ** power, SECOND))
    rows += [Unit("mW", Fraction(1, 1000), WATT), Unit("mWh", Fraction(36, 10), ENERGY)]
    rows += [Unit("min", Fraction(60), SECOND), Unit("h", Fraction(3600), SECOND), Unit("d", Fraction(86400), SECOND)]
    rows += [Unit(symbol, Fraction(1, 10**6), SECOND) for symbol in ("us", "μs")]  # either mu that keyboards have
    rows += [Unit("token", Fraction(1), COUNT), Unit("1", Fraction(1), COUNT)]
    return MappingProxyType({unit.symbol: unit for unit in rows})


UNITS = _table()
COUNT_SUFFIXES = MappingProxyType({"k": 10**3, "M": 10**6, "B": 10**9, "T": 10**12})

# What people write for a unit of the table, and what they should write.
_SLIPS = {
    "Gbps": "Gbit/s", "Mbps": "Mbit/s", "Tbps": "Tbit/s", "Gb/s": "Gbit/s", "Gb": "Gbit o GB", "gb": "GB",
    "GBps": "GB/s", "TBps": "TB/s", "TFLOPs": "TFLOP o TFLOP/s", "GFLOPs": "GFLOP o GFLOP/s", "seg": "s",
    "Gib": "GiB", "KB": "kB o KiB", "kw": "kW", "KW": "kW", "kwh": "kWh", "watts": "W", "hrs": "h", "hz": "Hz",
    "gigas": "GB", "Gigas": "GB", "teras": "TB", "megas": "MB",
}  # fmt: skip


@cache
def unit(symbol: str) -> Unit:
    """The unit written SYMBOL, simple (`GB`) or a quotient (`GB/s`); a fault with its cure if there is none."""
    head, slash, tail = symbol.partition("/")
    if symbol in _SLIPS:
        raise Fault("E102", f"no se conoce la unidad «{symbol}»", f"escriba {_SLIPS[symbol]}")
    for offset, part in ((0, head), (len(head) + 1, tail)):
        if part not in UNITS and (part or slash or not offset):
            hint = f"escriba {_SLIPS[part]}" if part in _SLIPS else meant(part, UNITS)
            raise Fault("E102", f"no se conoce la unidad «{part}»", hint, offset)
    if not slash:
        return UNITS[head]
    top, bottom = UNITS[head], UNITS[tail]
    return Unit(symbol, top.factor / bottom.factor, top.dimension.over(bottom.dimension))


_BASE_NAMES: Mapping[Dimension, tuple[str, Fraction]] = MappingProxyType(
    {
        COUNT: ("1", Fraction(1)),
        BYTE: ("byte", Fraction(1)),
        BIT: ("bit", Fraction(1)),
        SECOND: ("s", Fraction(1)),
        FLOP: ("FLOP", Fraction(1)),
        WATT: ("W", Fraction(1)),
        PER_SECOND: ("1/s", Fraction(1)),
        BYTE_RATE: ("byte/s", Fraction(1)),
        FLOP_RATE: ("FLOP/s", Fraction(1)),
        INTENSITY: ("FLOP/byte", Fraction(1)),
        ENERGY: ("Wh", Fraction(3600)),
        BIT_RATE: ("bit/s", Fraction(1)),
    }
)


def base_name(dimension: Dimension) -> str:
    """The name of the unit in which an exact value of DIMENSION is published."""
    if dimension in _BASE_NAMES:
        return _BASE_NAMES[dimension][0]
    names = ("byte", "bit", "s", "FLOP", "W")
    top = [_power(name, power) for name, power in zip(names, dimension, strict=True) if power > 0]
    bottom = [_power(name, -power) for name, power in zip(names, dimension, strict=True) if power < 0]
    return "·".join(top or ["1"]) + "".join("/" + part for part in bottom)


def _power(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def exact(quantity: Quantity) -> str:
    """The exact value in its published unit: an integer, a decimal that ends, or `num/den`."""
    factor = _BASE_NAMES.get(quantity.dimension, ("", Fraction(1)))[1]
    return exact_number(quantity.value / factor)


def exact_number(value: Fraction, most: int = 12) -> str:
    """VALUE as an integer, a decimal that ends within MOST places, or `num/den`; never rounded."""
    if value.denominator == 1:
        return str(value.numerator)
    places = _decimal_places(value.denominator, most)
    if places is None:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _decimal_places(denominator: int, most: int) -> int | None:
    """How many decimals a fraction with DENOMINATOR takes, None if it never ends or takes more than MOST."""
    return next((places for places in range(most + 1) if 10**places % denominator == 0), None)


# How many digits a typed number may have before and after its point.
LONGEST = 30
_DIGITS = rf"[0-9]{{1,{LONGEST}}}"
_NUMBER = re.compile(rf"10\^(?P<power>[0-9]{{1,2}})|(?P<digits>-?{_DIGITS}(?:\.{_DIGITS})?)(?:/(?P<under>{_DIGITS}))?")
_UNIT = r"(?![eE][+]?[0-9])[A-Za-zµμ1]\S*"
_WRITTEN = re.compile(
    rf"(?P<number>{_NUMBER.pattern})(?P<suffix>[kMBT](?![\w/]))?(?:(?P<gap>[ \u00a0]*)(?P<unit>{_UNIT}))?"
)


@dataclass(frozen=True, slots=True)
class Written:
    """A quantity as somebody typed it: number and unit kept as text, beside what they mean."""

    number: str
    unit: Unit | None
    quantity: Quantity


def read_quantity(text: str) -> Written:
    """What TEXT means (`32 GB`, `1792 GB/s`, `70B`, `33/8`, `10^9 byte`, `72`); a fault with its cure if nothing."""
    match = _WRITTEN.fullmatch(text)
    if not match:
        raise _not_a_quantity(text)
    value = _value(match)
    if match["suffix"]:
        return Written(match["number"] + match["suffix"], None, Quantity(value * COUNT_SUFFIXES[match["suffix"]]))
    if not match["unit"]:
        return Written(match["number"], None, Quantity(value))
    if not match["gap"]:
        raise Fault(
            "E103",
            f"falta un espacio entre el número y la unidad en «{text}»",
            f"escriba {match['number']} {match['unit']}",
        )
    try:
        found = unit(match["unit"])
    except Fault as fault:
        raise fault.moved(match.start("unit")) from None
    return Written(match["number"], found, Quantity(value * found.factor, found.dimension))


def _value(match: re.Match[str]) -> Fraction:
    """The number of MATCH, exact."""
    if match["power"]:
        return Fraction(10) ** int(match["power"])
    digits = match["digits"]
    if "." in digits and len(digits.replace("-", "").replace(".", "").lstrip("0")) > 15:
        hint = "copie el número de la fuente, con todas sus cifras y sin pasar por una hoja de cálculo"
        raise Fault("E104", f"«{digits}» tiene más cifras de las que conserva una computadora", hint)
    if match["under"] and int(match["under"]) == 0:
        raise Fault("E108", "hay una división entre cero", "cambie el divisor")
    number = Fraction(digits) if "." in digits else Fraction(int(digits))
    return number / int(match["under"]) if match["under"] else number


def _not_a_quantity(text: str) -> Fault:
    """Why TEXT is not a quantity, with the cure of the slip that it shows."""
    grouped = re.match(r"-?\d{1,3}(?:,\d{3})+(?![\d])", text)
    if grouped:
        return Fault(
            "E101",
            f"«{text}» lleva separador de miles",
            f"escriba {grouped[0].replace(',', '')}{text[grouped.end() :]}",
        )
    comma = re.match(r"-?\d+,\d+", text)
    if comma:
        return Fault(
            "E101", f"«{text}» lleva coma decimal", f"escriba {comma[0].replace(',', '.')}{text[comma.end() :]}"
        )
    power = re.match(r"(-?\d+)(?:\.(\d+))?[eE]\+?(\d{1,2})(?![\w.])", text)
    if power:
        plain = exact_number(Fraction(f"{power[1]}.{power[2] or 0}") * 10 ** int(power[3]))
        return Fault(
            "E104",
            f"«{text}» está en notación científica, que suele perder cifras",
            f"escriba {plain}{text[power.end() :]}",
        )
    if re.match(r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+", text):
        return Fault("E101", f"«{text}» lleva espacios dentro del número", "escriba el número sin separador de miles")
    return Fault(
        "E101", f"«{text}» no es una cantidad", "escriba un número y su unidad, como «32 GB»; un conteo, como «70B»"
    )
