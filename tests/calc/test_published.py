"""Published numbers, each with its citation, met by the catalogue; those that no formula of ours gives are named."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from macros.facts.registry import Registry
from macros.figures import Figures

ROWS = {
    row["id"]: row
    for row in yaml.safe_load((Path(__file__).parents[1] / "golden" / "published.yaml").read_text("utf-8"))["golden"]
}
FIGURES = Figures(Registry())
UNITS = {"GB": 10**9, "MB": 10**6, "kB": 10**3, "GiB": 2**30, "MiB": 2**20, "KiB": 2**10, "byte": 1, "ms": Fraction(1, 1000),
         "us": Fraction(1, 10**6), "s": 1, "GB/s": 10**9, "TB/s": 10**12, "PB": 10**15, "EFLOPS": 10**18, "%": Fraction(1, 100),
         "FLOP": 1, "PF-day": 10**15 * 86400, "kWh": 3_600_000, "MWh": 3_600_000_000}  # fmt: skip

# Entries that are no figure of this catalogue, by the reason; the list cannot grow unseen.
NOT_OURS = {
    "counts the parameters of an architecture": {"w-invented-18b-paramcount"},
    "mixes two precisions and buffers of a file": {"ckpt-llama2-7b", "ckpt-llama2-70b", "ckpt-gpt-oss-20b-mxfp4"},
    "Megatron's table with an FP16 gradient beside an FP32 one": {"megatron-bytes-fp16p-fp16g", "megatron-bytes-fp32p-fp32g"},
    "a recipe of DeepSpeed with offloading": {
        "deepspeed-z2-none", "deepspeed-z2-cpu", "deepspeed-z3-optcpu", "deepspeed-t5large-case1", "deepspeed-t5large-case2",
    },
    "the largest model for a memory": {row for row in ROWS if row.startswith("zero-t2-")},
    "arithmetic intensity of one kernel": {"ai-dot-bf16", "ai-gemm-8192-128-8192", "ai-gemm-8192-cube", "ai-relu", "bcrit-int8w-bf16"},
    "chips for a memory, or a step of several chips": {
        "cap-l3-70b-bf16-chips", "cap-l3-70b-int8-chips", "cap-l3-70b-bs240-chips", "lat-popquiz-b4", "lat-popquiz-b256",
        "lat-v5e-full-hbm", "lat-prefill-8192", "tput-l3-70b-int8-4x2", "years-l3-70b-one-tpu",
    },
    "another count of FLOP, or hours of GPU": {"mfu-korthikanti-22B", "mfu-korthikanti-175B", "mfu-deepseek-v3"},
    "a ratio inside the activation formula": {row for row in ROWS if row.startswith("act-")},
    "a measured time of NCCL": {row for row in ROWS if row.startswith("nccl-")} | {"allgather-tpuv4-time", "zero3-comm-ratio", "allreduce-factor-n2"},
    "carbon, or a sum of hours": {
        "energy-bloom-co2", "energy-llama2-7b-intensity", "energy-llama2-70b-intensity", "energy-llama31-hours",
        "energy-lamda-flop", "energy-lamda-mwh",
    },
}  # fmt: skip
LEFT_OUT = set().union(*NOT_OURS.values())


def text_of(row) -> str:
    """The figure that a published row is."""
    name, one = row["id"], row["inputs"]
    if name.startswith("ckpt-"):
        return f"weights(params={one['params']}, bits={one['bits']})"
    if name.startswith("w-"):
        weights = f"weights(params={int(one['N'])}, bits={one.get('bits') or one['bytes'] * 8})"
        return f"share(total={weights}, count={one.get('TP', 1)})"
    if name.startswith("zero-"):
        stage = 0 if name == "zero-fig1-baseline" else {"Pos": 1, "Pos+g": 2, "Pos+g+p": 3}[name.rsplit("-", 1)[1]]
        params = int(one["P_billion"] * 10**9)
        return f"sharded_state(params={params}, devices={one['DP']}, stage={stage}, recipe=zero-16)"
    if name == "ml-2b-18bytes":
        return "training_state(params=2B)"
    return TEXTS[name.split("-")[0]](name, one)


def kv(name: str, one) -> str:
    tokens, sequences = one.get("tokens", one.get("T", 1)), one.get("batch", one.get("B", 1))
    if "per_token" in one:
        return f"{int(one['per_token'])} B * {int(tokens)} * {sequences}"
    if name == "kv-sb-4096-int8":
        return "kv_cache(layers=64, kv_heads=32, head_dim=128, tokens=1, bits=8)"
    width = one.get("hidden", 0) * one.get("kv", 1) // one.get("heads", 1)
    heads = one.get("kv_heads") or one.get("K") or width // 128
    return f"kv_cache(layers={one['L']}, kv_heads={heads}, head_dim={one.get('head_dim', one.get('H', 128))}, tokens={tokens}, sequences={sequences})"


def latency(name: str, one) -> str:
    kv_read = 1.34 if "gqa" in name else 6.7
    inputs = f"weights_read=26 GB, bandwidth=6560 GB/s, kv_read={kv_read} GB, sequences={one['B']}"
    return f"decode_rate({inputs})" if name.endswith("tput") else f"token_time({inputs})"


def flops(name: str, one) -> str:
    if name.startswith("mfu"):
        raise AssertionError(name)
    return f"training_flops(params={int(one['N'])}, tokens={int(one['D'])})"


IDENTITIES = {
    "id-rtx5090-bw": "512 * 28 Gbit/s / 8 bit/byte", "id-gb300-hbm": "72 * 8 TB/s", "id-gb300-nvlink": "72 * 1.8 TB/s",
    "id-gb300-nvlink-ports": "9 * 144 * 0.1 TB/s", "id-gb300-gpus": "18 * 4", "id-gb300-cpus": "18 * 2",
    "id-tpu7x-pod-flops": "9216 * 4614 TFLOPS", "id-tpu7x-pod-hbm-decimal": "9216 * 192 GB",
    "id-m5max-bw": "512 * 9.6 Gbit/s / 8 bit/byte", "id-m5pro-bw": "256 * 9.6 Gbit/s / 8 bit/byte",
}  # fmt: skip
TEXTS = {
    "kv": kv,
    "lat": latency,
    "flop": flops,
    "pfday": flops,
    "mfu": flops,
    "ridge": lambda _, one: (
        f"ridge_point(peak={int(one['F'] / 10**12)} TFLOPS, bandwidth={int(one['bw'] / 10**9)} GB/s)"
    ),
    "energy": lambda _, one: f"energy(power={one['W']} W, time={one['gpu_h']} h)",
    "id": lambda name, _: IDENTITIES[name],
}


@pytest.mark.parametrize("name", sorted(ROWS.keys() - LEFT_OUT))
def test_published(name) -> None:
    row = ROWS[name]
    figure = FIGURES.work(text_of(row))
    assert figure.quantity
    actual = str(row.get("unit_actual") or row["unit"]).split(" ")[0]
    unit = UNITS.get(actual, 1)
    found = figure.quantity.value / unit
    expected = Fraction(str(row["expected"]))
    allowed = Fraction(str(row["tolerance"].get("abs", 0))) + abs(expected) * Fraction(
        str(row["tolerance"].get("rel", 0))
    )
    assert abs(found - expected) <= allowed, (figure.id, float(found), row["citation"])


def test_what_is_left_out_is_named_and_small() -> None:
    assert ROWS.keys() >= LEFT_OUT
    assert len(ROWS.keys() - LEFT_OUT) >= 90
