"""Facts as they stand in the data files: YAML texts in, the registry of facts and sources, and all problems, out."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from macros.facts import schema
from macros.facts.located import Node, read_yaml
from macros.problems import Fault, Place, Problem, meant
from macros.units import COUNT_SUFFIXES, Quantity, Unit, read_quantity, unit


@dataclass(frozen=True, slots=True)
class Source:
    """Where something was published."""

    key: str
    title: str
    publisher: str
    url: str
    archived: str = ""
    published: str = ""
    language: str = ""
    locator: str = ""
    verified: str = ""
    note: str = ""
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Fact:
    """One specification: its value as typed and what it means, and where it comes from."""

    id: str
    kind: str
    subject: str
    product: str
    name: str
    written: str
    unit: Unit | None
    quantity: Quantity | None
    source: str
    verified: str
    also_read_as: Unit | None = None
    qualifier: str = ""
    locator: str = ""
    checked: str = ""
    review_by: str = ""
    note: str = ""
    question: str = ""
    place: Place = Place("")

    @property
    def says(self) -> str:
        """What the fact is, in words: subject and what is measured."""
        return f"{self.subject}: {self.name}"


@dataclass(frozen=True, slots=True)
class Check:
    """An identity between facts, with its tolerance; `holds` is False for one that is known not to hold."""

    says: str
    left: str
    right: str
    tolerance: str
    holds: bool
    reason: str
    note: str
    left_place: Place
    right_place: Place


@dataclass(frozen=True, slots=True)
class Backing:
    """What stands behind a formula: keys of its sources, and a note."""

    sources: tuple[str, ...] = ()
    note: str = ""
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Registry:
    """All that the data files say; `faulty` names the facts that stand in them but could not be read."""

    facts: Mapping[str, Fact] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    backings: Mapping[str, Backing] = field(default_factory=dict)
    faulty: frozenset[str] = frozenset()

    @property
    def conventions(self) -> tuple[Fact, ...]:
        """The facts that say what a unit or a suffix means."""
        return tuple(fact for fact in self.facts.values() if fact.id.startswith("convention."))

    @property
    def dated(self) -> bool:
        """Whether any fact says on what day its source was read."""
        return any(fact.checked for fact in self.facts.values())


APART = ("sources", "checks", "formulas", "cambios")


def read_registry(files: Mapping[str, str]) -> tuple[Registry, list[Problem]]:
    """The registry that FILES (path → YAML text) hold, and every problem of theirs, sorted."""
    problems: list[Problem] = []
    trees: dict[str, Node] = {}
    for path, text in sorted(files.items()):
        tree, found = read_yaml(path, text)
        problems += found
        if tree is not None:
            trees[path] = tree
    named = {PurePosixPath(path).stem: tree for path, tree in trees.items()}
    sources = _sources(named.get("sources"), problems)
    facts: dict[str, Fact] = {}
    for path, tree in trees.items():
        stem = PurePosixPath(path).stem
        if stem not in APART:
            for fact in _facts(tree, "HYPOTHESIS" if stem == "models" else "FACT", sources, problems):
                if fact.id in facts:
                    message = f"el hecho «{fact.id}» ya está en {facts[fact.id].place}"
                    problems.append(Problem(fact.place, "E003", message, "deje uno solo"))
                facts.setdefault(fact.id, fact)
    checks = _checks(named.get("checks"), problems)
    backings = _backings(named.get("formulas"), sources, problems)
    faulty = frozenset(_named_facts(trees)) - facts.keys()
    return Registry(facts, sources, checks, backings, faulty), sorted(problems)


def _named_facts(trees: Mapping[str, Node]) -> Iterator[str]:
    """The ids of the facts that the files name, readable or not."""
    for path, tree in trees.items():
        if PurePosixPath(path).stem not in APART:
            for key, node in tree.entries or ():
                facts = node.get("facts") if node.entries is not None else None
                for name, _ in (facts.entries or ()) if facts else ():
                    yield f"{key.text}.{name.text}"


def _sources(tree: Node | None, problems: list[Problem]) -> dict[str, Source]:
    found = {}
    for key, node in _entries(tree, problems):
        values = schema.read_record(node, schema.SOURCE, f"la fuente «{key.text}»", problems)
        texts = {"title": "", "publisher": "", "url": ""} | {name: value.text or "" for name, value in values.items()}
        found[key.text or ""] = Source(key=key.text or "", place=key.place, **texts)
    return found


def _entries(tree: Node | None, problems: list[Problem]) -> tuple[tuple[Node, Node], ...]:
    """The entries of a file that should be a mapping."""
    if tree is not None and tree.entries is None:
        problems.append(
            Problem(tree.place, "E004", "este archivo debe tener claves", "escriba «clave:» en cada registro")
        )
    return (tree.entries or ()) if tree is not None else ()


_SUBJECT_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FACT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def _facts(tree: Node, kind: str, sources: Mapping[str, Source], problems: list[Problem]) -> list[Fact]:
    """The facts of one file of subjects."""
    found = []
    for key, node in _entries(tree, problems):
        subject = schema.read_record(node, schema.SUBJECT, f"«{key.text}»", problems)
        if not _SUBJECT_NAME.fullmatch(key.text or ""):
            hint = "use minúsculas sin acento, dígitos y «_»"
            problems.append(Problem(key.place, "E011", f"«{key.text}» no sirve como nombre", hint))
        entries = subject["facts"].entries if "facts" in subject else ()
        for name, value in entries or ():
            if not _FACT_NAME.fullmatch(name.text or ""):
                hint = "use letras sin acento, dígitos y «_»"
                problems.append(Problem(name.place, "E011", f"«{name.text}» no sirve como nombre", hint))
            fact = _fact(key, name, subject, value, kind, problems)
            if fact and fact.source not in sources:
                place = (value.get("source") or value).place
                problems.append(
                    Problem(place, "E012", f"no hay una fuente «{fact.source}»", meant(fact.source, sources))
                )
            if fact:
                found.append(fact)
    return found


def _fact(
    key: Node, name: Node, subject: Mapping[str, Node], node: Node, kind: str, problems: list[Problem]
) -> Fact | None:
    """The fact that NODE says, if it says enough."""
    identity = f"{key.text}.{name.text}"
    values = schema.read_record(node, schema.FACT, f"el hecho «{identity}»", problems)
    if not {"value", "source", "verified"} <= values.keys():
        return None
    texts = {field: value.text or "" for field, value in values.items()}
    typed, also = texts.pop("value"), texts.pop("also_read_as", "")
    written = None if schema.is_word(typed) else read_quantity(typed)
    other = unit(also) if also else None
    if other and (written is None or written.unit is None or written.unit.dimension != other.dimension):
        message = f"«{also}» no puede ser otra lectura de «{typed}»"
        problems.append(
            Problem(values["also_read_as"].place, "E013", message, "use una unidad de lo mismo, como GiB para GB")
        )
        other = None
    texts.setdefault("name", (name.text or "").replace("_", " "))
    return Fact(
        id=identity,
        kind=kind,
        subject=_text(subject, "name", key.text or ""),
        product=_text(subject, "product"),
        written=written.number if written else typed,
        unit=written.unit if written else None,
        quantity=written.quantity if written else None,
        also_read_as=other,
        place=values["value"].place,
        **texts,
    )


def _text(values: Mapping[str, Node], key: str, default: str = "") -> str:
    return (values[key].text or default) if key in values else default


def _checks(tree: Node | None, problems: list[Problem]) -> tuple[Check, ...]:
    if tree is not None and tree.items is None:
        problems.append(
            Problem(tree.place, "E004", "este archivo debe ser una lista", "empiece cada identidad con «- says:»")
        )
    found = []
    for node in (tree.items or ()) if tree is not None else ():
        values = schema.read_record(node, schema.CHECK, "la identidad", problems)
        if not {"says", "left", "right", "tolerance"} <= values.keys():
            continue
        texts = {name: value.text or "" for name, value in values.items()}
        holds = texts.get("holds", "true") == "true"
        if not holds and not texts.get("reason"):
            problems.append(
                Problem(node.place, "E006", "a la identidad le falta la clave «reason»", "diga por qué no se cumple")
            )
        found.append(
            Check(
                says=texts["says"],
                left=texts["left"],
                right=texts["right"],
                tolerance=texts["tolerance"],
                holds=holds,
                reason=texts.get("reason", ""),
                note=texts.get("note", ""),
                left_place=values["left"].place,
                right_place=values["right"].place,
            )
        )
    return tuple(found)


def _backings(tree: Node | None, sources: Mapping[str, Source], problems: list[Problem]) -> dict[str, Backing]:
    found = {}
    for key, node in _entries(tree, problems):
        values = schema.read_record(node, schema.FORMULA, f"el respaldo de «{key.text}»", problems)
        if "sources" not in values:
            continue
        listed = values["sources"].items or ()
        for item in listed:
            if item.text not in sources:
                hint = meant(item.text or "", sources)
                problems.append(Problem(item.place, "E012", f"no hay una fuente «{item.text}»", hint))
        found[key.text or ""] = Backing(tuple(item.text or "" for item in listed), _text(values, "note"), key.place)
    return found


def without_convention(registry: Registry) -> list[Problem]:
    """The conventions that the units of the program do not agree with (empty when all agree)."""
    problems = []
    for fact in registry.conventions:
        name = fact.id.removeprefix("convention.")
        if fact.quantity is not None and _meaning(name) != fact.quantity:
            hint = "corrija el valor; las unidades del programa no se cambian"
            problems.append(Problem(fact.place, "E014", f"el programa no entiende «{name}» como dice este hecho", hint))
    return problems


def _meaning(name: str) -> Quantity | None:
    """What one NAME (a unit or a count's suffix) is to the program; None if it knows no such name."""
    try:
        return read_quantity(f"1{name}" if name in COUNT_SUFFIXES else f"1 {name}").quantity
    except Fault:
        return None
