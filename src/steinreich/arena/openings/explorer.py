"""The opening explorer: statistics of the actions after an opening, merged by symmetry."""

from collections.abc import Sequence

from steinreich.arena.openings import EngineOpenings, engine_openings, played_variants
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.facts import ProvenFacts
from steinreich.records.reading import is_randomized
from steinreich.session.schema import records
from steinreich.session.views.frames import frame, last_turn, steps
from steinreich.session.views.games import board_view
from steinreich.session.views.records import OPENING_LENGTH


def explored(game: Game, line: Sequence[str], facts: ProvenFacts | None = None) -> records.Opening:
    """Return the position after a line, and statistics of its actions.

    Raise `IllegalMove` for an illegal line.  Games with a random set-up have no openings.
    """
    random_start = is_randomized(game)
    positions = [game.start(seed=0 if random_start else None)]
    for name in line:
        positions.append(positions[-1].play(name))
    end, engine = positions[-1], engine_openings(game)
    ends_here = random_start or end.is_over or len(line) >= OPENING_LENGTH
    done = steps(positions)
    return {
        "title": game.about.title,
        "variant": game.variant,
        "seats": list(game.about.players[: game.players]),
        "board": board_view(game),
        "frame": frame(end, last_turn(done, len(done))),
        "turn": None if end.is_over else end.player,
        "moves": [] if ends_here else moves_from(end, engine, facts or ProvenFacts()),
        "line": list(line),
        "player": engine.player,
        "nodes": engine.nodes,
        "games": engine.games,
        "variants": [{"game": one.id, "variant": one.variant} for one in played_variants(game)],
        "random_start": random_start,
    }


def moves_from(
    position: Position, engine: EngineOpenings, facts: ProvenFacts
) -> list[records.OpeningMove]:
    """Return all actions; of those that are equivalent by symmetry the first by name."""
    alike: dict[str, list[str]] = {}
    values: dict[str, int | None] = {}
    for name, action in sorted(position.actions_by_name().items()):
        after = position.after_legal(action)
        key = after.key
        alike.setdefault(key, []).append(name)
        values[key] = value_of(after, position.player, facts)
    moves: list[records.OpeningMove] = [
        {
            "action": names[0],
            "symmetric_count": len(names),
            "key": key,
            "engine": counts_for(engine.positions.get(key, []), position.player),
            "value": values[key],
        }
        for key, names in alike.items()
    ]
    return sorted(moves, key=lambda move: -move["engine"]["games"])


def counts_for(ends: list[int], player: int) -> records.OpeningCounts:
    """Return the results for a player; `ends` has the draws, then the wins of each player."""
    games = sum(ends)
    won = ends[player + 1] if ends else 0
    drawn = ends[0] if ends else 0
    return {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn}


def value_of(position: Position, player: int, facts: ProvenFacts) -> int | None:
    """Return the proven value of a position for a player, or None."""
    fact = facts.look_up(position)
    return None if fact is None else round(fact.values[player])
