"""YAML text with the place of every key and value; scalars stay text, so no number loses a digit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml
from yaml.reader import ReaderError

from macros.problems import Place, Problem


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a YAML file: text, a list or a mapping, and where it stands."""

    place: Place
    text: str | None = None
    items: tuple["Node", ...] | None = None
    entries: tuple[tuple["Node", "Node"], ...] | None = None

    def get(self, key: str) -> "Node | None":
        """The value under KEY of a mapping, if there is one."""
        return next((value for name, value in self.entries or () if name.text == key), None)


@dataclass(slots=True)
class _Reader:
    """What reading one file gathers."""

    path: str
    problems: list[Problem] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def node(self, raw: yaml.Node) -> Node:
        place = Place(self.path, raw.start_mark.line + 1, raw.start_mark.column + 1)
        if id(raw) in self.seen:
            message, hint = "no se admiten alias de YAML («*nombre»)", "escriba el valor otra vez"
            self.problems.append(Problem(place, "E002", message, hint))
            return Node(place, text="")
        self.seen.add(id(raw))
        if isinstance(raw, yaml.ScalarNode):
            if raw.style in {"|", ">"}:
                place = Place(self.path, place.line + 1, 1)
            elif raw.style in {"'", '"'}:
                place = Place(self.path, place.line, place.column + 1)
            node = Node(place, text=str(raw.value))
            self.problems += control_problems(place, node.text or "")
            return node
        if isinstance(raw, yaml.SequenceNode):
            return Node(place, items=tuple(self.node(item) for item in raw.value))
        return Node(place, entries=tuple(self.entries(raw)))

    def entries(self, raw: yaml.Node) -> Iterator[tuple[Node, Node]]:
        seen: dict[str, Place] = {}
        for raw_key, raw_value in raw.value:
            key = self.node(raw_key)
            if key.text is None:
                self.problems.append(Problem(key.place, "E002", "una clave debe ser texto", "escriba «clave: valor»"))
                continue
            if key.text in seen:
                message = f"la clave «{key.text}» está dos veces"
                hint = f"la primera está en la línea {seen[key.text].line}: deje una sola"
                self.problems.append(Problem(key.place, "E003", message, hint))
                continue
            seen[key.text] = key.place
            yield key, self.node(raw_value)


# What no reader sees: it would break a page, a deck (Anki parts fields with U+001F) or this course's own marks, cannot
# be written (surrogates), or turns the order of letters.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ue000-\uf8ff\ufffe\uffff]")


def control_problems(place: Place, text: str) -> Iterator[Problem]:
    """The characters of TEXT, which begins at PLACE, that no text may hold."""
    for match in _CONTROL.finditer(text):
        message = f"hay un carácter de control, U+{ord(match[0]):04X}"
        yield Problem(place.shifted(text, match.start()), "E206", message, "bórrelo")


def read_yaml(path: str, text: str) -> tuple[Node | None, list[Problem]]:
    """The tree of the YAML TEXT of the file PATH (None for an empty file), and all that is wrong with it."""
    tab = next((line for line in enumerate(text.splitlines(), 1) if line[1].lstrip(" ").startswith("\t")), None)
    if tab:
        place = Place(path, tab[0], tab[1].index("\t") + 1)
        return None, [
            Problem(place, "E001", "hay un tabulador en la sangría", "YAML sólo admite espacios: cámbielo por dos")
        ]
    try:
        raw = _composed(text)
    except yaml.MarkedYAMLError as error:
        return None, [_broken(path, error)]
    except ReaderError as error:
        message = "hay un carácter de control, que YAML no admite"
        return None, [Problem(Place(path).shifted(text, error.position), "E001", message, "quítelo")]
    except RecursionError:  # PyYAML walks brackets within brackets by calling itself
        return None, [Problem(Place(path), "E001", "hay demasiados corchetes, uno dentro de otro", "quítelos")]
    if raw is None:
        return None, []
    reader = _Reader(path)
    return reader.node(raw), sorted(reader.problems)


def _composed(text: str) -> yaml.Node | None:
    """The nodes of TEXT, by the fast reader where the machine has it; its faults are told by the other one."""
    try:
        return yaml.compose(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (yaml.YAMLError, RecursionError):
        return yaml.compose(text, Loader=yaml.BaseLoader)


def _broken(path: str, error: yaml.MarkedYAMLError) -> Problem:
    """The problem that a syntax error of YAML is, at its place."""
    mark = error.problem_mark or error.context_mark
    place = Place(path, mark.line + 1, mark.column + 1) if mark else Place(path)
    hint = "revise la sangría, las comillas y que después de «:» haya un espacio"
    if error.problem_mark and re.search(r"^(?:<{7}|={7}|>{7})", error.problem_mark.buffer or "", re.MULTILINE):
        hint = "quedaron marcas de una fusión de git («<<<<<<<»): elija una versión y quítelas"
    if error.problem and "mapping values are not allowed" in error.problem:
        hint = "si el valor lleva «: » o «#», escríbalo entre comillas"
    return Problem(place, "E001", f"YAML no se entiende aquí: {error.problem}", hint)
