"""A build in proportion to the change gives, byte for byte, the site of a clean build: over random edits of a course.

The real course is edited, with a few pages more. 20 sequences of edits here, 200 in `make audit`.
"""

import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from macros.site import accept, memory, run
from macros.site.course import load

pytestmark = pytest.mark.site

LESSON = "docs/lecciones/ia-escala-hardware.md"
EXTRA = """# Página {number}

La tarjeta guarda [= fact("rtx5090.memory") =] y lee [= fact("rtx5090.bandwidth") =].

## Con [= fact("m5max.memory") =] en la mesa

| Modelo | Pesos |
|---|---|
| chico | [= derived("weights(params={number}B, bits=INT4)") =] |

Otra vista: [cifras](cifras.md), [la otra](extra-{other}.md).
"""


@pytest.fixture(scope="module")
def origin(tmp_path_factory, copy_course) -> Path:
    """The course that every sequence begins with, built."""
    root = copy_course(tmp_path_factory.mktemp("origin") / "root")
    for number, other in ((1, 2), (2, 1)):
        (root / f"docs/extra-{number}.md").write_text(EXTRA.format(number=number, other=other), "utf-8")
    settings = (root / "mkdocs.yml").read_text("utf-8")
    listed = settings.replace("  - Fuentes: fuentes.md\n", "  - Fuentes: fuentes.md\n  - extra-1.md\n  - extra-2.md\n")
    (root / "mkdocs.yml").write_text(listed, "utf-8")
    accept.accept(load(root)[0], "")
    assert run.build(root, quiet=True) == 0
    return root


@pytest.fixture
def root(origin: Path, tmp_path: Path) -> Path:
    """A copy of that course, with its site and what was kept of it."""
    shutil.copytree(origin, tmp_path / "root")
    assert run.build(tmp_path / "root", quiet=True) == 0
    return tmp_path / "root"


def contents(site: Path) -> dict[str, bytes]:
    """Every file under SITE."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def folders(site: Path) -> set[str]:
    """Every folder under SITE."""
    return {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_dir()}


def assert_as_clean(root: Path) -> None:
    """The site of ROOT is the one that a clean build gives."""
    kept, kept_folders = contents(root / "site"), folders(root / "site")
    assert run.build(root, quiet=True, clean=True) == 0
    clean = contents(root / "site")
    assert sorted(kept) == sorted(clean)
    assert [name for name in clean if kept[name] != clean[name]] == []
    assert kept_folders == folders(root / "site")


def replaced(path: Path, pattern: str, change: Callable[[re.Match[str]], str], chance: random.Random) -> None:
    """Change one of the places of PATH that match PATTERN."""
    text = path.read_text("utf-8")
    match = chance.choice(list(re.finditer(pattern, text, re.MULTILINE)))
    path.write_text(text[: match.start()] + change(match) + text[match.end() :], "utf-8")


def a_fact(root: Path, chance: random.Random) -> None:
    replaced(root / "docs/datos/hardware.yaml", r"value: (\d+) ", lambda m: f"value: {int(m[1]) + 1} ", chance)


def a_note(root: Path, chance: random.Random) -> None:
    replaced(root / "docs/datos/hardware.yaml", r"(locator: .*)", lambda m: f"{m[1].rstrip(chr(34))}", chance)


def a_source(root: Path, chance: random.Random) -> None:
    replaced(root / "docs/datos/sources.yaml", r"title: (.*)", lambda m: f"title: {m[1]} bis", chance)


def a_text(root: Path, chance: random.Random) -> None:
    page = chance.choice(["docs/index.md", "docs/extra-1.md", "docs/extra-2.md", "docs/autores.md", LESSON])
    (root / page).write_text((root / page).read_text("utf-8") + "\nUna frase más, con tilde: razón.\n", "utf-8")


def a_figure(root: Path, chance: random.Random) -> None:
    extra = root / f"docs/extra-{chance.choice((1, 2))}.md"
    if extra.exists():
        word = f'[= derived("weights(params={chance.randint(3, 9)}B, bits=INT8)") =]'
        extra.write_text(extra.read_text("utf-8") + f"\nPesa {word}.\n", "utf-8")


def a_heading(root: Path, chance: random.Random) -> None:
    replaced(root / LESSON, r"^## (.*)", lambda m: f"## {m[1]} hoy", chance)


def a_title(root: Path, chance: random.Random) -> None:
    replaced(root / "docs/fuentes.md", r"^# (.*)", lambda m: f"# {m[1]} {chance.randint(1, 9)}a", chance)


def a_new_page(root: Path, chance: random.Random) -> None:
    (root / f"docs/nueva-{chance.randint(1, 9)}.md").write_text("# Nueva\n\nSin cifras.\n", "utf-8")


def a_renamed_page(root: Path, chance: random.Random) -> None:
    for path in (root / "docs").glob("nueva-*.md"):
        path.rename(path.with_name(f"nueva-{chance.randint(10, 99)}.md"))


def a_deleted_page(root: Path, _: random.Random) -> None:
    for path in list((root / "docs").glob("nueva-*.md"))[:1]:
        path.unlink()


def a_card(root: Path, chance: random.Random) -> None:
    replaced(
        root / "decks/ia-escala-hardware.yaml", r"^( +)back: (.*[^\"|>])$", lambda m: f"{m[1]}back: {m[2]} hoy", chance
    )


def a_diagram(root: Path, chance: random.Random) -> None:
    replaced(
        root / "diagrams/escala-de-decision.yaml", r"^description: (.*)", lambda m: f"description: {m[1]} Así.", chance
    )


def a_backing(root: Path, chance: random.Random) -> None:
    replaced(root / "docs/datos/formulas.yaml", r"note: (.*[^\"])$", lambda m: f"note: {m[1]} Así.", chance)


def a_setting(root: Path, chance: random.Random) -> None:
    replaced(root / "mkdocs.yml", r"^site_name: (.*)", lambda m: f"site_name: {m[1]} {chance.randint(1, 9)}", chance)


def a_theme(root: Path, chance: random.Random) -> None:
    replaced(
        root / "mkdocs.yml",
        r"    - search\.highlight\n",
        lambda _: "    - navigation.top\n    - search.highlight\n",
        chance,
    )


def a_version(root: Path, chance: random.Random) -> None:
    library = root.parent / f"library-{chance.randint(0, 99)}"
    (library / f"algo-{chance.randint(1, 9)}.dist-info").mkdir(parents=True, exist_ok=True)
    sys.path.append(str(library))


def an_acceptance(root: Path, _: random.Random) -> None:
    accept.accept(load(root)[0], "Una corrección.")


def a_damage(root: Path, chance: random.Random) -> None:
    path = chance.choice(sorted(path for path in (root / ".cache").rglob("*") if path.is_file()))
    body = bytearray(path.read_bytes() or b"x")
    body[chance.randrange(len(body))] ^= 1
    path.write_bytes(bytes(body))


def a_hand_in_the_site(root: Path, _: random.Random) -> None:
    (root / "site/index.html").write_text("<h1>otra cosa</h1>", "utf-8")


OFTEN = (a_fact, a_text, a_figure, a_source, a_card, a_heading)
SELDOM = (
    *(a_title, a_new_page, a_renamed_page, a_deleted_page, a_diagram, a_backing, a_setting, a_theme, a_version),
    *(an_acceptance, a_damage, a_hand_in_the_site),
)


def edited(root: Path, chance: random.Random) -> None:
    """Make one edit of ROOT and build; an edit that the checks refuse leaves the old site, and is taken back."""
    before = contents(root / "site")
    texts = {
        path: path.read_bytes()
        for folder in ("docs", "decks", "diagrams")
        for path in (root / folder).rglob("*")
        if path.is_file()
    }
    chance.choice(OFTEN if chance.random() < 0.7 else SELDOM)(root, chance)
    if run.build(root, quiet=True) != 0:
        assert contents(root / "site") == before
        for path, body in texts.items():
            path.write_bytes(body)
        assert run.build(root, quiet=True) == 0


def sequence(root: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = list(sys.path)
    try:
        for _ in range(3):
            edited(root, chance)
        assert_as_clean(root)
    finally:
        sys.path[:] = path


@pytest.mark.parametrize("seed", range(20))
def test_any_edits_give_the_clean_site(root: Path, seed: int) -> None:
    sequence(root, seed)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_edits_give_the_clean_site(root: Path, seed: int) -> None:
    sequence(root, seed)


@pytest.fixture
def rendered(monkeypatch) -> list[set[str]]:
    """Which pages MkDocs is asked to render, build by build."""
    asked: list[set[str]] = []
    render = run.render

    def told(provenance, shown, sources, hear):
        asked.append(set(sources))
        return render(provenance, shown, sources, hear)

    def whole(*_):
        pytest.fail("the whole site was built")

    monkeypatch.setattr(run, "render", told)
    monkeypatch.setattr(run, "_build_whole", whole)
    return asked


def test_a_fact_moves_the_pages_that_read_it_and_no_others(root: Path, rendered) -> None:
    page, other = (root / "site/index.html"), (root / "site/autores/index.html")
    lesson = root / "site/lecciones/ia-escala-hardware/index.html"
    before = (page.stat().st_ino, other.stat().st_ino, lesson.read_bytes())
    replaced(root / "docs/datos/hardware.yaml", r"value: 575 W", lambda _: "value: 576 W", random.Random(0))
    assert run.build(root, quiet=True) == 0
    assert rendered == []
    assert other.stat().st_ino == before[1]
    assert lesson.read_bytes() != before[2]


def test_a_text_has_its_page_rendered_and_no_other(root: Path, rendered) -> None:
    a_text(root, random.Random(1))
    assert run.build(root, quiet=True) == 0
    assert [len(asked) for asked in rendered] == [1]


def test_a_figure_in_a_heading_is_rendered(root: Path, rendered) -> None:
    replaced(root / "docs/datos/hardware.yaml", r"value: 128 GB", lambda _: "value: 127 GB", random.Random(0))
    assert run.build(root, quiet=True) == 0
    assert {"extra-1.md", "extra-2.md"} <= rendered[0]
    assert "127" in (root / "site/extra-1/index.html").read_text("utf-8")


def test_nothing_changed_writes_nothing(root: Path, rendered) -> None:
    before = {path: path.stat().st_mtime_ns for path in (root / "site").rglob("*")}
    assert run.build(root, quiet=True) == 0
    assert {path: path.stat().st_mtime_ns for path in (root / "site").rglob("*")} == before
    assert rendered == []


def test_a_foreign_state_is_not_believed(root: Path) -> None:
    assert memory.recall(root)
    state = root / memory.STATE
    state.write_text(state.read_text("utf-8").replace("rtx5090", "rtx4090", 1), "utf-8")
    assert memory.recall(root) is None


def test_warnings_are_told_again(root: Path, curso) -> None:
    replaced(root / "mkdocs.yml", r"  - Cambios: cambios.md\n", lambda _: "", random.Random(0))
    first = curso(root, "build")
    assert "cambios.md" in first.stderr
    assert curso(root, "build").stderr == first.stderr
    a_fact(root, random.Random(3))
    again = curso(root, "build")
    assert again.returncode in {0, 1}
    assert "cambios.md" in again.stderr or again.returncode == 1
