"""The words that a page, a card or a diagram may say between `[=` and `=]`, and what each of them gives.

    fact("rtx5090.memory")                        32 GB, with its provenance
    derived("weights(params=70B, bits=INT4)")     35 GB, with its provenance
    steps("weights(params=7B, bits=BF16)")        the formula with its numbers, as TeX
    formula("weights")                            the display formula, its symbols, its reading in words
    verdict("… <= …", yes="cabe", no="no cabe")   the wording that is true
    claim("… > …", says="…")                      nothing: a premise of the text
    diagram("id")   cards("deck", group="course")   sources()   figures()   changes()
    practice("deck")   glossary()

Each is a macro of mkdocs-macros (`define_env`). A plain call gives the same wherever it stands, so it is said once
(`Vocabulary.say`), in pages, cards and diagrams; the plugin is left what begins with an author's own macro.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.formula import english
from macros.facts.registry import Registry
from macros.figures import Figure, Figures, Outcome, is_exact, shown_in, shown_unit
from macros.problems import Fault, meant
from macros.spoken import Spoken, WordCall, read_call, words_in
from macros.units import LONGEST, unit

_BLOCKS = {"formula", "diagram", "cards", "sources", "figures", "changes", "claim", "practice", "glossary"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a word gives: its plain text, and what a page needs to set it in full."""

    word: str
    text: str = ""
    figure: Figure | None = None
    number: str = ""
    symbol: str = ""
    tex: str = ""
    label: str = ""
    name: str = ""
    options: tuple[str, ...] = ()
    outcome: Outcome | None = None

    @property
    def block(self) -> bool:
        """Whether it stands as a block of its own, not inside a line."""
        return self.word in _BLOCKS


Piece = str | Said


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words over the figures of one course, with the ids of its diagrams and decks (deck → groups).

    `own` has the names of the author's own macros, which are left to mkdocs-macros.
    """

    figures: Figures
    diagrams: frozenset[str] = frozenset()
    decks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    said: dict[str, Said] = field(default_factory=dict, compare=False, repr=False)

    def fact(self, name: str, unit: str = "", digits: int = 0, reading: str = "", mark: bool = False) -> Said:
        """A specification, as its source prints it."""
        figure = self._figure(name)
        if figure.kind == "DERIVED":
            raise Fault("E130", f"«{name}» se calcula: no es un hecho", f'escriba derived("{name}")')
        return self._shown("fact", figure, unit, digits, reading, mark=mark)

    def derived(self, text: str, unit: str = "auto", digits: int = 0, reading: str = "", mark: bool = False) -> Said:
        """A computed figure."""
        figure = self._figure(text)
        if figure.formula == "" and figure.facts == (figure.id,):
            raise Fault("E130", f"«{text}» es un hecho: no se calcula", f'escriba fact("{text}")')
        return self._shown("derived", figure, None if unit == "auto" else unit, digits, reading, mark=mark)

    def steps(self, text: str) -> Said:
        """The formula of a figure with its numbers put in, as TeX; the unit stays outside."""
        figure = self._figure(text)
        if not figure.steps or figure.kind == "FACT":
            raise Fault("E130", f"«{text}» no tiene pasos: no se calcula", f'escriba fact("{text}")')
        return Said("steps", figure.line, figure, tex=figure.steps)

    def formula(self, name: str) -> Said:
        """A formula on its plate, with its symbols and its reading in words."""
        if name not in CATALOGUE:
            raise Fault("E113", f"no hay una fórmula «{name}»", meant(english(name), CATALOGUE))
        return Said("formula", name=name)

    def verdict(self, text: str, yes: str, no: str, depends: str = "depende de la unidad") -> Said:
        """The wording that is true of a comparison, worked in every reading of its facts."""
        outcome = self.figures.compare(text)
        said = {True: yes, False: no, None: depends}[outcome.holds]
        return Said("verdict", said, name=text, options=(yes, no, depends), outcome=outcome)

    def claim(self, text: str, says: str) -> Said:
        """A premise of the text; it gives nothing, and the course does not build while it is false."""
        return Said("claim", name=says, outcome=self.figures.compare(text))

    def diagram(self, name: str) -> Said:
        """A diagram with its caption and its text reading."""
        if name not in self.diagrams:
            raise Fault("E131", f"no hay un diagrama «{name}»", meant(name, self.diagrams))
        return Said("diagram", name=name)

    def cards(self, deck: str, group: str = "course") -> Said:
        """The cards of one group of a deck, as a list."""
        if deck not in self.decks:
            raise Fault("E132", f"no hay un mazo «{deck}»", meant(deck, self.decks))
        if group not in self.decks[deck]:
            raise Fault("E132", f"el mazo «{deck}» no tiene el grupo «{group}»", meant(group, self.decks[deck]))
        return Said("cards", name=deck, options=(group,))

    def practice(self, deck: str) -> Said:
        """Every card of a deck as a question whose answer opens in place."""
        if deck not in self.decks:
            raise Fault("E132", f"no hay un mazo «{deck}»", meant(deck, self.decks))
        return Said("practice", name=deck)

    def glossary(self) -> Said:
        """The terms of all decks and the units of the course, each with its first use."""
        return Said("glossary")

    def sources(self, *names: str, every: bool = False) -> Said:
        """The sources of the page: those of its figures and the NAMES that its prose rests on; or EVERY one."""
        known = self.figures.registry.sources
        for name in names:
            if name not in known:
                raise Fault("E012", f"no hay una fuente «{name}»", meant(name, known))
        return Said("sources", name="every" if every else "", options=names)

    def all_figures(self) -> Said:
        """The table of every figure of the course."""
        return Said("figures")

    def changes(self) -> Said:
        """What changed in the course, by the days on which it was accepted."""
        return Said("changes")

    def words(self) -> Mapping[str, Callable[..., Said]]:
        """The words by the name under which they are said."""
        return {
            "fact": self.fact,
            "derived": self.derived,
            "steps": self.steps,
            "formula": self.formula,
            "verdict": self.verdict,
            "claim": self.claim,
            "diagram": self.diagram,
            "cards": self.cards,
            "practice": self.practice,
            "glossary": self.glossary,
            "sources": self.sources,
            "figures": self.all_figures,
            "changes": self.changes,
        }

    def _figure(self, text: str) -> Figure:
        return self.figures.work(text)

    def _shown(
        self, word: str, figure: Figure, unit_name: str | None, digits: int, reading: str, *, mark: bool
    ) -> Said:
        """FIGURE as printed with the options of `fact` and `derived`."""
        number, symbol, tex = figure.number, figure.symbol, ""
        if not 0 <= digits <= LONGEST:
            raise Fault("E136", f"«digits» va de 1 a {LONGEST}", "")
        if figure.quantity is None and (unit_name or digits or reading):
            raise Fault("E133", f"«{figure.id}» es una palabra: no lleva unidad ni cifras", "quite las opciones")
        if reading:
            number, symbol = shown_in(figure, unit(reading), digits or None)
        elif digits or unit_name:
            number, symbol = shown_in(figure, unit(unit_name) if unit_name else shown_unit(figure), digits or None)
        elif unit_name == "" and word == "derived":
            symbol = ""
        if word == "fact" and 0 < digits < 3 and not is_exact(figure, number, symbol):
            shown = spanish.joined(number, symbol)
            raise Fault("E141", f"con digits={digits} el hecho se leería {shown}", "pida tres cifras o más")
        if word == "fact" and figure.steps and not unit_name:
            tex = figure.steps
        text = spanish.joined(number, symbol) if not tex else spanish.powers(number)
        label = figure.kind if mark else ""
        return Said(word, f"{text} {label}" if label else text, figure, number, symbol, tex, label)

    def fill(self, text: str) -> list[Piece]:
        """TEXT with its words said: plain pieces and what the words give, in order; a fault with its offset."""
        pieces: list[Piece] = []
        at = 0
        for spoken in words_in(text):
            said = self.say(spoken)
            if said is None:
                raise Fault("E134", "aquí sólo se admiten las palabras del curso", "use fact o derived", spoken.start)
            pieces += [text[at : spoken.start], said]
            at = spoken.end
        return [piece for piece in [*pieces, text[at:]] if piece != ""]

    def say(self, spoken: Spoken) -> Said | None:
        """What a spoken word gives; None for one of the author's own macros; a fault in offsets of the text."""
        if spoken.source in self.said:
            return self.said[spoken.source]
        call = read_call(spoken)
        words = self.words()
        if call is None:
            first = re.match(r"\s*(\w*)", spoken.source)
            if first and first[1] in self.own and first[1] not in words:
                return None
            hint = "use fact, derived u otra palabra sola: lo demás se hace en una macro propia, en main.py"
            raise Fault("E134", "aquí sólo se admiten las palabras del curso", hint, spoken.start)
        if call.name in self.own and call.name not in words:
            return None
        if call.name not in words:
            raise Fault(
                "E135", f"no hay una palabra «{call.name}»", meant(call.name, words), spoken.start + call.offset
            )
        self._check_arguments(call, spoken)
        try:
            said = words[call.name](*call.arguments, **call.options)
        except Fault as fault:
            raise fault.moved(spoken.start + call.first) from None
        return self.said.setdefault(spoken.source, said)

    def _check_arguments(self, call: WordCall, spoken: Spoken) -> None:
        """A fault unless the arguments are those that the word takes."""
        signature = _signature(call.name)
        for name, offset in call.option_offsets.items():
            if name not in signature.parameters:
                hint = meant(name, signature.parameters)
                raise Fault("E136", f"«{call.name}» no tiene la opción «{name}»", hint, spoken.start + offset)
        try:
            bound = signature.bind(*call.arguments, **call.options)
        except TypeError:
            needed = [
                name
                for name, one in signature.parameters.items()
                if one.default is one.empty and one.kind != one.VAR_POSITIONAL
            ]
            given = ['"…"', *(f"{name}=…" for name in needed[1:])]
            hint = f"se escribe {call.name}({', '.join(given[: len(needed)])})"
            raise Fault(
                "E136", f"a «{call.name}» le faltan o le sobran argumentos", hint, spoken.start + call.offset
            ) from None
        for name, given in bound.arguments.items():
            wanted = signature.parameters[name].annotation
            for one in given if isinstance(given, tuple) else (given,):
                if wanted in (str, int, bool) and type(one) is not wanted:
                    kinds = {str: "un texto entre comillas", int: "un entero", bool: "True o False"}
                    raise Fault(
                        "E136", f"«{name}» de «{call.name}» debe ser {kinds[wanted]}", "", spoken.start + call.offset
                    )


@cache
def _signature(name: str) -> inspect.Signature:
    """What the word NAME takes."""
    return inspect.signature(Vocabulary(Figures(Registry())).words()[name])


class Keeper(Protocol):
    """Who keeps what words said until the page's HTML is there, and gives the mark that stands for it."""

    def keep(self, said: Said) -> str:
        """The mark to write into the Markdown."""


class Environment(Protocol):
    """The part of the mkdocs-macros environment that is used here."""

    conf: Any

    def macro(self, function: Callable[..., str], name: str) -> object:
        """Make FUNCTION sayable as NAME."""


def define_env(env: Environment) -> None:
    """Make the words macros of mkdocs-macros; the plugin `curso` hands over the vocabulary and keeps what is said."""
    plugin = env.conf.plugins["curso"]
    for name, word in plugin.vocabulary.words().items():
        env.macro(_kept(word, plugin), name)


def _kept(word: Callable[..., Said], keeper: Keeper) -> Callable[..., str]:
    """WORD as a macro that leaves a mark."""
    return lambda *arguments, **options: keeper.keep(word(*arguments, **options))
