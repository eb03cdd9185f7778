"""Every game fulfils the contract, with every option."""

import pytest

from steinreich import IllegalMove, Position, load
from steinreich.core.checking import MACHINE_CODE_CHECKS, PLAIN_CHECKS
from steinreich.core.checking.trial import Trial
from tests.conftest import ALL_IDS, is_plain, mark_variants


def group_by_game(id: str) -> object:
    """Group cases that compile the same game in the same process."""
    group = pytest.mark.xdist_group(id.partition("(")[0])
    return pytest.param(id, marks=[group] if is_plain(id) else [group, pytest.mark.matrix])


@pytest.mark.parametrize("id", mark_variants(ALL_IDS))
def test_every_game_fulfils_the_contract(id: str) -> None:
    """The checks of `steinreich check`, and their consequences for players."""
    game = load(id)
    assert load(game.id) == game
    trial = Trial(game)
    for check in PLAIN_CHECKS:
        check(trial)
    *live, last = (moment.position for moment in trial.positions(1))
    for position in live:
        assert position.legal_moves() == sorted(position.actions_by_name())
        assert position.returns == (0,) * game.players
        assert position.ending is None
    check_ending(last)


def check_ending(position: Position) -> None:
    assert position.is_over
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("a1")
    returns = sorted(position.returns)
    assert len(returns) == position.game.players
    losers = [-1] * (len(returns) - 1)
    assert returns in ([*losers, 1], [0] * len(returns), [-1])


@pytest.mark.parametrize("id", [group_by_game(id) for id in ALL_IDS])
def test_machine_code_agrees_with_plain_python(id: str) -> None:
    trial = Trial(load(id))
    for check in MACHINE_CODE_CHECKS:
        check(trial)
