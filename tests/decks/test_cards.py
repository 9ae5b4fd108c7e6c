"""Cards in YAML: every problem at once, each at its place; and the deck of the course in order."""

from inspect import cleandoc
from pathlib import Path

import pytest

from decks.cards import fill, read_deck
from decks.markup import tokens

from .conftest import PROBLEMS, VOCABULARY, deck_text

REPOSITORY = Path(__file__).parents[2]


def test_the_registry_of_these_tests_is_in_order() -> None:
    assert PROBLEMS == []


def found(text: str) -> list[str]:
    """The problems of a deck, short: line, column, code."""
    deck, problems = read_deck("decks/x.yaml", text)
    if deck and not problems:
        _, problems = fill(deck, VOCABULARY)
    assert all(problem.place.path == "decks/x.yaml" and problem.message for problem in problems)
    return [f"{one.place.line}:{one.place.column} {one.code}" for one in problems]


def card(**values: str) -> str:
    """The YAML of a deck with one card, its values as given."""
    given = {"id": "uno", "front": "F", "back": "B", "group": "extra"} | values
    return deck_text("- " + "\n  ".join(f"{name}: {value}" for name, value in given.items()))


def test_all_problems_come_at_once_each_at_its_place() -> None:
    text = cleandoc(
        """
        title: T
        course: Mi curso
        deck: "Curso::"
        did: 12
        autor: yo
        cards:
          - {id: uno, front: F, back: B, group: course, frnt: x}
          - {id: UNO, front: "", back: B, group: cursos}
          - {id: dos, front: F, type: escrita, tags: [Energía, ok]}
        """
    )
    assert found(text) == [
        "2:9 E202", "3:8 E207", "4:6 E201", "5:1 E005", "7:49 E005", "8:10 E202", "8:10 E203", "8:23 E004",
        "8:42 E007", "9:5 E006", "9:5 E006", "9:31 E007", "9:47 E205",
    ]  # fmt: skip


def test_an_unknown_key_is_answered_with_the_one_meant() -> None:
    _, problems = read_deck("d.yaml", card(frnt="x"))
    assert problems[0].hint == "¿quiso decir «front»?"
    assert problems[0].message == "la tarjeta «uno» no tiene la clave «frnt»"


def test_an_empty_file_says_what_belongs_in_it() -> None:
    assert found("") == ["1:1 E004"]
    assert found("- a") == ["1:1 E004"]


def test_an_identity_is_one_whatever_its_case() -> None:
    cards = "- {id: UNO, front: F, back: B, group: extra}\n- {id: uno, front: F, back: B, group: extra}"
    assert found(deck_text(cards)) == ["6:10 E202", "7:10 E203"]


@pytest.mark.parametrize("did", ["1073741823", "9007199254740992", "-1999999999", "1_999_999_999", "²999999999", "did"])
def test_a_number_that_cannot_be_a_deck_is_refused(did) -> None:
    assert found(card().replace("1999999999", did)) == ["4:6 E201"]


@pytest.mark.parametrize(
    ("text", "code"),
    [(r'"a\x1fb"', "7:14 E206"), (r'"a\ud800"', "7:14 E206"), (r'"a\u0085b"', "7:14 E206"), ("a\x1fb", "7:13 E001")],
)
def test_characters_that_would_break_the_import_are_refused(text, code) -> None:
    assert found(card(front=text)) == [code]


GAPS = [
    ("'{{c1::uno}} y {{c2::dos::pista}}'", []),
    ("'`{{c1::x}}` oculta {{c1::`a}}`}}'", []),
    (r"'{{c1::$\frac{a}{b_{c}}$}}'", []),
    ("sin hueco", ["E204"]),
    ("'`{{c1::x}}`'", ["E204"]),
    ("'$x={{c1::y}}$'", ["E204"]),
    ("'{{c1,2::x}}'", ["E208", "E208", "E204"]),
    ("'{{C1::x}}'", ["E208", "E208", "E204"]),
    ("'{{c0::x}}'", ["E208", "E208", "E204"]),
    ("'{{ c1::x}}'", ["E208", "E208", "E204"]),
    ("'{{c1::a {{c2::b}} c}}'", ["E208", "E208"]),
    ("'{{c1::abierto'", ["E208"]),
    ("'{{c1::}}'", ["E208"]),
    ("'{{c1::std::vector::size}}'", ["E208"]),
]


@pytest.mark.parametrize(("front", "codes"), GAPS)
def test_gaps_that_would_make_no_card_are_refused(front, codes) -> None:
    assert sorted(line.split()[1] for line in found(card(type="cloze", front=front))) == sorted(codes)


def test_a_nested_gap_is_shown_where_it_opens() -> None:
    assert found(card(type="cloze", front="'{{c1::a {{c2::b}}'")) == ["7:21 E208"]


def test_types_that_do_not_go_with_their_card_are_refused() -> None:
    assert found(card(type="cloze", front="'{{c1::x}}'", reverse="true")) == ["11:14 E209"]
    assert found(card(type="type-in", back="$x$")) == ["8:11 E209"]
    assert found(card(type="type-in", back="'`ls -l`'")) == []


def test_words_are_said_or_their_fault_stands_at_its_place() -> None:
    assert found(card(back="'son [= fact(\"olla.memory\") =]'")) == []
    assert found(card(back="'son [= fact(\"olla.memori\") =]'")) == ["8:25 E111"]


def test_what_does_not_belong_in_a_card_is_refused() -> None:
    assert found(card(back="'[= diagram(\"dibujo\") =]'")) == ["8:12 E211"]
    assert found(card(diagram="dibuj", source="makr")) == ["10:14 E131", "11:13 E012"]
    empty = '[= verdict("olla.memory > 1 GB", yes="", no="no") =]'
    assert found(card(front=f"'{empty}'")) == ["7:13 E210"]


TOKENS = [
    ("cuesta $5 y $10", [("text", "cuesta $5 y $10")]),
    ("de $5/$10 a $8", [("text", "de $5/$10 a $8")]),
    (r"$7\times10^9$ bytes", [("math", r"7\times10^9"), ("text", " bytes")]),
    ("`$PATH` y $x$", [("code", "$PATH"), ("text", " y "), ("math", "x")]),
    ("``a`b``", [("code", "a`b")]),
    ("$$a$$", [("display", "a")]),
    ("```c\nint x;\n  y\n```", [("block", "int x;\n  y")]),
]


@pytest.mark.parametrize(("text", "expected"), TOKENS)
def test_code_and_mathematics_are_told_from_money(text, expected) -> None:
    parts: list[tuple[str, str]] = []
    for token in tokens(text):
        if parts and token.kind == parts[-1][0] == "text":
            parts[-1] = ("text", parts[-1][1] + token.source)
        else:
            parts.append((token.kind, token.source))
    assert parts == expected


def test_the_deck_of_the_course_is_in_order() -> None:
    """Its identities are frozen: a card that leaves this list takes the progress of its students with it."""
    path = REPOSITORY / "decks" / "ia-escala-hardware.yaml"
    deck, problems = read_deck(path.name, path.read_text("utf-8"))
    assert problems == []
    assert deck is not None
    assert (deck.course, deck.did) == ("hardware-ia", 1728300201)
    assert [card.id for card in deck.cards if card.group == "course"] == [
        "isa", "microarquitectura", "latencia", "throughput", "ancho-de-banda", "localidad", "forma-cpu", "forma-gpu",
        "intensidad-aritmetica", "roofline", "potencia", "energia", "memoria-de-ia", "all-reduce",
        "medicion-extremo-a-extremo",
    ]  # fmt: skip
    assert {"pesos-70b-int4", "memoria-inferencia-y-entrenamiento"} <= {card.id for card in deck.cards}
