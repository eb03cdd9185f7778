"""`steinreich balance`: the advantage of sides, length and share of decided games."""

from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from steinreich.cli.commands.arena import print_columns, watched
from steinreich.cli.commands.openings import add_self_play
from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_game,
    file_name,
    read_text,
    write_text,
)
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.core.game import Game, load, split_id

if TYPE_CHECKING:  # at run time the arena is loaded when it is needed: other commands start fast
    from steinreich.arena.balance import Balance

EXAMPLES = """\
steinreich balance inner_square --games 40 --records games --out figures.json
steinreich balance "chain_reaxis(size=8x8)" --nodes 100000 --plot balance.svg"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("measure how fair and how decisive a game is")
    parser = commands.add("balance", run, about, EXAMPLES)
    add_game(parser)
    add_self_play(parser, "engine", 10_000, say("FOLDER"))
    parser.options.add_argument(
        "--out",
        metavar=say("FILE"),
        type=file_name(say),
        help=say("keep the figures, beside those of other options"),
    )
    parser.options.add_argument(
        "--plot",
        metavar="FILE.svg",
        type=file_name(say),
        help=say("draw them"),
    )
    parser.add_json()


def run(args: Namespace) -> int:
    from steinreich.arena.balance import in_order, parsed, written
    from steinreich.arena.balance.plot import plot
    from steinreich.arena.balance.words import most_decisive, table

    if STANDARD_STREAM in (args.out, args.records):
        message = args.say("--out and --records need files that stay")
        raise UsageError(message)
    found = parsed(read_text(args.out), args.out) if args.out and Path(args.out).exists() else {}
    for game in wanted(args):
        found[game.id] = measured(game, args)
        found = in_order(split_id(args.game)[0], found)
        if args.out:  # each as soon as it is known
            write_text(args.out, written(found))
    if args.json:
        print_json({id: one._asdict() for id, one in found.items()})
    else:
        print_columns(table(found, args.lang))
        if best := most_decisive(found):
            print(f"\n{best.words.within(args.lang)}")
    if args.plot:
        write_text(args.plot, plot(found, args.lang))
    return 0


def wanted(args: Namespace) -> list[Game]:
    """Return the game with the options that are named, or with all that make a difference."""
    from steinreich.arena.balance import measured_variants

    name, options = split_id(args.game)
    found = [load(args.game)] if options else measured_variants(name)
    if not found or found[0].players == 1:
        message = args.say("{} is for one player: there is nothing to balance")
        raise UsageError(message.format(args.game))
    return found


def measured(game: Game, args: Namespace) -> "Balance":
    """Play the games of one choice of options, as far as they are not on file."""
    from steinreich.arena.balance import balance_match, balance_of
    from steinreich.arena.plan import encounters
    from steinreich.arena.running import play_games

    seed = args.seed or 0
    match = balance_match(game, args.player, args.games, args.nodes, seed)
    encounters(match)  # complains before anything is played
    with closing(play_games(match, record_file(game, args.records), args.workers)) as games:
        return balance_of(args.player, args.nodes, seed, watched(games, match))


def record_file(game: Game, folder: str | None) -> str | None:
    """Return where the records of one choice of options are kept."""
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return str(Path(folder, f"{game.id.replace('/', '_')}.jsonl"))
