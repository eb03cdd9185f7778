"""Learning of weights: features are counted correctly, and the fit converges."""

from pathlib import Path

import numpy as np
import pytest

from steinreich import load
from steinreich.players import tuning
from steinreich.players.knowledge.definition import UNITS, read_weights
from steinreich.players.tuning import Sampler, fit, format_weights, learn_weights, sample
from tests.conftest import random_game

WITH_WEIGHTS = pytest.mark.parametrize("name", ["inner_square", "tzaar", "vier3d"])


@WITH_WEIGHTS
def test_weighted_features_add_up_to_the_evaluation(name: str) -> None:
    heuristics, learned = tuning.get_learned_evaluation(name)
    weights = np.array(read_weights(str(learned.weights), max(learned.weight_indices) + 1))
    assert weights.any()
    sampler = Sampler(name, nodes=1, openings=2)
    turns = [p for p in random_game(load(name), 3)[1:-1] if p.starts_turn]
    for position in turns[::3]:
        features = sampler.features(position).astype(int)
        assert features @ weights == heuristics.evaluate(position.state)


def random_data(weights: "np.ndarray", count: int = 20_000) -> "tuple[np.ndarray, np.ndarray]":
    """Return random features, and results drawn with the probabilities by these weights."""
    rng = np.random.default_rng(1)
    rows = rng.integers(-3, 4, (count, len(weights))).astype(np.int8)
    results = rng.random(count) < 1 / (1 + np.exp(-(rows @ weights)))
    return rows, results.astype(np.float32)


def test_fit_recovers_the_weights_behind_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    true = np.array([1.5, -0.8, 0.3, 0.0])
    found = fit(*random_data(true))
    assert np.abs(found - true).max() < 0.1
    assert "20,000 positions, loss 0.3022" in capsys.readouterr().err


def test_no_nearby_weights_predict_better() -> None:
    rows, results = random_data(np.linspace(-1, 1, 40), 2_000)

    def loss(w: "np.ndarray") -> float:
        logits = rows @ w
        losses = np.logaddexp(0, logits) - results * logits
        return float(losses.mean() + tuning.L2_REGULARIZATION / 2 * (w @ w))

    found = fit(rows, results)
    assert loss(found) <= 0.15197  # the result of 400 steps of gradient descent
    for step in 0.02 * np.eye(40):
        assert loss(found) < min(loss(found + step), loss(found - step))


def test_weight_of_a_feature_that_never_occurs_stays_zero() -> None:
    rows = np.array([[1, 0], [-1, 0]] * 50, np.int8)
    results = np.array([1, 0] * 50, np.float32)
    found = fit(rows, results)
    assert found[0] > 1
    assert found[1] == 0


def test_weights_are_learned_from_sampled_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "GAMES_PER_TASK", 6)
    rows, results = sample(("vier3d", 50, 8, 0))
    _, learned_before = tuning.get_learned_evaluation("vier3d")
    assert rows.shape == (len(results), max(learned_before.weight_indices) + 1)
    assert len(rows) > 30
    assert set(results) <= {0.0, 0.5, 1.0}
    assert len(set(results)) > 1
    again, _ = sample(("vier3d", 50, 8, 0))
    assert (again == rows).all()
    weights = learn_weights([(rows, results), (rows[:0], results[:0])])
    assert len(weights) == rows.shape[1]
    assert any(weights)
    assert max(map(abs, weights)) <= 30_000


def test_tuning_writes_the_weights_beside_the_heuristics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heuristics, learned = tuning.get_learned_evaluation("vier3d")
    redirected = learned._replace(weights=tmp_path / "vier3d.weights")
    monkeypatch.setattr(
        tuning, "get_learned_evaluation", {"vier3d": (heuristics, redirected)}.__getitem__
    )
    tuning.run_round("vier3d", games=20, nodes=50, openings=8, workers=1, round=0)
    weights = read_weights(str(redirected.weights), max(learned.weight_indices) + 1)
    assert any(weights)
    assert [file.name for file in tmp_path.iterdir()] == ["vier3d.weights"]


def test_weights_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    weights = [number * UNITS - 3000 for number in range(50)]
    file.with_suffix(".weights").write_text(format_weights(weights))
    assert read_weights(str(file), 50) == weights
    assert max(map(len, format_weights(weights).splitlines())) <= 120


def test_rejects_a_file_with_the_wrong_number_of_weights(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    assert read_weights(str(file), 3) == [0, 0, 0]
    file.with_suffix(".weights").write_text("1 2\n-3 4\n")
    with pytest.raises(ValueError, match=r"game\.weights holds 4 weights, not 3"):
        read_weights(str(file), 3)


def test_rejects_a_game_without_weights() -> None:
    with pytest.raises(ValueError, match="six_in_line has no weights to learn"):
        Sampler("six_in_line", nodes=1, openings=2)


def test_reports_missing_scipy_before_any_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tuning", "vier3d"])
    monkeypatch.setattr(tuning, "find_spec", {"scipy": None}.__getitem__)
    with pytest.raises(SystemExit):
        tuning.main()
    assert "pip install 'steinreich[tuning]'" in capsys.readouterr().err
