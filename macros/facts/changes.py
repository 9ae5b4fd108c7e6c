"""The change log as it stands in `cambios.yaml`: text in, entries and problems out, the newest first."""

from dataclasses import dataclass

from macros.facts.located import read_yaml
from macros.facts.schema import Field, Fields, read_record
from macros.problems import Problem

CHANGE: Fields = {
    "date": Field("el día", kind="date", required=True),
    "says": Field("qué cambió y por qué", kind="text"),
    "changes": Field("figura: [antes, ahora]", kind="mapping", required=True),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One acceptance: its day, what its author said of it, and each figure with what it was and what it became."""

    date: str
    says: str
    changes: tuple[tuple[str, str, str], ...]


def read_changes(path: str, text: str) -> tuple[tuple[Entry, ...], list[Problem]]:
    """The entries of the change log TEXT, and what is wrong with it."""
    tree, problems = read_yaml(path, text)
    entries = []
    if tree and tree.items is None:
        hint = "recupérelo de git: sólo lo escribe «curso accept»"
        problems.append(Problem(tree.place, "E004", "aquí va una lista de cambios", hint))
    for node in (tree.items or ()) if tree else ():
        values = read_record(node, CHANGE, "el cambio", problems)
        if "date" in values and "changes" in values:
            changed = []
            for key, value in values["changes"].entries or ():
                texts = [item.text for item in value.items or () if item.text is not None]
                if len(texts) == 2 == len(value.items or ()):
                    changed.append((key.text or "", texts[0], texts[1]))
                else:
                    problems.append(Problem(value.place, "E004", "aquí van dos textos", "escriba [antes, ahora]"))
            says = values["says"].text or "" if "says" in values else ""
            entries.append(Entry(values["date"].text or "", says, tuple(changed)))
    return tuple(entries), problems
