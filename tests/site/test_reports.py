"""What went wrong in other people's course sites, tried on ours: each test names the public report that it comes from."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import html as lxml_html

pytestmark = pytest.mark.site

TINY = Path(__file__).parent / "tiny"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    shutil.copytree(TINY, tmp_path / "root")
    return tmp_path / "root"


def write(root: Path, text: str, name: str = "docs/nueva.md") -> None:
    (root / name).write_text(text, "utf-8")


def built(root: Path, curso, name: str = "nueva/index.html") -> lxml_html.HtmlElement:
    done = curso(root, "build")
    assert done.returncode == 0, done.stderr
    return lxml_html.fromstring((root / "site" / name).read_text("utf-8"))


def stopped(root: Path, curso) -> str:
    done = curso(root, "build")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert not (root / "site").exists()
    return done.stderr


def test_an_import_error_of_the_authors_macros_is_told(tiny, curso) -> None:
    """P1; mkdocs-macros-plugin#16: a module that cannot be imported is taken for one that is not there."""
    write(tiny, "import calculo_x\n\n\ndef define_env(env):\n    pass\n", "main.py")
    assert "calculo_x" in stopped(tiny, curso)


def test_an_authors_own_macro_works_beside_the_words(tiny, curso) -> None:
    write(tiny, "def define_env(env):\n    env.macro(lambda: 'a mano', 'propia')\n", "main.py")
    write(tiny, "Hecho [= propia() =].\n")
    assert "Hecho a mano." in built(tiny, curso).text_content()


@pytest.mark.parametrize("text", ["Ocupa [= pesos_7b_bf61 =].", "Ocupa [= nadie.x =].", "Ocupa [= nadie() =]."])
def test_an_undefined_name_is_an_error_and_never_an_empty_string(text, tiny, curso) -> None:
    """P7; mkdocs-macros-plugin#153, #226, #116."""
    write(tiny, text + "\n")
    stopped(tiny, curso)


def test_braces_in_tex_open_no_comment(tiny, curso) -> None:
    """P4; mkdocs-macros-plugin#221: text vanished between `{#` and `#}`."""
    write(tiny, r"Sea $\frac{{a}}{b}$ y {#1 TEXTO fin #} sigue." + "\n")
    tree = built(tiny, curso)
    assert "{#1 TEXTO fin #} sigue." in tree.text_content()
    assert tree.xpath("//annotation/text()") == [r"\frac{{a}}{b}"]


def test_a_heading_may_have_its_own_id(tiny, curso) -> None:
    """P5; zensical#885."""
    write(tiny, "# Uno\n\n## Dos {#kv}\n")
    assert built(tiny, curso).xpath("//h2[@id='kv']")


def test_spanish_headings_keep_their_letters(tiny, curso) -> None:
    """P9; Python-Markdown#970: «Año» became «ano»."""
    shutil.copy(TINY.parents[2] / "mkdocs.yml", tiny / "mkdocs.yml")
    text = (tiny / "mkdocs.yml").read_text("utf-8")
    (tiny / "mkdocs.yml").write_text(re.sub(r"(?ms)^nav:.*?^theme:", "theme:", text), "utf-8")
    (tiny / "docs/_fragmentos").mkdir()
    write(tiny, "# Uno\n\n## Año base\n\n## Ano\n")
    ids = built(tiny, curso).xpath("//h2/@id")
    assert "año-base" in ids
    assert len(ids) == len(set(ids))


def test_an_anchor_survives_a_new_heading_and_a_corrected_number(tiny, curso) -> None:
    """#53; a number in a heading is no part of its address."""
    write(tiny, '# Uno\n\n## Los [= fact("horno.power") =] del horno\n\n## Uso\n')
    first = built(tiny, curso).xpath("//h2/@id")
    data = tiny / "docs/datos/cocina.yaml"
    data.write_text(data.read_text("utf-8").replace("1.5 kW", "1.6 kW"), "utf-8")
    write(tiny, '# Uno\n\n## Otro\n\n## Los [= fact("horno.power") =] del horno\n\n## Uso\n')
    assert built(tiny, curso).xpath("//h2/@id")[1:] == first
    assert first[0] == "los-del-horno"


def test_nothing_is_left_in_english(site) -> None:
    """P12."""
    assert "Permanent link" not in (site / "lecciones/ia-escala-hardware/index.html").read_text("utf-8")


def test_no_error_text_and_no_directive_is_published(site) -> None:
    """mkdocs-macros-plugin#133, a2ui#2328, pymdown-extensions#2753."""
    for page in site.rglob("*.html"):
        text = lxml_html.fromstring(page.read_text("utf-8")).text_content()
        assert not re.search(r"Macro .*Error|Traceback|--8<--|UndefinedError", text), page


def test_a_missing_snippet_stops_the_build(course, edit, curso) -> None:
    """pymdown-extensions#335: a missing snippet was removed in silence."""
    edit("docs/index.md", '--8<-- "como-leer.md"', '--8<-- "como-ler.md"')
    done = curso(course, "build")
    assert done.returncode == 1
    assert "como-ler.md" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dead_anchor_stops_the_build(tiny, curso) -> None:
    """asterism#154: a dead `#anchor` was only an INFO."""
    write(tiny, "# Uno\n\n## FAQ / Debug\n\n[Ir](#faq--debug)\n")
    assert "E162" in stopped(tiny, curso)


def test_a_dead_link_stops_the_build(tiny, curso) -> None:
    """P2."""
    write(tiny, "[Ir](noexiste.md)\n")
    assert "E162" in stopped(tiny, curso)


def test_an_anchor_of_raw_html_is_one(tiny, curso) -> None:
    """mkdocs#3463."""
    write(tiny, '<a id="cifra-14"></a> Aquí.\n\n[Ir](#cifra-14)\n')
    built(tiny, curso)


def test_a_word_stays_inside_its_list_and_its_admonition(tiny, curso) -> None:
    """mkdocs-macros-plugin#240: the second line of what a macro gave lost its indent."""
    write(tiny, '- Uno [= fact("horno.power") =]\n\n    [= formula("energy") =]\n\n- Dos\n')
    tree = built(tiny, curso)
    assert tree.xpath("//li//div[@class='formula']")
    assert tree.xpath("count(//article//ul[1]/li)") == 2


def test_money_is_not_mathematics(tiny, curso) -> None:
    """pymdown-extensions#297."""
    write(tiny, "Cuesta $5 y luego $10.\n")
    tree = built(tiny, curso)
    assert "Cuesta $5 y luego $10." in tree.text_content()
    assert not tree.xpath("//article/p//math")


def test_a_decimal_keeps_its_point_inside_mathematics(tiny, curso) -> None:
    """quarto-cli#10595."""
    write(tiny, "Son $3.5$ y nada más.\n")
    assert "3.5" in built(tiny, curso).xpath("//article//mn/text()")


def test_numbers_are_kept_on_the_line_of_their_unit(site) -> None:
    """translated-content#7363: the source has plain spaces, the page a no-break space."""
    page = (site / "lecciones/ia-escala-hardware/index.html").read_text("utf-8")
    assert re.findall(r"<data [^>]*>[\d.,]+ [A-Za-z]", page) == []
    assert len(re.findall("<data [^>]*>[\\d.,]+\u00a0[A-Za-z]", page)) > 20


def test_two_builds_are_the_same_byte_for_byte(tiny, curso, monkeypatch) -> None:
    """P16; mkdocs#938."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    def prints() -> dict[str, str]:
        assert curso(tiny, "build").returncode == 0
        files = sorted(path for path in (tiny / "site").rglob("*") if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    assert prints() == prints()


def test_every_record_says_what_it_uses_and_who_uses_it(site) -> None:
    """sphinx-needs#1038: back-links were lost in the export."""
    records = json.loads((site / "datos/cifras.json").read_text("utf-8"))
    memory = next(one for one in records if one["id"] == "rtx5090.memory")
    assert memory["sources"] == ["nvidia-rtx5090"]
    assert any(page["url"].startswith("lecciones/") for page in memory["pages"])
    assert memory["cards"] == ["ia-escala-hardware#pesos-70b-int4"]


def test_the_search_index_holds_the_text_and_nothing_hidden(site) -> None:
    """P11: the index took hidden provenance, and the words of a picture glued together."""
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    text = " ".join(entry["title"] + " " + entry["text"] for entry in index["docs"] if "ia-escala" in entry["location"])
    assert "14\u00a0GB" in text
    assert "Comprobaciones y usos" not in text
    assert "Entrenar añade tres" not in text
    assert not re.search("[\ue000-\uf8ff]", text)


def test_the_fault_names_the_page_on_which_it_stands(tiny, curso) -> None:
    """rmarkdown#1745: a build of several pages blamed the wrong one; knitr#2387: the second of two on a line."""
    write(tiny, '# Tres\n\nDe [= fact("horno.power") =] a [= fact("horno.powr") =].\n', "docs/tres.md")
    assert "docs/tres.md:3:41: E111" in stopped(tiny, curso)


def test_the_order_of_the_course_is_the_one_that_is_written(site) -> None:
    """mkdocs#3789: chapters came as 1, 10, 2."""
    tree = lxml_html.fromstring((site / "index.html").read_text("utf-8"))
    entries = tree.xpath("//nav[contains(@class,'md-nav--primary')]/ul/li")
    names = [entry.text_content().split()[0] for entry in entries]
    assert names == [
        "Inicio",
        "Lecciones",
        "Práctica",
        "Glosario",
        "Cifras",
        "Fuentes",
        "Cambios",
        "Accesibilidad",
        "Para",
    ]


def test_the_verdict_of_an_identity_says_what_was_rounded(site) -> None:
    """statcheck#36: a verdict hid that its inputs were rounded."""
    text = lxml_html.fromstring((site / "cifras/index.html").read_text("utf-8")).text_content()
    assert "129.6\u00a0TB/s" in text
    assert "redonde" in text


DEAF = """
import socket, sys

def refuse(*_, **__):
    raise OSError("this build has no network")

socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from macros.site.cli import main

main(["--root", sys.argv[1], "build"])
"""


def test_a_build_asks_nothing_of_the_network(course) -> None:
    """mkdocs-material#8359, #6747: fonts were fetched by a build that should need none."""
    done = subprocess.run([sys.executable, "-c", DEAF, str(course)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (course / "site/index.html").exists()


TWICE = """
import sys
from pathlib import Path
from macros.site import run

sys.dont_write_bytecode = True
root = Path(sys.argv[1])
sys.path.insert(0, str(root))
page = root / "site/nueva/index.html"
assert run.build(root, quiet=True) == 0
assert "K vale 14." in page.read_text("utf-8")
(root / "calculo.py").write_text("K = 99\\n")
assert run.build(root, quiet=True) == 0
assert "K vale 99." in page.read_text("utf-8")
"""


def test_a_changed_module_takes_effect_in_the_same_process(tiny) -> None:
    """P3; mkdocs#3993: the module stayed as it was, and the page kept its old number."""
    write(tiny, "K = 14\n", "calculo.py")
    write(tiny, "import calculo\n\n\ndef define_env(env):\n    env.macro(lambda: calculo.K, 'k')\n", "main.py")
    write(tiny, "K vale [= k() =].\n")
    done = subprocess.run([sys.executable, "-c", TWICE, str(tiny)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
