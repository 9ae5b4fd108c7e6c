"""What each data file may say: its fields, checked all at once, and the JSON Schema that an editor completes from."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from macros.facts.located import Node
from macros.problems import Fault, Problem, meant
from macros.units import read_quantity, unit


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record: what its value is, whether it must be there, and what it says to an author."""

    says: str
    kind: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()


Fields = Mapping[str, Field]

VERIFIED = ("official", "quoted", "convention", "unconfirmed")

SUBJECT: Fields = {
    "name": Field("el producto o tema, como se muestra", required=True),
    "product": Field("la variante exacta de la que hablan las cifras"),
    "facts": Field("las especificaciones", kind="mapping", required=True),
}
FACT: Fields = {
    "name": Field("qué mide, en español: «memoria»"),
    "value": Field("número y unidad, un conteo o una palabra", kind="value", required=True),
    "also_read_as": Field("otra unidad en la que se lee el mismo número", kind="unit"),
    "qualifier": Field("lo que el texto dice junto al número"),
    "source": Field("clave de sources.yaml", required=True),
    "locator": Field("dónde está, dentro de la fuente"),
    "verified": Field("qué tan segura es", kind="choice", required=True, choices=VERIFIED),
    "checked": Field("el día en que una persona leyó la fuente", kind="date"),
    "review_by": Field("el día en que conviene revisarla", kind="date"),
    "note": Field("lo que un lector debe saber del número"),
    "question": Field("lo que el autor debe decidir; los lectores no lo ven"),
}
SOURCE: Fields = {
    "title": Field("título", required=True),
    "publisher": Field("quién la publica", required=True),
    "url": Field("dirección, https", kind="url", required=True),
    "archived": Field("copia archivada, https", kind="url"),
    "published": Field("fecha de publicación, como la da la fuente"),
    "language": Field("idioma de la fuente, como «en»"),
    "locator": Field("dónde está lo que se cita"),
    "verified": Field("qué tan segura es la cita", kind="choice", choices=VERIFIED),
    "note": Field("lo que un lector debe saber de la fuente"),
}
CHECK: Fields = {
    "says": Field("qué compara, en una oración", required=True),
    "left": Field("un hecho o una cifra", required=True),
    "right": Field("la cifra que debe igualar", required=True),
    "tolerance": Field("exact, rounds to N figures, truncates to N figures, o N %", kind="tolerance", required=True),
    "holds": Field("false si se sabe que no se cumple", kind="choice", choices=("true", "false")),
    "reason": Field("por qué no se cumple"),
    "note": Field("lo que un lector debe saber de la comparación"),
}
FORMULA: Fields = {
    "sources": Field("claves de sources.yaml que respaldan la fórmula", kind="list", required=True),
    "note": Field("lo que un lector debe saber de la fórmula"),
}

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TOLERANCE = re.compile(r"exact|(?:rounds|truncates) to [1-9]\d? figures?|\d+(?:\.\d+)? %")


def read_record(node: Node, fields: Fields, what: str, problems: list[Problem]) -> dict[str, Node]:
    """The known and well-formed values of the mapping NODE, by key; what is wrong with it goes to PROBLEMS."""
    if node.entries is None:
        keys = ", ".join(name for name, field in fields.items() if field.required)
        problems.append(Problem(node.place, "E004", f"{what} debe tener claves", f"escriba al menos: {keys}"))
        return {}
    found = {}
    for key, value in node.entries:
        name = key.text or ""
        if name not in fields:
            problems.append(Problem(key.place, "E005", f"{what} no tiene la clave «{name}»", meant(name, fields)))
        elif fault := _fault(value, fields[name]):
            problems.append(fault.at(value.place, value.text or ""))
        else:
            found[name] = value
    given = {key.text for key, _ in node.entries}
    for name, field in fields.items():
        if field.required and name not in given:
            message = f"a {what} le falta la clave «{name}»".replace("a el ", "al ")
            problems.append(Problem(node.place, "E006", message, f"{name}: {field.says}"))
    return found


def _fault(value: Node, field: Field) -> Fault | None:
    """What is wrong with VALUE as a value of FIELD."""
    if field.kind == "mapping":
        return None if value.entries is not None else Fault("E004", "aquí van claves con sus valores", field.says)
    if field.kind == "records":
        return None if value.items is not None else Fault("E004", "aquí va una lista de registros", field.says)
    if field.kind == "list":
        listed = value.items is not None and all(item.text for item in value.items)
        return None if listed else Fault("E004", "aquí va una lista de textos", field.says)
    if value.text is None:
        return Fault("E004", "aquí va un solo texto", field.says)
    if not value.text.strip():
        return Fault("E004", "el valor está vacío", f"escríbalo o quite la clave; {field.says}")
    return _text_fault(value.text, field)


def _text_fault(text: str, field: Field) -> Fault | None:
    """What is wrong with TEXT as a value of FIELD."""
    if field.kind == "choice" and text not in field.choices:
        return Fault("E007", f"«{text}» no es un valor de esta clave", meant(text, field.choices))
    if field.kind == "url" and not re.fullmatch(r"https://[^\s/@]+\.[^\s/@]+(?:/\S*)?", text):
        return Fault("E008", f"«{text}» no es una dirección https", "copie la dirección completa, con https://")
    if field.kind == "tolerance" and not _TOLERANCE.fullmatch(text):
        return Fault("E009", f"no se entiende la tolerancia «{text}»", field.says)
    try:
        if field.kind == "date":
            date.fromisoformat(text if _DATE.fullmatch(text) else "")
        elif field.kind == "unit":
            unit(text)
        elif field.kind == "value":
            return _value_fault(text)
    except Fault as fault:
        return fault
    except ValueError:
        return Fault("E010", f"«{text}» no es una fecha", "escríbala como 2026-12-01")
    return None


def _value_fault(text: str) -> Fault | None:
    """What is wrong with TEXT as the value of a fact; a fault is raised for a quantity that is none."""
    if re.match(r"[+-]?(?:nan|inf)\b", text, re.IGNORECASE):
        return Fault("E004", f"«{text}» no es un número", "escriba el que da la fuente")
    if not is_word(text) and read_quantity(text).quantity.value < 0:
        return Fault("E004", f"«{text}» es negativo, y ninguna especificación lo es", "revise el signo")
    return None


def is_word(text: str) -> bool:
    """Whether TEXT is a value in words («líquida») rather than a quantity."""
    return not any(character.isdigit() for character in text)


def _json_field(field: Field) -> dict[str, object]:
    shape: dict[str, object] = {"description": field.says, "type": "string"}
    if field.kind == "mapping":
        return {"description": field.says, "type": "object"}
    if field.kind == "list":
        return {"description": field.says, "type": "array", "items": {"type": "string"}}
    if field.choices == ("true", "false"):
        return {"description": field.says, "type": "boolean"}
    if field.choices:
        shape["enum"] = list(field.choices)
    if field.kind == "value":
        shape["type"] = ["string", "number"]
    if field.kind == "date":
        shape["format"] = "date"
    if field.kind == "url":
        shape["pattern"] = "^https://"
    return shape


def _json_record(fields: Fields, **nested: object) -> dict[str, object]:
    properties = {name: _json_field(field) for name, field in fields.items()}
    required = [name for name, field in fields.items() if field.required]
    return {"type": "object", "properties": properties | nested, "required": required, "additionalProperties": False}


def json_schemas() -> Iterator[tuple[str, dict[str, object]]]:
    """The JSON Schema of each kind of data file, by the file's name without its ending."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    facts = {"type": "object", "additionalProperties": _json_record(FACT)}
    tables = {
        "facts": _json_record(SUBJECT, facts=facts),
        "sources": _json_record(SOURCE),
        "formulas": _json_record(FORMULA),
    }
    for name, record in tables.items():
        yield name, head | {"title": name, "type": "object", "additionalProperties": record}
    yield "checks", head | {"title": "checks", "type": "array", "items": _json_record(CHECK)}
