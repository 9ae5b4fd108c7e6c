"""The colours of the diagrams: plain attributes for files and print, and the rules by which a page recolours them."""

INK = "#1c1b19"
PAPER = "#fbfaf7"
HATCH = "#0a5059"
FILLS = {
    "common": "#f3ecdb",
    "added": "#d9ecec",
    "reserved": "#fbfaf7",
    "measure": "#f3ecdb",
    "step": "#d9ecec",
}
DARK_INK = "#e9e6df"
DARK_FILLS = {
    "common": "#33301f",
    "added": "#15343a",
    "reserved": "#15171a",
    "measure": "#33301f",
    "step": "#15343a",
}
DARK_HATCH = "#7ccbd3"


def css() -> str:
    """The rules of the page: dark scheme and forced colours, on screen only; print keeps the file's own colours."""
    dark = '[data-md-color-scheme="slate"] .d '
    rules = [f"{dark}.d-{kind} {{ fill: {fill}; stroke: {DARK_INK}; }}" for kind, fill in DARK_FILLS.items()]
    rules += [f"{dark}.d-{kind} {{ fill: {DARK_INK}; }}" for kind in ("texto", "punta")]
    rules += [f"{dark}.d-linea {{ stroke: {DARK_INK}; }}", f"{dark}.d-raya {{ stroke: {DARK_HATCH}; }}"]
    boxes = ", ".join(f".d .d-{kind}" for kind in FILLS)
    forced = [
        f"{boxes} {{ fill: Canvas; stroke: CanvasText; }}",
        ".d .d-texto, .d .d-punta { fill: CanvasText; }",
        ".d .d-linea, .d .d-raya { stroke: CanvasText; }",
    ]
    screen = "\n".join(f"  {rule}" for rule in rules)
    high = "\n".join(f"  {rule}" for rule in forced)
    font = ".d text { font-family: var(--sans, sans-serif); }"
    return f"{font}\n@media screen {{\n{screen}\n}}\n@media (forced-colors: active) {{\n{high}\n}}\n"
