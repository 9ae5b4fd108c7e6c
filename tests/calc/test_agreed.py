"""Exact values on which an independent reference and a public calculator or a physical count agree."""

from fractions import Fraction
from math import floor
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
W8 = "weights(params=8030261248, bits={})"
ONE, TWO, THREE = (AGREED["scenarios"][number] for number in "123")


def near(found: Fraction, printed: object) -> bool:
    """Whether FOUND is what is PRINTED, to its last decimal."""
    decimals = len(str(printed).partition(".")[2])
    return abs(found - Fraction(str(printed))) <= Fraction(1, 2 * 10**decimals)


@pytest.mark.parametrize("name", [name for name in ONE if name.startswith("1")])
def test_scenario_1(name) -> None:
    row, capacity = ONE[name], " ".join(name.split(" ")[:2]).replace("128e9 B", "128 GB")
    tokens = f"max_tokens(capacity={capacity}, weights={W70}, kv_per_token={{}})"
    assert floor(value(f"headroom(capacity={capacity}, needed={W70})")) == row["libre_bytes"]
    assert value(tokens.format(KV70)) == row["tokens_gqa8_bf16"]
    assert value(tokens.format(KV70.replace("tokens=1", "tokens=1, bits=8"))) == row["tokens_gqa8_kv8bit"]
    assert value(tokens.format(MHA70)) == row["tokens_mha_bf16"]
    sequences = f"max_sequences(capacity={capacity}, weights={W70}, kv_per_token={KV70}, tokens=131072)"
    assert value(sequences) == row["secuencias_de_131072"]


def test_scenario_1_does_not_fit_in_32() -> None:
    row = ONE["32 GB"]
    for capacity, name in (("32 GB", "decimal"), ("32 GiB", "GiB_lectura"), ("32607 MiB", "32607MiB")):
        assert value(f"headroom(capacity={capacity}, needed={W70})") == -row[f"deficit_{name}"]
        assert FIGURES.compare(f"{W70} <= {capacity}").holds is False
    assert value("max_bits(capacity=32 GB, params=70B)") == Fraction(row["bits_max_sin_KV"])
    assert near(value("max_bits(capacity=32 GB, params=70B)"), row["bits_max_approx"])
    assert FIGURES.work("max_bits(capacity=32 GB, params=70B)").display == "3.657\u00a0bit"
    assert value(f"max_tokens(capacity=32 GB, weights={W70}, kv_per_token={KV70})") == 0


@pytest.mark.parametrize("tokens", ONE["decode_M5Max"])
def test_scenario_1_decode(tokens) -> None:
    kv = KV70.replace("tokens=1", f"tokens={tokens.removeprefix('T=')}")
    worked = value(f"decode_rate(weights_read={W70}, bandwidth=614 GB/s, kv_read={kv})")
    assert near(worked, ONE["decode_M5Max"][tokens])


def test_scenario_1_with_scales() -> None:
    row = ONE["con_escalas_g128"]
    assert value("effective_bits(bits=4, group=128, scale_bits=16)") == Fraction(row["bpw"])
    weights = "weights(params=70B, bits=effective_bits(bits=4, group=128, scale_bits=16))"
    assert near(value(weights) / 10**9, row["pesos_GB"])
    assert near(value(f"decode_rate(weights_read={weights}, bandwidth=614 GB/s)"), row["bound_tok_s"])


BITS = {"BF16": "BF16", "INT8": "INT8", "INT4_g128": "33/8"}
CAPACITIES = {"32 GB decimal": "32 GB", "32 GiB": "32 GiB", "32607 MiB (ODS#3324)": "32607 MiB"}


@pytest.mark.parametrize("name", [name for name in TWO if name.startswith("Llama")])
def test_scenario_2(name) -> None:
    model, _, capacity = name.partition(" en ")
    weights = W8.format(BITS[model.split(" ")[1]])
    text = f"max_sequences(capacity={CAPACITIES[capacity]}, weights={weights}, kv_per_token={KV8}, tokens={{}})"
    assert {tokens: value(text.format(tokens[2:])) for tokens in TWO[name]} == TWO[name]


LATENCIES = TWO["latencia_por_token_cota_ms (RTX 5090, T=8192)"]


@pytest.mark.parametrize("sequences", LATENCIES)
def test_scenario_2_latency(sequences) -> None:
    kv, weights = KV8.replace("tokens=1", "tokens=8192"), W8.format("BF16")
    inputs = f"weights_read={weights}, bandwidth=1792 GB/s, kv_read={kv}, sequences={sequences[2:]}"
    assert near(value(f"token_time({inputs})") * 1000, LATENCIES[sequences]["ms"])
    assert near(value(f"decode_rate({inputs})"), LATENCIES[sequences]["tok_s_total"])


INNER = "share(total=130 TB/s, count=144)"
RING = "all_reduce_ring(devices={}, size={}, bandwidth={})"
RACKS = "all_reduce_hierarchical(groups=2, group_size={}, size=140 GB, inner_bandwidth={}, outer_bandwidth=100 GB/s)"
SCENARIO_3 = {
    "B_intra_por_direccion_GBps": f"{INNER} / 1 GB/s",
    "ring72_BF16_140GB_s": RING.format(72, "140 GB", INNER),
    "ring72_FP32_280GB_s": RING.format(72, "280 GB", INNER),
    "ring72_error_si_se_usa_bidireccional_s": RING.format(72, "140 GB", "share(total=130 TB/s, count=72)"),
    "flat144_a_100GBps_s": RING.format(144, "140 GB", "100 GB/s"),
    "ratio_flat_vs_intra": f"{RING.format(144, '140 GB', '100 GB/s')} / {RING.format(72, '140 GB', INNER)}",
    "jerarquico_2racks_s": RACKS.format(72, INNER),
    "inter_parte_s": f"{RACKS.format(72, INNER)} - {RING.format(72, '140 GB', INNER)}",
    "flat144_si_800Gbps_se_lee_800GBps_s": RING.format(144, "140 GB", "800 GB/s"),
}


@pytest.mark.parametrize("name", SCENARIO_3)
def test_scenario_3(name) -> None:
    assert near(value(SCENARIO_3[name]), THREE[name])


def test_scenario_3_in_words() -> None:
    assert THREE.keys() - SCENARIO_3.keys() == {"nota", "supuesto", "latencia_ej", "estado_1T"}
    latency = "all_reduce_ring(devices={}, size=0 B, bandwidth=1 GB/s, latency=5 µs)"
    assert near(value(latency.format(72)) * 1000, "0.71")
    assert near(value(latency.format(9216)) * 1000, "92.15")
    state = "sharded_state(params=1T, devices=72, stage=3)"
    assert value(state) == value("share(total=18 TB, count=72)") == 250 * 10**9
    assert near(value(f"headroom(capacity=share(total=20 TB, count=72), needed={state})") / 10**9, "27.78")


COMPLAINTS = {
    "16 GB in GiB": ("16 GB / 1 GiB", "14.901161"),
    "83 GB in GiB, where the report's own digits slip after 77.299": ("83 GB / 1 GiB", "77.299774"),
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
    "a cache of 256K tokens": ("kv_cache(layers=36, kv_heads=8, head_dim=128, tokens=262144) / 1 GiB", "36"),
    "MLA whole on each device": ("kv_cache_mla(layers=61, latent=512, rope_dim=64, tokens=131072)", "9210691584"),
    "MLA in GiB": ("kv_cache_mla(layers=61, latent=512, rope_dim=64, tokens=163840) / 1 GiB", "10.722656"),
    "zeros of two bits": ("effective_bits(bits=2, group=64, scale_bits=16, zero_bits=16)", "2.5"),
    "activations with and without flash": ("activations(layers=1, sequence=4096, hidden=4096, heads=32) / (4096 * 4096 * 1 byte)", "194"),
    "activations with flash": ("activations(layers=1, sequence=4096, hidden=4096, heads=32, recompute=selective) / (4096 * 4096 * 1 byte)", "34"),
    "four bytes once": ("32 * 3 * 224 * 224 * 4 byte", "19267584"),
    "a share of the request": ("share(total=kv_cache(layers=32, kv_heads=8, head_dim=128, tokens=1), count=4)", "32768"),
    "bandwidth for 100 token/s": ("weights(params=7B, bits=BF16) * 100", "1400000000000"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLAINTS)
def test_what_users_of_other_calculators_complained_of(name) -> None:
    text, right = COMPLAINTS[name]
    assert abs(value(text) - Fraction(right)) <= Fraction(1, 10 ** len(right.partition(".")[2])) * ("." in right)


# Reports whose answer is a rule, not a number that a formula gives.
RULES = {"pytorch/torchtitan#94", "cli99/llm-analysis#30"}


def test_every_report_is_here() -> None:
    assert len(AGREED["complaints"]) == 23
    assert {row["report"] for row in AGREED["complaints"]} >= RULES


def test_every_section_is_here() -> None:
    tested = {
        "weights",
        "kv_cache",
        "sharded_state",
        "activations",
        "ridge_point",
        "decode_rate",
        "pipeline_bubble",
        "energy",
    }
    assert AGREED.keys() == tested | {"scenarios", "complaints"}
