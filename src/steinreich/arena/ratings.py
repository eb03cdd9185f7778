"""Ratings of players by the Bradley-Terry model, in Elo, with confidence intervals.

In the model, player i of strength r_i takes the share 1 / (1 + exp(r_j - r_i)) of the points
against player j.  A win is one point, a draw half a point for each.  The ratings maximize the
likelihood of the results.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

ELO = 400 / log(10)  # Elo points per unit of strength
Z_95_PERCENT = 1.959964  # standard deviations of a 95 % interval
DEFAULT_PRIOR_DRAWS = 1.0
MAX_ITERATIONS = 100
TOLERANCE = 1e-9

Matrix = NDArray[Any]


class Rating(NamedTuple):
    """The rating of a player, relative to the mean of all players or to an anchor."""

    name: str  #: of the player
    elo: float  #: points above the mean, or above the anchor
    margin: float  #: half of the 95 % confidence interval


class Share(NamedTuple):
    """A proportion with its 95 % confidence interval."""

    mean: float  #: the observed proportion
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval


def ratings(
    names: Sequence[str],
    points: Matrix,
    anchor: str | None = None,
    prior: float = DEFAULT_PRIOR_DRAWS,
) -> list[Rating]:
    """Return the rating of each player; `points[i, j]` are those of i against j.

    The prior adds `prior` drawn games to each player, spread over its opponents, so that even a
    player that wins every game has a finite rating.  Margins follow from the Fisher information.
    They count a draw like half a win and half a loss, which makes them slightly too wide if many
    games are drawn.
    """
    point_matrix = numpy.asarray(points, float)
    strength, covariance = strengths(
        point_matrix + prior_games(point_matrix + point_matrix.T, prior) / 2
    )
    reference = numpy.full(len(names), 1 / len(names))
    if anchor is not None:
        reference = numpy.array([float(name == anchor) for name in names])
    # The matrix that maps strengths to strengths relative to the reference
    to_relative = numpy.eye(len(names)) - reference
    variances = numpy.diag(to_relative @ covariance @ to_relative.T).clip(0)
    return [
        Rating(name, float(ELO * relative), float(ELO * Z_95_PERCENT * sqrt(variance)))
        for name, relative, variance in zip(names, to_relative @ strength, variances, strict=True)
    ]


def prior_games(games: Matrix, prior: float) -> Matrix:
    """Return the number of draws that the prior adds between each two players."""
    spread = prior * games / games.sum(axis=1).clip(1)
    return (spread + spread.T) / 2  # type: ignore[no-any-return]


def strengths(points: Matrix) -> tuple[Matrix, Matrix]:
    """Return the maximum-likelihood strengths, with mean 0, and their covariance."""
    strength = numpy.zeros(len(points))
    for _ in range(MAX_ITERATIONS):
        # 1. Gradient and curvature of the likelihood
        shares = share(strength[:, None] - strength)
        gradient = (points - (points + points.T) * shares).sum(axis=1)
        information = curvature(points + points.T, shares)
        # 2. A Newton step, halved until the likelihood does not fall.  A common shift changes
        # nothing, so the information is singular: the pseudo-inverse keeps the mean.
        covariance = numpy.linalg.pinv(information, hermitian=True)
        step = covariance @ gradient
        while likelihood(points, strength + step) < likelihood(points, strength) - TOLERANCE:
            step = step / 2
        strength = strength + step
        if abs(step).max() < TOLERANCE:
            break
    return strength, covariance


def share(difference: Matrix) -> Matrix:
    """Return the expected share of the points for a difference in strength."""
    return 1 / (1 + numpy.exp(-difference))


def curvature(games: Matrix, shares: Matrix) -> Matrix:
    """Return the Fisher information matrix of the strengths."""
    pair_information = games * shares * shares.T
    return numpy.diag(pair_information.sum(axis=1)) - pair_information  # type: ignore[no-any-return]


def likelihood(points: Matrix, strength: Matrix) -> float:
    """Return the log-likelihood of the points."""
    return float((points * numpy.log(share(strength[:, None] - strength))).sum())


def interval(points: float, games: int) -> Share:
    """Return a share of points with Wilson's interval, which is valid for few games, too."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    mean, weight = points / games, Z_95_PERCENT**2 / games
    center = (mean + weight / 2) / (1 + weight)
    half_width = (
        Z_95_PERCENT * sqrt(mean * (1 - mean) / games + weight / (4 * games)) / (1 + weight)
    )
    return Share(mean, max(center - half_width, 0.0), min(center + half_width, 1.0))
