"""Ratings with known correct values."""

from math import log10, sqrt

import numpy
import pytest

from steinreich.arena.ratings import ELO, Rating, interval, ratings


def two(won: float, lost: float, prior: float = 1.0) -> list[Rating]:
    return ratings("ab", numpy.array([[0, won], [lost, 0]]), prior=prior)


def test_three_quarters_of_the_points_are_191_elo() -> None:
    one, other = two(75, 25, prior=0)
    assert one.elo - other.elo == pytest.approx(400 * log10(3), abs=1e-6)
    assert round(one.elo - other.elo) == 191
    assert one.elo == -other.elo


def test_prior_is_one_drawn_game() -> None:
    one, other = two(75, 25)
    assert one.elo - other.elo == pytest.approx(400 * log10(75.5 / 25.5), abs=1e-6)


def test_winning_everything_gives_a_finite_rating() -> None:
    one, other = two(10, 0)
    assert one.elo - other.elo == pytest.approx(400 * log10(10.5 / 0.5), abs=1e-6)
    assert 0 < one.margin < 1000
    assert two(1_000_000, 0)[0].elo > two(1000, 0)[0].elo > one.elo


def test_margin_is_binomial() -> None:
    """The standard error of a share p of n games, and its derivative in Elo, are known."""
    one = ratings("ab", numpy.array([[0, 750], [250, 0]]), anchor="b", prior=0)[0]
    error = sqrt(0.75 * 0.25 / 1000)
    slope = ELO / (0.75 * 0.25)
    assert one.margin == pytest.approx(1.96 * error * slope, rel=1e-3)


def test_margins_shrink_with_the_square_root_of_the_games() -> None:
    few, many = two(60, 40, prior=0)[0], two(6000, 4000, prior=0)[0]
    assert few.elo == pytest.approx(many.elo)
    assert few.margin == pytest.approx(10 * many.margin)


def test_equal_results_give_equal_ratings() -> None:
    points = 5.0 * (1 - numpy.eye(4))
    assert all(one.elo == pytest.approx(0) for one in ratings("abcd", points))
    assert len({round(one.margin, 6) for one in ratings("abcd", points)}) == 1


def test_cycle_gives_equal_ratings() -> None:
    circle = numpy.array([[0, 9, 1], [1, 0, 9], [9, 1, 0]])
    assert all(one.elo == pytest.approx(0, abs=1e-6) for one in ratings("abc", circle))


def test_order_of_players_is_irrelevant() -> None:
    points = numpy.array([[0, 7, 9], [3, 0, 6], [1, 4, 0]])
    turned = [2, 0, 1]
    here = {one.name: one for one in ratings("abc", points)}
    there = {one.name: one for one in ratings("cab", points[numpy.ix_(turned, turned)])}
    for name, one in here.items():
        assert one.elo == pytest.approx(there[name].elo)
        assert one.margin == pytest.approx(there[name].margin)


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
    assert sum(one.elo for one in mean) == pytest.approx(0, abs=1e-9)
    assert anchored[1].elo == anchored[1].margin == 0
    for one, other in zip(mean, anchored, strict=True):
        assert one.elo - mean[1].elo == pytest.approx(other.elo)


def test_unconnected_players_are_reported() -> None:
    apart = numpy.zeros((4, 4))
    apart[0, 1] = apart[2, 3] = 3
    found = ratings("abcd", apart)
    assert found[0].elo == pytest.approx(found[2].elo) == pytest.approx(-found[1].elo)


def test_true_strengths_are_recovered() -> None:
    """They lie within their margins about as often as they should."""
    true = numpy.array([-400.0, -150, 0, 150, 400])
    dice = numpy.random.default_rng(1)
    expected = 1 / (1 + numpy.exp((true - true[:, None]) / ELO))
    within = 0
    for _ in range(60):
        points = numpy.tril(dice.binomial(30, expected), -1)
        points += numpy.tril(30 - points, -1).T
        for one, elo in zip(ratings("abcde", points), true, strict=True):
            within += abs(one.elo - elo) <= one.margin
    assert 0.9 <= within / 300 <= 0.99


def test_confidence_intervals() -> None:
    assert interval(0, 0) == (0, 0, 1)
    assert interval(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert interval(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
