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

# Entries that are no figure of this grammar, by the reason; the list cannot grow unseen.
NOT_OURS = {
    "a table's row that says its own answer": {
        "megatron-bytes-fp16p-fp16g", "megatron-bytes-fp32p-fp32g", "bcrit-int8w-bf16", "zero3-comm-ratio",
    },
    "whole mebibytes, cut": {"deepspeed-t5large-case1", "deepspeed-t5large-case2"},
    "a limit": {"ai-dot-bf16"},
    "cut to a tenth for one device, and only then multiplied": {
        "zero-t2-mp1-Pos", "zero-t2-mp1-Pos+g", "zero-t2-mp2-Pos", "zero-t2-mp16-Pos+g",
    },
    "grams of carbon": {"energy-bloom-co2", "energy-llama2-7b-intensity", "energy-llama2-70b-intensity"},
}  # fmt: skip
LEFT_OUT = set().union(*NOT_OURS.values())


def gemm(m: int, n: int, k: int) -> str:
    """The arithmetic intensity of a product of matrices in BF16."""
    return f"{m} * {n} * {k} * 1 FLOP / (({m} * {k} + {n} * {k} + {m} * {n}) * 1 byte)"


def trained(batch: int, layers: int, hidden: int, time: str, devices: int) -> str:
    """The utilization of Korthikanti et al., which counts recomputation and the vocabulary."""
    extra = f"(1 + 2048 / (6 * {hidden}) + 51200 / (12 * {hidden} * {layers}))"
    return (
        f"72 * {batch} * {layers} * 2048 * {hidden} * {hidden} * {extra} * 1 FLOP / ({time} * {devices} * 312 TFLOPS)"
    )


def largest(stage: int, parts: int) -> str:
    """The largest model that the ZeRO paper fits in 32 GB a device."""
    return f"32 GB * {parts} / sharded_state(params=1, devices=64, stage={stage}, recipe=zero-16) / 10^9"


# Entries that join formulas and numbers of their own.
JOINED = {
    "w-invented-18b-paramcount": "64 * 4096 * (3 * 16384 + 2 * 256 * (32 + 8)) + 4096 * 32128",
    "ckpt-gpt-oss-20b-mxfp4": "weights(params=19110297600, bits=4.25) + weights(params=1804459584, bits=16)",
    "ckpt-llama2-70b": "weights(params=68976648192, bits=16) + 20480 B",
    "ckpt-llama2-7b": "weights(params=6738415616, bits=16) + 4096 B",
    "deepspeed-z2-none": "2851M * (4 byte + 16 byte / 8)",
    "deepspeed-z2-cpu": "2851M * 2 byte",
    "deepspeed-z3-optcpu": "32M * 4 byte + 2851M * 2 byte / 8",
    "zero-t2-mp1-Pos+g+p": largest(3, 1),
    "zero-t2-mp2-Pos+g+p": largest(3, 2), "zero-t2-mp2-baseline": largest(0, 2),
    "zero-t2-mp16-baseline": largest(0, 16),
    "ai-gemm-8192-128-8192": gemm(8192, 128, 8192), "ai-gemm-8192-cube": gemm(8192, 8192, 8192), "ai-relu": "1 FLOP / 4 byte",
    "cap-l3-70b-bf16-chips": "weights(params=70B, bits=BF16) / 16 GB",
    "cap-l3-70b-int8-chips": "weights(params=70B, bits=INT8) / 16 GB",
    "cap-l3-70b-bs240-chips": "memory_total(weights=70 GB, kv_cache=1300 GB) / 16 GB",
    "lat-popquiz-b4": "token_time(weights_read=30 GB, bandwidth=16 * 810 GB/s, kv_read=819 MB, sequences=4)",
    "lat-popquiz-b256": "256 * 819 MB / (16 * 810 GB/s) + prefill_time(params=30B, tokens=1, peak=16 * 197 TFLOPS, sequences=256)",
    "lat-prefill-8192": "prefill_time(params=70B, tokens=8192, peak=16 * 197 TFLOPS * 0.4)",
    "lat-v5e-full-hbm": "token_time(weights_read=16 GB, bandwidth=820 GB/s)",
    "tput-l3-70b-int8-4x2": "32 / 17 ms",
    "years-l3-70b-one-tpu": "training_flops(params=70B, tokens=15T) / 459 TFLOPS / 365.25 d",
    "mfu-deepseek-v3": "mfu(params=37B, tokens=14.8T, time=2790000 h, devices=1, peak=1513 TFLOPS)",
    "mfu-korthikanti-22B": trained(4, 48, 6144, "1.1 s", 8), "mfu-korthikanti-175B": trained(64, 96, 12288, "13.75 s", 64),
    "act-5as-h-GPT-3": "5 * 96 * 2048 / 12288",
    "act-l3-8b-hidden-32k": "2 byte * 1 * 32768 * 4096",
    "act-llama2-13b-8k": "8192 * 5120 * 2 byte",
    "act-recompute-flops-GPT-3": "2048 / (6 * 12288)", "act-recompute-flops-MT-NLG": "2048 / (6 * 20480)",
    "act-saving-MT-NLG": "64 / (34 + 64)",
    "allgather-tpuv4-time": "2 byte * 1024 * 4096 / (4 * 90 GB/s)",
    "allreduce-factor-n2": "all_reduce_ring(devices=2, size=1 GB, bandwidth=1 GB/s) / 1 s",
    "nccl-algbw-32768": "32768 B / 43.83 µs", "nccl-algbw-4294967296": "4294967296 B / 32136 µs",
    "nccl-busbw-1073741824": "1073741824 B / 8203.9 µs * (2 * (8 - 1) / 8)",
    "nccl-busbw-4294967296": "4294967296 B / 32136 µs * (2 * (8 - 1) / 8)",
    "nccl-busbw-17179869184": "17179869184 B / 127997 µs * (2 * (8 - 1) / 8)",
    "energy-lamda-flop": "0.565 * 123 TFLOPS * 1024 * 57.7 d",
    "energy-lamda-mwh": "energy(power=1024 * 289 W * 1.1, time=57.7 d)",
    "energy-llama31-hours": "1.46M + 7M + 30.84M",
}  # fmt: skip


def text_of(row) -> str:
    """The figure that a published row is."""
    name, one = row["id"], row["inputs"]
    if name in JOINED:
        return JOINED[name]
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


def flops(_: str, one) -> str:
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
    assert LEFT_OUT | JOINED.keys() <= ROWS.keys()
    assert not LEFT_OUT & JOINED.keys()
    assert len(LEFT_OUT) == 14
    assert len(ROWS) == 151
