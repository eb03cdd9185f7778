"""A proven verdict is a proof, wherever a search was interrupted."""

import pytest

from steinreich import load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
from steinreich.rules.contract import ONGOING
from tests.players.verdicts import EARLIEST, compare

POSITIONS = 380  # of each game; each is asked about five times
FEWER = {"tzaar": 60, "six_in_line": 40, "inner_square": 40}  # where the truth is long in coming


@pytest.mark.parametrize(
    ("id", "position", "nodes"),
    [
        ("vier3d", "br/bb/br/rr/brr/b/rb/rbr/bb/bb/r/b/rb/rr/rr/b r", 5_000_000),
        ("six_in_line", "1o1o2/1o1oo1/o3o1/o2ooo/ooo1o1/oo1o2 2 2-2 s", 300_000),
    ],
)
@pytest.mark.parametrize("lines", [1, 3])
def test_a_win_is_not_called_a_loss(id: str, position: str, nodes: int, lines: int) -> None:
    """The nodes end just after the action that seemed best was refuted, before the others were
    looked at."""
    place = load(id).position(position)
    opinion = Engine(place.game).think(place, Limit(nodes=nodes), lines=lines)
    assert opinion.verdict.outcome in (ONGOING, place.player)


@pytest.mark.parametrize("id", EARLIEST)
def test_what_is_called_certain_is_true(id: str) -> None:
    positions = FEWER.get(load(id).name, POSITIONS)
    asked = compare(id, positions)
    assert asked.wrong == []
    assert sum(asked.claims.values()) > positions  # or there was nothing to compare
