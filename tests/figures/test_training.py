"""The figure `training`: its records trained again, its tables, what the prose says of them, and how it is played."""

from __future__ import annotations

import base64
import gzip
import json
import math
from typing import Any

import numpy as np
import pytest
from browser_tools import Served, frames, number, watched
from gelu_lab.figures import _training as records
from gelu_lab.figures.training import LAST, training
from gelu_lab.lesson.numbers import value
from playwright.sync_api import Browser, Page, Route, expect

import gelu_core as core

HUNDRED = records.STEPS.index(100)


def setup(target: str = "sine", units: int = 4, seed: int = 1, rate: float = 0.03) -> records.Setup:
    return records.Setup(target, units, seed, rate)


@pytest.mark.parametrize(
    ("where", "activation"),
    [
        (setup(), "gelu"),
        (setup("bump", 16, 1), "relu"),
        (setup("step", 16, 2, 0.003), "tanh"),
        (setup("noisy_line", 4, 3), "silu"),
        (setup("abs", 16, 3, 0.003), "gelu"),
    ],
)
def test_training_again_gives_what_is_recorded(where: records.Setup, activation: str) -> None:
    again, kept = records.run(where, activation, 100), records.records()
    at = (*where.place, records.ACTIVATIONS.index(activation))
    # Rounding in the last digit grows to 1e-14 in 100 steps, and in 2000 to anything: machines differ.
    assert again.loss == pytest.approx(kept.loss[at][: HUNDRED + 1], rel=1e-9)
    assert again.dead.tolist() == kept.dead[at][: HUNDRED + 1].tolist()
    assert again.nearly_dead.tolist() == kept.nearly_dead[at][: HUNDRED + 1].tolist()
    target, _, *rest = at
    weights = kept.weights[where.units][(target, *rest)][:, : HUNDRED + 1] / records.FINE
    assert np.max(np.abs(again.parameters - weights)) < 0.51 / records.FINE


@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("where", [setup("sine", 4, 1, 0.003), setup("bump", 16, 2, 0.003)])
def test_training_to_the_end_leads_to_about_the_recorded_loss(where: records.Setup, activation: str) -> None:
    # At the lower rate the last losses of a start moved by 1e-15 still agree to a few per cent.
    assert records.run(where, activation).loss[-1] == pytest.approx(records.final_loss(where, activation), rel=0.3)


def test_every_recorded_network_has_about_the_recorded_loss() -> None:
    kept = records.records()
    for where in records.setups():
        x, y = core.training_data(where.target)
        for at, name in enumerate(records.ACTIVATIONS):
            for frame in (0, HUNDRED, LAST):
                found = np.mean(np.square(records.network(where, name, frame).predict(x) - y))
                # The weights are kept to 1/1024: half a pixel of the picture or so.
                assert math.sqrt(found) == pytest.approx(math.sqrt(kept.loss[where.place][at, frame]), abs=0.01)


def test_all_networks_of_a_setup_start_with_the_same_weights() -> None:
    for each in records.records().weights.values():
        assert (each[..., 0] == each[..., :1, :, 0]).all()


def test_the_tables_are_small_and_hold_what_was_recorded() -> None:
    fig, kept, total = training(), records.records(), 0
    assert len(fig.lazy) == 2 * len(records.TARGETS) * len(records.UNITS)
    for name, make in fig.lazy.items():
        table = make()
        total += len(gzip.compress(json.dumps(table).encode()))
        kind, target, units = name.split("-")
        bytes_ = base64.b64decode(table["data"])
        place = records.TARGETS.index(target)
        if kind == "counts":
            at = (place, records.UNITS.index(int(units)))
            found = np.frombuffer(bytes_, "<f8").reshape(3, *kept.loss[at].shape)
            assert all((a == b[at]).all() for a, b in zip(found, (kept.loss, kept.dead, kept.nearly_dead), strict=True))
        else:
            wanted = kept.weights[int(units)][place]
            found = np.frombuffer(bytes_, "<i2").reshape(wanted.shape)
            assert (np.cumsum(found, axis=-1) == wanted).all()
    assert total < 400_000


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({}, "At step 100 GELU is ahead: loss 0.00535 against 0.0906 with ReLU, 17 times as much."),
        ({"frame": 0}, "At step 0 the two are level: loss "),
        ({"frame": 36, "target": "abs", "seed": 3}, "ReLU is ahead: loss 1.06 × 10⁻²⁰ against 4.02 × 10⁻⁴ with GELU, "),
        (
            {"frame": 36, "target": "bump", "units": 16},
            "Dead of 16 units: 8 with ReLU, 0 with GELU; ",
        ),
    ],
)
def test_the_sentence(state: dict[str, Any], sentence: str) -> None:
    assert sentence in training(**state).sentence


def test_a_frame_between_two_is_the_nearest_and_units_and_rates_are_numbers_too() -> None:
    assert training(frame=20.4).values == training(frame=20).values != training(frame=20.5).values
    assert training(units=16, rate=0.003).present == training(units="16", rate="0.003").present
    with pytest.raises(ValueError, match="'4', '16'"):
        training(units=5)


def test_what_the_prose_says_of_the_runs() -> None:
    kept = records.records()
    relu, gelu = (records.ACTIVATIONS.index(name) for name in ("relu", "gelu"))
    assert value("training_runs()") == 60
    # Smooth targets are GELU's, mostly; jumps and corners ReLU's; on the whole neither wins always.
    assert value('gelu_ahead("sine") + gelu_ahead("bump")') >= 18
    assert value('gelu_ahead("step") + gelu_ahead("abs")') == 0
    assert 0 < value("gelu_ahead()") < 60
    assert value("nearer_the_noise()") > 6
    assert value('gelu_ahead("noisy_line")') < 6
    most = max(records.ACTIVATIONS, key=records.lowest_of_four)
    assert most == "tanh"
    # The dead of ReLU only become more; of GELU's none is dead, some are nearly dead, and such have come back.
    assert (np.diff(kept.dead[..., relu, :].astype(int)) >= 0).all()
    assert 0 < value('dead_units("relu", 0)') < value('dead_units("relu")') < value("units_trained()") == 600
    assert not kept.dead[..., gelu, :].any()
    assert (np.diff(kept.nearly_dead[..., gelu, :].astype(int)) < 0).any()
    assert value('nearly_dead_units("gelu")') > 0
    alive = [each.units - kept.dead[each.place][relu, -1] for each in records.setups("abs")]
    assert min(alive) == 2
    assert sum(each.units > left for each, left in zip(records.setups("abs"), alive, strict=True)) > 6


def test_the_examples_show_what_they_promise() -> None:
    found = records.examples()
    assert records.ratio(found["relu_wins"]) < 0.01
    assert records.ratio(found["gelu_wins"]) > 100
    dead = found["dead_units"]
    assert records.records().dead[dead.place][records.ACTIVATIONS.index("relu"), -1] >= dead.units / 3


def drawn(page: Page, name: str) -> list[list[float]]:
    """The columns of the first source of that name which is on a page."""
    read = """(name) => {
      const source = Bokeh.documents.map((each) => each.get_model_by_name(name)).find((each) => each);
      return [[...source.data.x], [...source.data.y]];
    }"""
    return list(page.evaluate(read, name))


def test_the_curves_are_those_of_the_recorded_networks(browser: Browser, lab: Served) -> None:
    with watched(browser) as watching:
        for where, frame in ((setup(), HUNDRED), (setup("step", 16, 2, 0.003), LAST)):
            told = f"target={where.target}&units={where.units}&seed={where.seed}&rate={where.rate}&frame={frame}"
            watching.open(lab.at(f"figures/training?{told}&relatives=1"), figure="training")
            for name in records.ACTIVATIONS:
                x, y = drawn(watching.page, name)
                assert np.max(np.abs(records.network(where, name, frame).predict(x) - y)) < 1e-8
        watching.clean()


def test_it_plays_to_the_end_and_a_hand_takes_over(browser: Browser, lab: Served) -> None:
    with watched(browser) as watching:
        page = watching.page
        figure = watching.open(lab.at("figures/training?speed=fast&frame=24"), figure="training")
        play, pause = (figure.locator(f'[data-action="{name}"]') for name in ("play", "pause"))
        play.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.dataset.action === 'pause'")
        play.wait_for()
        assert number(figure, "step") == 2000
        assert page.evaluate("document.activeElement.dataset.action") == "play"
        assert "frame=36" in page.url
        play.click()  # from the beginning again
        page.wait_for_function("() => document.querySelector('[data-value=step]').dataset.number < 2000")
        figure.locator("[role=slider]").press("Home")
        play.wait_for()
        assert number(figure, "step") == 0
        figure.locator('[data-action="step"]').click()
        figure.locator('[data-action="step"]').click()
        frames(page)
        assert number(figure, "step") == 2
        assert not pause.is_visible()
        watching.clean()


def test_nothing_is_said_of_runs_that_are_still_on_their_way(browser: Browser, lab: Served) -> None:
    """Neither shown nor told to those who listen; when the runs are here, both are told what is true of them."""
    with watched(browser) as watching:
        page = watching.page
        figure = watching.open(lab.at("figures/training"), figure="training")
        sentence, live = figure.locator("[data-sentence]"), figure.locator("[data-live]")
        held: list[Route] = []
        page.route("**/data/training-*-abs-4.js*", lambda route: held.append(route))
        figure.locator('[data-action="relu_wins"]').click()
        expect(live).to_contain_text("are being loaded")
        assert sentence.inner_text() == live.inner_text()
        assert len(held) == 2
        for route in held:
            route.continue_()
        expect(live).to_contain_text("At step 2\N{NARROW NO-BREAK SPACE}000 ReLU is ahead")
        expect(sentence).to_have_text(live.inner_text())
        watching.clean()


def test_runs_that_cannot_be_loaded_leave_the_others(browser: Browser, lab: Served) -> None:
    with watched(browser) as watching:
        figure = watching.open(lab.at("figures/training"), figure="training")
        before = figure.locator("[data-sentence]").inner_text()
        watching.page.route("**/data/training-weights-abs-4.js*", lambda route: route.abort())
        target = figure.locator('[data-control="target"]')
        target.select_option("abs")
        watching.page.wait_for_function("() => document.querySelector('[data-control=target]').value === 'sine'")
        figure.get_by_text("could not be loaded").first.wait_for()
        assert before in figure.locator("[data-sentence]").inner_text()
        watching.page.unroute("**/data/training-weights-abs-4.js*")
        target.select_option("abs")
        frames(watching.page, 6)
        watching.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
        assert figure.locator("[data-sentence]").inner_text() == training(target="abs").sentence
        watching.clean(allow=("training-weights-abs-4",))
