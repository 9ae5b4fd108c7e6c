"""Words are found where they are alive, with the place of each part, and any text is words or a fault."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.problems import Fault
from macros.spoken import Spoken, masked, read_call, words_in


def sources(text: str) -> list[str]:
    return [spoken.source.strip() for spoken in words_in(text)]


ALIVE = {
    'Son [= fact("a.b") =].': ['fact("a.b")'],
    '[=fact("a.b")=] y [=fact("c.d")=]': ['fact("a.b")', 'fact("c.d")'],
    "sin palabras": [],
    '[=85% "x"]': [],
    "[% if %] {{ x }} [#12](y)": [],
    '`[= fact("a.b") =]`': [],
    '``[= fact("a.b") =] ` ``': [],
    '$x [= fact("a.b") =] y$': [],
    '$$\n[= fact("a.b") =]\n$$': [],
    '```yaml\n[= fact("a.b") =]\n```\n': [],
    '~~~\n[= fact("a.b") =]\n~~~\n': [],
    '<!-- [= fact("a.b") =] -->': [],
    'cuesta $5 y [= fact("a.b") =] por $ 6': ['fact("a.b")'],
    '\\`[= fact("a.b") =]\\`': ['fact("a.b")'],
    'un ` suelto\n\n[= fact("a.b") =]\n\notro ` suelto': ['fact("a.b")'],
    '[= verdict("a < b",\n  yes="cabe") =]': ['verdict("a < b",\n  yes="cabe")'],
}


@pytest.mark.parametrize("text", ALIVE)
def test_words_are_alive_outside_code_mathematics_and_comments(text) -> None:
    assert sources(text) == ALIVE[text]


def test_a_word_knows_where_it_begins_and_ends() -> None:
    text = 'Son [= fact("a.b") =].'
    (spoken,) = words_in(text)
    assert text[spoken.start : spoken.end] == '[= fact("a.b") =]'


UNCLOSED = {'a [= fact("a.b")': 2, 'a [= fact("a.b") = ] b': 2, '[= fact("a") [= fact("b") =]': 0}


@pytest.mark.parametrize("text", UNCLOSED)
def test_a_word_that_is_never_closed_is_told(text) -> None:
    with pytest.raises(Fault) as told:
        list(words_in(text))
    assert (told.value.code, told.value.offset) == ("E137", UNCLOSED[text])


def call(text: str):
    (spoken,) = words_in(text)
    return read_call(spoken)


def test_a_call_has_its_arguments_and_their_offsets() -> None:
    text = 'é [= fact("a.b", unit="GB", mark=true, digits=3) =]'
    found = call(text)
    (spoken,) = words_in(text)
    assert (found.name, found.arguments) == ("fact", ("a.b",))
    assert found.options == {"unit": "GB", "mark": True, "digits": 3}
    assert text[spoken.start + found.offset :].startswith("fact(")
    assert text[spoken.start + found.first :].startswith("a.b")
    assert {name: text[spoken.start + at :][: len(name)] for name, at in found.option_offsets.items()} == {
        "unit": "unit", "mark": "mark", "digits": "digits",
    }  # fmt: skip


def test_offsets_count_over_lines_and_accents() -> None:
    text = '[= verdict("á ñ",\n   yes="sí", no="nó") =]'
    found = call(text)
    assert text[found.option_offsets["no"] :].startswith("no=")


OTHERS = ['[= fact("a") | upper =]', "[= page.title =]", "[= x + 1 =]", "[= obj.method(1) =]"]


@pytest.mark.parametrize("text", OTHERS)
def test_what_only_the_macros_plugin_reads_is_left_to_it_or_told(text) -> None:
    try:
        assert call(text) is None
    except Fault as fault:
        assert fault.code == "E138"  # noqa: PT017  # either is in order


SLIPS = {
    "[= fact(“a.b”) =]": (8, "comillas rectas"),
    "[= fact(a.b) =]": (8, '"a.b"'),
    '[= fact("a.b" =]': (0, "paréntesis"),
    '[= fact("a.b", unit=GB) =]': (20, '"GB"'),
}


@pytest.mark.parametrize("text", SLIPS)
def test_slips_are_told_with_their_cure(text) -> None:
    offset, hint = SLIPS[text]
    with pytest.raises(Fault) as told:
        call(text)
    assert (told.value.code, told.value.offset) == ("E138", offset)
    assert hint in told.value.hint


@given(st.text(alphabet=st.sampled_from('[]= fact("a.b")`$\\\n\r\f~<!->“é,|{}0'), max_size=80))
def test_any_text_is_words_or_a_fault(text) -> None:
    assert len(masked(text)) == len(text)
    try:
        for spoken in words_in(text):
            read_call(spoken)
    except Fault as fault:
        assert 0 <= fault.offset <= len(text)  # noqa: PT017  # the text may also be in order


@given(st.text(alphabet=st.sampled_from('fact("a.b"),=\n\r\f\0\\é“|x*-1[]{}:'), max_size=60))
def test_any_word_is_a_call_or_a_fault(source) -> None:
    try:
        read_call(Spoken(0, len(source) + 4, source))
    except Fault as fault:
        assert 0 <= fault.offset <= len(source) + 4  # noqa: PT017  # the word may also be in order


SLOW = ["`" * 5000, "` `` " * 2000, "$x" * 5000, "[= " * 3000, "<!--" * 3000, "```\n" * 3001, "~~~ a\n" * 3001,
        "[=f(" + "(" * 5000 + "=]", "[=f(" + "-" * 50_000 + "1)=]", "\n\n".join(["a ` b"] * 2000)]  # fmt: skip


@pytest.mark.parametrize("text", SLOW, ids=lambda text: text[:8])
def test_nothing_makes_it_slow(text) -> None:
    start = time.process_time()
    try:
        for spoken in words_in(text):
            read_call(spoken)
    except Fault as fault:
        assert fault.code in {"E137", "E138"}  # noqa: PT017  # some of them are in order
    assert time.process_time() - start < 2
