"""The ids by which the numbers of a page and the rows of its table find each other."""

import re
import unicodedata

_SIGNS = {"+": "mas", "-": "menos", "*": "por", "/": "entre"}
_ROW = re.compile('<tr id="(p-[^"]*)"')
_BACK = re.compile(r' ?<a class="procedencia__vuelta" href="#([^"]*)">.*?</a>')
_NUMBER = re.compile('<a class="cifra [^"]*" href="#(p-[^"]*)"')


def slug(text: str) -> str:
    """TEXT as part of an address or an id: lower-case ASCII and hyphens."""
    plain = unicodedata.normalize("NFKD", text.replace("ñ", "nn")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def anchor(figure: str) -> str:
    """The id of a figure's row in a table of provenance."""
    return "p-" + slug(re.sub(r" ([+*/-]) ", lambda sign: f" {_SIGNS[sign[1]]} ", figure))


def place(row: str) -> str:
    """The id of the first number of a page that leads to the ROW of that id."""
    return "u" + row.removeprefix("p")


def noted(html: str) -> str:
    """HTML of a page whose numbers and rows know each other.

    A number has the number of its row (on paper, where nothing opens, it is its note's); the first that leads to a row
    has an id, to which the row leads back.
    """
    notes = {row: number for number, row in enumerate(_ROW.findall(html), 1)}
    first: set[str] = set()

    def known(one: re.Match[str]) -> str:
        row = one[1]
        if row not in notes:
            return one[0]
        own = "" if row in first else f' id="{place(row)}"'
        first.add(row)
        return f'{one[0]} data-nota="{notes[row]}"{own}'

    numbered = _NUMBER.sub(known, html)
    back = {place(row) for row in first}
    return _BACK.sub(lambda one: one[0] if one[1] in back else "", numbered)
