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
    "weights(params=7B, bits=BF16)": r"7\times10^9\times2",
    "weights(params=70B, bits=INT4)": r"70\times10^9\times0.5",
    "weights(params=1T, bits=INT8)": r"10^{12}\times1",
    "bytes_per_param(recipe=adam-18)": "2+4+4+8",
    "training_state(params=7B)": r"7\times10^9\times\left(2+4+4+8\right)",
    "energy(power=575 W, time=1 h)": r"575\,\text{W}\times1\,\text{h}",
    "weights(params=70B, bits=INT4) - weights(params=7B, bits=INT4)": r"35\,\text{GB}-3.5\,\text{GB}",
    "ridge_point(peak=2307 TFLOPS, bandwidth=7380 GB/s)": r"\frac{\text{2,307}\,\text{TFLOPS}}{\text{7,380}\,\text{GB/s}}",
}


@pytest.mark.parametrize("text", STEPS)
def test_steps_put_the_numbers_in(text) -> None:
    assert Figures(Registry()).work(text).steps == STEPS[text]


TREES = [
    (A - (B - C), r"a-\left(b-c\right)", "la cantidad a menos la diferencia de la cantidad b menos la cantidad c"),
    (
        A * (B + C),
        r"a\times \left(b+c\right)".replace("times ", "times"),
        "la cantidad a por la suma de la cantidad b y la cantidad c",
    ),
    (A / (B * C), r"\frac{a}{b\times c}", "la cantidad a entre el producto de la cantidad b por la cantidad c"),
    (
        (A + B + C) * constant(2),
        r"\left(a+b+c\right)\times2",
        "la suma de la cantidad a, la cantidad b y la cantidad c por 2",
    ),
]


@pytest.mark.parametrize(("tree", "written", "said"), TREES)
def test_brackets_and_words_keep_the_meaning(tree, written, said) -> None:
    assert tex(tree) == written
    assert words(tree) == said


@pytest.mark.parametrize("formula", CATALOGUE.values(), ids=lambda formula: formula.id)
def test_every_formula_reads_in_good_spanish(formula) -> None:
    said = words(formula.main_tree())
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
