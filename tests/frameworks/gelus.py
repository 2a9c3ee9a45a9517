"""What the activations of PyTorch, JAX and ONNX Runtime give for twenty inputs, in every number type they have.

`make test-frameworks` records it in gelus.json; `make test` asks `gelu_core.identify` what it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

INPUTS = [round(-3.93 + 0.4137 * k, 4) for k in range(20)]  # none of them a number of a narrow type
RECORDS = Path(__file__).parent / "gelus.json"
CLIP = 10.0
TYPES = ("float64", "float32", "float16", "bfloat16")


def _torch() -> list[dict[str, Any]]:
    import torch
    from torch.nn import functional as f

    forms: list[tuple[str, str, Callable[[Any], Any]]] = [
        ("exact", "gelu", f.gelu),
        ("tanh", "gelu, approximate=tanh", lambda t: f.gelu(t, approximate="tanh")),
        ("exact", "gelu on one number at a time", lambda t: torch.stack([f.gelu(each) for each in t])),
        ("exact", "0.5 x (1 + erf(x/sqrt2))", lambda t: 0.5 * t * (1 + torch.erf(t / 2**0.5))),
        (
            "tanh",
            "gelu_new",
            lambda t: 0.5 * t * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (t + 0.044715 * torch.pow(t, 3)))),
        ),
        (
            "tanh",
            "gelu_fast",
            lambda t: 0.5 * t * (1 + torch.tanh(t * 0.7978845608 * (1 + 0.044715 * t * t))),
        ),
        ("sigmoid", "quick_gelu", lambda t: t * torch.sigmoid(1.702 * t)),
        ("exact-clipped-10", "gelu_10", lambda t: torch.clip(f.gelu(t), -CLIP, CLIP)),
        ("silu", "silu", f.silu),
        ("relu", "relu", f.relu),
    ]
    found = []
    for dtype in TYPES:
        x = torch.tensor(INPUTS, dtype=getattr(torch, dtype))
        found += [_record("torch", name, form, dtype, x.double(), go(x).double()) for form, name, go in forms]
    return found


def _jax() -> list[dict[str, Any]]:
    import jax

    jax.config.update("jax_enable_x64", True)
    forms: list[tuple[str, str, Callable[[Any], Any]]] = [
        ("exact", "gelu, approximate=False", lambda t: jax.nn.gelu(t, approximate=False)),
        ("tanh", "gelu", jax.nn.gelu),
        ("silu", "silu", jax.nn.silu),
        ("relu", "relu", jax.nn.relu),
    ]
    found = []
    for dtype in TYPES:
        x = jax.numpy.asarray(INPUTS, dtype=dtype)
        for form, name, go in forms:
            for how, function in (("", go), (", jit", jax.jit(go))):
                found.append(
                    _record("jax", name + how, form, dtype, x.astype("float64"), function(x).astype("float64"))
                )
    return found


def _onnxruntime() -> list[dict[str, Any]]:
    import numpy as np
    import onnxruntime
    from onnx import TensorProto, helper

    found = []
    for dtype, kind in (("float32", TensorProto.FLOAT), ("float16", TensorProto.FLOAT16)):  # float64 it has not
        for form, mode in (("exact", "none"), ("tanh", "tanh")):
            graph = helper.make_graph(
                [helper.make_node("Gelu", ["x"], ["y"], approximate=mode)],
                "gelu",
                [helper.make_tensor_value_info("x", kind, [None])],
                [helper.make_tensor_value_info("y", kind, [None])],
            )
            model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
            session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
            x = np.array(INPUTS, dtype=dtype)
            (y,) = session.run(None, {"x": x})
            found.append(_record("onnxruntime", f"Gelu-20, {mode}", form, dtype, x, y))
    return found


def _record(library: str, name: str, form: str, dtype: str, x: Any, y: Any) -> dict[str, Any]:
    return {
        "library": library,
        "name": name,
        "form": form,
        "dtype": dtype,
        "x": [float(each) for each in x],
        "y": [float(each) for each in y],
    }


def record() -> None:
    """Write all of them."""
    found = [*_torch(), *_jax(), *_onnxruntime()]
    lines = ",\n".join(json.dumps(each) for each in found)
    RECORDS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
