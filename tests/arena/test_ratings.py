"""Ratings with known correct values."""

from math import log10, sqrt

import numpy
import pytest

from steinreich.arena.ratings import ELO, Rating, interval, ratings


def rate_two_players(won: float, lost: float, prior: float = 1.0) -> list[Rating]:
    return ratings("ab", numpy.array([[0, won], [lost, 0]]), prior=prior)


def test_three_quarters_of_the_points_are_191_elo() -> None:
    first, second = rate_two_players(75, 25, prior=0)
    assert first.elo - second.elo == pytest.approx(400 * log10(3), abs=1e-6)
    assert round(first.elo - second.elo) == 191
    assert first.elo == -second.elo


def test_prior_is_one_drawn_game() -> None:
    first, second = rate_two_players(75, 25)
    assert first.elo - second.elo == pytest.approx(400 * log10(75.5 / 25.5), abs=1e-6)


def test_winning_everything_gives_a_finite_rating() -> None:
    first, second = rate_two_players(10, 0)
    assert first.elo - second.elo == pytest.approx(400 * log10(10.5 / 0.5), abs=1e-6)
    assert 0 < first.margin < 1000
    assert rate_two_players(1_000_000, 0)[0].elo > rate_two_players(1000, 0)[0].elo > first.elo


def test_margin_is_binomial() -> None:
    """The standard error of a share p of n games, and its derivative in Elo, are known."""
    first = ratings("ab", numpy.array([[0, 750], [250, 0]]), anchor="b", prior=0)[0]
    error = sqrt(0.75 * 0.25 / 1000)
    slope = ELO / (0.75 * 0.25)
    assert first.margin == pytest.approx(1.96 * error * slope, rel=1e-3)


def test_margins_shrink_with_the_square_root_of_the_games() -> None:
    few_games, many_games = (
        rate_two_players(60, 40, prior=0)[0],
        rate_two_players(6000, 4000, prior=0)[0],
    )
    assert few_games.elo == pytest.approx(many_games.elo)
    assert few_games.margin == pytest.approx(10 * many_games.margin)


def test_equal_results_give_equal_ratings() -> None:
    points = 5.0 * (1 - numpy.eye(4))
    assert all(rating.elo == pytest.approx(0) for rating in ratings("abcd", points))
    assert len({round(rating.margin, 6) for rating in ratings("abcd", points)}) == 1


def test_cycle_gives_equal_ratings() -> None:
    circle = numpy.array([[0, 9, 1], [1, 0, 9], [9, 1, 0]])
    assert all(rating.elo == pytest.approx(0, abs=1e-6) for rating in ratings("abc", circle))


def test_order_of_players_is_irrelevant() -> None:
    points = numpy.array([[0, 7, 9], [3, 0, 6], [1, 4, 0]])
    permutation = [2, 0, 1]
    original = {rating.name: rating for rating in ratings("abc", points)}
    permuted = {
        rating.name: rating
        for rating in ratings("cab", points[numpy.ix_(permutation, permutation)])
    }
    for name, rating in original.items():
        assert rating.elo == pytest.approx(permuted[name].elo)
        assert rating.margin == pytest.approx(permuted[name].margin)


def test_ratings_in_a_ladder_add_up() -> None:
    """Adjacent players score three quarters each: the ends are twice 191 apart."""
    points = numpy.array([[0, 75, 0], [25, 0, 75], [0, 25, 0]])
    best, middle, last = ratings("abc", points, prior=0)
    assert best.elo - last.elo == pytest.approx(2 * 400 * log10(3), abs=1e-6)
    assert middle.elo == pytest.approx(0, abs=1e-6)
    assert middle.margin < best.margin


def test_anchor_has_rating_zero() -> None:
    points = numpy.array([[0, 7, 9], [3, 0, 6], [1, 4, 0]])
    mean = ratings("abc", points)
    anchored = ratings("abc", points, anchor="b")
    assert sum(rating.elo for rating in mean) == pytest.approx(0, abs=1e-9)
    assert anchored[1].elo == anchored[1].margin == 0
    for first, second in zip(mean, anchored, strict=True):
        assert first.elo - mean[1].elo == pytest.approx(second.elo)


def test_rates_players_that_are_not_connected_by_games() -> None:
    points = numpy.zeros((4, 4))
    points[0, 1] = points[2, 3] = 3
    found = ratings("abcd", points)
    assert found[0].elo == pytest.approx(found[2].elo) == pytest.approx(-found[1].elo)


def test_ratings_recover_true_strengths() -> None:
    """About 95 % of the ratings lie within their margins of the true strength."""
    true = numpy.array([-400.0, -150, 0, 150, 400])
    rng = numpy.random.default_rng(1)
    expected = 1 / (1 + numpy.exp((true - true[:, None]) / ELO))
    within_margin = 0
    for _ in range(60):
        points = numpy.tril(rng.binomial(30, expected), -1)
        points += numpy.tril(30 - points, -1).T
        for rating, elo in zip(ratings("abcde", points), true, strict=True):
            within_margin += abs(rating.elo - elo) <= rating.margin
    assert 0.9 <= within_margin / 300 <= 0.99  # 60 tournaments of five players


def test_confidence_intervals() -> None:
    assert interval(0, 0) == (0, 0, 1)
    assert interval(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert interval(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
