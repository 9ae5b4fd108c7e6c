"""What the cards look like in Anki: the frozen templates of the two note types, and their style."""

_STYLE = """
.card { background: #fbfaf7; color: #1c1b19; font-family: "Iowan Old Style", Charter, "Noto Serif", Georgia, serif;
  font-size: 21px; line-height: 1.5; text-align: left; margin: 0; }
.tarjeta { max-width: 34em; margin: 0 auto; padding: 1.4em 1.2em; font-variant-numeric: lining-nums tabular-nums; }
.frente { font-size: 1.25em; font-weight: 600; }
.dorso { margin-top: 0.2em; }
hr { border: 0; border-top: 1px solid #d8d2c4; margin: 1.1em 0; }
.figura img { display: block; max-width: 100%; max-height: 70vh; margin: 1em auto 0;
  background: #fbfaf7; border-radius: 3px; }
.detalle, .fuente { margin-top: 1em; font-family: system-ui, "Noto Sans", sans-serif; font-size: 0.72em;
  color: #4d4a44; }
.fuente { margin-top: 0.5em; }
.estado { margin-bottom: 1em; padding: 0.5em 0.8em; border: 1px solid #6b2559; color: #6b2559; font-size: 0.8em; }
.cloze { font-weight: 600; color: #0a5059; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.85em; }
.nightMode.card, .night_mode.card, .nightMode .card, .night_mode .card { background: #15171a; color: #e9e6df; }
.nightMode hr, .night_mode hr { border-color: #3a3d42; }
.nightMode .detalle, .night_mode .detalle, .nightMode .fuente, .night_mode .fuente { color: #bdb8ae; }
.nightMode .cloze, .night_mode .cloze { color: #7ccbd3; }
.nightMode .estado, .night_mode .estado { border-color: #e2a9d3; color: #e2a9d3; }
"""
CARD = CLOZE = _STYLE.strip()

_STATE = '{{#Estado}}<div class="estado">{{Estado}}</div>{{/Estado}}'
_FIGURE = '{{#Figura}}<div class="figura">{{Figura}}</div>{{/Figura}}'
_SOURCE = '{{#Fuente}}<div class="fuente">{{Fuente}}</div>{{/Fuente}}'
_DETAIL = '{{#Detalle}}<div class="detalle">{{Detalle}}</div>{{/Detalle}}'
_TYPED = "{{#Escribir}}{{type:nc:Escribir}}{{/Escribir}}"


def _wrapped(inner: str) -> str:
    return f'<div class="tarjeta" lang="es" dir="ltr">{inner}</div>'


CARD_FRONT = _wrapped(f'{_STATE}<div class="frente">{{{{Frente}}}}</div>{_TYPED}')
CARD_BACK = _wrapped(
    f'{_STATE}<div class="frente">{{{{Frente}}}}</div>{_TYPED}<hr id="answer">'
    f'<div class="dorso">{{{{Dorso}}}}</div>{_FIGURE}{_DETAIL}{_SOURCE}'
)
REVERSE_FRONT = "{{#Inversa}}" + _wrapped(f'{_STATE}<div class="frente">{{{{Dorso}}}}</div>') + "{{/Inversa}}"
REVERSE_BACK = _wrapped(
    f'{_STATE}<div class="frente">{{{{Dorso}}}}</div><hr id="answer"><div class="dorso">{{{{Frente}}}}</div>'
    f"{_FIGURE}{_DETAIL}{_SOURCE}"
)
CLOZE_FRONT = _wrapped(f'{_STATE}<div class="dorso">{{{{cloze:Texto}}}}</div>')
CLOZE_BACK = _wrapped(
    f'{_STATE}<div class="dorso">{{{{cloze:Texto}}}}</div><hr id="answer">'
    f'<div class="dorso">{{{{Extra}}}}</div>{_FIGURE}{_SOURCE}'
)
