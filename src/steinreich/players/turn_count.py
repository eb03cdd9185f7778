"""How many turns a proven end takes: people count turns, searches count actions."""

from functools import lru_cache
from typing import Any

from steinreich.core.position import Position
from steinreich.rules.contract import ONGOING


@lru_cache(maxsize=1024)
def own_turns(position: Position, winner: int, actions: int) -> int | None:
    """The most turns that a player can begin within so many actions.

    A turn under way counts.  Where the length of turns depends on what is played, every turn is
    taken to be a single action.  None where the game cannot last so long.
    """
    rules, game = position.game.definition, position.game
    state: Any = position.state
    is_own = rules.player(state) == winner
    if game.players == 2 and rules.single_actions:
        return alternating(actions, is_own)
    turns = int(is_own)
    for _ in range(actions - 1):
        after = [rules.play(state, action) for action in game.legal_actions(state)]
        going_on = [one for one in after if rules.outcome(one) == ONGOING]
        if not going_on:
            return None
        due = {(rules.player(one), rules.starts_turn(one)) for one in going_on}
        if len(due) > 1:
            return alternating(actions, is_own) if game.players == 2 else None
        state = going_on[0]
        turns += due == {(winner, True)}
    return turns


def alternating(actions: int, is_own: bool) -> int:
    """The turns of one of two players who take turns of one action each."""
    return (actions + is_own) // 2
