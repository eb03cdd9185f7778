"""The moves of a position, and what is proven of each."""

from steinreich.core.position import Position
from steinreich.engines.study.opinions import end_data, verdict_data
from steinreich.players import player
from steinreich.players.solved_openings import certain_outcomes
from steinreich.session.schema.openings import OpeningCounts
from steinreich.session.schema.study import ExploredMessage, ExploredMove, Verdict

NO_GAMES: OpeningCounts = {"games": 0, "won": 0, "drawn": 0, "lost": 0}


def explored(position: Position, n: int) -> ExploredMessage:
    """What is proven of a position and of its moves, without counts of games.

    Of moves that are the same on a turned or mirrored board the first by name stands for all.
    """
    moves: dict[str, ExploredMove] = {}
    for name, action in sorted(position.named().items()):
        after = position.after_legal(action)
        key = after.key
        if key in moves:
            moves[key]["alike"].append(name)
            continue
        moves[key] = {
            "action": name,
            "alike": [],
            "key": key,
            "engine": NO_GAMES,
            "verdict": proven(after),
        }
    return {
        "type": "explored",
        "n": n,
        "turn": None if position.is_over else position.player,
        "verdict": proven(position),
        "moves": list(moves.values()),
        "player": "",
        "games": 0,
    }


def proven(position: Position) -> Verdict | None:
    """The proven verdict on a position, if it is known."""
    if position.is_over:
        return end_data(position)
    outcome = certain_outcomes(position.game).get(str(position))
    if outcome is None:
        return None
    return {**verdict_data(player.certain(outcome, position.game.players)), "stored": True}
