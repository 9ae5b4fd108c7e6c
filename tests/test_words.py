"""The words give what a page, a card or a diagram needs, and every slip is told at its place."""

import pytest

from macros.facts.registry import read_registry
from macros.figures import Figures
from macros.problems import Fault
from macros.words import Said, Vocabulary

REGISTRY, PROBLEMS = read_registry(
    {
        "hardware.yaml": """
card:
  name: Tarjeta
  facts:
    memory: {value: 32 GB, also_read_as: GiB, source: maker, verified: quoted}
    speed: {value: 1792 GB/s, source: maker, verified: quoted}
    cooling: {value: líquida, source: maker, verified: official}
convention:
  name: Convención
  facts:
    GB: {value: 10^9 byte, source: maker, verified: convention}
""",
        "sources.yaml": "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n",
    }
)
WORDS = Vocabulary(Figures(REGISTRY), frozenset({"memoria"}), {"mazo": frozenset({"course"})})


def said(text: str) -> str:
    """TEXT with its words said, as plain text."""
    return "".join(piece.text if isinstance(piece, Said) else piece for piece in WORDS.fill(text)).replace(
        "\u00a0", " "
    )


def test_the_registry_of_these_tests_is_in_order() -> None:
    assert PROBLEMS == []


GIVEN = {
    'Tiene [= fact("card.memory") =].': "Tiene 32 GB.",
    '[= fact("card.speed") =]': "1,792 GB/s",
    '[= fact("card.cooling") =]': "líquida",
    '[= fact("card.memory", mark=True) =]': "32 GB FACT",
    '[= fact("card.memory", unit="MB") =]': "32,000 MB",
    '[= fact("card.memory", reading="GiB") =]': "29.8 GiB",
    '[= derived("weights(params=70B, bits=INT4)") =]': "35 GB",
    '[= derived("weights(params=70B, bits=INT4)", unit="GiB") =]': "32.6 GiB",
    '[= derived("weights(params=70B, bits=INT4)", unit="GiB", digits=5) =]': "32.596 GiB",
    '[= derived("weights(params=70B, bits=INT4)", unit="", mark=true) =]': "35 DERIVED",
    '[= steps("weights(params=7B, bits=BF16)") =]': "7 × 10⁹ × 2",
    '[= verdict("weights(params=70B, bits=INT4) <= card.memory", yes="cabe", no="no cabe") =]': "no cabe",
    '[= verdict("33 GB <= card.memory", yes="cabe", no="no cabe") =]': "depende de la unidad",
    '[= verdict("30 GB <= card.memory", yes="cabe", no="no cabe") =]': "cabe",
    '[= claim("weights(params=70B, bits=INT4) > card.memory", says="No cabe") =]nada': "nada",
    'sin palabras, con `[= fact("x") =]`': 'sin palabras, con `[= fact("x") =]`',
}


@pytest.mark.parametrize("text", GIVEN)
def test_words_give(text) -> None:
    assert said(text) == GIVEN[text]


def test_words_that_are_set_by_the_page_keep_their_names() -> None:
    (diagram, gap, cards) = WORDS.fill('[= diagram("memoria") =] [= cards("mazo") =]')
    assert isinstance(diagram, Said)
    assert isinstance(cards, Said)
    assert (diagram.name, gap, cards.name, cards.options) == ("memoria", " ", "mazo", ("course",))
    assert diagram.block


FAULTS = {
    'a [= fact("card.memori") =]': ("E111", 11, "card.memory"),
    'a [= derived("weights(params=70B, bit=4)") =]': ("E112", 34, "bits"),
    '[= fact("weights(params=7B, bits=4)") =]': ("E130", 9, "derived("),
    '[= derived("card.memory") =]': ("E130", 12, 'fact("card.memory")'),
    '[= steps("card.memory") =]': ("E130", 10, "fact("),
    '[= fact("card.cooling", unit="GB") =]': ("E133", 9, "quite"),
    '[= fact("card.memory", unit="s") =]': ("E107", 9, "medir"),
    '[= fakt("card.memory") =]': ("E135", 3, "fact"),
    '[= fact("card.memory", units="GB") =]': ("E136", 23, "unit"),
    '[= fact("card.memory", digits="3") =]': ("E136", 3, ""),
    "[= fact() =]": ("E136", 3, 'fact("…")'),
    '[= diagram("memorias") =]': ("E131", 12, "memoria"),
    '[= cards("mazo", group="extra") =]': ("E132", 10, "course"),
    '[= formula("pesos") =]': ("E113", 12, "weights"),
    '[= sources("makr") =]': ("E012", 12, "maker"),
    '[= verdict("card.memory", yes="a", no="b") =]': ("E124", 12, "compárela"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_slips_are_told_at_their_place(text) -> None:
    code, offset, hint = FAULTS[text]
    with pytest.raises(Fault) as told:
        WORDS.fill(text)
    assert (told.value.code, told.value.offset) == (code, offset)
    assert hint in told.value.hint
