"""A wrong usage of `curso` is answered in Spanish, in one line, with status 2; the help is Spanish throughout."""

import re

import pytest

from macros.site.cli import main
from macros.site.usage import answer

WRONG = [
    (["buil"], "no existe la orden «buil»; ¿quiso decir «build»? (mire curso --help)"),
    (
        ["zzz"],
        "no existe la orden «zzz»; se conocen: accept, build, calc, check, diagram, impact, serve, why (mire curso --help)",
    ),
    (["build", "--foo"], "no existe la opción «--foo» (mire curso build --help)"),
    (["calc"], "falta CIFRA (mire curso calc --help)"),
    (["diagram"], "falta NOMBRE (mire curso diagram --help)"),
    (["--root", "/nope", "check"], "no existe la carpeta o el archivo que da «--root» (mire curso --help)"),
    (["check", "--format", "x"], "«--format» sólo puede ser text o github (mire curso check --help)"),
    (["why", "a", "b"], "sobra algo en la orden (mire curso why --help)"),
    (["accept", "-m"], "a la opción «-m» le falta o le sobra su valor (mire curso --help)"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG)
def test_a_wrong_usage_is_answered_in_spanish(arguments, says, capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        answer(main, arguments)
    assert capsys.readouterr().err == says + "\n"


def test_a_folder_without_a_course_is_told(tmp_path, capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        answer(main, ["--root", str(tmp_path), "check"])
    assert "no hay un curso: falta mkdocs.yml" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_set_without_end_is_told(capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        answer(main, ["calc", "+".join(["{1,2,3,4,5,6,7,8,9}"] * 9)])
    assert "E120" in capsys.readouterr().err


def test_an_annotation_of_github_is_one_line(tmp_path, capsys) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").touch()
    (tmp_path / "docs/a\n::warning::b,c.md").write_text("[= nada( =]", "utf-8")
    with pytest.raises(SystemExit, match="1"):
        answer(main, ["--root", str(tmp_path), "check", "--format", "github"])
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("::warning")] == []


def test_the_help_is_spanish_throughout(capsys) -> None:
    assert len(main.commands) > 7
    for arguments in ([], ["--help"], *([name, "-h"] for name in main.commands)):
        with pytest.raises(SystemExit):
            answer(main, arguments)
        said = "".join(capsys.readouterr())
        assert said.startswith("Uso: curso")
        assert not re.search(r"\b(Usage|Options|Commands|COMMAND|ARGS|Show|exit|FILE|TEXT|DIRECTORY)\b", said), said
