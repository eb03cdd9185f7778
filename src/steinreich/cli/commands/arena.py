"""`steinreich arena`: play matches and ladders between players, and report on their records."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from steinreich.cli.commands.bench import PIPE_COLUMNS
from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_expected_game,
    add_game,
    add_seed,
    duration,
    file_name,
    whole_number,
    write_text,
)
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.progress import make_progress_bar
from steinreich.core.game import load
from steinreich.rules.errors import BadRecord
from steinreich.rules.untrusted import one_line

if TYPE_CHECKING:  # loaded lazily at run time, so that other commands start faster
    from steinreich.arena.columns import Columns
    from steinreich.arena.plan import Match
    from steinreich.records import Record

MAX_GAMES = 1_000_000
MAX_OPENING_ACTIONS = 1000
MAX_WORKERS = 1024

EXAMPLES = """\
steinreich arena match vier3d level3 level4 --games 100 --seconds 0.1 --out games.jsonl
steinreich arena match "vier3d(players=3)" level5 level2 random
steinreich arena ladder tzaar random level1 level2 --neighbours 1 --plot ladder.svg
steinreich arena report games.jsonl --json"""

# Arguments


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("run matches between players and rate them")
    parser = commands.add("arena", run, about, EXAMPLES)
    descriptions = {
        "match": translate("play one match between the given players"),
        "ladder": translate("play a match for each combination of players"),
        "report": translate("report results and ratings from records"),
    }
    match, ladder, report = parser.add_subcommands(descriptions)
    for subcommand in (match, ladder):
        add_players(subcommand)
        add_match_settings(subcommand)
        add_execution_settings(subcommand)
    ladder.options.add_argument(
        "--neighbours",
        metavar="K",
        type=whole_number(translate, 1),
        help=translate("combine only players at most K places apart in the list"),
    )
    add_records(report)
    for subcommand in (match, ladder, report):
        add_output_options(subcommand)


def add_players(parser: Parser) -> None:
    """Add the arguments for game, players and number of games."""
    translate = parser.translate
    add_game(parser)
    parser.arguments.add_argument(
        "player",
        nargs="+",
        metavar=translate("PLAYER"),
        help=translate("random, level1, 'ugi:COMMAND', ..."),
    )
    parser.options.add_argument(
        "--games",
        metavar="N",
        type=whole_number(translate, 1, MAX_GAMES),
        default=20,
        help=translate("games per match (default: 20)"),
    )


def add_match_settings(parser: Parser) -> None:
    """Add the flags that determine the games of the match."""
    translate = parser.translate
    parser.options.add_argument(
        "--openings",
        metavar="N",
        type=whole_number(translate, 0, MAX_OPENING_ACTIONS),
        default=2,
        help=translate("random actions at the start of each game (default: 2)"),
    )
    add_seed(parser, translate("random seed (default: 0)"))
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=duration(translate),
        help=translate("time limit per action in seconds"),
    )
    parser.options.add_argument(
        "--nodes",
        metavar="N",
        type=whole_number(translate, 1),
        help=translate("maximum number of positions to search per action"),
    )


def add_execution_settings(parser: Parser) -> None:
    """Add the flags that may differ when a match is resumed."""
    translate = parser.translate
    parser.options.add_argument(
        "--timeout",
        metavar="S",
        type=duration(translate),
        help=translate("seconds without an action after which a player loses (default: 120)"),
    )
    parser.options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(translate, 1, MAX_WORKERS),
        help=translate("games played in parallel (default: one per processor)"),
    )
    parser.options.add_argument(
        "--out",
        metavar=translate("FILE"),
        type=file_name(translate),
        help=translate("save the records; an interrupted run is resumed from them"),
    )


def add_records(parser: Parser) -> None:
    """Add the arguments for the files of a report."""
    parser.arguments.add_argument(
        "file",
        nargs="+",
        metavar=parser.translate("FILE"),
        type=file_name(parser.translate),
        help=parser.translate("records saved by an arena match or ladder"),
    )
    add_expected_game(parser)


def add_output_options(parser: Parser) -> None:
    """Add the flags for the output of results."""
    translate = parser.translate
    parser.options.add_argument(
        "--anchor",
        metavar=translate("PLAYER"),
        help=translate("player whose rating is set to 0 (default: the mean is 0)"),
    )
    parser.options.add_argument(
        "--plot",
        metavar="FILE.svg",
        type=file_name(translate),
        help=translate("write a chart of the ratings"),
    )
    parser.add_json()


# Execution


def run(args: Namespace) -> int:
    records = read_all_records(args) if args.kind == "report" else play_match(args)
    print_reports(records, args)
    return 0


def read_all_records(args: Namespace) -> "list[Record]":
    """Return the records in the files."""
    from steinreich.arena.match_file import read_file

    game = None if args.game is None else load(args.game)
    records = [record for name in args.file for record in read_file(name, game)]
    if not records:
        message = args.translate("{} contains no games")
        raise BadRecord(message.format(", ".join(map(repr, args.file))))
    return records


def play_match(args: Namespace) -> "list[Record]":
    """Play all games of a match and return their records."""
    from steinreich.arena.running import count_finished_games, play_games

    match = make_match(args)
    try:
        with closing(play_games(match, args.out, args.workers)) as games:
            return list(track_games(games, match))
    except KeyboardInterrupt:
        if args.out and Path(args.out).exists():
            message = args.translate(
                "{} of {} games are saved in {}; run the same command again to resume"
            )
            # Count the games in the file: the last one may not have been yielded yet.
            done = count_finished_games(match, args.out)
            print(f"\n{message.format(done, match.total, args.out)}", file=sys.stderr)
        raise


def make_match(args: Namespace) -> "Match":
    """Return the match that the arguments describe."""
    from steinreich.arena.plan import ANSWER_TIMEOUT_SECONDS, Match, get_encounters
    from steinreich.players.player import Limit

    translate = args.translate
    timeout = args.timeout or max(ANSWER_TIMEOUT_SECONDS, 2 * (args.seconds or 0))
    if args.seconds and timeout <= args.seconds:
        message = translate("--timeout must be greater than --seconds")
        raise UsageError(message)
    if args.anchor is not None and args.anchor not in args.player:
        message = translate("--anchor: {!r} is not one of the players")
        raise UsageError(message.format(args.anchor))
    if args.out == STANDARD_STREAM:
        message = translate("--out needs a file, not standard output")
        raise UsageError(message)
    match = Match(
        load(args.game),
        tuple(args.player),
        args.games,
        is_ladder=args.kind == "ladder",
        neighbours=getattr(args, "neighbours", None),
        openings=args.openings,
        seed=args.seed or 0,
        limit=Limit(args.seconds, args.nodes),
        timeout=timeout,
    )
    get_encounters(match)  # raises `BadMatch` before anything is written
    return match


def track_games(records: "Iterator[Record]", match: "Match") -> "Iterator[Record]":
    """Yield the records; show a progress bar on terminals."""
    if not sys.stderr.isatty():
        yield from records
        return
    with make_progress_bar() as bar:
        task = bar.add_task(one_line(match.game.id), total=match.total)
        for record in records:
            bar.advance(task)
            yield record


# Output


def print_reports(records: "list[Record]", args: Namespace) -> None:
    """Print a report on the records of each game, and plot the ratings if requested."""
    from steinreich.arena import columns
    from steinreich.arena.chart import plot
    from steinreich.arena.report import data, reports

    report_list = reports(records, args.anchor)
    if args.json:
        print_json([data(report) for report in report_list])
    else:
        for number, report in enumerate(report_list):
            print("\n" if number else "", end="")
            print_columns(columns.facts(report, args.lang))
            print()
            print_columns(columns.standings(report, args.lang))
            if len(report.standings) > 1 and len(report.seats) > 1:
                print()
                print_columns(columns.crosstable(report, args.lang))
    if args.plot:
        write_text(args.plot, plot(report_list, args.lang))


def print_columns(columns: "Columns") -> None:
    """Print a table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(columns.headings):
        justify = "left" if number < columns.left else "right"
        table.add_column(Text(one_line(heading)), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in columns.rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    width = None if sys.stdout.isatty() else PIPE_COLUMNS
    console = Console(highlight=False, width=width)
    with console.capture() as capture:
        console.print(table)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))
