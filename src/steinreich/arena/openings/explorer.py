"""What can follow the first actions of a game: each action once, however the board is turned."""

from collections.abc import Sequence

from steinreich.arena.openings import EngineOpenings, engine_openings, played_variants
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.facts import ProvenFacts
from steinreich.records.reading import set_up_by_chance
from steinreich.rules.contract import DRAW
from steinreich.session.schema import openings
from steinreich.session.views.frames import frame, last_turn, said, steps
from steinreich.session.views.games import board_view
from steinreich.session.views.records import OPENING_LENGTH


def explored(game: Game, line: Sequence[str], facts: ProvenFacts | None = None) -> openings.Opening:
    """The position after a line, and what can be played there; `IllegalMove` tells of a line that
    cannot be played.  Where chance sets up the board there are no openings."""
    chance = set_up_by_chance(game)
    positions = [game.start(seed=0 if chance else None)]
    for name in line:
        positions.append(positions[-1].play(name))
    end, engine = positions[-1], engine_openings(game)
    ends_here = chance or end.is_over or len(line) >= OPENING_LENGTH
    done = steps(positions)
    return {
        "title": said(game.about.title),
        "variant": said(game.variant),
        "seats": [said(seat) for seat in game.about.players[: game.players]],
        "board": board_view(game),
        "frame": frame(end, last_turn(done, len(done))),
        "turn": None if end.is_over else end.player,
        "moves": [] if ends_here else moves_from(end, engine, facts or ProvenFacts()),
        "line": list(line),
        "player": engine.player,
        "nodes": engine.nodes,
        "games": engine.games,
        "variants": [
            {"game": one.id, "variant": said(one.variant)} for one in played_variants(game)
        ],
        "chance": chance,
    }


def moves_from(
    position: Position, engine: EngineOpenings, facts: ProvenFacts
) -> list[openings.OpeningMove]:
    """All actions; of those that are the same on a turned or mirrored board the first by name."""
    alike: dict[str, list[str]] = {}
    values: dict[str, int | None] = {}
    for name, action in sorted(position.named().items()):
        after = position.after_legal(action)
        key = after.key
        alike.setdefault(key, []).append(name)
        values[key] = value_of(after, position.player, facts)
    moves: list[openings.OpeningMove] = [
        {
            "action": names[0],
            "alike": len(names),
            "key": key,
            "engine": counts_for(engine.positions.get(key, []), position.player),
            "value": values[key],
        }
        for key, names in alike.items()
    ]
    return sorted(moves, key=lambda move: -move["engine"]["games"])


def counts_for(ends: list[int], player: int) -> openings.OpeningCounts:
    """How games ended for a player: `ends` has the draws, then the wins of each."""
    games = sum(ends)
    won = ends[player + 1] if ends else 0
    drawn = ends[0] if ends else 0
    return {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn}


def value_of(position: Position, player: int, facts: ProvenFacts) -> int | None:
    """What a position is worth to a player when all play as well as can be, if that is proven."""
    fact = facts.look_up(position)
    if fact is None:
        return None
    return 0 if fact.outcome == DRAW else 1 if fact.outcome == player else -1
