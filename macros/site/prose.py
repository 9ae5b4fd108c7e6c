"""The checks of what people typed in pages, cards and diagrams: numbers, slips of the words, TeX, front matter."""

import re
from collections.abc import Iterator
from dataclasses import replace

from macros.facts.located import Node, control_problems, read_yaml
from macros.problems import Fault, Place, Problem
from macros.site.course import Course
from macros.site.mathematics import mathml
from macros.site.pages import PageReading
from macros.site.typed import cure, typed_quantities
from macros.spoken import ASIDE, OPEN, Spoken, masked, words_in

_CURLY = re.compile(r"\{\{-?\s*(\w+)\s*\(")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_INDENTED = re.compile(r"(?:\A|\n)[ \t]*\n(?P<block>(?:(?: {4}|\t)[^\n]*\n?)+)")
_CONTAINER = re.compile(r"[ ]*(?:[-*+]|\d+\.|!!!|\?\?\?|///|===)(?:\s|$)|[ ]{1,}\S")
_SEEN = re.compile(r"\b(?:consultad|visitad|revisad|verificad)[oa]s?\s+(?:el|en)\s+(?:\d|vivo)", re.IGNORECASE)


def numbers_are_words(course: Course, page: PageReading) -> Iterator[Problem]:
    """No quantity is typed where a word should stand, unless its author gave the reason beside it."""
    yield from _typed(course, Place(page.path), page.text)
    for placed in page.spoken if "verdict" in page.words else ():
        for wording in placed.said.options if placed.said.word == "verdict" else ():
            for problem in _typed(course, placed.place, wording):
                yield replace(problem, place=placed.place)


def numbers_beside_are_words(course: Course) -> Iterator[Problem]:
    """The same for the texts of cards and diagrams."""
    nodes: list[Node] = []
    for deck in course.decks.values():
        nodes += [node for card in deck.cards for node in card.nodes.values()]
    for drawing in course.drawings.values():
        nodes += [drawing.title, drawing.description, *drawing.caption, *drawing.reading, *drawing.marks.values()]
    for node in nodes:
        yield from _typed(course, node.place, node.text or "")


def _typed(course: Course, place: Place, text: str) -> Iterator[Problem]:
    """The quantities typed in TEXT, which begins at PLACE, each with its cure."""
    try:
        found = [one for one in typed_quantities(text) if one.reason is None]
    except Fault:
        return
    if found:
        names = dict.fromkeys((*course.ledger.names, *course.registry.facts))
        figures = [course.figures.work(name) for name in names]
        for one in found:
            yield Problem(place.shifted(text, one.start), "E180", f"«{one.text}» está tecleada", cure(one, figures))


def exceptions(course: Course) -> int:
    """How many typed quantities carry the reason why they are typed."""
    pages = (page for page in course.pages if "tecleado" in page.text)
    return sum(1 for page in pages for one in typed_quantities(page.text) if one.reason)


def words_have_their_brackets(course: Course, page: PageReading) -> Iterator[Problem]:
    """No word is written between curly brackets, which this course leaves as typed."""
    known = course.vocabulary.words()
    for match in _CURLY.finditer(masked(page.text)) if "{{" in page.text else ():
        if match[1] in known:
            place = Place(page.path).shifted(page.text, match.start())
            hint = f"escriba [= {match[1]}(…) =]"
            yield Problem(place, "E139", "las palabras no van entre llaves", hint)


def front_matter_is_plain(course: Course, page: PageReading) -> Iterator[Problem]:
    """The front matter of a page can be read, and no word stands in it, where nothing would say it."""
    front = _FRONT.match(page.text)
    if front:
        yield from read_yaml(page.path, "\n" + front[0].strip().strip("-"))[1]
    if front and OPEN in front[0]:
        place = Place(page.path).shifted(page.text, page.text.index(OPEN))
        yield Problem(place, "E181", "en la cabecera no se dicen palabras", "escriba ahí un texto sin cifras")


_ENCLOSED = re.compile(
    r"!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<[A-Za-z][^<>]*>|^\[[^\]]+\]:.*$|\{:?[ ]*[#.\w][^{}\n]*\}", re.MULTILINE
)


def words_stand_in_the_text(course: Course, page: PageReading) -> Iterator[Problem]:
    """No word stands in a link, a picture or an attribute: there its number would be no link of its own."""
    words = _words(page.text)
    if not words:
        return
    hidden = list(masked(page.text))
    for word in words:
        hidden[word.start : word.end] = "w" * (word.end - word.start)
    for match in _ENCLOSED.finditer("".join(hidden)):
        for word in words:
            if match.start() < word.start < match.end():
                place = Place(page.path).shifted(page.text, word.start)
                message = "esta palabra está dentro de un enlace, de una imagen o de un atributo"
                yield Problem(place, "E184", message, "póngala en el texto, afuera")


def signs_are_text(course: Course, page: PageReading) -> Iterator[Problem]:
    """No page holds a character that nobody sees."""
    yield from control_problems(Place(page.path), page.text)


def words_are_not_code(course: Course, page: PageReading) -> Iterator[Problem]:
    """No word stands in a block that its indentation makes code."""
    words = _words(page.text)
    for match in _INDENTED.finditer(page.text) if "\n    " in page.text or "\n\t" in page.text else ():
        before = page.text[: match.start("block")].rstrip().rsplit("\n", 1)[-1]
        if _CONTAINER.match(before):
            continue
        for start in (word.start for word in words):
            if match.start("block") <= start < match.end("block"):
                place = Place(page.path).shifted(page.text, start)
                hint = "quite la sangría, o escríbala entre acentos graves si es un ejemplo"
                yield Problem(place, "E182", "la sangría de este renglón lo vuelve código", hint)


def _words(text: str) -> list[Spoken]:
    try:
        return list(words_in(text))
    except Fault:
        return []


def mathematics_is_understood(course: Course, page: PageReading) -> Iterator[Problem]:
    """Every formula that a page writes in TeX can be set."""
    for match in ASIDE.finditer(page.text) if "$" in page.text else ():
        kind = next((name for name in ("display", "inline") if match[name]), None)
        if kind is None:
            continue
        mark = 2 if kind == "display" else 1
        try:
            mathml(match[0][mark:-mark].strip(), display=kind == "display")
        except Fault as fault:
            lead = len(match[0][mark:-mark]) - len(match[0][mark:-mark].lstrip())
            yield fault.moved(match.start() + mark + lead).at(Place(page.path), page.text)


def claims_of_reading(course: Course, page: PageReading) -> Iterator[Problem]:
    """No page says that a source was read on a day, unless a fact of the registry says so."""
    lower = page.text.lower()
    if course.registry.dated or not any(stem in lower for stem in ("consultad", "visitad", "revisad", "verificad")):
        return
    for match in _SEEN.finditer(masked(page.text)):
        place = Place(page.path).shifted(page.text, match.start())
        hint = "anote «checked» en el hecho, o quite la afirmación"
        yield Problem(place, "E183", "la página afirma una lectura que ningún hecho registra", hint)


RULES = (numbers_beside_are_words,)
PAGE_RULES = (
    numbers_are_words,
    words_have_their_brackets,
    front_matter_is_plain,
    words_are_not_code,
    words_stand_in_the_text,
    signs_are_text,
    mathematics_is_understood,
    claims_of_reading,
)
