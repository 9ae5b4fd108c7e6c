"""One tree, many readings: value, dimension, TeX, steps, and Spanish words."""

import pytest

from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import Symbol, constant, dimension, tex, words
from macros.calc.formula import Formula, Input, prove
from macros.facts.registry import Registry
from macros.figures import Figures
from macros.problems import Fault
from macros.units import BYTE, COUNT, SECOND

A, B, C = (Symbol(name, name, f"la cantidad {name}") for name in "abc")


def test_the_formula_of_the_course_keeps_its_order_and_its_letters() -> None:
    weights = CATALOGUE["weights"]
    assert f"{weights.result}={tex(weights.main_tree())}" == r"M_{pesos}=N_p\times\frac{b}{8}"


STEPS = {
    "weights(params=7B, bits=BF16)": (r"7\times10^9\times2", "7 × 10⁹ × 2"),
    "weights(params=70B, bits=INT4)": (r"70\times10^9\times0.5", "70 × 10⁹ × 0.5"),
    "weights(params=70B, bits=33/8)": (r"70\times10^9\times\frac{4.125}{8}", "70 × 10⁹ × 4.125 / 8"),
    "weights(params=1T, bits=INT8)": (r"10^{12}\times1", "10¹² × 1"),
    "weights(params=70B, bits=4 bit)": (r"70\times10^9\times0.5", "70 × 10⁹ × 0.5"),
    "weights(params=7B + 1B, bits=INT4)": (r"\left(7\times10^9+10^9\right)\times0.5", "(7 × 10⁹ + 10⁹) × 0.5"),
    "bytes_per_param(recipe=adam-18)": ("2+4+4+8", "2 + 4 + 4 + 8"),
    "bytes_per_param(recipe=adam-18, term=copy)": ("4", "4"),
    "training_state(params=7B)": (r"7\times10^9\times\left(2+4+4+8\right)", "7 × 10⁹ × (2 + 4 + 4 + 8)"),
    "sharded_state(params=1T, devices=72, stage=3)": (
        r"10^{12}\times\frac{2+4+4+8}{72}", "10¹² × (2 + 4 + 4 + 8) / 72"
    ),
    "energy(power=575 W, time=1 h)": (r"575\,\text{W}\times1\,\text{h}", "575\u00a0W × 1\u00a0h"),
    "weights(params=70B, bits=INT4) - weights(params=7B, bits=INT4)": (
        r"35\,\text{GB}-3.5\,\text{GB}", "35\u00a0GB − 3.5\u00a0GB"
    ),
    "ridge_point(peak=2307 TFLOPS, bandwidth=7380 GB/s)": (
        r"\frac{\text{2,307}\,\text{TFLOP/s}}{\text{7,380}\,\text{GB/s}}", "2,307\u00a0TFLOP/s / 7,380\u00a0GB/s"
    ),
    "share(total=18, count=72)": (r"\frac{18}{72}", "18 / 72"),
    "12 / 4": (r"\frac{12}{4}", "12 / 4"),
    "12 / (2 * 3)": (r"\frac{12}{2\times3}", "12 / (2 × 3)"),
    "12 / (70B)": (r"\frac{12}{70\times10^9}", "12 / (70 × 10⁹)"),
    "12 - (5 - 3)": (r"12-\left(5-3\right)", "12 − (5 − 3)"),
    "2 * (5 / 3)": (r"2\times\frac{5}{3}", "2 × 5 / 3"),
    "1 GB + headroom(capacity=32 GB, needed=35 GB)": (
        r"1\,\text{GB}+\left(-3\,\text{GB}\right)", "1\u00a0GB + (-3\u00a0GB)"
    ),
    "512 * 28 Gbit/s / 8 bit/byte": (
        r"\frac{512\times28\,\text{Gbit/s}}{8\,\text{bit/byte}}", "512 × 28\u00a0Gbit/s / 8\u00a0bit/byte"
    ),
    "max_tokens(capacity=128 GB, weights=35 GB, kv_per_token=327680 B)": (
        (r"\left\lfloor \frac{\max\left(0,\,128\,\text{GB}-35\,\text{GB}-0\,\text{byte}\right)}"
        r"{\text{327,680}\,\text{byte}\times1}\right\rfloor"),
        "⌊máx(0, 128\u00a0GB − 35\u00a0GB − 0\u00a0byte) / (327,680\u00a0byte × 1)⌋",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", STEPS)
def test_steps_put_the_numbers_in(text) -> None:
    figure = Figures(Registry()).work(text)
    assert (figure.steps, figure.line) == STEPS[text]


TREES = [
    (A - (B - C), r"a-\left(b-c\right)", "la cantidad a menos la diferencia entre la cantidad b y la cantidad c"),
    (A * (B + C), r"a\times\left(b+c\right)", "la cantidad a por la suma de la cantidad b y la cantidad c"),
    (A / (B * C), r"\frac{a}{b\times c}", "la cantidad a entre el producto de la cantidad b por la cantidad c"),
    (A / (B / C), r"\frac{a}{\frac{b}{c}}", "la cantidad a entre el cociente de la cantidad b entre la cantidad c"),
    ((A - B) * C, r"\left(a-b\right)\times c", "la diferencia entre la cantidad a y la cantidad b, por la cantidad c"),
    ((A + B) / C, r"\frac{a+b}{c}", "el cociente de la suma de la cantidad a y la cantidad b, entre la cantidad c"),
    (A - (B + C), r"a-\left(b+c\right)", "la cantidad a menos la suma de la cantidad b y la cantidad c"),
    (A - B - C, "a-b-c", "la cantidad a menos la cantidad b menos la cantidad c"),
    ((A + B + C) * constant(2), r"\left(a+b+c\right)\times2", "la suma de la cantidad a, la cantidad b y la cantidad c, por 2"),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "written", "said"), TREES)
def test_brackets_and_words_keep_the_meaning(tree, written, said) -> None:
    assert tex(tree) == written
    assert words(tree) == said


READINGS = {
    "weights": "La memoria de los pesos es igual a la cantidad de parámetros por los bits de cada valor entre 8",
    "share": "La parte que toca a cada uno es igual al total entre la cantidad de partes",
    "max_bits": "Los bits por parámetro que caben son iguales al cociente de 8 por el máximo de 0 y la diferencia entre la capacidad de memoria y la caché KV, entre la cantidad de parámetros",
    "roofline": "El desempeño máximo alcanzable es igual al mínimo del pico de cómputo y el producto del ancho de banda por la intensidad aritmética",
    "pipeline_bubble": "La fracción ociosa del pipeline es igual al cociente de la diferencia entre la cantidad de etapas y 1, entre la diferencia de la cantidad de microlotes más la cantidad de etapas menos 1",
}


@pytest.mark.parametrize("name", READINGS)
def test_formulas_are_read_aloud(name) -> None:
    assert CATALOGUE[name].reading() == READINGS[name]


@pytest.mark.parametrize("formula", CATALOGUE.values(), ids=lambda formula: formula.id)
def test_every_formula_reads_in_good_spanish(formula) -> None:
    said = formula.reading()
    assert " de el " not in said
    assert " a el " not in said
    assert "  " not in said
    assert formula.says.split(" ")[0] in {"el", "la", "los", "las"}


def test_a_sum_of_different_things_has_no_dimension() -> None:
    size, time = Symbol("s", "s", "", BYTE), Symbol("t", "t", "", SECOND)
    with pytest.raises(Fault, match="sumar byte con s"):
        dimension(size + time)


def test_a_formula_that_gives_another_dimension_is_not_loaded() -> None:
    size = Symbol("s", "s", "", BYTE)
    with pytest.raises(ValueError, match="gives 1, its tree byte"):
        prove(Formula("x", "x", "el x", (Input(size),), COUNT, {(): size}))


def test_a_formula_reads_all_its_inputs() -> None:
    with pytest.raises(ValueError, match="no tree reads"):
        prove(Formula("x", "x", "el x", (Input(A), Input(B)), COUNT, {(): A}))
