"""Formulas of speed: roofline, decode and prefill, communication, and processor time."""

from macros.calc.expression import Symbol, constant, greatest, least
from macros.calc.formula import Formula, Guard, Input
from macros.calc.memory import CAPACITY, PARAMS, SEQUENCES, TOKENS
from macros.units import BYTE, BYTE_RATE, COUNT, FLOP, FLOP_RATE, INTENSITY, PER_SECOND, SECOND

PEAK = Symbol("peak", r"\pi", "el pico de cómputo", FLOP_RATE)
BANDWIDTH = Symbol("bandwidth", r"\beta", "el ancho de banda", BYTE_RATE)
ARITHMETIC_INTENSITY = Symbol("intensity", "I", "la intensidad aritmética", INTENSITY)
WEIGHTS_READ = Symbol("weights_read", "W", "los bytes de pesos que se leen por token", BYTE)
KV_READ = Symbol("kv_read", "k", "los bytes de caché KV que lee cada secuencia", BYTE)
SIZE = Symbol("size", "S", "los bytes por transferir", BYTE)
DEVICES = Symbol("devices", "n", "la cantidad de dispositivos")
TIME_COMPUTE = Symbol("compute_time", "t_c", "el tiempo de cómputo", SECOND)
TIME_COMMUNICATION = Symbol("communication_time", "t_{com}", "el tiempo de comunicación", SECOND)
OVERLAP = Symbol("overlap", "t_s", "el tiempo que se traslapa", SECOND)
GROUPS = Symbol("groups", "q", "la cantidad de grupos")
GROUP_SIZE = Symbol("group_size", "g", "los dispositivos de cada grupo")
INNER = Symbol("inner_bandwidth", r"\beta_i", "el ancho de banda dentro del grupo", BYTE_RATE)
OUTER = Symbol("outer_bandwidth", r"\beta_e", "el ancho de banda entre grupos", BYTE_RATE)
STAGES = Symbol("stages", "p", "la cantidad de etapas")
MICROBATCHES = Symbol("microbatches", "m", "la cantidad de microlotes")
LATENCY = Symbol("latency", r"\alpha", "la latencia de cada paso", SECOND)
INSTRUCTIONS = Symbol("instructions", "N_I", "la cantidad de instrucciones")
CPI = Symbol("cpi", r"\text{CPI}", "los ciclos por instrucción")
FREQUENCY = Symbol("frequency", "f", "la frecuencia del reloj", PER_SECOND)
HOST_TIME = Symbol("host_time", "t_h", "el tiempo en la CPU", SECOND)
DEVICE_TIME = Symbol("device_time", "t_d", "el tiempo en el dispositivo", SECOND)
SYNC_TIME = Symbol("sync_time", "t_s", "el tiempo de sincronización", SECOND)
LINK = Symbol("link_bandwidth", r"\beta", "el ancho de banda del enlace", BYTE_RATE)

ONE, TWO = constant(1), constant(2)
TWO_FLOP = constant(2, FLOP)
NO_TIME = constant(0, SECOND)
IT_FITS = Guard(
    WEIGHTS_READ + KV_READ * SEQUENCES,
    "capacity",
    "los pesos y la caché KV no caben en esa memoria, así que no hay velocidad que publicar",
    "revise weights_read, kv_read, sequences y capacity",
)


FORMULAS = (
    Formula(
        "ridge_point",
        "I^*",
        "la intensidad en que se cruzan los dos techos",
        (Input(PEAK), Input(BANDWIDTH)),
        INTENSITY,
        {(): PEAK / BANDWIDTH},
        ("el pico es denso y del mismo formato que los datos",),
    ),
    Formula(
        "roofline",
        "P",
        "el desempeño máximo alcanzable",
        (Input(PEAK), Input(BANDWIDTH), Input(ARITHMETIC_INTENSITY)),
        FLOP_RATE,
        {(): least(PEAK, BANDWIDTH * ARITHMETIC_INTENSITY)},
        ("es una cota superior, no una medición",),
        rounding="up",
    ),
    Formula(
        "decode_rate",
        "r",
        "los tokens por segundo de todas las secuencias",
        (
            Input(WEIGHTS_READ),
            Input(BANDWIDTH),
            Input(KV_READ, "0 B"),
            Input(SEQUENCES, "1", minimum=1),
            Input(CAPACITY, "none"),
        ),
        PER_SECOND,
        {(): SEQUENCES * (BANDWIDTH / (WEIGHTS_READ + KV_READ * SEQUENCES))},
        ("es una cota superior", "supone que todos los pesos se leen en cada token"),
        unit="token/s",
        rounding="up",
        guards=(IT_FITS,),
    ),
    Formula(
        "token_time",
        "t",
        "el tiempo por token",
        (Input(WEIGHTS_READ), Input(BANDWIDTH), Input(KV_READ, "0 B"), Input(SEQUENCES, "1", minimum=1)),
        SECOND,
        {(): (WEIGHTS_READ + KV_READ * SEQUENCES) / BANDWIDTH},
        ("es una cota inferior",),
        rounding="down",
    ),
    Formula(
        "prefill_time",
        "t",
        "el tiempo de prefill",
        (Input(PARAMS), Input(TOKENS), Input(PEAK), Input(SEQUENCES, "1", minimum=1)),
        SECOND,
        {(): (TWO_FLOP * PARAMS * TOKENS * SEQUENCES) / PEAK},
        ("es una cota inferior", "no cuenta la atención"),
        rounding="down",
    ),
    Formula(
        "all_reduce_ring",
        "t",
        "el tiempo de un all-reduce en anillo",
        (Input(DEVICES, minimum=1, integer=True), Input(SIZE), Input(BANDWIDTH), Input(LATENCY, "0 s")),
        SECOND,
        {(): TWO * (DEVICES - ONE) * LATENCY + ((TWO * (DEVICES - ONE)) / DEVICES) * (SIZE / BANDWIDTH)},
        ("el ancho de banda es por dispositivo y por dirección",),
    ),
    Formula(
        "all_reduce_hierarchical",
        "t",
        "el tiempo de un all-reduce jerárquico",
        (
            Input(GROUPS, minimum=1, integer=True),
            Input(GROUP_SIZE, minimum=1, integer=True),
            Input(SIZE),
            Input(INNER),
            Input(OUTER),
        ),
        SECOND,
        {
            (): ((TWO * (GROUP_SIZE - ONE)) / GROUP_SIZE) * (SIZE / INNER)
            + ((TWO * (GROUPS - ONE)) / GROUPS) * (SIZE / (GROUP_SIZE * OUTER))
        },
        (
            "cada dispositivo tiene su propia salida del grupo",
            "los anchos de banda son por dispositivo y por dirección",
        ),
    ),
    Formula(
        "pipeline_bubble",
        "u",
        "la fracción ociosa del pipeline",
        (Input(STAGES, minimum=1, integer=True), Input(MICROBATCHES, minimum=1, integer=True)),
        COUNT,
        {(): (STAGES - ONE) / (MICROBATCHES + STAGES - ONE)},
        ("es fracción del tiempo total",),
    ),
    Formula(
        "scaling_efficiency",
        r"\eta",
        "la eficiencia al escalar",
        (Input(TIME_COMPUTE), Input(TIME_COMMUNICATION), Input(OVERLAP, "0 s")),
        COUNT,
        {(): TIME_COMPUTE / (TIME_COMPUTE + greatest(NO_TIME, TIME_COMMUNICATION - OVERLAP))},
    ),
    Formula(
        "clock_time",
        "t",
        "el tiempo de procesador",
        (Input(INSTRUCTIONS), Input(CPI), Input(FREQUENCY)),
        SECOND,
        {(): INSTRUCTIONS * (CPI / FREQUENCY)},
    ),
    Formula(
        "in_flight",
        "Q",
        "los bytes en vuelo",
        (Input(BANDWIDTH), Input(LATENCY)),
        BYTE,
        {(): BANDWIDTH * LATENCY},
        ("en régimen estable",),
    ),
    Formula(
        "offload_gain",
        "G",
        "el tiempo que se gana al descargar",
        (Input(HOST_TIME), Input(SIZE), Input(LINK), Input(DEVICE_TIME), Input(SYNC_TIME, "0 s")),
        SECOND,
        {(): HOST_TIME - (SIZE / LINK + DEVICE_TIME + SYNC_TIME)},
        ("sin traslape", "es negativo cuando no conviene", "los bytes cuentan la ida y la vuelta"),
    ),
)
