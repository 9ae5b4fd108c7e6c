"""Problems as values: what is wrong with a course, where it stands, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A point in a file as its author sees it; line and column count from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    def shifted(self, text: str, offset: int) -> "Place":
        """The place of TEXT[OFFSET], where TEXT begins at this place."""
        before = text[:offset]
        breaks = before.count("\n")
        if breaks:
            return Place(self.path, self.line + breaks, offset - before.rfind("\n"))
        return Place(self.path, self.line, self.column + offset)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault: its place, a stable code, a Spanish sentence, and a hint that says what to do."""

    place: Place
    code: str
    message: str
    hint: str = ""
    level: str = "error"

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.place}: {self.code} {self.message}{hint}"

    def record(self) -> dict[str, str | int]:
        """The problem as the contract's JSON has it."""
        return {
            "path": self.place.path,
            "line": self.place.line,
            "column": self.place.column,
            "code": self.code,
            "level": self.level,
            "message": self.message,
            "hint": self.hint,
        }


@dataclass(eq=False)
class Fault(Exception):
    """A problem on its way to the one who knows the place: OFFSET counts inside the text being read."""

    code: str
    message: str
    hint: str = ""
    offset: int = 0

    def at(self, place: Place, text: str = "") -> Problem:
        """The problem that this fault is, where the text being read begins at PLACE."""
        return Problem(place.shifted(text, self.offset), self.code, self.message, self.hint)

    def moved(self, offset: int) -> "Fault":
        """The same fault, seen from a text in which this one's text begins at OFFSET."""
        return Fault(self.code, self.message, self.hint, self.offset + offset)


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that stop a build, sorted by place."""
    return sorted(problem for problem in problems if problem.level == "error")


def meant(name: str, known: Iterable[str]) -> str:
    """A hint «¿quiso decir …?» with the known name that is nearest to NAME, or the list of a few."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    if not near:
        lower = {other.lower(): other for other in names}
        near = [lower[other] for other in get_close_matches(name.lower(), lower, n=1, cutoff=0.6)]
    if near:
        return f"¿quiso decir «{near[0]}»?"
    few = ", ".join(names[:12])
    return f"se conocen: {few}{'…' if len(names) > 12 else ''}" if few else "todavía no hay ninguno"
