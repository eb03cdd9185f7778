"""`steinreich openings`: count the openings of games that an engine plays against itself."""

import json
import re
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from steinreich.cli.commands.arena import MAX_GAMES, MAX_WORKERS, track_games
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
    translate = commands.translate
    about = translate("count the openings in games of the computer against itself")
    parser = commands.add("openings", run, about, EXAMPLES)
    add_game(parser)
    add_self_play(parser, "level8", 25_000, translate("FILE"))
    parser.options.add_argument(
        "--out",
        metavar=translate("FILE"),
        type=file_name(translate),
        default=STANDARD_STREAM,
        help=translate(
            "write the counts; those of other variants in the file are kept (default: -)"
        ),
    )


def add_self_play(parser: Parser, player: str, nodes: int, records: str) -> None:
    """Add the options of self-play: player, number of games, and where to save the records.

    `player` and `nodes` are default values; `records` is the metavar of `--records` in the help.
    """
    translate = parser.translate
    parser.options.add_argument(
        "--player",
        metavar=translate("PLAYER"),
        default=player,
        help=translate("player that plays against itself (default: {player})", player=player),
    )
    parser.options.add_argument(
        "--games",
        metavar="N",
        type=whole_number(translate, 1, MAX_GAMES),
        default=40,
        help=translate("number of games (default: 40)"),
    )
    add_nodes(parser, nodes)
    add_seed(parser, translate("random seed"))
    parser.options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(translate, 1, MAX_WORKERS),
        default=1,
        help=translate("games played in parallel; reproducible only with 1 (default: 1)"),
    )
    parser.options.add_argument(
        "--records",
        metavar=records,
        type=file_name(translate),
        help=translate("save the records; an interrupted run is resumed from them"),
    )


def add_nodes(parser: Parser, nodes: int) -> None:
    """Add the option that limits the search of each action; the default limit is `nodes`."""
    parser.options.add_argument(
        "--nodes",
        metavar="N",
        type=whole_number(parser.translate, 1),
        default=nodes,
        help=parser.translate("positions to search per action (default: {nodes})", nodes=nodes),
    )


def run(args: Namespace) -> int:
    from steinreich.arena.openings import count_openings, make_opening_match
    from steinreich.arena.plan import get_encounters
    from steinreich.arena.running import play_games
    from steinreich.records.reading import has_random_setup

    game, seed = load(args.game), args.seed or 0
    if has_random_setup(game):
        message = args.translate("{} is set up at random, so it has no openings")
        raise UsageError(message.format(game.id))
    match = make_opening_match(game, args.player, args.games, args.nodes, seed)
    get_encounters(match)  # raises `BadMatch` before anything is played
    with closing(play_games(match, args.records, args.workers)) as games:
        records = list(track_games(games, match))
    openings = count_openings(args.player, args.nodes, seed, records)
    write_text(
        args.out, format_counts({**read_existing_counts(args.out), game.id: openings._asdict()})
    )
    return 0


def read_existing_counts(name: str) -> dict[str, Any]:
    """Return the counts of all variants that a file already contains, by game id."""
    if name == STANDARD_STREAM or not Path(name).exists():
        return {}
    counts: dict[str, Any] = json.loads(read_text(name))
    return counts


def format_counts(counts: dict[str, Any]) -> str:
    """Return the counts as JSON, one position per line for readable diffs."""
    text = json.dumps(counts, indent=1, sort_keys=True)
    return re.sub(r"\[[\d\s,]*\]", lambda match: " ".join(match[0].split()), text) + "\n"
