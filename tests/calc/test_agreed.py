"""Exact values on which an independent reference and a public calculator or a physical count agree."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from macros.facts.registry import Registry
from macros.figures import Figures

AGREED = yaml.safe_load((Path(__file__).parents[1] / "golden" / "agreed.yaml").read_text("utf-8"))
FIGURES = Figures(Registry())


def value(text: str) -> Fraction:
    figure = FIGURES.work(text)
    assert figure.quantity is not None
    return figure.quantity.value


def call(formula: str, inputs: dict[str, object]) -> str:
    return f"{formula}({', '.join(f'{name}={one}' for name, one in inputs.items())})"


@pytest.mark.parametrize("row", AGREED["weights"], ids=lambda row: f"{row['inputs']['params']}-{row['format']}")
def test_weights(row) -> None:
    assert value(call("weights", row["inputs"])) == row["exact_bytes"]


@pytest.mark.parametrize("row", AGREED["kv_cache"], ids=lambda row: f"{row['model']}-{row['inputs']['tokens']}")
def test_kv_cache(row) -> None:
    assert value(call(row.get("formula", "kv_cache"), row["inputs"])) == row["exact_bytes"]


@pytest.mark.parametrize("row", AGREED["sharded_state"], ids=lambda row: f"{row['inputs']}")
def test_sharded_state(row) -> None:
    worked = [value(call("sharded_state", row["inputs"] | {"stage": stage})) for stage in range(4)]
    assert worked == [Fraction(one) for one in row["exact_bytes_by_stage"]]


@pytest.mark.parametrize("recompute", ["none", "selective", "full"])
def test_activations(recompute) -> None:
    row = AGREED["activations"]
    assert value(call("activations", row["inputs"] | {"recompute": recompute})) == row[recompute]


RATES = [(name, row) for name in ("ridge_point", "decode_rate", "pipeline_bubble", "energy") for row in AGREED[name]]
SIZE = {"kWh": 3_600_000, "Wh": 3600}


@pytest.mark.parametrize(("formula", "row"), RATES)
def test_rates_and_energies(formula, row) -> None:
    assert value(call(formula, row["inputs"])) == Fraction(row["exact"]) * SIZE.get(row.get("unit"), 1)


W70 = "weights(params=70B, bits=INT4)"
KV70 = "kv_cache(layers=80, kv_heads=8, head_dim=128, tokens=1)"
MHA70 = "kv_cache(layers=80, kv_heads=64, head_dim=128, tokens=1)"
KV8 = "kv_cache(layers=32, kv_heads=8, head_dim=128, tokens=1)"
SCENARIO_1 = [
    ("128 GB", {"libre_bytes": 93_000_000_000, "gqa": 283_813, "kv8": 567_626, "mha": 35_476, "sequences": 2}),
    ("128 GiB", {"libre_bytes": 102_438_953_472, "gqa": 312_618, "kv8": 625_237, "mha": 39_077, "sequences": 2}),
]


@pytest.mark.parametrize(("capacity", "row"), SCENARIO_1)
def test_scenario_1(capacity, row) -> None:
    tokens = f"max_tokens(capacity={capacity}, weights={W70}, kv_per_token={{}})"
    assert value(f"headroom(capacity={capacity}, needed={W70})") == row["libre_bytes"]
    assert value(tokens.format(KV70)) == row["gqa"]
    assert value(tokens.format(KV70.replace("tokens=1", "tokens=1, bits=8"))) == row["kv8"]
    assert value(tokens.format(MHA70)) == row["mha"]
    sequences = f"max_sequences(capacity={capacity}, weights={W70}, kv_per_token={KV70}, tokens=131072)"
    assert value(sequences) == row["sequences"]


def test_scenario_1_does_not_fit_in_32() -> None:
    assert value(f"headroom(capacity=32 GB, needed={W70})") == -3_000_000_000
    assert value(f"headroom(capacity=32 GiB, needed={W70})") == -640_261_632
    assert value("max_bits(capacity=32 GB, params=70B)") == Fraction(128, 35)
    assert FIGURES.work("max_bits(capacity=32 GB, params=70B)").display == "3.657\u00a0bit"
    assert value(f"max_tokens(capacity=32 GB, weights={W70}, kv_per_token={KV70})") == 0


@pytest.mark.parametrize(("tokens", "rate"), [(0, "17.5429"), (4096, "16.895"), (32768, "13.4245"), (131072, "7.8769")])
def test_scenario_1_decode(tokens, rate) -> None:
    kv = KV70.replace("tokens=1", f"tokens={tokens}")
    worked = value(f"decode_rate(weights_read={W70}, bandwidth=614 GB/s, kv_read={kv})")
    assert abs(worked - Fraction(rate)) < Fraction(1, 10_000)


SCENARIO_2 = [("BF16", "32 GB", (29, 14, 3)), ("INT8", "32 GB", (44, 22, 5)), ("33/8", "32 GB", (51, 25, 6)),
              ("BF16", "32 GiB", (34, 17, 4)), ("INT8", "32 GiB", (49, 24, 6)), ("33/8", "32 GiB", (56, 28, 7)),
              ("BF16", "32607 MiB", (33, 16, 4)), ("INT8", "32607 MiB", (48, 24, 6))]  # fmt: skip


@pytest.mark.parametrize(("bits", "capacity", "fits"), SCENARIO_2)
def test_scenario_2(bits, capacity, fits) -> None:
    weights = f"weights(params=8030261248, bits={bits})"
    text = f"max_sequences(capacity={capacity}, weights={weights}, kv_per_token={KV8}, tokens={{}})"
    assert tuple(value(text.format(tokens)) for tokens in (4096, 8192, 32768)) == fits


def test_scenario_3() -> None:
    inner = "share(total=130 TB/s, count=144)"
    ring = f"all_reduce_ring(devices={{}}, size={{}}, bandwidth={inner})"
    assert abs(value(ring.format(72, "140 GB")) - Fraction("0.305846")) < Fraction(1, 10**6)
    assert abs(value(ring.format(72, "280 GB")) - Fraction("0.611692")) < Fraction(1, 10**6)
    flat = "all_reduce_ring(devices=144, size=140 GB, bandwidth=100 GB/s)"
    assert abs(value(flat) - Fraction("2.780556")) < Fraction(1, 10**6)
    both = f"all_reduce_hierarchical(groups=2, group_size=72, size=140 GB, inner_bandwidth={inner}, outer_bandwidth=100 GB/s)"
    assert abs(value(both) - Fraction("0.325291")) < Fraction(1, 10**6)
    assert value("share(total=18 TB, count=72)") == 250_000_000_000


COMPLAINTS = {
    "16 GB in GiB": ("16 GB / 1 GiB", "14.901161"),
    "83 GB in GiB": ("83 GB / 1 GiB", "77.299774"),
    "MLA with its latent": ("kv_cache_mla(layers=61, latent=512, rope_dim=64, tokens=163840)", "11513364480"),
    "KV as GQA, not as hidden size": ("kv_cache(layers=32, kv_heads=8, head_dim=128, tokens=4096)", "536870912"),
    "KV of one token": ("kv_cache(layers=80, kv_heads=8, head_dim=128, tokens=1)", "327680"),
    "KV from its layers": ("kv_cache(layers=36, kv_heads=8, head_dim=128, tokens=32768) / 1 GiB", "4.5"),
    "quantized KV": ("kv_cache(layers=32, kv_heads=8, head_dim=128, tokens=131072, bits=8.5)", "9126805504"),
    "weights and KV": ("weights(params=8030261248, bits=INT4) + kv_cache(layers=32, kv_heads=8, head_dim=128, tokens=131072)", "21194999808"),
    "18 bytes": ("training_state(params=7B)", "126000000000"),
    "16 bytes": ("training_state(params=7B, recipe=zero-16)", "112000000000"),
    "ZeRO-2": ("sharded_state(params=7B, devices=8, stage=2)", "28000000000"),
    "ZeRO-2, FP16 gradient": ("sharded_state(params=7B, devices=8, stage=2, recipe=zero-16)", "26250000000"),
    "Q4_0": ("effective_bits(bits=4, group=32, scale_bits=16)", "4.5"),
    "Q4_0 with FP32 scale": ("effective_bits(bits=4, group=32, scale_bits=32)", "5"),
    "FP16 zeros": ("effective_bits(bits=4, group=128, scale_bits=16, zero_bits=16)", "4.25"),
    "one direction": ("all_reduce_ring(devices=8, size=16 GB, bandwidth=450 GB/s)", "0.062222"),
    "bubble of the whole": ("pipeline_bubble(stages=4, microbatches=8)", "0.272727"),
    "dense peak": ("420 TFLOPS / 989.4 TFLOPS", "0.4245"),
    "bandwidth for 100 token/s": ("weights(params=7B, bits=BF16) * 100", "1400000000000"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLAINTS)
def test_what_users_of_other_calculators_complained_of(name) -> None:
    text, right = COMPLAINTS[name]
    assert abs(value(text) - Fraction(right)) <= Fraction(1, 10 ** len(right.partition(".")[2])) * ("." in right)
