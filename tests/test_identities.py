"""An identity holds within its tolerance, and its sentence says what was compared."""

import pytest

from macros.facts.registry import Check, Registry
from macros.figures import Figures
from macros.identities import judge
from macros.problems import Fault, Place

FIGURES = Figures(Registry())


def check(left: str, right: str, tolerance: str) -> Check:
    return Check(
        "", left, right, tolerance, holds=True, reason="", note="", left_place=Place(""), right_place=Place("")
    )


VERDICTS = [
    ("130 TB/s", "72 * 1.8 TB/s", "rounds to 3 figures", True, "72 × 1.8 TB/s = 129.6 TB/s; se imprime 130 TB/s, redondeado a 3 cifras"),
    ("129 TB/s", "72 * 1.8 TB/s", "rounds to 3 figures", False, "72 × 1.8 TB/s = 129.6 TB/s; se imprime 129 TB/s, y redondeado a 3 cifras sería 130 TB/s"),
    ("129 TB/s", "72 * 1.8 TB/s", "truncates to 3 figures", True, "72 × 1.8 TB/s = 129.6 TB/s; se imprime 129 TB/s, truncado a 3 cifras"),
    ("614 GB/s", "512 * 9.6 Gbit/s / 8 bit/byte", "truncates to 3 figures", True, "512 × 9.6 Gbit/s / 8 bit/byte = 614.4 GB/s; se imprime 614 GB/s, truncado a 3 cifras"),
    ("1792 GB/s", "512 * 28 Gbit/s / 8 bit/byte", "exact", True, "512 × 28 Gbit/s / 8 bit/byte = 1,792 GB/s; se imprime 1,792 GB/s, exacto"),
    ("1.793 TB/s", "512 * 28 Gbit/s / 8 bit/byte", "exact", False, "512 × 28 Gbit/s / 8 bit/byte = 1.792 TB/s; se imprime 1.793 TB/s, que no es lo mismo"),
    ("18 byte", "bytes_per_param(recipe=adam-18)", "exact", True, "2 + 4 + 4 + 8 = 18 bytes; se imprime 18 bytes, exacto"),
    ("100 GB", "101 GB", "1 %", True, "101 GB = 101 GB; se imprime 100 GB, a 1 % (se admite 1 %)"),
    ("100 GB", "102 GB", "1 %", False, "102 GB = 102 GB; se imprime 100 GB, a 2 % (se admite 1 %)"),
    ("1 GB", "0 GB", "5 %", False, "0 GB = 0 GB; se imprime 1 GB (se admite 5 %)"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "tolerance", "holds", "says"), VERDICTS)
def test_identities_are_judged_and_told(left, right, tolerance, holds, says) -> None:
    verdict = judge(check(left, right, tolerance), FIGURES)
    assert (verdict.holds, verdict.says.replace("\u00a0", " ")) == (holds, says)
    assert (verdict.left.id, verdict.right.id) == (FIGURES.work(left).id, FIGURES.work(right).id)


def test_a_side_is_rounded_in_the_unit_in_which_it_is_published() -> None:
    assert judge(check("1.7 PiB", "9216 * 192 GiB", "rounds to 2 figures"), FIGURES).holds
    assert not judge(check("1.8 PiB", "9216 * 192 GiB", "rounds to 2 figures"), FIGURES).holds


def test_a_truncated_number_goes_towards_zero() -> None:
    assert judge(check("0 GB - 1.2 GB", "0 GB - 1.29 GB", "truncates to 2 figures"), FIGURES).holds


FAULTS = [
    ("card.x", "1", "E111", 0),
    ("1", "1 + card.x", "E111", 4),
    ("1 GB", "1 s", "E107", 0),
    ("1 <= 2", "1", "E124", 0),
]


@pytest.mark.parametrize(("left", "right", "code", "offset"), FAULTS)
def test_what_cannot_be_compared_is_a_fault(left, right, code, offset) -> None:
    with pytest.raises(Fault) as told:
        judge(check(left, right, "exact"), FIGURES)
    assert (told.value.code, told.value.offset) == (code, offset)
