"""The command `curso`: exit status 0 in order, 1 the course has errors, 2 wrong usage."""

import json
import sys
from pathlib import Path

import click

from macros.problems import Fault, Place, Problem, errors
from macros.site.usage import Group, answer

JSON = click.option("--json", "as_json", is_flag=True, help="La respuesta como JSON.")


class Course(Group):
    """The commands of a course, those of every day first."""

    first = ("serve", "check", "impact", "accept", "build")


@click.group(cls=Course, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--root",
    default=".",
    type=click.Path(exists=True, file_okay=False),
    metavar="CARPETA",
    help="La carpeta del curso.",
)
@click.pass_context
def main(context: click.Context, root: str) -> None:
    """Construye y comprueba el curso: cada cifra sale de sus hechos."""
    context.obj = Path(root).resolve()
    if not (context.obj / "mkdocs.yml").is_file():
        click.echo(f"en «{context.obj}» no hay un curso: falta mkdocs.yml (use --root CARPETA)", err=True)
        sys.exit(2)


@main.command()
@JSON
@click.option("--format", "style", type=click.Choice(["text", "github"]), default="text", help="Para anotaciones.")
@click.pass_obj
def check(root: Path, as_json: bool, style: str) -> None:
    """Dice todos los problemas del curso; no escribe nada."""
    from macros.site import memory, rules
    from macros.site.accept import read_lock, stale

    course, problems, _ = memory.recalled(root, rules.check)
    problems += read_lock(root)[1] if errors(problems) else [*read_lock(root)[1], *stale(course)]
    if as_json:
        click.echo(json.dumps([problem.record() for problem in problems], ensure_ascii=False, indent=1))
    else:
        for problem in problems:
            click.echo(_github(problem) if style == "github" else str(problem))
        if not errors(problems):
            click.echo(rules.summary(course))
    sys.exit(1 if errors(problems) else 0)


def _github(problem: Problem) -> str:
    """A problem as an annotation of GitHub."""
    place = problem.place
    words = f"{problem.code} {problem.message}" + (f" ({problem.hint})" if problem.hint else "")
    escaped = words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    path = place.path
    for sign in "%\r\n:,":
        path = path.replace(sign, f"%{ord(sign):02X}")
    return f"::{problem.level} file={path},line={place.line},col={place.column}::{escaped}"


@main.command()
@JSON
@click.option("--format", "style", type=click.Choice(["text", "github"]), default="text", help="Para el resumen.")
@click.pass_obj
def impact(root: Path, as_json: bool, style: str) -> None:
    """Dice qué ha cambiado desde lo aceptado; no escribe nada."""
    from macros.site import memory
    from macros.site.accept import since_accepted
    from macros.site.course import load
    from macros.site.impact import sentences

    course, problems, _ = memory.recalled(root, load)
    if errors(problems):
        click.echo("\n".join(map(str, errors(problems))), err=True)
    found = since_accepted(course)
    if as_json:
        click.echo(json.dumps(found.record(), ensure_ascii=False, indent=1))
    elif not found.empty:
        mark = "- " if style == "github" else ""
        click.echo("\n".join(mark + sentence for sentence in sentences(course, found)))
    sys.exit(0 if found.empty else 1)


@main.command()
@click.option("-m", "--message", default="", metavar="TEXTO", help="Qué cambió y por qué, para quien lee el curso.")
@click.pass_obj
def accept(root: Path, message: str) -> None:
    """Toma las cifras y tarjetas de ahora como las aceptadas."""
    from macros import spanish
    from macros.site import memory, notes
    from macros.site.accept import accept as take
    from macros.site.course import load
    from macros.site.impact import sentences
    from macros.site.lock import NAME

    course, problems, _ = memory.recalled(root, load)
    if wrong := [*errors(problems), *notes.accepted_notes_stand(course)]:
        click.echo("\n".join([*map(str, wrong), "No se aceptó nada: corrija antes lo que se dice arriba."]), err=True)
        sys.exit(1)
    first = not (root / NAME).exists()
    taken = take(course, message)
    if not first:
        click.echo("\n".join(sentences(course, taken)))
    counted = [
        spanish.count(len(taken.facts), "hecho", "hechos"),
        spanish.count(len(taken.figures), "cifra", "cifras"),
        spanish.count(len(taken.cards), "tarjeta", "tarjetas"),
    ]
    click.echo(f"Aceptado: {spanish.listed(counted)}.")


@main.command()
@click.argument("what", metavar="QUÉ")
@JSON
@click.pass_obj
def why(root: Path, what: str, as_json: bool) -> None:
    """Dice de dónde sale un hecho, una cifra o un renglón (página:línea), y qué descansa en él."""
    from macros.site import why as answers
    from macros.site.course import load

    course, _ = load(root)
    try:
        lines = answers.why(course, what)
    except Fault as fault:
        click.echo(str(fault.at(Place("why"), what)), err=True)
        sys.exit(2)
    click.echo(
        json.dumps({"what": what, "lines": lines}, ensure_ascii=False, indent=1) if as_json else "\n".join(lines)
    )


@main.command()
@click.option("--clean", is_flag=True, help="Sin usar nada de la construcción anterior.")
@click.option("-q", "--quiet", is_flag=True, help="Sólo los problemas.")
@click.pass_obj
def build(root: Path, clean: bool, quiet: bool) -> None:
    """Comprueba, construye, verifica y cambia el sitio de una vez."""
    from macros.site import run

    sys.exit(run.build(root, quiet=quiet, clean=clean))


@main.command()
@click.option("-a", "--address", default="127.0.0.1:8000", metavar="LUGAR", help="Dónde se sirve.")
@click.pass_obj
def serve(root: Path, address: str) -> None:
    """Muestra el sitio en el navegador y lo rehace al guardar."""
    from macros.site.serve import serve as show

    show(root, address)


@main.command()
@click.argument("figure", metavar="CIFRA")
@click.option("--unit", "unit_name", default="", metavar="UNIDAD", help="La unidad en la que se da.")
@JSON
@click.pass_obj
def calc(root: Path, figure: str, unit_name: str, as_json: bool) -> None:
    """Calcula una cifra: curso calc "weights(params=70B, bits=INT4)"."""
    from macros.site import calculate

    try:
        worked = calculate.table(root, figure, unit_name)
    except Fault as fault:
        click.echo(str(fault.at(Place("calc"), figure)), err=True)
        sys.exit(2)
    if as_json:
        records = [calculate.record(one) for one, _ in worked]
        click.echo(json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(calculate.line(one, shown) for one, shown in worked))


@main.command()
@click.argument("name", metavar="NOMBRE")
@click.option("-o", "--output", metavar="ARCHIVO", type=click.Path(dir_okay=False), help="El archivo, .svg o .png.")
@click.pass_obj
def diagram(root: Path, name: str, output: str | None) -> None:
    """Dibuja un diagrama."""
    from diagrams.words import draw, png
    from macros.problems import meant
    from macros.site.course import load

    course, problems = load(root)
    wrong = [one for one in errors(problems) if one.place.path == f"diagrams/{name}.yaml"]
    if wrong:
        click.echo("\n".join(map(str, wrong)), err=True)
        sys.exit(2)
    if name not in course.diagrams:
        click.echo(f"no hay un diagrama «{name}» ({meant(name, course.diagrams)})", err=True)
        sys.exit(2)
    svg = draw(course.diagrams[name])
    if output and output.endswith(".png"):
        Path(output).write_bytes(png(svg))
    elif output:
        Path(output).write_text(svg, "utf-8")
    else:
        click.echo(svg)


def curso() -> None:
    """Answer to the arguments of the process."""
    answer(main)
