"""How quantities are written: in the id of a figure, in TeX, and on a line of text."""

from dataclasses import dataclass
from types import MappingProxyType

from macros import spanish
from macros.calc.expression import Constant
from macros.calc.grammar import Joined, Literal, Term
from macros.units import COUNT_SUFFIXES, LONGEST, Quantity, Written, exact_number

# One symbol in ids for units that have several.
_SYMBOLS = MappingProxyType({"B": "byte", "bytes": "byte", "bits": "bit", "us": "µs", "μs": "µs"})


@dataclass(frozen=True, slots=True)
class Noted:
    """A typed quantity as it stands in an id, with the symbol or suffix that it is written with, and as a constant."""

    text: str
    symbol: str
    constant: Constant


def noted(written: Written) -> Noted:
    """The one notation of a typed quantity, however it was typed: a count of a million or more takes its suffix."""
    if written.unit:
        symbol = _symbol(written.unit.symbol)
        number = exact_number(written.quantity.value / written.unit.factor, LONGEST)
        return Noted(f"{number} {symbol}", symbol, constant(written.quantity, spanish.typed(number), symbol))
    amount = written.quantity.value
    for suffix in ("T", "B", "M"):
        scaled = amount / COUNT_SUFFIXES[suffix]
        if scaled >= 1 and 1000 % scaled.denominator == 0:
            return _with_power(written.quantity, exact_number(scaled), suffix)
    plain = exact_number(amount, LONGEST)
    return Noted(plain, "", constant(written.quantity, spanish.typed(plain)))


def _symbol(written: str) -> str:
    """The one symbol of a unit: vendors' `TFLOPS` is TFLOP/s."""
    if written.endswith("FLOPS"):
        return written.removesuffix("S") + "/s"
    return "/".join(_SYMBOLS.get(part, part) for part in written.split("/"))


def _with_power(quantity: Quantity, mantissa: str, suffix: str) -> Noted:
    """A count with its SUFFIX: `70B` in ids, a power of ten in TeX."""
    power = f"10^{len(str(COUNT_SUFFIXES[suffix])) - 1}"
    if mantissa == "1":
        return Noted("1" + suffix, suffix, Constant(quantity, power_tex(power), spanish.powers(power)))
    shown = spanish.typed(mantissa)
    tex = rf"{quantity_tex(shown)}\times{power_tex(power)}"
    return Noted(mantissa + suffix, suffix, Constant(quantity, tex, f"{shown} × {spanish.powers(power)}"))


# How tightly an operator binds in an id.
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2}


def joined_text(term: Joined, left: str, right: str) -> str:
    """TERM as it stands in an id, its sides being LEFT and RIGHT: `33/8`, `a.b * (c.d + 1)`."""
    gap = "" if term.operator == "/" and _is_number(term.left) and _is_number(term.right) else " "
    return f"{_bracketed(term, term.left, left)}{gap}{term.operator}{gap}{_bracketed(term, term.right, right)}"


def _is_number(term: Term) -> bool:
    """Whether TERM is a plain number."""
    return isinstance(term, Literal) and noted(term.written).symbol == ""


def _bracketed(outer: Joined, inner: Term, text: str) -> str:
    """TEXT of INNER in brackets where its operator binds less, or where order matters."""
    if not isinstance(inner, Joined):
        return text
    binds, wanted = _BINDING[inner.operator], _BINDING[outer.operator]
    second = inner is outer.right and binds == wanted and (outer.operator in "-/" or inner.operator == "/")
    return f"({text})" if binds < wanted or second else text


def constant(quantity: Quantity, number: str, symbol: str = "") -> Constant:
    """QUANTITY as a constant that shows the printed NUMBER and the unit's SYMBOL."""
    return Constant(quantity, quantity_tex(number, symbol), spanish.joined(number, symbol))


def quantity_tex(number: str, symbol: str = "") -> str:
    """A printed number with its unit as TeX; a grouped number stays one."""
    shown = rf"\text{{{number}}}" if "," in number else number
    return rf"{shown}\,\text{{{symbol}}}" if symbol else shown


def power_tex(written: str) -> str:
    """`10^12` as TeX: `10^{12}`."""
    head, sign, exponent = written.partition("^")
    return f"{head}^{{{exponent}}}" if len(exponent) > 1 else head + sign + exponent
