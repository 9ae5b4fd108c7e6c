"""Words as they stand in a text: where each begins and ends, and the call that it is."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from macros.problems import Fault

OPEN, CLOSE = "[=", "=]"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word as it stands in a text: from START to END, SOURCE between the delimiters."""

    start: int
    end: int
    source: str


# What stays as typed: code, mathematics, comments. The same pattern serves the pages and the texts of YAML.
# It first looks at one character, as most places of a text begin none of them.
ASIDE = re.compile(
    r"""(?=[`$<]|^[ \t>~])(?:(?P<fence>^[ \t>]*(?P<marks>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t>]*(?P=marks)[`~]*[ \t]*$)
    | (?P<code>(?<![`\\])(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`))
    | (?P<display>(?<!\\)\$\$.+?\$\$)
    | (?P<inline>(?<![\\$])\$(?!\s)(?:\\.|[^\\$\n])+?(?<!\s)\$)
    | (?P<comment><!--.*?-->))""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def aside(text: str) -> list[tuple[int, int]]:
    """Where code, TeX and comments stand in TEXT."""
    return [match.span() for match in ASIDE.finditer(text)]


@lru_cache(maxsize=8)
def masked(text: str) -> str:
    """TEXT with what stays as typed blotted out, line breaks and length kept."""
    return ASIDE.sub(lambda match: re.sub(r"[^\n]", "\u00b7", match[0]), text)


def words_in(text: str) -> Iterator[Spoken]:
    """The words in TEXT, outside code and TeX; a fault for one that is never closed."""
    if OPEN not in text:
        return
    hidden = masked(text)
    for match in re.finditer(r"\[=(?P<space>\s)?", hidden):
        end = hidden.find(CLOSE, match.end())
        following = hidden.find(OPEN, match.end())
        closed = end >= 0 and (following < 0 or end < following)
        if closed:
            yield Spoken(match.start(), end + 2, text[match.start() + 2 : end])
        elif match["space"]:
            slip = re.search(r"=\s+\]", hidden[match.end() :])
            hint = "junte el cierre: «=]», sin espacio" if slip else "cierre la palabra con «=]»"
            raise Fault("E137", "esta palabra no está cerrada", hint, match.start())


@dataclass(frozen=True, slots=True)
class WordCall:
    """A word with its arguments; offsets count from the start of the spoken text."""

    name: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    option_offsets: dict[str, int]
    offset: int
    first: int


def read_call(spoken: Spoken) -> WordCall | None:
    """The call that SPOKEN is; None for what only the macros plugin can read; a fault for a word that is misspelt."""
    source = spoken.source.replace("\r", " ")  # Python would count it as the end of a line
    name = re.match(r"\s*(\w+)\s*\(", source)
    slip = re.search("[“”‘’«»]", source)
    if slip and (not name or not re.search("[\"']", source)):
        at = spoken.start + 2 + slip.start()
        raise Fault("E138", f"hay una comilla tipográfica: {slip[0]}", 'use comillas rectas: "…"', at)
    try:
        tree = ast.parse(f"({source})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: brackets within brackets
        if name is None or "|" in source:
            return None
        hint = 'se escribe como fact("tema.nombre"): revise comillas, comas y paréntesis'
        raise Fault("E138", "no se entiende esta palabra", hint, spoken.start) from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        if isinstance(tree, ast.Call) or name:
            return None
        raise Fault("E138", "aquí va una palabra con sus paréntesis", 'como fact("tema.nombre")', spoken.start)
    return _call(tree, tree.func.id, source, spoken)


def _call(tree: ast.Call, name: str, source: str, spoken: Spoken) -> WordCall:
    starts = [0, *(match.end() for match in re.finditer("\n", source))]

    def offset(node: ast.expr | ast.keyword) -> int:
        line = f"({source})".split("\n")[node.lineno - 1]
        column = len(line.encode()[: node.col_offset].decode())
        return 2 + starts[node.lineno - 1] + column - (1 if node.lineno == 1 else 0)

    arguments = tuple(_constant(node, spoken, offset(node)) for node in tree.args)
    options = {str(pair.arg): _constant(pair.value, spoken, offset(pair.value)) for pair in tree.keywords}
    offsets = {str(pair.arg): offset(pair) for pair in tree.keywords}
    first = offset(tree.args[0]) + 1 if tree.args else offset(tree)
    return WordCall(name, arguments, options, offsets, offset(tree), first)


def _constant(node: ast.expr, spoken: Spoken, offset: int) -> object:
    """The constant that an argument is; a fault with its cure for one without quotes."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name) and node.id in {"true", "false"}:
        return node.id == "true"
    text = ast.unparse(node)
    raise Fault("E138", f"faltan comillas en «{text}»", f'escriba "{text}"', spoken.start + offset)
