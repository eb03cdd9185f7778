"""`steinreich balance`: measure the advantage of sides, and how long and decisive games are."""

from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from steinreich.cli.commands.arena import print_columns, track_games
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

if TYPE_CHECKING:  # loaded lazily at run time, so that other commands start faster
    from steinreich.arena.balance import Balance

EXAMPLES = """\
steinreich balance inner_square --games 40 --records games --out figures.json
steinreich balance "chain_reaxis(size=8x8)" --nodes 100000 --plot balance.svg"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("measure how fair and how decisive a game is")
    parser = commands.add("balance", run, about, EXAMPLES)
    add_game(parser)
    add_self_play(parser, "engine", 10_000, translate("FOLDER"))
    parser.options.add_argument(
        "--out",
        metavar=translate("FILE"),
        type=file_name(translate),
        help=translate("write the results; those of other variants in the file are kept"),
    )
    parser.options.add_argument(
        "--plot",
        metavar="FILE.svg",
        type=file_name(translate),
        help=translate("write a chart of the results"),
    )
    parser.add_json()


def run(args: Namespace) -> int:
    from steinreich.arena.balance import format_balances, parse_balances, sort_balances
    from steinreich.arena.balance.plot import plot
    from steinreich.arena.balance.words import find_most_decisive, make_table

    if STANDARD_STREAM in (args.out, args.records):
        message = args.translate("--out and --records need files, not standard output")
        raise UsageError(message)
    balances = (
        parse_balances(read_text(args.out), args.out)
        if args.out and Path(args.out).exists()
        else {}
    )
    for game in choose_variants(args):
        balances[game.id] = measure_variant(game, args)
        balances = sort_balances(split_id(args.game)[0], balances)
        if args.out:  # after each variant, so that an interruption loses little
            write_text(args.out, format_balances(balances))
    if args.json:
        print_json({id: balance._asdict() for id, balance in balances.items()})
    else:
        print_columns(make_table(balances, args.lang))
        if best := find_most_decisive(balances):
            print(f"\n{best.words.in_language(args.lang)}")
    if args.plot:
        write_text(args.plot, plot(balances, args.lang))
    return 0


def choose_variants(args: Namespace) -> list[Game]:
    """Return the variant with the options in the arguments; without options, all variants."""
    from steinreich.arena.balance import find_measured_variants

    name, options = split_id(args.game)
    variants = [load(args.game)] if options else find_measured_variants(name)
    if not variants or variants[0].players == 1:
        message = args.translate("{} has only one player: there is no balance to measure")
        raise UsageError(message.format(args.game))
    return variants


def measure_variant(game: Game, args: Namespace) -> "Balance":
    """Play the games of a variant that are not on file yet, and compute its balance."""
    from steinreich.arena.balance import balance_match, compute_balance
    from steinreich.arena.plan import get_encounters
    from steinreich.arena.running import play_games

    seed = args.seed or 0
    match = balance_match(game, args.player, args.games, args.nodes, seed)
    get_encounters(match)  # raises `BadMatch` before anything is played
    with closing(play_games(match, make_record_path(game, args.records), args.workers)) as games:
        return compute_balance(args.player, args.nodes, seed, track_games(games, match))


def make_record_path(game: Game, folder: str | None) -> str | None:
    """Return the path of the records of a variant, and create its folder."""
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return str(Path(folder, f"{game.id.replace('/', '_')}.jsonl"))
