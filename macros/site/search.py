"""What the search of the site reads: a page without what is hidden on it, and the index also as a script."""

import re
from html.parser import HTMLParser

INDEX = "search/search_index.json"
_SCRIPT = "search/search_index.js"
_UNREAD = {"annotation", "desc", "script", "style", "svg", "template"}
_MAY_HIDE = re.compile(r"<(?:annotation|script|style|svg|template)\b|\s(?:aria-hidden|data-extra|hidden)\b")
_NO_END = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def files(index: str) -> dict[str, str]:
    """The files that hold the INDEX, by path: for a server, and for a folder that is opened without one."""
    return {INDEX: index, _SCRIPT: f"var __index = {index};\n"}


def shown(html: str) -> str:
    """HTML without what a reader does not see as text: pictures, sources of formulas, what is hidden or extra."""
    if not _MAY_HIDE.search(html):
        return html
    copy = _Shown()
    copy.feed(html)
    copy.close()
    return "".join(copy.kept)


class _Shown(HTMLParser):
    """Copies what it reads, save the elements that are not shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self.inside: list[str] = []

    def keep(self, text: str | None) -> None:
        """Keep TEXT unless it stands inside what is not shown."""
        if not self.inside:
            self.kept.append(text or "")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the tag; an element that is not shown, and each one inside it, is entered."""
        if tag in _NO_END:
            self.keep(self.get_starttag_text())
        elif self.inside or tag in _UNREAD or _hides(dict(attrs)):
            self.inside.append(tag)
        else:
            self.keep(self.get_starttag_text())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the tag: it holds no text."""
        self.keep(self.get_starttag_text())

    def handle_endtag(self, tag: str) -> None:
        """Keep the tag, or leave the element, with those inside it that nobody closed."""
        self.keep(f"</{tag}>")
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.keep(data)

    def handle_entityref(self, name: str) -> None:
        """Keep the character as it is written."""
        self.keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep the character as it is written."""
        self.keep(f"&#{name};")


def _hides(attributes: dict[str, str | None]) -> bool:
    """Whether an element with ATTRIBUTES is hidden, or is none of the page's own words."""
    return "hidden" in attributes or "data-extra" in attributes or attributes.get("aria-hidden") == "true"
