"""Numbers are printed as a reader in Mexico expects them, rounded once and never through a float."""

from decimal import Decimal
from fractions import Fraction

import pytest
from babel.numbers import format_decimal
from hypothesis import assume, given
from hypothesis import strategies as st

from macros import spanish
from macros.units import BYTE, Quantity, read_quantity, unit

fractions = st.fractions(min_value=Fraction(1, 10**6), max_value=10**21, max_denominator=10**9)


@given(fractions, st.integers(1, 6))
def test_rounding_is_half_up_and_never_off_by_more_than_half_a_unit(value, digits) -> None:
    shown = spanish.rounded(value, digits)
    unit_in_last_place = Fraction(10) ** (shown.adjusted() - digits + 1)
    assert abs(Fraction(shown) - value) <= unit_in_last_place / 2
    if abs(Fraction(shown) - value) == unit_in_last_place / 2:
        assert Fraction(shown) > value


@given(fractions)
def test_bounds_round_to_the_safe_side(value) -> None:
    assert Fraction(spanish.significant(value, direction="up")) >= value
    assert Fraction(spanish.significant(value, direction="down")) <= value


@given(fractions)
def test_up_to_four_figures_stand_as_they_are(value) -> None:
    shown = Fraction(spanish.significant(value))
    four = Fraction(spanish.rounded(value, 4))
    assert shown == value if four == value else shown == Fraction(spanish.rounded(value, 3))


near = st.builds(
    lambda power, off: Fraction(10) ** (3 * power) * (1 + Fraction(off, 10**5)),
    st.integers(1, 6),
    st.integers(-200, 200),
)


@given(fractions | near, st.none() | st.integers(1, 6), st.sampled_from(["half", "up", "down"]))
def test_a_size_reads_from_one_to_a_thousand(value, digits, direction) -> None:
    assume(1 <= value < 10**20)
    number, _ = spanish.quantity(Quantity(value, BYTE), digits=digits, direction=direction)
    assert 1 <= Decimal(number.replace(",", "")) < 1000


@given(fractions | near, st.sampled_from(["up", "down"]))
def test_a_printed_bound_is_on_its_side(value, direction) -> None:
    number, symbol = spanish.quantity(Quantity(value, BYTE), direction=direction)
    shown = Fraction(number.replace(",", "")) * unit(symbol).factor
    assert shown >= value if direction == "up" else shown <= value


@given(st.decimals(-(10**12), 10**12, places=4))
def test_numbers_are_printed_as_babel_prints_them(value) -> None:
    assert spanish.decimal(value) == format_decimal(value + 0, locale="es_MX", decimal_quantization=False)


@given(st.integers(0, 10**30 - 1))
def test_typed_digits_are_never_lost(value) -> None:
    assert spanish.typed(str(value)) == f"{value:,}"


TIES = {"1.25": "1.3", "0.35": "0.4", "2.5": "3", "4.125": "4.13", "2.675": "2.68"}


@pytest.mark.parametrize("text", TIES)
def test_ties_go_up(text) -> None:
    assert spanish.number(Fraction(text), len(TIES[text].replace("0.", "").replace(".", ""))) == TIES[text]


PRINTED = [
    ("35 GB", "35\u00a0GB"),
    ("1792 GB/s", "1.792\u00a0TB/s"),
    ("1260 GB", "1.26\u00a0TB"),
    ("18 byte", "18\u00a0bytes"),
    ("1 byte", "1\u00a0byte"),
    ("999.95 GB", "1\u00a0TB"),
    ("0.5 TB", "500\u00a0GB"),
    ("0 B", "0\u00a0bytes"),
    ("42949672960 B", "42.9\u00a0GB"),
    ("72", "72"),
    ("283813", "284,000"),
]


@pytest.mark.parametrize(("text", "shown"), PRINTED)
def test_figures_are_printed(text, shown) -> None:
    assert spanish.joined(*spanish.quantity(read_quantity(text).quantity)) == shown


def test_a_unit_can_be_asked_for() -> None:
    half = read_quantity("500 GB").quantity
    assert spanish.quantity(half, unit("TB")) == ("0.5", "TB")
    assert spanish.quantity(half, unit("GiB"), 4) == ("465.7", "GiB")


def test_facts_stand_as_typed_only_grouped() -> None:
    assert spanish.typed("1792", "GB/s") == "1,792\u00a0GB/s"
    assert spanish.typed("1.50") == "1.50"
    assert spanish.typed("10^12") == "10¹²"
    assert spanish.typed("-0.50") == "-0.50"
    assert spanish.typed("7.5B") == "7.5B"


def test_lists_have_their_conjunctions() -> None:
    assert spanish.listed(["pesos"]) == "pesos"
    assert spanish.listed(["pesos", "caché"]) == "pesos y caché"
    assert spanish.listed(["pesos", "caché", "inferencia"]) == "pesos, caché e inferencia"
    assert spanish.listed(["uno", "otro"], "o") == "uno u otro"
    assert spanish.listed(["agua", "hielo"]) == "agua y hielo"
    assert spanish.listed(["tabla", "índice"]) == "tabla e índice"
    assert spanish.listed(["10", "11"], "o") == "10 u 11"
    assert spanish.listed(["10", "110"], "o") == "10 o 110"
    assert spanish.listed([]) == ""


def test_dates_are_in_words() -> None:
    assert spanish.day("2026-03-03") == "3 de marzo de 2026"
    assert spanish.day("2025-01") == "enero de 2025"
    assert spanish.day("2025") == "2025"


def test_a_size_has_its_two_readings() -> None:
    assert spanish.both_readings(read_quantity("35 GB").quantity) == "35\u00a0GB = 32.6\u00a0GiB"
    assert spanish.both_readings(read_quantity("1 MB").quantity) == ""
    assert spanish.both_readings(read_quantity("1 GB/s").quantity) == ""


def test_counts_agree() -> None:
    assert spanish.count(1, "cifra", "cifras") == "1 cifra"
    assert spanish.count(1200, "cifra", "cifras") == "1,200 cifras"


@pytest.mark.parametrize(
    ("text", "tied"),
    [
        ("32 GB GDDR7, 1,792 GB/s y 8 bits", "32\u00a0GB GDDR7, 1,792\u00a0GB/s y 8\u00a0bits"),
        ("Las 24 GBicicletas, 3 días y 2 1", "Las 24 GBicicletas, 3 días y 2 1"),
        ("", ""),
    ],
)
def test_a_number_is_tied_to_its_unit_and_to_nothing_else(text: str, tied: str) -> None:
    assert spanish.tied(text) == tied
    assert spanish.tied(tied) == tied
