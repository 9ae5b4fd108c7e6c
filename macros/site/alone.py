"""A lesson as one file: its text, its styles and its drawings, with nothing to fetch, for a phone or a message."""

import posixpath
import re
from collections.abc import Callable

_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
_HEAD_LINK = re.compile(r'<link rel="(?:icon|prev|next|alternate|canonical)"[^>]*>\s*')
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_LINK = re.compile(r'<a\b(?P<before>[^>]*?)\shref="(?P<to>[^"]*)"(?P<after>[^>]*)>(?P<text>.*?)</a>', re.DOTALL)
# What only leads to another page of the site.
_SITE_ONLY = re.compile(r'<(p|a)\b[^>]*class="[^"]*\bsolo-sitio\b[^"]*"[^>]*>.*?</\1>', re.DOTALL)
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_LANGUAGE = re.compile(r'<html lang="([^"]+)"')
_IMPORTED = re.compile(r"url\((?!['\"]?data:)[^)]*\)")
# The scheme that the reader's device asks for: on the site, the theme's own script does this.
_SCHEME = 'if(matchMedia("(prefers-color-scheme: dark)").matches)document.body.dataset.mdColorScheme="slate";\n'


def alone(html: str, name: str, script: str, read: Callable[[str], str]) -> str:
    """The page HTML, which stands at NAME, as one file: READ gives the style sheets, SCRIPT what its numbers do.

    What only leads to another page goes; other links to other pages become plain text; those to the page itself and
    to other sites stay.
    """
    styles = [read(posixpath.normpath(posixpath.join(posixpath.dirname(name), link))) for link in _STYLE.findall(html)]
    article = _ARTICLE.search(_SCRIPT.sub("", html))
    language, title = _LANGUAGE.search(html), _TITLE.search(html)
    body = _LINK.sub(_kept, _SITE_ONLY.sub("", article[0] if article else ""))
    return (
        f'<!doctype html>\n<html lang="{language[1] if language else "es"}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"{title[0] if title else ''}\n<style>{_plain(styles)}</style>\n</head>\n"
        '<body dir="ltr" data-md-color-scheme="default"><main class="md-main"><div class="md-main__inner md-grid">'
        f'<div class="md-content">{body}</div></div></main>\n<script>{_SCHEME}{script}</script>\n</body>\n</html>\n'
    )


def _plain(styles: list[str]) -> str:
    """STYLES as one text that fetches nothing."""
    joined = "\n".join(styles).replace("</", "<\\/")
    return _IMPORTED.sub("none", re.sub(r"/\*# sourceMappingURL=.*?\*/", "", joined))


def _kept(match: re.Match[str]) -> str:
    """A link as it was where it leads within the page or to another site; its text alone elsewhere."""
    return match[0] if re.match(r"#|https?:|mailto:", match["to"]) else match["text"]
