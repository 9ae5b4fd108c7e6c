"""What has changed since the accepted state: facts, figures, conclusions, cards, and where each of them stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from macros import spanish
from macros.site.course import Course
from macros.site.lock import Lock, present


@dataclass(frozen=True, slots=True)
class Change:
    """A fact or a figure that shows or means something else now; an empty side for one that is new or gone."""

    id: str
    old: str
    new: str
    pages: tuple[tuple[str, tuple[int, ...]], ...] = ()
    diagrams: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A conclusion whose wording has turned, at its line."""

    path: str
    line: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A premise of the text that is no longer true, at its line."""

    path: str
    line: int
    says: str


@dataclass(frozen=True, slots=True)
class Impact:
    """All that is different from the accepted state."""

    facts: tuple[Change, ...] = ()
    figures: tuple[Change, ...] = ()
    verdicts: tuple[Turn, ...] = ()
    claims: tuple[Broken, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing has changed."""
        return self == Impact()

    def record(self) -> dict[str, list[dict[str, object]]]:
        """The impact as the contract's JSON has it."""
        figures: list[dict[str, object]] = [
            {
                "id": one.id,
                "old": one.old,
                "new": one.new,
                "pages": [f"{path}:{line}" for path, lines in one.pages for line in lines],
                "diagrams": list(one.diagrams),
                "cards": list(one.cards),
            }
            for one in self.figures
        ]
        return {
            "facts": [{"id": one.id, "old": one.old, "new": one.new} for one in self.facts],
            "figures": figures,
            "verdicts": [{"path": one.path, "line": one.line, "old": one.old, "new": one.new} for one in self.verdicts],
            "claims": [{"path": one.path, "line": one.line, "says": one.says} for one in self.claims],
            "cards": [{"id": name, "change": change} for name, change in self.cards],
        }


def impact(course: Course, accepted: Lock, prints: Mapping[str, str], known: Mapping[str, str]) -> Impact:
    """What of COURSE differs from ACCEPTED; PRINTS are the hashes of its notes now, KNOWN those that were accepted."""
    now = present(course)
    facts = tuple(_changes(course, accepted.facts, now.facts))
    figures = tuple(_changes(course, accepted.figures, now.figures))
    return Impact(facts, figures, tuple(_turns(course, accepted)), tuple(_broken(course)), tuple(_cards(prints, known)))


def _changes(course: Course, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Change]:
    """The entries that differ, with who reads them."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            uses = course.ledger.of(name)
            pages = dict.fromkeys(use.place.path for use in uses if use.kind in {"page", "premise"})
            yield Change(
                name,
                _shown(old.get(name)),
                _shown(new.get(name)),
                tuple((path, _lines(course, name, path)) for path in pages),
                course.ledger.readers(name, "diagram"),
                course.ledger.readers(name, "card"),
            )


def _shown(entry: object) -> str:
    return str(getattr(entry, "shown", ""))


def _lines(course: Course, figure: str, path: str) -> tuple[int, ...]:
    """The lines of the page PATH on which FIGURE stands, each once."""
    uses = (use for use in course.ledger.of(figure) if use.place.path == path)
    return tuple(dict.fromkeys(use.place.line for use in uses))


def _turns(course: Course, accepted: Lock) -> Iterator[Turn]:
    """The verdicts of pages whose wording is another than the accepted one."""
    for page in course.pages:
        for placed in page.spoken if "verdict" in page.words else ():
            outcome = placed.said.outcome
            if placed.said.word == "verdict" and outcome and outcome.id in accepted.verdicts:
                old = accepted.verdicts[outcome.id].shown
                if old != placed.said.text:
                    yield Turn(placed.place.path, placed.place.line, old, placed.said.text)


def _broken(course: Course) -> Iterator[Broken]:
    """The premises that do not hold."""
    for page in course.pages:
        for placed in page.spoken if "claim" in page.words else ():
            outcome = placed.said.outcome
            if placed.said.word == "claim" and outcome and outcome.holds is not True:
                yield Broken(placed.place.path, placed.place.line, placed.said.name)


def _cards(prints: Mapping[str, str], known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The cards that are new, changed or withdrawn."""
    for name in sorted(prints.keys() | known.keys()):
        if prints.get(name) != known.get(name):
            yield name, "nueva" if name not in known else "retirada" if name not in prints else "cambia"


def sentences(course: Course, found: Impact) -> Iterator[str]:
    """The impact told to a person, what matters first."""
    for claim in found.claims:
        yield f"Deja de ser cierto que {claim.says}: {claim.path}:{claim.line} parte de eso."
    for turn in found.verdicts:
        yield f"{turn.path}:{turn.line} decía «{turn.old}» y ahora dice «{turn.new}»."
    for fact in found.facts:
        yield _fact_sentence(course, fact)
    for figure in found.figures:
        yield f"{figure.id}: {_arrow(figure)}. {_where(figure)}"
    told = {
        "nueva": "es nueva",
        "cambia": "cambia; llegará al mazo de quien lo importe encima",
        "retirada": "se retira",
    }
    for name, change in found.cards:
        if not name.startswith("type:"):
            yield f"La tarjeta {name} {told[change]}."
    if any(name.startswith("type:") and change == "cambia" for name, change in found.cards):
        yield "Cambia el aspecto de las tarjetas."


def _fact_sentence(course: Course, change: Change) -> str:
    fact = course.registry.facts.get(change.id)
    says = fact.says if fact else change.id
    resting = len(course.resting_on(change.id))
    rest = f" {spanish.count(resting, 'cifra descansa', 'cifras descansan')} en él." if resting else ""
    return f"{says}: {_arrow(change)}. {_where(change)}{rest}"


def _arrow(change: Change) -> str:
    if not change.old:
        return f"no estaba; ahora {change.new}"
    return f"{change.old} → {change.new}" if change.new else f"ya no está (era {change.old})"


def _where(change: Change) -> str:
    """Where a figure stands, in words."""
    parts = [f"{path}, {_line_words(lines)}" for path, lines in change.pages]
    parts += [f"el diagrama {name}" for name in change.diagrams]
    parts += [f"la tarjeta {name}" for name in change.cards]
    return f"Aparece en {spanish.listed(parts)}." if parts else "No aparece en ninguna página."


def _line_words(lines: tuple[int, ...]) -> str:
    word = "línea" if len(lines) == 1 else "líneas"
    return f"{word} {spanish.listed(str(line) for line in lines)}"
