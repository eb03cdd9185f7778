"""The opening explorer: statistics of the actions after a line, merged by symmetry."""

from collections.abc import Sequence

from steinreich.arena.openings import EngineOpenings, engine_openings, find_variants_with_statistics
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.facts import ProvenFacts
from steinreich.records.reading import has_random_setup
from steinreich.session.schema import records
from steinreich.session.views.frames import get_last_turn, get_steps, make_frame
from steinreich.session.views.games import board_view
from steinreich.session.views.records import OPENING_LENGTH


def explore_opening(
    game: Game, line: Sequence[str], facts: ProvenFacts | None = None
) -> records.Opening:
    """Return the position after a line of actions, and statistics of the actions that follow.

    Raise `IllegalMove` for an illegal line.  Games with a random set-up have no statistics.
    """
    random_start = has_random_setup(game)
    positions = [game.start(seed=0 if random_start else None)]
    for name in line:
        positions.append(positions[-1].play(name))
    last_position, engine = positions[-1], engine_openings(game)
    ends_here = random_start or last_position.is_over or len(line) >= OPENING_LENGTH
    done = get_steps(positions)
    return {
        "title": game.about.title,
        "variant": game.variant,
        "seats": list(game.about.players[: game.players]),
        "board": board_view(game),
        "frame": make_frame(last_position, get_last_turn(done, len(done))),
        "turn": None if last_position.is_over else last_position.player,
        "moves": [] if ends_here else list_moves(last_position, engine, facts or ProvenFacts()),
        "line": list(line),
        "player": engine.player,
        "nodes": engine.nodes,
        "games": engine.games,
        "variants": [
            {"game": variant.id, "variant": variant.variant}
            for variant in find_variants_with_statistics(game)
        ],
        "random_start": random_start,
    }


def list_moves(
    position: Position, engine: EngineOpenings, facts: ProvenFacts
) -> list[records.OpeningMove]:
    """Return statistics of all actions, with one entry for actions equivalent by symmetry."""
    equivalent_names: dict[str, list[str]] = {}
    values: dict[str, int | None] = {}
    for name, action in sorted(position.actions_by_name().items()):
        after = position.after_legal(action)
        key = after.key
        equivalent_names.setdefault(key, []).append(name)
        values[key] = find_proven_value(after, position.player, facts)
    moves: list[records.OpeningMove] = [
        {
            "action": names[0],
            "symmetric_count": len(names),
            "key": key,
            "engine": count_results(engine.positions.get(key, []), position.player),
            "value": values[key],
        }
        for key, names in equivalent_names.items()
    ]
    return sorted(moves, key=lambda move: -move["engine"]["games"])


def count_results(result_counts: list[int], player: int) -> records.OpeningCounts:
    """Return the results from the view of a player; `result_counts` are draws, then wins."""
    games = sum(result_counts)
    won = result_counts[player + 1] if result_counts else 0
    drawn = result_counts[0] if result_counts else 0
    return {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn}


def find_proven_value(position: Position, player: int, facts: ProvenFacts) -> int | None:
    """Return the proven value of a position for a player, or None."""
    fact = facts.look_up(position)
    return None if fact is None else round(fact.values[player])
