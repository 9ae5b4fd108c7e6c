"""What the cards look like in Anki: the frozen templates of the two note types, and their style."""

STYLE = """
.card { background: #fbfaf7; color: #1c1b19; font-size: 20px; line-height: 1.5; text-align: left; margin: 0;
  font-family: "Iowan Old Style", Charter, "Bitstream Charter", "Noto Serif", Georgia, serif; }
.tarjeta { max-width: 32em; margin: 0 auto; padding: 2em 1.3em; font-variant-numeric: lining-nums tabular-nums;
  text-wrap: pretty; overflow-wrap: break-word; }
.frente { font-size: 1.4em; line-height: 1.3; font-weight: 600; text-wrap: balance; }
.texto { font-size: 1.15em; }
hr { border: 0; border-top: 1px solid #d8d2c4; margin: 1.3em 0; }
.figura { margin-top: 1.4em; }
.figura img { display: block; box-sizing: border-box; max-width: 100%; max-height: 72vh; padding: 8px;
  background: #fbfaf7; border: 1px solid #d8d2c4; border-radius: 4px; }
.detalle, .fuente { margin-top: 1.6em; font-size: 0.75em; line-height: 1.6; color: #57534a;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.detalle > div + div { margin-top: 0.5em; }
.texto .detalle { font-size: 0.65em; }
.fuente { margin-top: 1em; padding-top: 0.8em; border-top: 1px solid #e6e1d5; }
.fuente::before { content: "Fuentes"; font-weight: 600; }
.estado { margin-bottom: 1.2em; padding: 0.5em 0.9em; border-left: 3px solid #734600; color: #734600;
  font-size: 0.8em; }
.cloze { font-weight: 600; color: #0a5059; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: 0.86em; }
pre { overflow-x: auto; padding: 0.7em 0.9em; background: #f1eee6; border-radius: 4px; line-height: 1.4; }
#typeans { display: block; font-family: inherit; font-size: 1em; text-align: left; margin: 1em 0 0; }
input#typeans { box-sizing: border-box; width: 100%; padding: 0.4em 0.6em; background: transparent; color: inherit;
  border: 1px solid #8a8478; border-radius: 4px; }
.nightMode.card, .night_mode.card, .nightMode .card, .night_mode .card { background: #15171a; color: #e9e6df; }
.nightMode hr, .night_mode hr, .nightMode .fuente, .night_mode .fuente { border-color: #34373c; }
.nightMode .detalle, .night_mode .detalle, .nightMode .fuente, .night_mode .fuente { color: #b5b0a5; }
.nightMode .figura img, .night_mode .figura img { border-color: #34373c; }
.nightMode .cloze, .night_mode .cloze { color: #7ccbd3; }
.nightMode .estado, .night_mode .estado { border-color: #e9b866; color: #e9b866; }
.nightMode pre, .night_mode pre { background: #202328; }
""".strip()


def _shown(field: str, style: str) -> str:
    """FIELD in a box of STYLE, where it is filled."""
    return f'{{{{#{field}}}}}<div class="{style}">{{{{{field}}}}}</div>{{{{/{field}}}}}'


def _wrapped(inner: str) -> str:
    return f'<div class="tarjeta" lang="es" dir="ltr">{inner}</div>'


_STATE, _FIGURE = _shown("Estado", "estado"), _shown("Figura", "figura")
_DETAIL, _SOURCE = _shown("Detalle", "detalle"), _shown("Fuente", "fuente")
_TYPED = "{{#Escribir}}{{type:nc:Escribir}}{{/Escribir}}"
_TURN = '<hr id="answer">'
_FRONT = _STATE + '<div class="frente">{{Frente}}</div>' + _TYPED
_REVERSE = _STATE + '<div class="texto">{{Dorso}}</div>'
_GAPS = _STATE + '<div class="texto">{{cloze:Texto}}</div>'

CARD_FRONT = _wrapped(_FRONT)
CARD_BACK = _wrapped(_FRONT + _TURN + '<div class="texto">{{Dorso}}</div>' + _FIGURE + _DETAIL + _SOURCE)
REVERSE_FRONT = "{{#Inversa}}" + _wrapped(_REVERSE) + "{{/Inversa}}"
REVERSE_BACK = _wrapped(_REVERSE + _TURN + '<div class="frente">{{Frente}}</div>' + _FIGURE + _DETAIL + _SOURCE)
GAP_FRONT = _wrapped(_GAPS)
GAP_BACK = _wrapped(_GAPS + _TURN + _shown("Extra", "texto") + _FIGURE + _SOURCE)
