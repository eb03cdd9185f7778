"""The moves of a position, and what is proven of each."""

from steinreich.core.position import Position
from steinreich.engines.study.opinions import verdict_data
from steinreich.players.facts import ProvenFacts
from steinreich.players.player import certain
from steinreich.session.schema.openings import OpeningCounts
from steinreich.session.schema.study import ExploredMessage, ExploredMove, Verdict

NO_GAMES: OpeningCounts = {"games": 0, "won": 0, "drawn": 0, "lost": 0}


def explored(facts: ProvenFacts, position: Position, n: int) -> ExploredMessage:
    """What is proven of a position and of its moves, without counts of games.

    Of moves that are the same on a turned or mirrored board the first by name stands for all.
    """
    verdict, moves = proven(facts, position), dict[str, ExploredMove]()
    is_lost = verdict is not None and verdict["values"][position.player] == -1
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
            "verdict": proven(facts, after) or (without_turns(verdict) if is_lost else None),
        }
    return {
        "type": "explored",
        "n": n,
        "turn": None if position.is_over else position.player,
        "verdict": verdict,
        "moves": list(moves.values()),
        "player": "",
        "games": 0,
    }


def without_turns(verdict: Verdict | None) -> Verdict | None:
    """The same outcome, which another action may put off."""
    return verdict and {**verdict, "turns": None}


def proven(facts: ProvenFacts, position: Position) -> Verdict | None:
    """The proven verdict on a position, if it is known."""
    fact = facts.look_up(position)
    if fact is None:
        return None
    verdict = certain(fact.outcome, position.game.players, fact.turns)
    return verdict_data(verdict, is_stored=not position.is_over)
