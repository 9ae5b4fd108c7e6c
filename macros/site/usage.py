"""How `curso` says its help and a wrong usage: what click says in English, in Spanish."""

import sys
from collections.abc import Iterable, Sequence

import click
from click.exceptions import NoArgsIsHelpError, NoSuchCommand

from macros import spanish
from macros.problems import meant

_WORDS = {
    "Options": "Opciones",
    "Commands": "Órdenes",
    "Show this message and exit.": "Muestra esta ayuda.",
}


class Formatter(click.HelpFormatter):
    """The help of a command, in Spanish."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command PROG is called."""
        said = args.replace("[OPTIONS]", "[OPCIONES]").replace("COMMAND [ARGS]...", "ORDEN [ARGUMENTOS]...")
        super().write_usage(prog, said, prefix or "Uso: ")

    def write_heading(self, heading: str) -> None:
        """Write the HEADING of a section."""
        super().write_heading(_WORDS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write the ROWS of a section."""
        super().write_dl([(name, _WORDS.get(says, says)) for name, says in rows], col_max, col_spacing)


class Context(click.Context):
    """What click knows of one call, with its help in Spanish."""

    formatter_class = Formatter


class Command(click.Command):
    """A command whose help is in Spanish."""

    context_class = Context


class Group(click.Group):
    """Commands whose help is in Spanish, those of every day first."""

    context_class = Context
    command_class = Command
    first: tuple[str, ...] = ()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, those of every day first."""
        return [*self.first, *(name for name in super().list_commands(ctx) if name not in self.first)]


def answer(commands: Group, arguments: Sequence[str] | None = None) -> None:
    """Run the command that ARGUMENTS (those of the process, if None) name among COMMANDS, and end the process."""
    try:
        sys.exit(commands.main(arguments, prog_name="curso", standalone_mode=False))
    except NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "curso"
        click.echo(f"{said(error)} (mire {path} --help)", err=True)
    except click.Abort:
        click.echo("Interrumpido.", err=True)
    sys.exit(2)


def said(error: click.UsageError) -> str:
    """What is wrong with a call, in Spanish."""
    match error:
        case click.NoSuchOption():
            return f"no existe la opción «{error.option_name}»"
        case NoSuchCommand(command_name=name, ctx=click.Context(command=click.Group(commands=known))):
            return f"no existe la orden «{name}»; {meant(name, known)}"
        case click.MissingParameter(param=click.Parameter() as missing, ctx=click.Context() as context):
            return f"falta {missing.make_metavar(context)}"
        case click.BadParameter(param=click.Parameter(type=click.Choice() as choice) as option):
            return f"«{option.opts[0]}» sólo puede ser {spanish.listed(list(choice.choices), 'o')}"
        case click.BadParameter(param=click.Parameter() as option):
            return f"no existe la carpeta o el archivo que da «{option.opts[0]}»"
        case click.BadOptionUsage():
            return f"a la opción «{error.option_name}» le falta o le sobra su valor"
        case _:
            return "sobra algo en la orden"
