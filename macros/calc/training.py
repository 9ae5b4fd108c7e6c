"""Formulas of training and energy: operations, utilization, activations, watt-hours."""

from macros.calc.expression import Symbol, constant
from macros.calc.formula import Formula, Input
from macros.calc.memory import LAYERS, PARAMS
from macros.calc.speed import DEVICES, PEAK
from macros.units import BYTE, COUNT, ENERGY, FLOP, PER_SECOND, SECOND, WATT

TRAINING_TOKENS = Symbol("tokens", "D", "los tokens de entrenamiento")
TIME = Symbol("time", "t", "el tiempo", SECOND)
POWER = Symbol("power", "P", "la potencia media", WATT)
RATE = Symbol("rate", "r", "los tokens por segundo", PER_SECOND)
SEQUENCE = Symbol("sequence", "s", "la longitud de la secuencia")
HIDDEN = Symbol("hidden", "h", "la dimensión oculta")
HEADS = Symbol("heads", "a", "la cantidad de cabezas")
BATCH = Symbol("batch", "b", "las secuencias del lote")
RECOMPUTE = Symbol("recompute", "rec", "el recálculo")
_RECOMPUTE_SAYS = {"none": "ninguno", "selective": "selectivo", "full": "completo"}
_SIX = constant(6, FLOP)
_ELEMENTS = SEQUENCE * BATCH * HIDDEN * LAYERS

FORMULAS = (
    Formula(
        "training_flops",
        "F",
        "las operaciones de entrenamiento",
        (Input(PARAMS), Input(TRAINING_TOKENS)),
        FLOP,
        {(): _SIX * PARAMS * TRAINING_TOKENS},
        ("modelo denso",),
    ),
    Formula(
        "mfu",
        r"\text{MFU}",
        "la fracción aprovechada del pico",
        (Input(PARAMS), Input(TRAINING_TOKENS), Input(TIME), Input(DEVICES, minimum=1), Input(PEAK)),
        COUNT,
        {(): (_SIX * PARAMS * TRAINING_TOKENS) / (TIME * DEVICES * PEAK)},
        ("el pico es denso y por dispositivo",),
    ),
    Formula(
        "activations",
        "M_{act}",
        "la memoria de las activaciones",
        (
            Input(LAYERS),
            Input(SEQUENCE),
            Input(HIDDEN, minimum=1),
            Input(HEADS),
            Input(BATCH, "1"),
            Input(RECOMPUTE, "none", names={name: {} for name in _RECOMPUTE_SAYS}, says=_RECOMPUTE_SAYS),
        ),
        BYTE,
        {
            ("none",): _ELEMENTS * (constant(34, BYTE) + (constant(5, BYTE) * HEADS * SEQUENCE) / HIDDEN),
            ("selective",): _ELEMENTS * constant(34, BYTE),
            ("full",): _ELEMENTS * constant(2, BYTE),
        },
        ("transformador de la forma de GPT, con 16 bits",),
    ),
    Formula(
        "energy",
        "E",
        "la energía",
        (Input(POWER), Input(TIME)),
        ENERGY,
        {(): POWER * TIME},
        ("la potencia es la media durante ese tiempo",),
    ),
    Formula(
        "energy_per_token",
        "E_t",
        "la energía por token",
        (Input(POWER), Input(RATE)),
        ENERGY,
        {(): POWER / RATE},
        ("la potencia es la media durante la generación",),
    ),
)
