"""What the page shows of a figure: a reader meets values and words, never the ids of the registry."""

import re
from datetime import date
from pathlib import Path

import pytest
from markupsafe import Markup

from macros.calc.catalogue import CATALOGUE
from macros.site import rules
from macros.site.anchors import anchor
from macros.site.views import fact_view, figure_view

FACTS = """\
chip:
  name: Chip
  facts:
    peak: {name: pico de cómputo, value: 2307 TFLOPS, source: maker, verified: official}
    bandwidth: {name: ancho de banda, value: 7380 GB/s, source: maker, verified: official}
"""


def test_each_name_that_an_input_takes_is_said_in_spanish() -> None:
    named = [one for formula in CATALOGUE.values() for one in formula.inputs if one.names]
    assert len(named) > 4
    for one in named:
        assert all(name.isdecimal() or name in one.says for name in one.names), one.name
        assert set(one.says) <= set(one.names)


def test_figures_of_other_signs_have_other_rows() -> None:
    """`5 GB + 2 GB` beside `5 GB - 2 GB` stopped the build: one id twice."""
    texts = [f"card.memory {sign} 2 GB" for sign in "+-*/"]
    assert len({anchor(text) for text in texts}) == 4
    assert anchor("weights(bits=INT4,params=70B)") == "p-weights-bits-int4-params-70b"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (
            "ridge_point(peak=chip.peak, bandwidth=chip.bandwidth)",
            "el pico de cómputo, π: 2,307 TFLOPS; el ancho de banda, β: 7,380 GB/s",
        ),
        ("weights(params=70B, bits=INT4)", "la cantidad de parámetros, Np: 70B; los bits de cada valor, b: INT4"),
        (
            "decode_rate(weights_read=weights(params=7B, bits=INT4), bandwidth=1.5 TB/s, capacity=32 GB)",
            (
                "los bytes de pesos que se leen por token, W: 3.5 GB; el ancho de banda, β: 1.5 TB/s; "
                "los bytes de caché KV que lee cada secuencia, k: 0 bytes; la cantidad de secuencias, B: 1; "
                "la capacidad de memoria: 32 GB"
            ),
        ),
    ],
)
def test_the_inputs_of_a_figure_are_said_by_their_values(text, given, tmp_path: Path) -> None:
    (tmp_path / "docs/datos").mkdir(parents=True)
    (tmp_path / "docs/datos/chip.yaml").write_text(FACTS, "utf-8")
    source = "maker: {title: Hoja, publisher: Fabricante, url: https://example.org/a}\n"
    (tmp_path / "docs/datos/sources.yaml").write_text(source, "utf-8")
    course, _ = rules.check(tmp_path, today=date(2026, 12, 1))
    view = figure_view(course, course.figures.work(text), lambda name: fact_view(course, course.registry.facts[name]))
    read = Markup(re.sub("<annotation.*?</annotation>", "", view.given)).striptags()
    assert read.replace("\N{NO-BREAK SPACE}", " ") == given
