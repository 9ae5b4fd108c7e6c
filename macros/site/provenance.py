"""The HTML of what a page's words gave: numbers, tables of provenance, plates, cards, diagrams and sources."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from html import escape

from markupsafe import Markup

from diagrams.words import draw
from macros import spanish
from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import tex
from macros.figures import Figure
from macros.site import marks, study
from macros.site.anchors import anchor, noted, slug
from macros.site.course import Course, page_figures, page_sources
from macros.site.mathematics import mathml
from macros.site.rules import Comparison, comparisons
from macros.site.templates import templates
from macros.site.views import FactView, FigureView, PageLink, fact_view, figure_view, source_view
from macros.words import Piece, Said


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways from one page to the top of the site (`base`), to the table of figures and to the list of sources."""

    base: str
    figures: str | None
    sources: str | None

    def page(self, url: str, anchor: str) -> str:
        """The address of an anchor of the page URL."""
        return f"{self.base}{url}#{anchor}"

    def figure(self, anchor: str) -> str:
        """The address of a figure's row in the table of all figures, if the course has one."""
        return self.page(self.figures, anchor) if self.figures is not None else ""

    def source(self, anchor: str) -> str:
        """The address of a source in the list of all sources, if the course has one."""
        return self.page(self.sources, anchor) if self.sources is not None else ""


@dataclass(frozen=True)
class Provenance:
    """Sets the words of one course in HTML. `titles` names the pages by their source path; `urls` their addresses."""

    course: Course
    titles: dict[str, str]
    urls: dict[str, str]
    png: bool = True

    def html(self, said: Said, to: "Ways") -> str:
        """What SAID looks like on a page from which the ways TO other pages are those."""
        setters = {
            "fact": self.number,
            "derived": self.number,
            "steps": self.steps,
            "verdict": self.verdict,
            "formula": self.formula,
            "diagram": self.diagram,
            "cards": self.cards,
            "practice": self.practice,
            "glossary": self.glossary,
            "sources": self.sources,
            "figures": self.figures,
            "changes": self.changes,
        }
        return str(setters[said.word](said, to))

    def number(self, said: Said, to: "Ways") -> Markup:
        """A number that answers where it comes from."""
        assert said.figure
        plain = said.text.removesuffix(f" {said.label}") if said.label else said.text
        inner = Markup(mathml(said.tex)) if said.tex else Markup.escape(plain)
        if said.tex and said.symbol:
            inner += Markup.escape("\u00a0" + said.symbol)
        return Markup(templates().number(self.view(said.figure), inner, said.label, plain if said.tex else ""))

    def steps(self, said: Said, to: "Ways") -> Markup:
        """The steps of a figure as mathematics."""
        assert said.figure
        return Markup(templates().number(self.view(said.figure), Markup(mathml(said.tex)), "", said.text))

    def verdict(self, said: Said, to: "Ways") -> Markup:
        """The wording that is true."""
        return Markup(f'<span class="veredicto">{escape(said.text)}</span>')

    def formula(self, said: Said, to: "Ways") -> Markup:
        """A formula on its plate, with its symbols and its reading."""
        return _formula(said.name)

    def cards(self, said: Said, to: "Ways") -> Markup:
        """The cards of a group as a list."""
        chosen = [card for card in self.course.cards[said.name] if card.group in said.options]
        items = [
            {"anchor": f"t-{slug(card.id)}", "front": self.pieces(card.front, to), "back": self.pieces(card.back, to)}
            for card in chosen
        ]
        return Markup(templates().cards(items))

    def practice(self, said: Said, to: "Ways") -> Markup:
        """The cards of a deck as questions, their answers closed."""
        items = [
            {"anchor": f"p-{slug(one.id)}-t", "front": self.pieces(one.front, to), "back": self.pieces(one.back, to)}
            for one in study.questions(self.course.cards[said.name])
        ]
        return Markup(templates().practice(items, f"{to.base}descargas/{said.name}.apkg"))

    def glossary(self, said: Said, to: "Ways") -> Markup:
        """The terms of all decks, and the units of the course."""
        terms = [
            {"name": one.name, "back": self.pieces(one.back, to), "used": to.base + one.used if one.used else ""}
            for one in study.terms(self.course, self.urls)
        ]
        anchors = {name: anchor(name) for name in self.course.ledger.names}
        units = [
            {"symbol": one.symbol, "name": one.name, "equals": one.equals, "used": to.base + one.used}
            for one in study.units(self.course, self.urls, anchors)
        ]
        return Markup(templates().glossary(terms, units))

    def diagram(self, said: Said, to: "Ways") -> Markup:
        """A diagram with its caption and its text reading."""
        filled = self.course.diagrams[said.name]
        view = {
            "id": said.name,
            "svg": self._drawings[said.name],
            "caption": [self.pieces(text, to) for text in filled.caption],
            "reading": [self.pieces(text, to) for text in filled.reading],
            "png": self.png,
        }
        return Markup(templates().diagram(view, to))

    def sources(self, said: Said, to: "Ways") -> Markup:
        """The sources that are asked for: those of a page (told by `options`), or every one with what rests on it."""
        known = self.course.registry.sources
        if said.name == "every":
            views = [source_view(source, self._resting(key)) for key, source in known.items()]
            return Markup(templates().sources(views, to, whole=True))
        return Markup(templates().sources([source_view(known[key]) for key in said.options], to))

    def _resting(self, key: str) -> list[FigureView]:
        return [self.view(figure) for figure in self.all_figures if key in figure.sources]

    def figures(self, said: Said, to: "Ways") -> Markup:
        """The table of every figure of the course."""
        views = [self.whole_view(figure) for figure in self.all_figures]
        rows = [Markup(templates().row(view, to, whole=True)) for view in views]
        return Markup(templates().figures(views, rows))

    def changes(self, said: Said, to: "Ways") -> Markup:
        """What changed, by day, the newest first."""
        entries = [
            {
                "day": spanish.day(entry.date),
                "date": entry.date,
                "says": entry.says,
                "changes": [self._changed(*change) for change in entry.changes],
            }
            for entry in self.course.changes
        ]
        return Markup(templates().changes(entries, to))

    def _changed(self, name: str, old: str, new: str) -> dict[str, str]:
        """A change of a figure, with its row in the table of figures while it is still there."""
        figure = next((one for one in self.all_figures if one.id == name), None)
        says = self.view(figure).says if figure else name
        return {"says": says, "anchor": self.view(figure).anchor if figure else "", "old": old, "new": new}

    def table(self, figures: Iterable[Figure], said: Iterable[Said], to: "Ways") -> str:
        """The table «Procedencia de las cifras» of a page that shows FIGURES as it SAID them."""
        written = self._written(said)
        rows = [self.row(figure, to, written.get(figure.id, ())) for figure in figures]
        return str(templates().provenance(rows)) if rows else ""

    def page(self, html: str, said: Sequence[Said], url: str) -> str:
        """HTML of the page URL with what was SAID in the place of its marks, and its table of provenance at its end."""
        ways = self.ways(url)
        figures = page_figures(self.course, said)

        def set_said(number: int) -> str:
            one = said[number]
            if one.word == "sources" and not one.name:
                one = replace(one, options=page_sources(figures, one.options))
            return self.html(one, ways)

        listed = any(one.word == "figures" for one in said)
        table = "" if listed else self.table(figures, said, ways)
        return noted(marks.filled(html, set_said).replace("</article>", f"{table}</article>", 1))

    def _written(self, said: Iterable[Said]) -> dict[str, tuple[str, ...]]:
        """How the page SAID figures in another unit than that of their row, by figure."""
        found: dict[str, tuple[str, ...]] = {}
        for one in said:
            if one.figure and one.symbol and not one.tex and one.symbol != one.figure.symbol:
                found[one.figure.id] = tuple(
                    dict.fromkeys((*found.get(one.figure.id, ()), spanish.joined(one.number, one.symbol)))
                )
        return found

    def row(self, figure: Figure, to: "Ways", written: tuple[str, ...] = ()) -> Markup:
        """The row of FIGURE in the table of a page that has it also as WRITTEN; the same for pages that lie as deep."""
        key = (figure.id, to.base, written)
        if key not in self._rows:
            self._rows[key] = Markup(templates().row(self.view(figure), to, written=written))
        return self._rows[key]

    def pieces(self, pieces: Iterable[Piece], to: "Ways") -> Markup:
        """A text with its words set."""
        parts = [Markup.escape(piece) if isinstance(piece, str) else Markup(self.html(piece, to)) for piece in pieces]
        return Markup("").join(parts)

    def view(self, figure: Figure) -> FigureView:
        """FIGURE ready for a page."""
        if figure.id not in self._views:
            self._views[figure.id] = figure_view(self.course, figure, self.fact_view)
        return self._views[figure.id]

    def fact_view(self, name: str) -> FactView:
        """The fact NAME ready for a page."""
        if name not in self._fact_views:
            self._fact_views[name] = fact_view(self.course, self.course.registry.facts[name])
        return self._fact_views[name]

    def whole_view(self, figure: Figure) -> FigureView:
        """FIGURE ready for the table of all figures: with its checks and its uses."""
        ledger = self.course.ledger
        pages = [
            PageLink(self.urls[name], self.titles[name])
            for name in ledger.readers(figure.id, "page")
            if name in self.urls
        ]
        checked = tuple(one.sentence for one in self.comparisons.get(figure.id, ()))
        return replace(
            self.view(figure),
            checked=checked,
            pages=tuple(pages),
            card_count=len(ledger.readers(figure.id, "card")),
            diagram_count=len(ledger.readers(figure.id, "diagram")),
        )

    def ways(self, url: str) -> Ways:
        """The ways from the page URL."""
        return Ways("../" * url.count("/") or "./", *self._listings)

    @cached_property
    def _listings(self) -> tuple[str | None, str | None]:
        """The addresses of the pages that list all figures and all sources."""
        said = [
            (self.urls[page.source], one.said)
            for page in self.course.pages
            if page.source in self.urls and page.words & {"figures", "sources"}
            for one in page.spoken
        ]
        figures = next((url for url, one in said if one.word == "figures"), None)
        sources = next((url for url, one in said if one.word == "sources" and one.name == "every"), None)
        return figures, sources

    @cached_property
    def comparisons(self) -> dict[str, tuple[Comparison, ...]]:
        """What each figure is checked against."""
        return comparisons(self.course)

    @cached_property
    def _views(self) -> dict[str, FigureView]:
        return {}

    @cached_property
    def _rows(self) -> dict[tuple[str, str, tuple[str, ...]], Markup]:
        return {}

    @cached_property
    def _fact_views(self) -> dict[str, FactView]:
        return {}

    @cached_property
    def _drawings(self) -> dict[str, Markup]:
        return {name: Markup(draw(diagram, inline=True)) for name, diagram in self.course.diagrams.items()}

    @cached_property
    def all_figures(self) -> tuple[Figure, ...]:
        """Every figure that the course reads, and the rest of the facts."""
        course = self.course
        return tuple(
            course.figures.work(name) for name in dict.fromkeys((*course.ledger.names, *course.registry.facts))
        )


@cache
def _formula(name: str) -> Markup:
    formula = CATALOGUE[name]
    tree = formula.main_tree()
    math = Markup(mathml(f"{formula.result}={tex(tree)}", display=True))
    symbols = [{"math": Markup(mathml(formula.result)), "says": formula.says}]
    symbols += [{"math": Markup(mathml(symbol.tex)), "says": symbol.says} for symbol in formula.explained()]
    return Markup(templates().formula(math, symbols, formula.result, formula.reading(), "; ".join(formula.conditions)))
