"""Training from nothing, its checkpoints, and what a network learns."""

from __future__ import annotations

import numpy as np
import pytest

from twohalls.bots import weights
from twohalls.bots.mind import lead_from, mind_of
from twohalls.bots.search import CALM
from twohalls.bots.selfplay import Plan, Sample, hindsight, rehearse
from twohalls.bots.train import Network, softmax, train
from twohalls.games import find_game
from twohalls.kernel.errors import Malformed


def test_a_network_learns_who_wins():
    source = np.random.default_rng(1)
    seen = source.normal(size=(100, 3, 5)).astype(np.float32)
    won = np.eye(3, dtype=np.float32)[(seen[..., 0] - seen[..., 1]).argmax(1)]
    sample = Sample(seen, won)
    network = Network(5, seed=1)
    before = network.loss(sample)
    for _ in range(400):
        network.learn(sample, 3e-3)
    assert network.loss(sample) < 0.3 * before


def test_chances_add_up():
    chances = softmax(np.array([[1.0, 2.0, 3.0]], np.float32))
    assert chances.sum() == pytest.approx(1)


def test_opinions_too_sure_of_themselves_are_divided():
    seen = np.random.default_rng(1).normal(size=(100, 3, 5)).astype(np.float32)
    network = Network(5, seed=1)
    came = Sample(seen, softmax(network.forward(seen)[-1][..., 0]))
    network.layers[-1] *= 1.2
    assert network.temper([came]) == 1.2
    assert softmax(network.forward(seen)[-1][..., 0]) == pytest.approx(came.won, abs=1e-5)


def test_a_wider_network_begins_with_what_a_narrower_one_knew():
    seen = np.random.default_rng(1).normal(size=(100, 3, 5)).astype(np.float32)
    narrow = Network(5, seed=1)
    for layer in narrow.layers:
        layer += np.random.default_rng(2).normal(size=layer.shape)
    begun = lead_from(mind(), {**mind().by_hand._asdict(), **narrow.arrays()})
    wider = Network(5, seed=3, begun=begun, hidden=(60, 30))
    assert wider.layers[1].shape == (61, 30)
    assert wider.forward(seen)[-1] == pytest.approx(narrow.forward(seen)[-1], rel=1e-4, abs=1e-3)


def test_hindsight_mixes_what_came_soon_and_what_came_in_the_end():
    worth = hindsight([[0.8, 0.2], [0.4, 0.6]], [1.0, 0.0], trust=0.5)
    assert worth.tolist() == pytest.approx(np.array([[0.75, 0.25], [0.7, 0.3], [1.0, 0.0]]))


def test_who_learns_from_the_middle_of_a_turn_values_it_from_then_on(tmp_path):
    plan = Plan(
        "pushcart", games=3, generations=1, epochs=1, match=1, ended=2, half_way=0.5, hidden=(8, 4)
    )
    file = train(plan, tmp_path, cores=1)
    arrays = weights.load("pushcart", file)
    assert arrays["net2"].shape == (9, 4)
    assert 0.0 < lead_from(mind(), arrays).knobs[CALM] < 1.0
    assert train(plan, tmp_path, cores=1) == file


def test_a_training_goes_on_where_it_stopped(tmp_path):
    plan = Plan("pushcart", games=3, generations=1, epochs=1, match=1, ended=2)
    first = train(plan, tmp_path, cores=1)
    made = first.stat().st_mtime_ns
    heard = []
    more = Plan("pushcart", games=3, generations=2, epochs=1, match=1, ended=2)
    last = train(more, tmp_path, 1, lambda what, done, of: heard.append(what))
    assert first.stat().st_mtime_ns == made
    assert set(heard) == {"Generation 2"}
    assert weights.load("pushcart", last)
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    with pytest.raises(Malformed, match="another training"):
        train(Plan("pushcart", games=4), tmp_path, cores=1)


def test_games_by_search_teach_as_well_and_go_on_from_what_is_known(tmp_path):
    by_steps = Plan("pushcart", games=3, generations=1, epochs=1, match=1, ended=2)
    known = weights.load("pushcart", train(by_steps, tmp_path / "steps", cores=1))
    network = Network(len(known["net1"]) - 1, seed=1, begun=lead_from(mind(), known))
    assert all(np.allclose(network.arrays()[layer], known[layer]) for layer in weights.LAYERS)
    plan = Plan("pushcart", games=3, generations=1, epochs=1, match=1, ended=2, simulations=16)
    assert weights.load("pushcart", train(plan, tmp_path / "search", cores=1))
    sample = rehearse(plan, 2, "1", mind().by_hand).sample(plan)
    assert sample.won.sum(1) == pytest.approx(np.ones(len(sample.won)), abs=1e-5)


def mind():
    return mind_of(find_game("pushcart"))
