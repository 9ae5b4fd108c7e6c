"""A second, tiny course of another subject builds with the same engine."""

import json
import shutil
from pathlib import Path

import pytest
from lxml import html as lxml_html

TINY = Path(__file__).parent / "tiny"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory, curso) -> Path:
    root = tmp_path_factory.mktemp("tiny") / "root"
    shutil.copytree(TINY, root)
    done = curso(root, "build")
    assert done.returncode == 0, done.stderr
    return root / "site"


@pytest.fixture(scope="module")
def page(tiny: Path) -> str:
    return (tiny / "index.html").read_text("utf-8")


def test_its_figures_are_worked(tiny: Path) -> None:
    records = {one["id"]: one for one in json.loads((tiny / "datos/cifras.json").read_text("utf-8"))}
    energy = records["energy(power=horno.power,time=1 h)"]
    assert energy["value"] == {"exact": "1500", "unit": "Wh", "display": "1.5\u00a0kWh"}
    assert energy["facts"] == ["horno.power"]


def test_what_is_no_word_stays_as_typed(page: str) -> None:
    text = lxml_html.fromstring(page).xpath("//article")[0].text_content()
    for typed in (
        "| Uso [%] |",
        '[=85% "85%"]'.replace('"', "\u0022"),
        'printf "[%s]"',
        '[= fact("x") =]',
        "{{ nada }}",
    ):
        assert typed in text
    assert "x[=1]" in page


def test_a_figure_in_a_heading_reads_right_everywhere(page: str, tiny: Path) -> None:
    assert 'id="uno"' in page
    tree = lxml_html.fromstring(page)
    entry = tree.xpath("//nav[contains(@class,'md-nav--secondary')]//a[@href='#uno']")[0]
    assert entry.text_content().split() == ["Sección", "1.5", "kW"]
    index = json.loads((tiny / "search/search_index.json").read_text("utf-8"))
    titles = [entry["title"] for entry in index["docs"]]
    assert any("1.5\u00a0kW" in title for title in titles)


def test_the_search_index_holds_no_marks_and_no_provenance(tiny: Path) -> None:
    text = (tiny / "search/search_index.json").read_text("utf-8")
    assert "ue000" not in text
    assert "Procedencia" not in text


def test_a_verdict_prints_the_wording_that_is_true(tiny: Path) -> None:
    assert "alcanza con el cable" in lxml_html.fromstring((tiny / "otra/index.html").read_text("utf-8")).text_content()
