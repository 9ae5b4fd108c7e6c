"""Formulas of memory: weights, training state, caches, and what fits."""

from fractions import Fraction

from macros.calc.expression import Symbol, constant, greatest, whole
from macros.calc.formula import Formula, Input, bits_symbol
from macros.units import BIT, BYTE, COUNT, Quantity

BITS_PER_BYTE = constant(8, BIT.over(BYTE))
NO_BYTES = constant(0, BYTE)

PARAMS = Symbol("params", "N_p", "la cantidad de parámetros")
BITS = bits_symbol()
DEVICES = Symbol("devices", "n", "la cantidad de dispositivos")
TOKENS = Symbol("tokens", "T", "los tokens de cada secuencia")
SEQUENCES = Symbol("sequences", "B", "la cantidad de secuencias")
LAYERS = Symbol("layers", "L", "la cantidad de capas")
CAPACITY = Symbol("capacity", "C", "la capacidad de memoria", BYTE)
WEIGHTS = Symbol("weights", "M_{pesos}", "la memoria de los pesos", BYTE)
RESERVE = Symbol("reserve", "R", "la reserva", BYTE)
KV_PER_TOKEN = Symbol("kv_per_token", "k", "la caché KV de cada token", BYTE)
ZERO_BITS = Symbol("zero_bits", "b_z", "los bits del cero", BIT)
SCALE_BITS = Symbol("scale_bits", "b_s", "los bits de la escala", BIT)
GROUP = Symbol("group", "g", "los valores de cada grupo")
HEAD_DIM = Symbol("head_dim", "d", "la dimensión de cada cabeza")
KV_HEADS = Symbol("kv_heads", "n_{kv}", "las cabezas KV")
LATENT = Symbol("latent", "r", "la dimensión latente")
ROPE_DIM = Symbol("rope_dim", "d_r", "la dimensión posicional")
TOTAL = Symbol("total", "X", "el total")
PARTS = Symbol("count", "n", "la cantidad de partes")
NEEDED = Symbol("needed", "M", "la memoria necesaria", BYTE)
TERM = Symbol("term", "t", "el término")
STAGE = Symbol("stage", "s", "la etapa de partición")
KV_CACHE = Symbol("kv_cache", "M_{KV}", "la caché KV", BYTE)

_TERM_BYTES = {
    "weights": Symbol("term_weights", "w", "los bytes de los pesos", BYTE),
    "copy": Symbol("term_copy", "c", "los bytes de la copia maestra", BYTE),
    "gradient": Symbol("term_gradient", "g", "los bytes del gradiente", BYTE),
    "optimizer": Symbol("term_optimizer", "o", "los bytes de los estados del optimizador", BYTE),
}
_W, _C, _G, _O = _TERM_BYTES.values()
_PER_PARAM = _W + _C + _G + _O


def _recipe(*sizes: int) -> dict[str, Quantity]:
    """The bytes per parameter of each term, in the order weights, copy, gradient, optimizer."""
    return {term.name: Quantity(Fraction(size), BYTE) for term, size in zip(_TERM_BYTES.values(), sizes, strict=True)}


# Mixed precision with Adam: the gradient in FP32 (18 bytes) or in FP16 as in the ZeRO paper (16 bytes).
RECIPES = {"adam-18": _recipe(2, 4, 4, 8), "zero-16": _recipe(2, 4, 2, 8)}
_RECIPES_SAY = {
    "adam-18": "Adam en precisión mixta, con el gradiente en FP32",
    "zero-16": "Adam en precisión mixta, con el gradiente en FP16",
}
_TERMS_SAY = {
    "all": "todos",
    "weights": "los pesos",
    "copy": "la copia maestra",
    "gradient": "el gradiente",
    "optimizer": "los estados del optimizador",
}

_RECIPE = Symbol("recipe", "r", "la receta de entrenamiento")


def _names(*names: str) -> dict[str, dict[str, Quantity]]:
    """Names that only choose a tree."""
    return {name: {} for name in names}


def _recipe_input(default: str | None = "adam-18") -> Input:
    return Input(_RECIPE, default, names=RECIPES, says=_RECIPES_SAY)


FORMULAS = (
    Formula(
        "weights",
        "M_{pesos}",
        "la memoria de los pesos",
        (Input(PARAMS), Input(BITS)),
        BYTE,
        {(): PARAMS * (BITS / BITS_PER_BYTE)},
        ("todos los parámetros se guardan con la misma precisión", "no cuenta escalas, relleno ni buffers"),
    ),
    Formula(
        "effective_bits",
        "b_e",
        "los bits efectivos de cada valor",
        (
            Input(BITS),
            Input(GROUP, minimum=1),
            Input(SCALE_BITS),
            Input(ZERO_BITS, "0"),
        ),
        BIT,
        {(): BITS + (SCALE_BITS + ZERO_BITS) / GROUP},
        ("cada grupo guarda una escala y, si la hay, un cero",),
    ),
    Formula(
        "bytes_per_param",
        "m",
        "los bytes por parámetro al entrenar",
        (_recipe_input(None), Input(TERM, "all", names=_names(*_TERMS_SAY), says=_TERMS_SAY)),
        BYTE,
        {("all",): _PER_PARAM} | {(name,): symbol for name, symbol in _TERM_BYTES.items()},
        ("cuenta pesos, copia maestra, gradiente y estados del optimizador", "no cuenta activaciones ni temporales"),
    ),
    Formula(
        "training_state",
        "M_{estado}",
        "el estado del modelo al entrenar",
        (Input(PARAMS), _recipe_input()),
        BYTE,
        {(): PARAMS * _PER_PARAM},
        ("es el estado agregado, antes de activaciones y temporales",),
    ),
    Formula(
        "sharded_state",
        "M_{local}",
        "el estado del modelo en cada dispositivo",
        (
            Input(PARAMS),
            Input(DEVICES, minimum=1, integer=True),
            Input(STAGE, names=_names("3", "2", "1", "0")),
            _recipe_input(),
        ),
        BYTE,
        {
            ("0",): PARAMS * _PER_PARAM,
            ("1",): PARAMS * (_W + _G + (_C + _O) / DEVICES),
            ("2",): PARAMS * (_W + (_C + _G + _O) / DEVICES),
            ("3",): PARAMS * (_PER_PARAM / DEVICES),
        },
        ("no cuenta buffers de comunicación", "el reparto es parejo entre los dispositivos"),
    ),
    Formula(
        "share",
        "x",
        "la parte que toca a cada uno",
        (
            Input(TOTAL, minimum=None, generic=True),
            Input(PARTS, minimum=1),
        ),
        COUNT,
        {(): TOTAL / PARTS},
        ("el reparto es parejo",),
        generic=True,
    ),
    Formula(
        "kv_cache",
        "M_{KV}",
        "la caché KV",
        (
            Input(LAYERS),
            Input(KV_HEADS),
            Input(HEAD_DIM),
            Input(TOKENS),
            Input(SEQUENCES, "1"),
            Input(BITS, "16"),
        ),
        BYTE,
        {(): constant(2) * LAYERS * KV_HEADS * HEAD_DIM * TOKENS * SEQUENCES * (BITS / BITS_PER_BYTE)},
        ("atención completa, sin ventana", "claves y valores con la misma precisión"),
    ),
    Formula(
        "kv_cache_mla",
        "M_{KV}",
        "la caché KV con atención latente (MLA)",
        (
            Input(LAYERS),
            Input(LATENT),
            Input(ROPE_DIM),
            Input(TOKENS),
            Input(SEQUENCES, "1"),
            Input(BITS, "16"),
        ),
        BYTE,
        {(): LAYERS * (LATENT + ROPE_DIM) * TOKENS * SEQUENCES * (BITS / BITS_PER_BYTE)},
        ("se replica en cada dispositivo del paralelismo tensorial",),
    ),
    Formula(
        "memory_total",
        "M",
        "la memoria total",
        (Input(WEIGHTS), Input(KV_CACHE, "0 B"), Input(RESERVE, "0 B")),
        BYTE,
        {(): WEIGHTS + KV_CACHE + RESERVE},
    ),
    Formula(
        "headroom",
        "H",
        "la memoria que sobra",
        (Input(CAPACITY), Input(NEEDED)),
        BYTE,
        {(): CAPACITY - NEEDED},
        ("es negativa cuando no cabe",),
    ),
    Formula(
        "max_bits",
        "b_{max}",
        "los bits por parámetro que caben",
        (Input(CAPACITY), Input(PARAMS, minimum=1), Input(KV_CACHE, "0 B")),
        BIT,
        {(): BITS_PER_BYTE * greatest(NO_BYTES, CAPACITY - KV_CACHE) / PARAMS},
        rounding="down",
        places=3,
    ),
    Formula(
        "max_tokens",
        "T_{max}",
        "los tokens que caben en cada secuencia",
        (Input(CAPACITY), Input(WEIGHTS), Input(KV_PER_TOKEN), Input(SEQUENCES, "1", minimum=1), Input(RESERVE, "0 B")),
        COUNT,
        {(): whole(greatest(NO_BYTES, CAPACITY - WEIGHTS - RESERVE) / (KV_PER_TOKEN * SEQUENCES))},
        ("se redondea hacia abajo", "es cero cuando los pesos solos no caben"),
        rounding="down",
    ),
    Formula(
        "max_sequences",
        "B_{max}",
        "las secuencias que caben",
        (Input(CAPACITY), Input(WEIGHTS), Input(KV_PER_TOKEN), Input(TOKENS, minimum=1), Input(RESERVE, "0 B")),
        COUNT,
        {(): whole(greatest(NO_BYTES, CAPACITY - WEIGHTS - RESERVE) / (KV_PER_TOKEN * TOKENS))},
        ("se redondea hacia abajo", "es cero cuando los pesos solos no caben"),
        rounding="down",
    ),
)
