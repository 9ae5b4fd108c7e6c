"""What holds of the formulas whatever the numbers: the cheapest way to catch a wrong one."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from macros.calc.catalogue import CATALOGUE
from macros.calc.expression import dimension, symbols, value
from macros.facts.registry import Registry
from macros.figures import Figures
from macros.units import Quantity

counts = st.integers(1, 10**4)
billions = st.integers(1, 2000).map(lambda number: f"{number}B")
sizes = st.integers(1, 10**6).map(lambda number: f"{number} MB")
rates = st.integers(1, 10**5).map(lambda number: f"{number} GB/s")


def worked(text: str) -> Fraction:
    figure = Figures(Registry()).work(text)
    assert figure.quantity
    return figure.quantity.value


@given(st.sampled_from(sorted(CATALOGUE)), st.data())
def test_a_tree_has_the_dimension_that_its_formula_promises(name, data) -> None:
    for tree in CATALOGUE[name].trees.values():
        numbers = {one.name: Quantity(Fraction(data.draw(counts)), one.dimension) for one in symbols(tree)}
        assert value(tree, numbers).dimension == dimension(tree)
        assert CATALOGUE[name].generic or dimension(tree) == CATALOGUE[name].gives


@given(billions, counts, st.sampled_from(["adam-18", "zero-16"]))
def test_each_stage_of_partition_needs_no_more_than_the_one_before(params, devices, recipe) -> None:
    text = f"sharded_state(params={params}, devices={devices}, stage={{}}, recipe={recipe})"
    stages = [worked(text.format(stage)) for stage in range(4)]
    assert stages == sorted(stages, reverse=True)
    assert stages[0] == worked(f"training_state(params={params}, recipe={recipe})")
    assert stages[3] * devices == stages[0]
    alone = [worked(text.replace(f"devices={devices}", "devices=1").format(stage)) for stage in range(4)]
    assert len(set(alone)) == 1


@given(sizes, rates, st.integers(1, 1000), sizes)
def test_the_rate_and_the_time_of_a_token_are_one_thing(weights, bandwidth, sequences, kv) -> None:
    inputs = f"weights_read={weights}, bandwidth={bandwidth}, kv_read={kv}, sequences={sequences}"
    assert worked(f"decode_rate({inputs})") * worked(f"token_time({inputs})") == sequences


@given(sizes, sizes, st.integers(1, 10**6), st.integers(1, 10**5))
def test_what_is_said_to_fit_fits_and_one_more_does_not(capacity, weights, kv, tokens) -> None:
    inputs = f"capacity={capacity}, weights={weights}, kv_per_token={kv} byte"
    room = worked(f"headroom(capacity={capacity}, needed={weights})")
    most = worked(f"max_tokens({inputs})")
    assert most == 0 or most * kv <= room
    assert (most + 1) * kv > room
    sequences = worked(f"max_sequences({inputs}, tokens={tokens})")
    assert sequences == 0 or sequences * kv * tokens <= room


@given(counts, sizes, rates)
def test_a_ring_of_one_moves_nothing_and_more_devices_take_longer(devices, size, bandwidth) -> None:
    text = f"all_reduce_ring(devices={{}}, size={size}, bandwidth={bandwidth})"
    assert worked(text.format(1)) == 0
    assert worked(text.format(devices)) < worked(text.format(devices + 1))


@given(rates, st.integers(1, 10**5).map(lambda n: f"{n} TFLOPS"), st.integers(1, 10**6))
def test_no_performance_is_above_the_roof(bandwidth, peak, intensity) -> None:
    ridge = worked(f"ridge_point(peak={peak}, bandwidth={bandwidth})")
    found = worked(f"roofline(peak={peak}, bandwidth={bandwidth}, intensity={intensity} FLOP/byte)")
    assert found <= worked(f"{peak} + 0 FLOP/s")
    assert (found == worked(f"{peak} + 0 FLOP/s")) == (intensity >= ridge)


@given(counts, counts)
def test_an_idle_fraction_is_a_fraction(stages, microbatches) -> None:
    assert 0 <= worked(f"pipeline_bubble(stages={stages}, microbatches={microbatches})") < 1


@given(st.integers(1, 200), st.integers(1, 128), counts)
def test_grouped_heads_are_a_part_of_all_heads(layers, heads, tokens) -> None:
    text = f"kv_cache(layers={layers}, kv_heads={{}}, head_dim=128, tokens={tokens})"
    assert worked(text.format(heads)) == heads * worked(text.format(1))
