"""Units are exact, refuse what people mistype, and agree with pint."""

import contextlib
from fractions import Fraction

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.problems import Fault
from macros.units import COUNT, UNITS, Dimension, Quantity, exact, exact_number, read_quantity, unit

units = st.sampled_from(sorted(UNITS)).map(unit)
quantities = st.builds(lambda value, one: Quantity(value * one.factor, one.dimension), st.fractions(), units)

# What pint calls the units that it spells otherwise.
PINT = {"token": None, "1": None, "d": "day", "µs": "microsecond", "us": "microsecond", "μs": "microsecond"}


@given(quantities, quantities, quantities)
def test_products_are_associative_and_commute(one, two, three) -> None:
    assert (one * two) * three == one * (two * three)
    assert one * two == two * one


@given(quantities, quantities)
def test_a_quotient_undoes_a_product(one, two) -> None:
    if two.value:
        assert one * two / two == one


@given(st.fractions(), st.fractions(), units)
def test_a_difference_undoes_a_sum(one, two, of) -> None:
    a, b = Quantity(one, of.dimension), Quantity(two, of.dimension)
    assert a + b - b == a


REGISTRY = pint.UnitRegistry(non_int_type=Fraction)


@pytest.mark.parametrize("symbol", sorted(UNITS))
def test_every_unit_agrees_with_pint(symbol) -> None:
    one = UNITS[symbol]
    if PINT.get(symbol, "") is None:
        assert one.factor == 1
        return
    prefixes = {"k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
    name = PINT.get(symbol, symbol)
    if symbol.endswith(("FLOP", "FLOPS")):
        assert one.factor == Fraction(10) ** prefixes.get(symbol.removesuffix("S").removesuffix("FLOP"), 0)
        return
    target = {0: "byte"} if one.dimension.byte else {0: "bit"} if one.dimension.bit else {}
    base = target.get(0) or ("second" if one.dimension.watt == 0 and one.dimension.second == 1 else "watt")
    if one.dimension == Dimension(second=1, watt=1):
        base = "joule"
    if one.dimension == Dimension(second=-1):
        base = "hertz"
    assert Fraction(REGISTRY.Quantity(Fraction(1), name).to(base).magnitude) == one.factor


@given(quantities)
def test_an_exact_value_can_be_read_back(quantity) -> None:
    text = exact(quantity)
    scale = 3600 if quantity.dimension == Dimension(second=1, watt=1) else 1
    assert Fraction(text) * scale == quantity.value


def test_an_exact_number_is_whole_decimal_or_a_fraction() -> None:
    assert exact_number(Fraction(35 * 10**9)) == "35000000000"
    assert exact_number(Fraction(33, 8)) == "4.125"
    assert exact_number(Fraction(-1, 4)) == "-0.25"
    assert exact_number(Fraction(38450, 123)) == "38450/123"


READ = {
    "32 GB": Fraction(32 * 10**9),
    "32 GiB": Fraction(32 * 2**30),
    "1792 GB/s": Fraction(1792 * 10**9),
    "70B": Fraction(70 * 10**9),
    "1T": Fraction(10**12),
    "7 B": Fraction(7),
    "33/8": Fraction(33, 8),
    "10^9 byte": Fraction(10**9),
    "2307 TFLOPS": Fraction(2307 * 10**12),
    "28 Gbit/s": Fraction(28 * 10**9),
    "1 kWh": Fraction(3_600_000),
}


@pytest.mark.parametrize("text", READ)
def test_quantities_are_read_exactly(text) -> None:
    assert read_quantity(text).quantity.value == READ[text]


SLIPS = {
    "3,5 GB": "escriba 3.5 GB",
    "1,792 GB/s": "escriba 1792 GB/s",
    "4e11": "escriba 400000000000",
    "35GB": "escriba 35 GB",
    "28 Gbps": "escriba Gbit/s",
    "1 792 GB": "escriba el número sin separador de miles",
    "0.30000000000000004 GB": "copie el número de la fuente",
    "32 Gigas": "escriba GB",
    "575 watts": "escriba W",
    "mil": "escriba un número y su unidad",
    "1/0": "cambie el divisor",
}


@pytest.mark.parametrize("text", SLIPS)
def test_slips_are_told_with_their_cure(text) -> None:
    with pytest.raises(Fault) as told:
        read_quantity(text)
    assert SLIPS[text] in told.value.hint


@given(st.text(max_size=60))
def test_any_text_is_a_quantity_or_a_fault(text) -> None:
    with contextlib.suppress(Fault):
        read_quantity(text)


@pytest.mark.parametrize("text", ["1e99999999", "9" * 10_000, "10^99999999", "1" + "0" * 31 + " GB"])
def test_huge_numbers_are_refused_at_once(text) -> None:
    with pytest.raises(Fault):
        read_quantity(text)


def test_bits_and_bytes_do_not_add_up() -> None:
    with pytest.raises(Fault, match="sumar"):
        _ = read_quantity("8 bit").quantity + read_quantity("1 byte").quantity


def test_a_count_has_no_unit() -> None:
    assert read_quantity("72").quantity == Quantity(Fraction(72), COUNT)
