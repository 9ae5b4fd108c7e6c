"""TeX to MathML at build time, with the TeX kept in an annotation and words of a subscript set upright."""

import re
from functools import lru_cache
from html import escape, unescape

from math_core import LatexError, LatexToMathML

from macros.problems import Fault

_CONVERTER = LatexToMathML(annotation=True, fancy_error=False)
_UPRIGHT = re.compile(r"_\{([A-Za-zÁÉÍÓÚÑáéíóúñ]{2,})\}")
_ANNOTATION = re.compile(r"(<annotation[^>]*>).*?(</annotation>)", re.DOTALL)
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_DISPLAY = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


@lru_cache(maxsize=4096)
def mathml(tex: str, *, display: bool = False) -> str:
    """TEX as a `<math>` element that carries TEX in its annotation; a fault where TEX is not understood."""
    upright = _UPRIGHT.sub(r"_{\\text{\1}}", tex) if "_{" in tex else tex
    try:
        converted = _CONVERTER.convert_with_local_state(upright, displaystyle=display)
    except LatexError as error:
        at, _, what = str(error).partition(": ")
        offset = int(at) if at.isdecimal() else 0
        raise Fault("E140", f"no se entiende la fórmula: {what}", "revise el TeX", min(offset, len(tex))) from None
    return _ANNOTATION.sub(lambda match: match[1] + escape(tex, quote=False) + match[2], converted)


def with_mathml(html: str) -> str:
    """HTML with the mathematics that `arithmatex` found set as MathML."""
    html = _INLINE.sub(lambda match: mathml(unescape(match[1])), html)
    return _DISPLAY.sub(lambda match: _plate(mathml(unescape(match[1]).strip(), display=True)), html)


def _plate(math: str) -> str:
    return f'<div class="formula">{math}</div>'
