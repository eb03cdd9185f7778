"""How strong players are: ratings of the Bradley-Terry model, in Elo, with their uncertainty.

The model: with strengths r, player i takes the share 1 / (1 + exp(r_j - r_i)) of the points
against player j.  A win is a point, a draw half a point for each.  The ratings are those under
which the points that were taken are most likely.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

ELO = 400 / log(10)  # points of Elo in a unit of strength
SURE = 1.959964  # standard deviations: 95 % lie within
PRIOR = 1.0  # drawn games
STEPS = 100
EXACT = 1e-9

Matrix = NDArray[Any]


class Rating(NamedTuple):
    """How strong a player is, relative to the mean of all or to an anchor."""

    name: str
    elo: float
    margin: float  # the true value lies within elo ± margin, with a chance of 95 %


class Share(NamedTuple):
    """A part of a whole, and where the true part lies with a chance of 95 %."""

    mean: float
    low: float
    high: float


def ratings(
    names: Sequence[str], points: Matrix, anchor: str | None = None, prior: float = PRIOR
) -> list[Rating]:
    """The rating of each player; `points[i, j]` are those that i took from j.

    The prior is a weak belief that all are alike: each player drew so many games more, spread
    over those whom it met.  So even who wins every game has a finite rating.  Margins follow from
    the Fisher information.  They count a draw like half a win and half a loss, which makes them
    a little too wide where many games are drawn.
    """
    taken = numpy.asarray(points, float)
    found, covariance = strengths(taken + believed(taken + taken.T, prior) / 2)
    reference = numpy.full(len(names), 1 / len(names))
    if anchor is not None:
        reference = numpy.array([float(name == anchor) for name in names])
    relative = numpy.eye(len(names)) - reference  # a strength less that of the reference
    spread = numpy.diag(relative @ covariance @ relative.T).clip(0)
    return [
        Rating(name, float(ELO * strength), float(ELO * SURE * sqrt(variance)))
        for name, strength, variance in zip(names, relative @ found, spread, strict=True)
    ]


def believed(games: Matrix, prior: float) -> Matrix:
    """The draws that the prior adds between each two players."""
    spread = prior * games / games.sum(axis=1).clip(1)
    return (spread + spread.T) / 2  # type: ignore[no-any-return]


def strengths(points: Matrix) -> tuple[Matrix, Matrix]:
    """The most likely strengths, with mean 0, and their covariance: by Newton's method."""
    found = numpy.zeros(len(points))
    for _ in range(STEPS):
        # 1. Where the likelihood rises, and how it is curved
        shares = share(found[:, None] - found)
        slope = (points - (points + points.T) * shares).sum(axis=1)
        information = curvature(points + points.T, shares)
        # 2. Go there, only half the way if that is too far; a common shift changes nothing,
        # so the information has no inverse, but a pseudo-inverse that shifts nothing
        covariance = numpy.linalg.pinv(information, hermitian=True)
        step = covariance @ slope
        while likelihood(points, found + step) < likelihood(points, found) - EXACT:
            step = step / 2
        found = found + step
        if abs(step).max() < EXACT:
            break
    return found, covariance


def share(difference: Matrix) -> Matrix:
    """The share of the points that so much more strength takes."""
    return 1 / (1 + numpy.exp(-difference))


def curvature(games: Matrix, shares: Matrix) -> Matrix:
    """The Fisher information: what the games tell about all strengths together."""
    between = games * shares * shares.T
    return numpy.diag(between.sum(axis=1)) - between  # type: ignore[no-any-return]


def likelihood(points: Matrix, found: Matrix) -> float:
    """The logarithm of how likely the points are."""
    return float((points * numpy.log(share(found[:, None] - found))).sum())


def interval(points: float, games: int) -> Share:
    """A share of points with Wilson's interval: sound for few games too, and for all or none."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    mean, weight = points / games, SURE**2 / games
    middle = (mean + weight / 2) / (1 + weight)
    half = SURE * sqrt(mean * (1 - mean) / games + weight / (4 * games)) / (1 + weight)
    return Share(mean, max(middle - half, 0.0), min(middle + half, 1.0))
