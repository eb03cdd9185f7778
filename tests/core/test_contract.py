"""The contract that every game keeps, with every option."""

from collections.abc import Iterable

import pytest

from steinreich import IllegalMove, Position, load
from steinreich.core.checking import MACHINE_CODE_CHECKS, PLAIN_CHECKS
from steinreich.core.checking.trial import Trial
from tests.conftest import ALL_IDS


def by_game(ids: Iterable[str]) -> list[object]:
    """Cases that compile the same game run in the same process."""
    return [pytest.param(id, marks=pytest.mark.xdist_group(id.partition("(")[0])) for id in ids]


@pytest.mark.parametrize("id", ALL_IDS)
def test_every_game_keeps_the_contract(id: str) -> None:
    """What `steinreich check` asks of a game; and what it then means to whoever plays it."""
    game = load(id)
    assert load(game.id) == game
    trial = Trial(game)
    for check in PLAIN_CHECKS:
        check(trial)
    *live, last = (moment.position for moment in trial.line(1))
    for position in live:
        assert position.legal_moves() == sorted(position.named())
        assert position.returns == (0,) * game.players
        assert position.ending is None
    look_at_the_end(last)


def look_at_the_end(position: Position) -> None:
    assert position.is_over
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("a1")
    returns = sorted(position.returns)
    assert len(returns) == position.game.players
    losers = [-1] * (len(returns) - 1)
    assert returns in ([*losers, 1], [0] * len(returns), [-1])


@pytest.mark.parametrize("id", by_game(ALL_IDS))
def test_machine_code_does_the_same(id: str) -> None:
    trial = Trial(load(id))
    for check in MACHINE_CODE_CHECKS:
        check(trial)
