"""The feed-forward network of a transformer: its cost, its forward pass, what reaches GELU, differences with depth."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import gelu_core as core
from gelu_core import MODELS, count_ffn, depth_difference, feed_forward, gelu, gelu_tanh, preactivations, round_bfloat16

RANDOM = np.random.default_rng(768)


def weights(d: int, hidden: int, dtype: Any = np.float64) -> list[Any]:
    shapes: list[tuple[int, ...]] = [(hidden, d), (hidden,), (d, hidden), (d,)]
    return [(RANDOM.standard_normal(shape) * 0.3).astype(dtype) for shape in shapes]


# --- counting -------------------------------------------------------------------------------------------------------


def test_bert_base_as_the_lesson_tells_it() -> None:
    count = count_ffn(*MODELS["BERT-base"])
    assert count == count_ffn(768, layers=12, tokens=512)
    assert count.evaluations == 12 * 512 * 3072 == 18_874_368
    assert count.parameters == 12 * (768 * 3072 + 3072 + 3072 * 768 + 768) == 56_669_184
    assert count.flops == 12 * 512 * (2 * 768 * 3072 * 2)
    assert count.gelu_flops == 8 * count.evaluations
    assert count.gelu_share == pytest.approx(8 / (8 + 4 * 768), rel=1e-15)
    assert count_ffn(768, layers=12).evaluations == 36_864  # a token


def test_the_presets_are_the_published_sizes() -> None:
    sizes = {name: tuple(model) for name, model in MODELS.items()}
    assert sizes == {
        "BERT-base": (768, 3072, 12, 512),
        "BERT-large": (1024, 4096, 24, 512),
        "GPT-2 small": (768, 3072, 12, 1024),
        "GPT-2 medium": (1024, 4096, 24, 1024),
        "GPT-2 large": (1280, 5120, 36, 1024),
        "GPT-2 XL": (1600, 6400, 48, 1024),
        "ViT-B/16": (768, 3072, 12, 197),
    }
    assert count_ffn(*MODELS["ViT-B/16"]).evaluations == 12 * 197 * 3072


def test_counts_are_whole_numbers_however_large() -> None:
    big = count_ffn(1_000_000, 1_000_000, 1_000_000, 1_000_000)
    assert big.flops == 4 * 10**24
    assert all(type(value) is int for value in big[:4])
    assert count_ffn(np.int32(5)) == count_ffn(5, 20, 1, 1) == (225, 20, 400, 160, 160 / 560)
    assert count_ffn(5, gelu_flops=20).gelu_flops == 400


@pytest.mark.parametrize("name", ["width", "hidden", "layers", "tokens", "gelu_flops"])
def test_a_count_of_nothing_or_of_parts_is_an_error(name: str) -> None:
    for bad, error in ((0, ValueError), (-3, ValueError), (10**7, ValueError), (2.0, TypeError), (True, TypeError)):
        with pytest.raises(error) as caught:
            count_ffn(**{"width": 8, name: bad})
        assert str(caught.value).startswith(f"{name} must be an integer from 1 to 1000000, not {bad}")
    with pytest.raises(TypeError):
        count_ffn("8")  # type: ignore[arg-type]


# --- one block ------------------------------------------------------------------------------------------------------


def test_a_block_is_its_formula() -> None:
    h = RANDOM.standard_normal((2, 5, 6)) * 3 + 1
    W1, b1, W2, b2 = weights(6, 24)
    right = np.empty_like(h)
    for place in np.ndindex(2, 5):
        row = h[place]
        norm = (row - row.mean()) / np.sqrt(row.var() + 1e-5)
        right[place] = row + W2 @ gelu(W1 @ norm + b1) + b2
    np.testing.assert_allclose(feed_forward(h, W1, b1, W2, b2), right, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(feed_forward(h[0, 0], W1, b1, W2, b2), right[0, 0], rtol=1e-13, atol=1e-13)
    alone = feed_forward(h, W1, b1, W2, b2, residual=False)
    np.testing.assert_allclose(alone + h, right, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("activation", ["gelu", "gelu_tanh", "gelu_sigmoid", "relu", "silu"])
def test_every_activation_is_the_one_it_names(activation: str) -> None:
    # With W1 = 1 and W2 = 1 and no residual a block is the activation of the normalised vector.
    h, one, zero = RANDOM.standard_normal((4, 9)), np.eye(9), np.zeros(9)
    norm = (h - h.mean(-1, keepdims=True)) / np.sqrt(h.var(-1, keepdims=True) + 1e-5)
    got = feed_forward(h, one, zero, one, zero, activation, residual=False)
    np.testing.assert_allclose(got, getattr(core, activation)(norm), rtol=1e-13, atol=1e-14)


def test_a_block_computes_in_the_common_type() -> None:
    h = RANDOM.standard_normal((3, 8))
    wide = weights(8, 32)
    right = feed_forward(h, *wide)
    for dtype, off in ((np.float32, 1e-5), (np.float16, 2e-2)):
        narrow = [array.astype(dtype) for array in wide]
        got = feed_forward(h.astype(dtype), *narrow)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, right, rtol=off, atol=off)
        assert feed_forward(h, *narrow).dtype == np.float64
    before = h.copy()
    assert feed_forward(h, *wide) is not h
    np.testing.assert_array_equal(h, before)
    assert feed_forward(h[:0], *wide).shape == (0, 8)
    assert feed_forward([1, 2], [[1, 0]], [0], [[1], [1]], [0, 0]).dtype == np.float64


def test_a_block_never_warns() -> None:
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        h = np.array([[1e30, -1e30, 3e38], [np.inf, 0, 1], [np.nan, 0, 1], [2, 2, 2]], np.float32)
        got = feed_forward(h, *weights(3, 5, np.float32))
    assert np.isfinite(got[3]).all()
    assert np.isnan(got[1:3]).all()


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"h": 1.0}, ValueError, "h must have a last axis of length 1 or more, not shape ()"),
        ({"h": np.ones((3, 0))}, ValueError, "h must have a last axis of length 1 or more, not shape (3, 0)"),
        ({"h": np.ones(5)}, ValueError, "W1 must have shape (16, 5) (hidden, length of h), not (16, 4)"),
        ({"W1": np.ones(4)}, ValueError, "W1 must have two axes, (hidden, 4), not shape (4,)"),
        ({"b1": np.ones(4)}, ValueError, "b1 must have shape (16,) (rows of W1), not (4,)"),
        ({"W2": np.ones((16, 4))}, ValueError, "W2 must have shape (4, 16) (length of h, rows of W1), not (16, 4)"),
        ({"b2": 0.0}, ValueError, "b2 must have shape (4,) (length of h), not ()"),
        ({"b2": ["a"] * 4}, TypeError, "b2 must be a real number"),
        ({"h": np.ones(4) * 1j}, TypeError, "h must be a real number"),
        (
            {"activation": "tanh"},
            ValueError,
            "activation must be 'gelu', 'gelu_tanh', 'gelu_sigmoid', 'relu' or 'silu', not 'tanh' (str)",
        ),
        ({"activation": None}, ValueError, "activation must be 'gelu', 'gelu_tanh', "),
    ],
    ids=str,
)
def test_a_block_says_what_does_not_fit(change: dict[str, Any], error: type[Exception], said: str) -> None:
    W1, b1, W2, b2 = weights(4, 16)
    arguments: dict[str, Any] = {"h": np.ones((2, 4)), "W1": W1, "b1": b1, "W2": W2, "b2": b2}
    with pytest.raises(error) as caught:
        feed_forward(**(arguments | change))
    assert str(caught.value).startswith(said)


# --- before training ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("init", "told", "exact"), [("bert", 0.55, 0.55426), ("pytorch", 0.58, 0.57773), ("he", 1.41, 2**0.5)]
)
def test_what_reaches_gelu_at_the_start_is_of_order_one(init: str, told: float, exact: float) -> None:
    edges, density, sd = preactivations(init)
    assert sd == pytest.approx(told, abs=0.005)
    assert sd == pytest.approx(exact, rel=5e-3)
    assert (edges.shape, density.shape) == ((121,), (120,))
    assert (edges[0], edges[-1]) == (-6, 6)
    assert (density * np.diff(edges)).sum() == pytest.approx(1, abs=1e-4)
    # It is as good as normal: the share within one standard deviation, read from the bins.
    middle = (edges[1:] + edges[:-1]) / 2
    assert (density * 0.1 * middle**2).sum() ** 0.5 == pytest.approx(sd, rel=0.01)
    normal = core.pdf(middle / sd) / sd
    assert np.abs(density - normal).max() < 0.03 * normal.max()


def test_a_seed_is_the_same_histogram() -> None:
    first, again, other = (preactivations(width=64, seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.density, again.density)
    assert first.sd == again.sd != other.sd
    assert preactivations(width=64, hidden=1, tokens=1).density.sum() == pytest.approx(10)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"init": "xavier"}, ValueError, "init must be 'bert', 'pytorch' or 'he', not 'xavier' (str)"),
        ({"width": 0}, ValueError, "width must be an integer from 1 to 4096, not 0"),
        ({"hidden": 20_000}, ValueError, "hidden must be an integer from 1 to 16384, not 20000"),
        ({"tokens": 1.0}, TypeError, "tokens must be an integer from 1 to 1024, not 1.0"),
        ({"seed": -1}, ValueError, "seed must be an integer from 0 to 4294967295, not -1"),
    ],
    ids=str,
)
def test_a_histogram_says_what_is_wrong(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        preactivations(**arguments)
    assert str(caught.value).startswith(said)


# --- depth ----------------------------------------------------------------------------------------------------------


def test_twelve_layers_multiply_the_relative_error_by_about_three() -> None:
    got = depth_difference()  # BERT's width and weights
    np.testing.assert_array_equal(got.layers, np.arange(1, 13))
    assert got.relative[0] == pytest.approx(6.7e-5, rel=0.05)
    assert got.relative[11] / got.relative[0] == pytest.approx(2.8, abs=0.15)
    assert (np.diff(got.relative) > 0).all()
    assert (got.rounding == 0).all()
    assert depth_difference() is got


@pytest.mark.parametrize("init", ["pytorch", "he"])  # BERT's 0.02 belongs to its width
@pytest.mark.parametrize("activation", ["gelu_tanh", "gelu_sigmoid"])
def test_the_error_grows_more_slowly_than_the_depth(init: str, activation: str) -> None:
    types = ("float64", "float32", "bfloat16", "float16")
    runs = {dtype: depth_difference(16, 64, 8, dtype, activation, init) for dtype in types}
    for dtype in types[:2]:  # in the narrow types the first difference is a few roundings that tip over
        growth = runs[dtype].relative / runs[dtype].relative[0]
        assert (growth[1:] < runs[dtype].layers[1:]).all()
        assert growth[11] < 4.5
    assert all(array.shape == (16,) for run in runs.values() for array in run)
    # float32 shows the same difference as float64; the narrow types add their own rounding to it.
    np.testing.assert_allclose(runs["float32"].relative, runs["float64"].relative, rtol=2e-2)
    rounding = [runs[dtype].rounding for dtype in ("float64", "float32", "float16", "bfloat16")]
    for narrower, wider in zip(rounding[1:], rounding[:-1], strict=True):
        assert (narrower > wider).all()
    assert (runs["float32"].relative > 30 * runs["float32"].rounding).all()
    # In bfloat16 the tanh form drowns, the type alone makes as large a difference; the sigmoid form does not.
    bfloat16 = runs["bfloat16"]
    if activation == "gelu_tanh":
        assert (bfloat16.relative < 1.3 * bfloat16.rounding).all()
    else:
        assert (bfloat16.relative > 1.1 * bfloat16.rounding).all()


def test_one_layer_is_the_block() -> None:
    """The stack by hand: the same weights from the same seed, in float64 and in bfloat16."""
    random = np.random.Generator(np.random.PCG64(5))
    h = random.standard_normal((3, 16), np.float32)
    W1 = random.standard_normal((64, 16), np.float32) * np.float32(0.02)
    W2 = random.standard_normal((16, 64), np.float32) * np.float32(0.02)
    block = [W1, np.zeros(64, np.float32), W2, np.zeros(16, np.float32)]
    exact, form = (feed_forward(h.astype(np.float64), *block, activation=name) for name in ("gelu", "gelu_tanh"))
    got = depth_difference(1, 16, 3, seed=5)
    assert got.absolute[0] == pytest.approx(np.sqrt(np.mean((form - exact) ** 2)), rel=1e-9)
    assert got.relative[0] == pytest.approx(np.linalg.norm(form - exact) / np.linalg.norm(exact), rel=1e-9)
    r = round_bfloat16
    x, V1, V2 = r(h), r(W1), r(W2)
    norm = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + np.float32(1e-5))
    runs = [r(x + r(r(f(r(r(norm) @ V1.T))) @ V2.T)).astype(np.float64) for f in (gelu, gelu_tanh)]
    got = depth_difference(1, 16, 3, "bfloat16", seed=5)
    assert got.absolute[0] == pytest.approx(np.sqrt(np.mean((runs[1] - runs[0]) ** 2)), rel=1e-6)
    assert got.rounding[0] == pytest.approx(np.linalg.norm(runs[0] - exact) / np.linalg.norm(exact), rel=1e-6)


def test_a_record_of_depth_cannot_be_changed() -> None:
    for array in depth_difference(2, 8, 2):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"depth": 0}, ValueError, "depth must be an integer from 1 to 96, not 0"),
        ({"depth": 12.0}, TypeError, "depth must be an integer from 1 to 96, not 12.0"),
        ({"width": 2000}, ValueError, "width must be an integer from 1 to 1024, not 2000"),
        ({"tokens": 0}, ValueError, "tokens must be an integer from 1 to 256, not 0"),
        ({"seed": -1}, ValueError, "seed must be an integer from 0 to 4294967295, not -1"),
        ({"dtype": "float8"}, ValueError, "dtype must be 'float64', 'float32', 'bfloat16' or 'float16', not 'float8'"),
        ({"activation": "gelu"}, ValueError, "activation must be 'gelu_tanh' or 'gelu_sigmoid', not 'gelu' (str)"),
        ({"init": ["he"]}, ValueError, "init must be 'bert', 'pytorch' or 'he', not ['he'] (list)"),
    ],
    ids=str,
)
def test_depth_says_what_is_wrong(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        depth_difference(**arguments)
    assert str(caught.value).startswith(said)
