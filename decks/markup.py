"""The marks that a text of a card may carry: code, mathematics, and the gaps of a text with gaps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from macros.problems import Fault
from macros.spoken import ASIDE

# A gap opens with its number and closes at the next `}}`; `::` inside it parts the answer from its hint.
_BRACES = re.compile(r"(?P<open>\{\{)(?P<number>c[1-9]\d{0,2}::)?|(?P<close>\}\})")
_WORD = re.compile(r"\[=.*?=\]", re.DOTALL)
_AS_IN = "escríbalo como {{c1::lo que se oculta}} o {{c1::lo que se oculta::pista}}"


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a text: `text`, `code`, `block` (of code), `math` or `display`; SOURCE is without its marks."""

    kind: str
    source: str


def tokens(text: str) -> Iterator[Token]:
    r"""TEXT in its stretches; a `$` that closes before a digit is money («$5/$10»), and so is `\$`."""
    at = 0
    for match in ASIDE.finditer(text):
        kind = next(name for name in ("fence", "code", "display", "inline", "comment") if match[name] is not None)
        money = kind == "inline" and text[match.end() : match.end() + 1].isdigit()
        if kind == "comment" or money:
            continue
        if match.start() > at:
            yield Token("text", text[at : match.start()])
        yield _aside(kind, match[0], match["ticks"] or "")
        at = match.end()
    if at < len(text):
        yield Token("text", text[at:])


def _aside(kind: str, found: str, ticks: str) -> Token:
    """The token of code or mathematics FOUND, its marks taken off."""
    if kind == "fence":
        return Token("block", "\n".join(found.split("\n")[1:-1]))
    if kind == "code":
        inner = found[len(ticks) : -len(ticks)]
        return Token("code", inner[1:-1] if inner.startswith(" ") and inner.endswith(" ") and inner.strip() else inner)
    return Token("display", found[2:-2].strip()) if kind == "display" else Token("math", found[1:-1])


def gap_faults(text: str) -> Iterator[Fault]:
    """What is wrong with the gaps of TEXT; braces in code, TeX and words are none."""
    hidden = _WORD.sub(_blotted, ASIDE.sub(_blotted, text))
    opened: re.Match[str] | None = None
    gaps = 0
    for brace in _BRACES.finditer(hidden):
        if brace["close"]:
            if opened is None:
                yield Fault("E208", "este «}}» no cierra ningún hueco", _AS_IN, brace.start())
            else:
                yield from _inner_faults(hidden[opened.end() : brace.start()], opened.end())
                gaps += 1
            opened = None
        elif not brace["number"]:
            yield Fault("E208", "no se entiende este hueco", _AS_IN, brace.start())
        elif opened is not None:
            yield Fault("E208", "hay un hueco dentro de otro", "ciérrelo antes de abrir el siguiente", brace.start())
        else:
            opened = brace
    if opened is not None:
        yield Fault("E208", "este hueco no está cerrado", "ciérrelo con «}}»", opened.start())
    elif not gaps:
        yield Fault("E204", "la tarjeta no oculta nada", f"{_AS_IN}; los huecos van fuera del código y de las fórmulas")


def _blotted(match: re.Match[str]) -> str:
    return "\u00b7" * len(match[0])


def _inner_faults(inner: str, offset: int) -> Iterator[Fault]:
    """What is wrong inside one gap."""
    answer, *hints = inner.split("::")
    if not answer.strip():
        yield Fault("E208", "este hueco no oculta nada", _AS_IN, offset)
    if len(hints) > 1:
        hint = "«::» sólo separa la pista; ponga el código entre comillas invertidas"
        yield Fault("E208", "este hueco tiene más de un «::»", hint, offset + inner.rfind("::"))
