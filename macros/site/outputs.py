"""What the site publishes beside its pages: figures as JSON and CSV, the YAML with its schemas, diagrams, decks."""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from decks.anki import write_package
from diagrams.words import NoCairo, draw, png
from macros.facts.schema import json_schemas
from macros.site.course import Course, texts
from macros.site.provenance import Provenance
from macros.site.rules import comparisons
from macros.spanish import LANGUAGE, powers


def figure_records(course: Course, provenance: Provenance) -> list[dict[str, object]]:
    """Every figure of the site as the contract's JSON has it, in the order of the table «Cifras»."""
    compared = comparisons(course)
    records: list[dict[str, object]] = []
    for figure in provenance.all_figures:
        view = provenance.view(figure)
        readers = course.ledger.readers
        checked = [
            {"fact": one.fact, "relation": one.relation, "result": one.result} for one in compared.get(figure.id, ())
        ]
        records.append(
            {
                "id": figure.id,
                "kind": figure.kind,
                "value": {"exact": figure.exact, "unit": figure.unit, "display": powers(figure.display)},
                "formula": figure.formula,
                "inputs": dict(figure.inputs),
                "steps": figure.steps,
                "facts": list(figure.facts),
                "sources": list(figure.sources),
                "checked_against": checked,
                "pages": [
                    {"url": provenance.urls[name], "anchor": view.anchor}
                    for name in readers(figure.id, "page")
                    if name in provenance.urls
                ],
                "cards": list(readers(figure.id, "card")),
                "diagrams": list(readers(figure.id, "diagram")),
            }
        )
    return records


def figures_csv(records: list[dict[str, object]]) -> str:
    """The same records, flat: lists joined by spaces."""
    out = io.StringIO()
    columns = [
        "id",
        "kind",
        "exact",
        "unit",
        "display",
        "formula",
        "inputs",
        "steps",
        "facts",
        "sources",
        "checked_against",
        "pages",
        "cards",
        "diagrams",
    ]
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    for record in records:
        value = record["value"]
        flat = record | (value if isinstance(value, dict) else {})
        writer.writerow({name: _flat(flat[name]) for name in columns})
    return out.getvalue()


def _flat(value: object) -> str:
    """A value of a record as one cell."""
    if isinstance(value, dict):
        return " ".join(f"{name}={_flat(item)}" for name, item in value.items())
    if isinstance(value, list):
        return " ".join(_flat(item) for item in value)
    return str(value)


Pictures = dict[str, tuple[bytes, str]]


def pictures(course: Course) -> tuple[Pictures, list[str]]:
    """Each diagram as PNG with its alternative text, and what could not be made, a sentence each."""
    found: Pictures = {}
    for name, diagram in course.diagrams.items():
        try:
            found[name] = (png(draw(diagram)), diagram.title)
        except NoCairo as error:
            return {}, [str(error)]
    return found, []


def write_outputs(
    course: Course, provenance: Provenance, images: Pictures, times: Mapping[str, int], site: Path
) -> None:
    """Write data, diagrams and decks into the folder SITE; TIMES are those of the accepted notes."""
    data = site / "datos"
    data.mkdir(parents=True, exist_ok=True)
    records = figure_records(course, provenance)
    (data / "cifras.json").write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (data / "cifras.csv").write_text(figures_csv(records), "utf-8")
    for path, text in texts(course.root, "docs/datos", "*.yaml").items():
        (data / Path(path).name).write_text(text, "utf-8")
    for name, schema in json_schemas():
        text = json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
        (data / f"{name}.schema.json").write_text(text, "utf-8")
    (site / "cambios.xml").write_text(feed(course), "utf-8")
    _write_diagrams(course, images, site / "diagramas")
    _write_decks(course, images, times, site / "descargas")


def feed(course: Course) -> str:
    """The change log as an Atom feed."""
    root = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": LANGUAGE})
    SubElement(root, "title").text = "Cambios del curso"
    SubElement(root, "id").text = "urn:curso:cambios"
    newest = course.changes[0].date if course.changes else "1970-01-01"
    SubElement(root, "updated").text = f"{newest}T00:00:00Z"
    for number, entry in enumerate(course.changes):
        item = SubElement(root, "entry")
        SubElement(item, "title").text = entry.says or "Cifras corregidas"
        SubElement(item, "id").text = f"urn:curso:cambios:{len(course.changes) - number}"
        SubElement(item, "updated").text = f"{entry.date}T00:00:00Z"
        SubElement(item, "content").text = "; ".join(f"{name}: {old} → {new}" for name, old, new in entry.changes)
    return tostring(root, encoding="unicode")


def _write_diagrams(course: Course, images: Pictures, folder: Path) -> None:
    """Each diagram as SVG, and as PNG where there is one, in FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, diagram in course.diagrams.items():
        (folder / f"{name}.svg").write_text(draw(diagram), "utf-8")
    for name, (picture, _) in images.items():
        (folder / f"{name}.png").write_bytes(picture)


def _write_decks(course: Course, images: Pictures, times: Mapping[str, int], folder: Path) -> None:
    """Each deck as an Anki package in FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, deck in course.decks.items():
        write_package(deck, course.cards[name], images, course.registry.sources, folder / f"{name}.apkg", times)
