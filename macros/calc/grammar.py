"""The one grammar of figures: text in, a tree with the place of each part out.

weights(params=70B, bits=INT4)        a formula with its inputs
rtx5090.memory - 35 GB                facts and quantities, joined by + - * / ( )
weights(…) <= rtx5090.memory          a comparison, for claims and verdicts
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from macros.problems import Fault
from macros.units import Written, read_quantity

LONGEST = 2000
DEEPEST = 40
MOST_OPERATORS = 100


@dataclass(frozen=True, slots=True)
class Literal:
    """A quantity as typed."""

    written: Written
    offset: int


@dataclass(frozen=True, slots=True)
class Name:
    """A format, a recipe, an option (`INT4`, `adam-18`), or the id of a fact (`rtx5090.memory`)."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Call:
    """A formula with its inputs by name, each with the offset of that name."""

    formula: str
    inputs: tuple[tuple[str, "Term", int], ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Two terms joined by `+ - * /`."""

    operator: str
    left: "Term"
    right: "Term"
    offset: int


Term = Literal | Name | Call | Joined


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two figures compared."""

    operator: str
    left: Term
    right: Term
    offset: int


_TOKEN = re.compile(
    r"""(?P<space>[ \t\u00a0\n]+)
    | (?P<fact>[a-z][a-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*)
    | (?P<quantity>10\^[0-9]{1,2}(?:[ \u00a0][A-Za-zµμ]+(?:/[A-Za-zµμ]+)?)?
        | [0-9]+(?:\.[0-9]+)?(?:[eE][+]?[0-9]+(?!\w))?(?:[kMBT](?!\w|/[A-Za-z]))?
          (?:[ \u00a0][A-Za-zµμ]+(?:/[A-Za-zµμ]+)?)?)
    | (?P<name>[A-Za-z_áéíóúñ][\wáéíóúñ]*(?:-[0-9]+)?)
    | (?P<sign><=|>=|==|[<>+\-*/()=,])""",
    re.VERBOSE,
)


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def _tokens(text: str) -> list[_Token]:
    if len(text) > LONGEST:
        raise Fault("E120", "la cifra es demasiado larga", f"divídala: no debe pasar de {LONGEST} caracteres")
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise _strange(text, at)
        if match.lastgroup != "space":
            found.append(_Token(str(match.lastgroup), match[0], at))
        at = match.end()
    for one, other in pairwise(found):
        if one.kind == "quantity" and other.kind == "name" and one.offset + len(one.text) == other.offset:
            raise _glued(one, other)
    return [*found, _Token("end", "", len(text))]


def _strange(text: str, at: int) -> Fault:
    """The fault of a character that belongs to no token."""
    hint = "se usan nombres, cantidades y + - * / ( ) < <= > >= =="
    if text[at] in "“”‘’«»\"'":
        hint = "dentro de una cifra no van comillas"
    if text[at] in "×·÷−":
        hint = f"escriba {dict(zip('×·÷−', '**/-', strict=True))[text[at]]}"
    return Fault("E121", f"no se entiende «{text[at]}»", hint, at)


def _glued(one: _Token, other: _Token) -> Fault:
    """The fault of a number and a unit without a space (`35GB`)."""
    hint = f"escriba {one.text} {other.text}"
    return Fault("E103", f"falta un espacio entre el número y la unidad en «{one.text}{other.text}»", hint, one.offset)


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0
        self.operators = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.at]

    def take(self, *texts: str) -> _Token | None:
        """The next token if it is one of TEXTS, taken."""
        token = self.next
        if token.kind == "sign" and token.text in texts:
            self.at += 1
            return token
        return None

    def expect(self, text: str, what: str) -> _Token:
        token = self.take(text)
        if token is None:
            raise self.unexpected(what)
        return token

    def unexpected(self, what: str) -> Fault:
        found = f"«{self.next.text}»" if self.next.text else "el final"
        return Fault("E122", f"se esperaba {what} y está {found}", "revise comas y paréntesis", self.next.offset)

    def whole(self) -> Term | Comparison:
        left = self.sum()
        sign = self.take("<=", ">=", "==", "<", ">")
        result: Term | Comparison = left
        if sign:
            result = Comparison(sign.text, left, self.sum(), left.offset)
        if self.next.kind != "end":
            raise self.unexpected("el final de la cifra")
        return result

    def sum(self) -> Term:
        left = self.product()
        while sign := self.take("+", "-"):
            left = self.joined(sign, left, self.product())
        return left

    def product(self) -> Term:
        left = self.atom()
        while sign := self.take("*", "/"):
            left = self.joined(sign, left, self.atom())
        return left

    def joined(self, sign: _Token, left: Term, right: Term) -> Joined:
        """The two terms joined; a fault if there are so many that a tree of them would be too deep to walk."""
        self.operators += 1
        if self.operators > MOST_OPERATORS:
            raise Fault("E120", "la cifra tiene demasiadas operaciones", "divídala en varias", sign.offset)
        return Joined(sign.text, left, right, left.offset)

    def atom(self) -> Term:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Fault("E120", "la cifra tiene demasiados paréntesis", "divídala en varias", self.next.offset)
        term = self.simple()
        self.depth -= 1
        return term

    def simple(self) -> Term:
        token = self.next
        if self.take("("):
            inner = self.sum()
            self.expect(")", "«)»")
            return inner
        if token.kind == "quantity":
            self.at += 1
            return self.literal(token)
        if token.kind in {"name", "fact"}:
            self.at += 1
            if self.take("("):
                return self.call(token)
            return Name(token.text, token.offset)
        if token.text == "-" and self.tokens[self.at + 1].kind == "quantity":
            hint = "una cantidad negativa se escribe como resta, por ejemplo «0 GB - 3 GB»"
            raise Fault("E122", "una cifra no empieza con «-»", hint, token.offset)
        raise self.unexpected("una fórmula, un hecho o una cantidad")

    def literal(self, token: _Token) -> Literal:
        """A quantity; the comma of `3,5 GB` or `1,792` is told as what it is."""
        rest = self.text[token.offset :]
        slip = re.match(r"\d+(?:,\d+)+(?: ?[A-Za-z/]+)?", rest)
        try:
            return Literal(read_quantity(slip[0] if slip else token.text), token.offset)
        except Fault as fault:
            raise fault.moved(token.offset) from None

    def call(self, name: _Token) -> Call:
        inputs: list[tuple[str, Term, int]] = []
        seen: set[str] = set()
        while not self.take(")"):
            if inputs:
                self.expect(",", "«,» o «)»")
            key = self.next
            if key.kind != "name":
                raise self.unexpected("el nombre de una entrada")
            self.at += 1
            if not self.take("="):
                hint = f"las entradas van por nombre: {key.text}=…"
                raise Fault("E122", f"después de «{key.text}» falta «=»", hint, self.next.offset)
            if key.text in seen:
                raise Fault("E123", f"la entrada «{key.text}» está dos veces", "deje una sola", key.offset)
            seen.add(key.text)
            inputs.append((key.text, self.sum(), key.offset))
        return Call(name.text, tuple(inputs), name.offset)


def parse(text: str) -> Term | Comparison:
    """The tree of the figure or comparison TEXT; a fault with its offset if it is neither."""
    if not text.strip():
        raise Fault("E122", "la cifra está vacía", "escriba una fórmula, como weights(params=70B, bits=INT4)")
    return _Parser(text).whole()
