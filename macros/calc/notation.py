"""How quantities are written: in the id of a figure, in TeX, and on a line of text."""

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from macros import spanish
from macros.calc.expression import Constant
from macros.calc.grammar import Joined, Literal, Term
from macros.units import COUNT_SUFFIXES, LONGEST, Quantity, Written, exact_number

# One symbol in ids for units that have several.
_SYMBOLS = MappingProxyType({"B": "byte", "bytes": "byte", "bits": "bit", "us": "µs", "μs": "µs"})


@dataclass(frozen=True, slots=True)
class Noted:
    """A typed quantity in the one notation that ids have for it: its number, and its unit or the count's suffix."""

    quantity: Quantity
    number: str
    symbol: str = ""
    suffix: str = ""

    @property
    def text(self) -> str:
        """The quantity as it stands in an id: `35 GB`, `70B`."""
        return f"{self.number} {self.symbol}" if self.symbol else self.number + self.suffix

    def constant(self) -> Constant:
        """The quantity as a node of a tree; a suffix shows as a power of ten."""
        shown = spanish.typed(self.number)
        if not self.suffix:
            return constant(self.quantity, shown, self.symbol)
        power = f"10^{len(str(COUNT_SUFFIXES[self.suffix])) - 1}"
        if self.number == "1":
            return Constant(self.quantity, power_tex(power), spanish.powers(power))
        tex = rf"{quantity_tex(shown)}\times{power_tex(power)}"
        return Constant(self.quantity, tex, f"{shown} × {spanish.powers(power)}")


def noted(written: Written) -> Noted:
    """A quantity as WRITTEN, in its one notation: a count of a million or more takes its suffix."""
    quantity = written.quantity
    if written.unit:
        return Noted(
            quantity, exact_number(quantity.value / written.unit.factor, LONGEST), _symbol(written.unit.symbol)
        )
    if quantity.value.denominator == 1 and quantity.value >= 10**6:
        for suffix in ("T", "B", "M"):
            thousandths, rest = divmod(quantity.value.numerator * 1000, COUNT_SUFFIXES[suffix])
            if rest == 0 and thousandths >= 1000:
                return Noted(quantity, exact_number(Fraction(thousandths, 1000)), suffix=suffix)
    return Noted(quantity, exact_number(quantity.value, LONGEST))


def _symbol(written: str) -> str:
    """The one symbol of a unit: vendors' `TFLOPS` is TFLOP/s."""
    if written.endswith("FLOPS"):
        return written.removesuffix("S") + "/s"
    return "/".join(_SYMBOLS.get(part, part) for part in written.split("/"))


# How tightly an operator binds in an id.
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2}


def joined_text(term: Joined, left: str, right: str) -> str:
    """TERM as it stands in an id, its sides being LEFT and RIGHT: `33/8`, `a.b * (c.d + 1)`."""
    gap = "" if term.operator == "/" and _is_number(term.left) and _is_number(term.right) else " "
    return f"{_bracketed(term, term.left, left)}{gap}{term.operator}{gap}{_bracketed(term, term.right, right)}"


def _is_number(term: Term) -> bool:
    """Whether TERM is a plain number."""
    if not isinstance(term, Literal):
        return False
    note = noted(term.written)
    return not note.symbol and not note.suffix


def _bracketed(outer: Joined, inner: Term, text: str) -> str:
    """TEXT of INNER in brackets where its operator binds less, or where order matters."""
    if not isinstance(inner, Joined):
        return text
    binds, wanted = _BINDING[inner.operator], _BINDING[outer.operator]
    return f"({text})" if binds < wanted or (binds == wanted and inner is outer.right) else text


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
