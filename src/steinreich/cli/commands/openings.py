"""`steinreich openings`: let the engine play, and count what its games began with."""

import json
import re
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from steinreich.cli.commands.arena import MAX_GAMES, MAX_WORKERS, watched
from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_game,
    add_seed,
    file_name,
    read_text,
    whole_number,
    write_text,
)
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.core.game import load

EXAMPLES = """\
steinreich openings vier3d --games 200 --records games.jsonl --out counts.json
steinreich openings "chain_reaxis(size=8x8)" --player level9 --nodes 150000 --seed 7"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("count the openings of games that the computer plays")
    parser = commands.add("openings", run, about, EXAMPLES)
    add_game(parser)
    add_self_play(parser, "level8", 25_000, say("FILE"))
    parser.options.add_argument(
        "--out",
        metavar=say("FILE"),
        type=file_name(say),
        default=STANDARD_STREAM,
        help=say("where the counts go, beside those of other options (-)"),
    )


def add_self_play(parser: Parser, player: str, nodes: int, records: str) -> None:
    """The switches that say which games a player plays against itself, and where they are kept."""
    say = parser.say
    parser.options.add_argument(
        "--player",
        metavar=say("PLAYER"),
        default=player,
        help=say("who plays against itself ({player})", player=player),
    )
    parser.options.add_argument(
        "--games",
        metavar="N",
        type=whole_number(say, 1, MAX_GAMES),
        default=40,
        help=say("how many games (40)"),
    )
    add_nodes(parser, nodes)
    add_seed(parser, say("other games"))
    parser.options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(say, 1, MAX_WORKERS),
        default=1,
        help=say("games at a time; more than 1 are not always the same (1)"),
    )
    parser.options.add_argument(
        "--records",
        metavar=records,
        type=file_name(say),
        help=say("keep the records; go on if there are any"),
    )


def add_nodes(parser: Parser, nodes: int) -> None:
    """The switch that says how far a player looks."""
    parser.options.add_argument(
        "--nodes",
        metavar="N",
        type=whole_number(parser.say, 1),
        default=nodes,
        help=parser.say("positions to examine per action ({nodes})", nodes=nodes),
    )


def run(args: Namespace) -> int:
    from steinreich.arena.openings import counted, opening_match
    from steinreich.arena.plan import encounters
    from steinreich.arena.running import play_games
    from steinreich.records.reading import is_randomized

    game, seed = load(args.game), args.seed or 0
    if is_randomized(game):
        message = args.say("chance sets up {}: it has no openings")
        raise UsageError(message.format(game.id))
    match = opening_match(game, args.player, args.games, args.nodes, seed)
    encounters(match)  # complains before anything is played
    with closing(play_games(match, args.records, args.workers)) as games:
        records = list(watched(games, match))
    found = counted(args.player, args.nodes, seed, records)
    write_text(args.out, written({**others(args.out), game.id: found._asdict()}))
    return 0


def others(name: str) -> dict[str, Any]:
    """Return what a file says of the same game with other options."""
    if name == STANDARD_STREAM or not Path(name).exists():
        return {}
    known: dict[str, Any] = json.loads(read_text(name))
    return known


def written(counts: dict[str, Any]) -> str:
    """Return the counts as JSON, one position a line: so changes can be read."""
    text = json.dumps(counts, indent=1, sort_keys=True)
    return re.sub(r"\[[\d\s,]*\]", lambda list: " ".join(list[0].split()), text) + "\n"
