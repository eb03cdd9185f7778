"""Proven verdicts are correct wherever a search was interrupted."""

import pytest

from steinreich import load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
from steinreich.rules.contract import ONGOING
from tests.conftest import mark_matrix
from tests.players.verdicts import ENDGAME_ACTIONS, compare

DEFAULT_POSITIONS = 380  # of each game; each is searched about five times
POSITIONS = {"tzaar": 60, "six_in_line": 40, "inner_square": 40}  # where the exact value takes long
DIVISOR = 10  # `make test` checks this fraction of the positions
CASES = mark_matrix(
    [*((id, DIVISOR) for id in ENDGAME_ACTIONS), *((id, 1) for id in ENDGAME_ACTIONS)],
    keep=len(ENDGAME_ACTIONS),
)


@pytest.mark.parametrize(
    ("id", "text", "nodes"),
    [
        ("vier3d", "br/bb/br/rr/brr/b/rb/rbr/bb/bb/r/b/rb/rr/rr/b r", 5_000_000),
        ("six_in_line", "1o1o2/1o1oo1/o3o1/o2ooo/ooo1o1/oo1o2 2 2-2 s", 300_000),
    ],
)
@pytest.mark.parametrize("lines", [1, 3])
def test_win_is_not_reported_as_loss(id: str, text: str, nodes: int, lines: int) -> None:
    """The budget ends just after the apparently best action has been refuted, before others have
    been searched.
    """
    start = load(id).position(text)
    result = Engine(start.game).think(start, Limit(nodes=nodes), lines=lines)
    assert result.verdict.outcome in (ONGOING, start.player)


@pytest.mark.parametrize(("id", "divisor"), CASES)
def test_proven_verdicts_are_true(id: str, divisor: int) -> None:
    positions = POSITIONS.get(load(id).name, DEFAULT_POSITIONS) // divisor
    claims = compare(id, positions)
    assert claims.false_claims == []
    assert sum(claims.counts.values()) > positions  # so that there was something to compare
