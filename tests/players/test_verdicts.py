"""Proven verdicts are correct wherever a search was interrupted."""

import pytest

from steinreich import load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
from steinreich.rules.contract import ONGOING
from tests.conftest import mark_matrix
from tests.players.verdicts import EARLIEST, compare

POSITIONS = 380  # of each game; each is searched about five times
FEWER = {"tzaar": 60, "six_in_line": 40, "inner_square": 40}  # where the exact value takes long
SHARE = 10  # `make test` checks one of this many
CASES = mark_matrix(
    [*((id, SHARE) for id in EARLIEST), *((id, 1) for id in EARLIEST)], keep=len(EARLIEST)
)


@pytest.mark.parametrize(
    ("id", "position", "nodes"),
    [
        ("vier3d", "br/bb/br/rr/brr/b/rb/rbr/bb/bb/r/b/rb/rr/rr/b r", 5_000_000),
        ("six_in_line", "1o1o2/1o1oo1/o3o1/o2ooo/ooo1o1/oo1o2 2 2-2 s", 300_000),
    ],
)
@pytest.mark.parametrize("lines", [1, 3])
def test_win_is_not_reported_as_loss(id: str, position: str, nodes: int, lines: int) -> None:
    """The nodes end just after the seemingly best action was refuted, before others were
    searched.
    """
    place = load(id).position(position)
    result = Engine(place.game).think(place, Limit(nodes=nodes), lines=lines)
    assert result.verdict.outcome in (ONGOING, place.player)


@pytest.mark.parametrize(("id", "share"), CASES)
def test_proven_verdicts_are_true(id: str, share: int) -> None:
    positions = FEWER.get(load(id).name, POSITIONS) // share
    asked = compare(id, positions)
    assert asked.wrong == []
    assert sum(asked.claims.values()) > positions  # or there was nothing to compare
