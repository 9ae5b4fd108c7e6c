"""What the site publishes beside its pages: figures as JSON and CSV, the YAML with its schemas, diagrams, decks."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement, tostring

from decks.anki import write_package
from diagrams.words import NoCairo, draw, png
from macros.facts.schema import json_schemas
from macros.site.alone import alone
from macros.site.anchors import anchor
from macros.site.course import Course, texts
from macros.site.provenance import Provenance
from macros.spanish import LANGUAGE, powers


def figure_names(course: Course) -> tuple[str, ...]:
    """The ids of every figure of the site, in the order of the table «Cifras»."""
    return tuple(dict.fromkeys((*course.ledger.names, *course.registry.facts)))


def figure_record(provenance: Provenance, name: str) -> dict[str, object]:
    """The figure NAME as the contract's JSON has it."""
    course = provenance.course
    figure = course.figures.work(name)
    readers = course.ledger.readers
    return {
        "id": figure.id,
        "kind": figure.kind,
        "value": {"exact": figure.exact, "unit": figure.unit, "display": powers(figure.display)},
        "formula": figure.formula,
        "inputs": dict(figure.inputs),
        "steps": figure.steps,
        "facts": list(figure.facts),
        "sources": list(figure.sources),
        "checked_against": [
            {"fact": one.fact, "relation": one.relation, "result": one.result}
            for one in provenance.comparisons.get(name, ())
        ],
        "pages": [
            {"url": provenance.urls[page], "anchor": anchor(figure.id)}
            for page in readers(figure.id, "page")
            if page in provenance.urls
        ],
        "cards": list(readers(figure.id, "card")),
        "diagrams": list(readers(figure.id, "diagram")),
    }


Row = tuple[str, str]
_COLUMNS = (
    *("id", "kind", "exact", "unit", "display", "formula", "inputs", "steps"),
    *("facts", "sources", "checked_against", "pages", "cards", "diagrams"),
)


def figure_row(provenance: Provenance, name: str) -> Row:
    """The figure NAME as it stands in `cifras.json` and in `cifras.csv`, where lists are joined by spaces."""
    record = figure_record(provenance, name)
    value = record["value"]
    flat = record | (value if isinstance(value, dict) else {})
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(_flat(flat[column]) for column in _COLUMNS)
    return json.dumps(record, ensure_ascii=False), line.getvalue()


def _flat(value: object) -> str:
    """A value of a record as one cell."""
    if isinstance(value, dict):
        return " ".join(f"{name}={_flat(item)}" for name, item in value.items())
    if isinstance(value, list):
        return " ".join(_flat(item) for item in value)
    return str(value)


def figures_json(rows: Iterable[Row]) -> str:
    """The records of ROWS as one JSON list, a record a line."""
    return "[\n" + ",\n".join(record for record, _ in rows) + "\n]\n"


def figures_csv(rows: Iterable[Row]) -> str:
    """The records of ROWS, flat, under their heads."""
    return ",".join(_COLUMNS) + "\n" + "".join(line for _, line in rows)


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
    write_data(course, [figure_row(provenance, name) for name in figure_names(course)], site)
    write_diagrams(course, images, site / "diagramas")
    write_decks(course, images, times, site / "descargas")


# What an author has still to decide is not for readers: a key on its own line with what hangs from it, or within {…}.
_UNSEEN = re.compile(
    r"""^(?P<in>[ ]+)question:.*\n(?:(?P=in)[ ]+.*\n|\n(?=(?P=in)[ ]))*
    | ,\s*question:\s*(?:"[^"]*"|'[^']*'|[^,}\n]*)(?=\s*[,}])""",
    re.MULTILINE | re.VERBOSE,
)


def write_data(course: Course, rows: list[Row], site: Path) -> None:
    """Write the figures of ROWS, the data files with their schemas, and the feed of changes into the folder SITE."""
    put(site / "datos/cifras.json", figures_json(rows))
    put(site / "datos/cifras.csv", figures_csv(rows))
    for path, text in texts(course.root, "docs/datos", ".yaml").items():
        put(site / "datos" / Path(path).name, _UNSEEN.sub("", text))
    for name, schema in json_schemas():
        put(site / f"datos/{name}.schema.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n")
    put(site / "cambios.xml", feed(course))


def put(path: Path, content: str | bytes) -> None:
    """Write CONTENT as a new file at PATH; a file that was there, and may be another's too, is left to the other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


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


def write_alone(site: Path, names: Iterable[str]) -> None:
    """Write each lesson among the pages NAMES of the folder SITE as one file in `descargas/`."""
    script = "".join((site / f"assets/{name}.js").read_text("utf-8") for name in ("copia", "curso"))
    for name in names:
        if name.startswith("lecciones/"):
            page = alone((site / name).read_text("utf-8"), name, script, lambda path: (site / path).read_text("utf-8"))
            stem = name.removesuffix("/index.html").removesuffix(".html").rpartition("/")[2]
            put(site / f"descargas/{stem}.html", page)


_COVER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<rect width="1200" height="630" fill="#fbfaf7"/><rect width="1200" height="14" fill="#0a5059"/>
<g font-family="serif" fill="#1c1b19"><text x="90" y="210" font-size="84" font-weight="bold">{name}</text>
<g font-size="42" fill="#4d4a44">{lines}</g></g></svg>"""


def write_cover(name: str, description: str, site: Path) -> None:
    """Write the picture that a link to the course shows in a chat; nothing where the machine cannot draw it."""
    lines = "".join(
        f'<text x="90" y="{310 + 62 * at}">{escape(line)}</text>' for at, line in enumerate(wrap(description, 46)[:4])
    )
    try:
        put(site / "assets/portada.png", png(_COVER.format(name=escape(name), lines=lines), 1200))
    except NoCairo:
        return


def write_diagrams(course: Course, images: Pictures, folder: Path) -> None:
    """Each diagram as SVG, and as PNG where there is one, in FOLDER."""
    for name, diagram in course.diagrams.items():
        put(folder / f"{name}.svg", draw(diagram))
    for name, (picture, _) in images.items():
        put(folder / f"{name}.png", picture)


def write_decks(course: Course, images: Pictures, times: Mapping[str, int], folder: Path) -> None:
    """Each deck as an Anki package in FOLDER."""
    for name, deck in course.decks.items():
        (folder / f"{name}.apkg").unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        write_package(deck, course.cards[name], images, course.registry.sources, folder / f"{name}.apkg", times)
