"""The fields of a note say what the card says: escaped once, mathematics for Anki, code untouched."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.fields import FIELDS, GAP_FIELDS, note_fields, rendered

from .conftest import PICTURE, REGISTRY, filled_deck

TEXTS = [
    ("cuesta $5 y $10", "cuesta $5 y $10"),
    (r"cuesta \$5, no $x$", r"cuesta $5, no \(x\)"),
    (r"$7\times10^9\times2$ bytes", r"\(7\times10^9\times2\) bytes"),
    ("`echo $PATH $x$`", "<code>echo $PATH $x$</code>"),
    ("$a<b \\land c>d$", r"\(a&lt;b \land c&gt;d\)"),
    ("`vector<int>` o vector<int>", "<code>vector&lt;int&gt;</code> o vector&lt;int&gt;"),
    ("3 < 5 y 7 > 2 & <script>", "3 &lt; 5 y 7 &gt; 2 &amp; &lt;script&gt;"),
    ("$$\\frac{a}{b}$$", r"\[\frac{a}{b}\]"),
    ("uno\ndos\n", "uno<br>dos"),
    ("```\na  <b>\n  c\n```", "<pre><code>a  &lt;b&gt;\n  c</code></pre>"),
    ("{{Frente}} y {{c1::x}}", "{{Frente}} y {{c1::x}}"),
    ("[sound:a.mp3] [latex]x[/latex] `[$]`", "&#91;sound:a.mp3] &#91;latex]x[/latex] <code>&#91;$]</code>"),
    ("energi\u0301a", "energía"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_a_text_is_escaped_and_its_marks_are_set(text, expected) -> None:
    assert rendered([text]) == expected


GAPS = [
    (r"{{c1::$\frac{a}{b_{c}}$}} fin", r"{{c1::\(\frac{a}{b_{c} }\)}} fin"),
    ("{{c1::$x^{y^{z^{w}}}$}}", r"{{c1::\(x^{y^{z^{w} } }\)}}"),
    ("{{c1::`std::vector<T>{}`}}", "{{c1::<code>std&#58;&#58;vector&lt;T&gt;&#123;&#125;</code>}}"),
    ("{{c1::35::pista}} y `{{c2::no}}`", "{{c1::35::pista}} y <code>&#123;&#123;c2&#58;&#58;no&#125;&#125;</code>"),
]


@pytest.mark.parametrize(("text", "expected"), GAPS)
def test_only_its_own_braces_close_a_gap(text, expected) -> None:
    assert rendered([text], gaps=True) == expected


@given(
    st.text(
        st.characters(exclude_characters="$`\\\n\r[", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1
    )
)
def test_what_is_not_a_mark_is_read_back_as_it_was_written(text) -> None:
    import unicodedata

    assert unescape(rendered([text])) == unicodedata.normalize("NFC", text)


def fields(card: str) -> dict[str, str]:
    """The fields of the only card, by name."""
    deck, (filled,) = filled_deck(card)
    found = note_fields(deck.course, filled, {"dibujo": (PICTURE, 'a "b" <c>')}, REGISTRY.sources)
    return dict(zip(GAP_FIELDS if filled.card.type == "cloze" else FIELDS, found, strict=True))


def test_a_computed_card_shows_how_its_figure_comes_about_and_where_it_is_from() -> None:
    said = fields(
        """
        - id: pesos
          front: ¿Caben?
          back: >-
            [= derived("weights(params=70B, bits=INT4)") =]
            [= verdict("weights(params=70B, bits=INT4) <= olla.memory", yes="caben", no="no caben") =].
          group: extra
        """
    )
    assert said["Dorso"] == "35\u00a0GB no caben."
    assert said["Detalle"] == (
        r"<div>Memoria de los pesos: \(M_{\text{pesos}} = N_p\times\frac{b}{8} = 70\times10^9\times0.5\) = 35 GB."
        "<br>Datos: cantidad de parámetros, 70B; bits de cada valor, INT4.</div>"
        "<div>Comparación: 35 GB ≤ 32 GB, que no se cumple.</div>"
    ).replace(" GB", "\u00a0GB")
    assert said["Fuente"] == '<div><cite lang="en">Hoja &lt;1&gt;</cite>, Fábrica &amp; Cía</div>'


def test_a_conclusion_that_depends_on_the_reading_says_so() -> None:
    said = fields(
        """- {id: a, front: F, back: 'x [= verdict("olla.memory >= 34 GB", yes="sí", no="no") =]', group: extra}"""
    )
    assert said["Dorso"] == "x depende de la unidad"
    assert "32\u00a0GB ≥ 34\u00a0GB, que depende de cómo se lea" in said["Detalle"]


def test_a_fact_is_shown_as_printed_with_its_source_and_needs_no_detail() -> None:
    said = fields("""- {id: a, front: F, back: '[= fact("olla.words") =]', group: extra, source: norm}""")
    assert said["Dorso"] == "líquido &amp; &lt;frío&gt;"
    assert said["Detalle"] == ""
    assert said["Fuente"].count("<cite") == 2
    assert "<cite>Norma</cite>, Instituto" in said["Fuente"]


def test_a_power_keeps_its_label() -> None:
    said = fields("""- {id: a, front: F, back: 'B es [= fact("convention.B", mark=True) =]', group: extra}""")
    assert said["Dorso"] == r"B es \(10^9\) FACT"


def test_an_answer_to_be_typed_has_the_spaces_of_a_keyboard() -> None:
    said = fields(
        """- {id: a, front: F, back: '[= fact("olla.memory") =]', group: extra, type: type-in, reverse: true}"""
    )
    assert said["Dorso"] == "32\u00a0GB"
    assert said["Escribir"] == "32 GB"
    assert said["Inversa"] == "1"


def test_a_picture_has_a_name_that_changes_with_it_and_a_text_for_who_does_not_see_it() -> None:
    said = fields("- {id: a, front: F, back: B, group: extra, diagram: dibujo}")
    assert said["Figura"].startswith('<img src="prueba-dibujo-')
    assert said["Figura"].endswith('.png" alt="a &quot;b&quot; &lt;c&gt;">')


def test_gaps_take_the_back_and_the_detail_into_their_extra() -> None:
    said = fields("- {id: a, type: cloze, front: '{{c1::x}}', back: B, detail: D, group: extra}")
    assert said["Texto"] == "{{c1::x}}"
    assert said["Extra"] == 'B<div class="detalle"><div>D</div></div>'
    assert said["R3"] == ""
