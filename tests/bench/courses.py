"""Courses made to measure: any number of pages, each of some 1,200 words, 20 figures, two formulas and a diagram."""

import random
import re
import shutil
import textwrap
from pathlib import Path

from diagrams.words import draw
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import tex
from macros.site.course import Course, load
from macros.words import Said

REPOSITORY = Path(__file__).parents[2]
PRODUCTS = 24
DIAGRAM = "escala-de-decision"
PROSE = (
    "la memoria de cada equipo se reparte entre los pesos y lo que el modelo recuerda mientras responde por eso "
    "conviene contar primero cuánto ocupa todo y después cuánto tarda en leerse quien prepara una clase mide antes "
    "de prometer y explica de dónde sale cada dato para que el grupo pueda rehacer la cuenta con calma en su casa"
)
WORDS = PROSE.split()
SETTINGS = """\
site_name: Curso de medida
exclude_docs: /datos/
theme:
  name: material
  language: {language}
  font: false
  features: [navigation.prune]
extra: {{generator: false}}
plugins:
{plugins}
markdown_extensions:
  - attr_list
  - md_in_html
  - tables
  - toc: {{permalink: false}}
  - pymdownx.arithmatex: {{generic: true}}
  - pymdownx.superfences
"""
COURSE_PLUGINS = """\
  - curso
  - search: {lang: es}
  - macros:
      modules: [macros.words]
      j2_variable_start_string: "[="
      j2_variable_end_string: "=]"
      j2_block_start_string: "\\ue010%"
      j2_block_end_string: "%\\ue010"
      j2_comment_start_string: "\\ue010#"
      j2_comment_end_string: "#\\ue010"
      on_undefined: strict
      on_error_fail: true
"""


def write_course(root: Path, pages: int) -> None:
    """Write into ROOT a course of PAGES; `raro.memory` stands on three of them, `comun.memory` on one in five."""
    _write(root / "mkdocs.yml", SETTINGS.format(language="es-MX", plugins=COURSE_PLUGINS.rstrip()))
    data = root / "docs/datos"
    _write(
        data / "sources.yaml", "hoja:\n  title: Hoja técnica\n  publisher: El fabricante\n  url: https://example.org\n"
    )
    _write(data / "equipos.yaml", "".join(_product(number) for number in range(PRODUCTS)))
    _write(data / "contados.yaml", _subject("raro", {"memory": "24 GB"}) + _subject("comun", {"memory": "48 GB"}))
    conventions = (REPOSITORY / "docs/datos/conventions.yaml").read_text("utf-8")
    _write(data / "conventions.yaml", re.sub(r"(?m)^( +source:).*$", r"\1 hoja", conventions))
    (root / "diagrams").mkdir()
    shutil.copy(REPOSITORY / f"diagrams/{DIAGRAM}.yaml", root / "diagrams")
    for number in range(pages):
        _write(root / "docs" / page_name(number), _page(number, pages))


def page_name(number: int) -> str:
    """The path of a page in `docs/`: parts of a hundred, units of ten."""
    if number == 0:
        return "index.md"
    return f"parte-{number // 100 + 1:02}/unidad-{number // 10 % 10 + 1:02}/leccion-{number:04}.md"


def write_typed(root: Path, target: Path) -> None:
    """Write into TARGET the course in ROOT as plain MkDocs pages: numbers typed in, nothing that says whence."""
    course, problems = load(root)
    assert not problems, problems
    plugins = "  - search: {lang: es}"
    _write(target / "mkdocs.yml", SETTINGS.format(language="es", plugins=plugins))
    for page in course.pages:
        pieces = course.vocabulary.fill(page.text)
        _write(target / page.path, "".join(_typed(course, one) if isinstance(one, Said) else one for one in pieces))


def _typed(course: Course, said: Said) -> str:
    """What an author would have typed for what was SAID."""
    if said.word == "formula":
        return f"$${CATALOGUE[said.name].result}={tex(CATALOGUE[said.name].main_tree())}$$"
    if said.word == "diagram":
        return f"<figure>{draw(course.diagrams[said.name], inline=True)}</figure>"
    return f"${said.tex}$" if said.tex else said.text


def _product(number: int) -> str:
    facts = {
        "memory": f"{16 + 8 * number} GB",
        "bandwidth": f"{500 + 77 * number} GB/s",
        "peak": f"{100 + 31 * number} TFLOP/s",
        "power": f"{150 + 25 * number} W",
    }
    return _subject(f"equipo{number:02}", facts)


def _subject(name: str, facts: dict[str, str]) -> str:
    lines = [f"{name}:", f"  name: El {name}", "  facts:"]
    for fact, value in facts.items():
        lines += [f"    {fact}:", f"      name: {fact} de {name}", f"      value: {value}"]
        lines += ["      source: hoja", '      locator: "Tabla"', "      verified: official"]
    return "\n".join(lines) + "\n"


def _page(number: int, pages: int) -> str:
    chance = random.Random(number)
    one, other = f"equipo{number % PRODUCTS:02}", f"equipo{number * 7 % PRODUCTS:02}"
    special = ""
    if number in {0, pages // 2, pages - 1}:
        special += 'Una memoria rara: [= fact("raro.memory") =].\n\n'
    if number % 5 == 0:
        special += 'Una memoria común: [= fact("comun.memory") =].\n\n'
    rows = [f'| {text} | [= derived("{figure}") =] |\n' for text, figure in _figures(number, one, other)]
    parts = [
        f"# Lección {number}\n\n",
        special,
        _prose(chance, f'[= fact("{one}.memory") =]', f'[= fact("{other}.memory") =]'),
        "## Cuánto ocupa\n\n",
        _prose(chance, f'[= fact("{one}.bandwidth") =]', f'[= fact("{other}.bandwidth") =]'),
        '[= formula("weights") =]\n\n',
        "| Caso | Valor |\n|---|---|\n" + "".join(rows[:6]) + "\n",
        "".join(f"- {_sentence(chance)}\n" for _ in range(6)) + "\n",
        "## Cuánto tarda\n\n",
        _prose(chance, f'[= fact("{one}.power") =]', f'[= fact("{other}.power") =]'),
        '[= formula("token_time") =]\n\n',
        "| Caso | Valor |\n|---|---|\n" + "".join(rows[6:]) + "\n",
        _prose(chance, f'[= fact("{one}.peak") =]', f'[= fact("{other}.peak") =]'),
        f'## La decisión\n\n[= diagram("{DIAGRAM}") =]\n\n',
        _prose(chance, "", ""),
    ]
    return "".join(parts)


def _figures(number: int, one: str, other: str) -> list[tuple[str, str]]:
    """Twelve figures of a page: most are its own, some are shared by all pages on the same product."""
    size = 1000 + number
    weights = f"weights(params={size}M, bits=INT4)"
    return [
        ("pesos en cuatro bits", weights),
        ("pesos en ocho bits", f"weights(params={size}M, bits=INT8)"),
        ("pesos en dieciséis bits", f"weights(params={size}M, bits=BF16)"),
        ("lo que queda", f"headroom(capacity={one}.memory, needed={weights})"),
        ("lo que queda en el otro", f"headroom(capacity={other}.memory, needed={weights})"),
        ("estado de entrenamiento", f"training_state(params={size}M)"),
        ("tiempo de un token", f"token_time(weights_read={weights}, bandwidth={one}.bandwidth)"),
        ("en el otro", f"token_time(weights_read={weights}, bandwidth={other}.bandwidth)"),
        ("intensidad de equilibrio", f"ridge_point(peak={one}.peak, bandwidth={one}.bandwidth)"),
        ("energía de una hora", f"energy(power={one}.power, time=1 h)"),
        ("cómputo del entrenamiento", f"training_flops(params={size}M, tokens=20B)"),
        ("lectura de la entrada", f"prefill_time(params={size}M, tokens=2k, peak={other}.peak)"),
    ]


def _sentence(chance: random.Random, length: int = 14) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(length)).capitalize() + "."


def _prose(chance: random.Random, *figures: str) -> str:
    """Two paragraphs, each with one of FIGURES in it."""
    paragraphs = []
    for figure in figures:
        sentences = [_sentence(chance) for _ in range(7)]
        sentences.insert(3, f"Aquí son {figure} en total." if figure else _sentence(chance))
        paragraphs.append("\n".join(textwrap.wrap(" ".join(sentences), 110, break_long_words=False)))
    return "\n\n".join(paragraphs) + "\n\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
