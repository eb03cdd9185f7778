"""`steinreich arena`: matches and ladders between players, and what their records tell."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from steinreich.cli.commands.bench import WIDE
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
from steinreich.cli.progress import new_bar
from steinreich.core.game import load
from steinreich.rules.errors import BadRecord
from steinreich.rules.untrusted import one_line

if TYPE_CHECKING:  # at run time the arena is loaded when it is needed: other commands start fast
    from steinreich.arena.columns import Columns
    from steinreich.arena.plan import Match
    from steinreich.records import Record

MAX_GAMES = 1_000_000
MAX_ACTIONS = 1000  # of an opening
MAX_WORKERS = 1024

EXAMPLES = """\
steinreich arena match vier3d level3 level4 --games 100 --seconds 0.1 --out games.jsonl
steinreich arena match "vier3d(players=3)" level5 level2 random
steinreich arena ladder tzaar random level1 level2 --neighbours 1 --plot ladder.svg
steinreich arena report games.jsonl --json"""

# What is understood


def add(commands: Commands) -> None:
    say = commands.say
    about = say("let players meet, and rate them")
    parser = commands.add("arena", run, about, EXAMPLES)
    described = {
        "match": say("one encounter"),
        "ladder": say("every player meets every other"),
        "report": say("what records tell"),
    }
    match, ladder, report = parser.add_kinds(described)
    for played in (match, ladder):
        add_players(played)
        add_conditions(played)
        add_machinery(played)
    ladder.options.add_argument(
        "--neighbours",
        metavar="K",
        type=whole_number(say, 1),
        help=say("only if at most K places apart"),
    )
    add_records(report)
    for each in (match, ladder, report):
        add_results(each)


def add_players(parser: Parser) -> None:
    """Add the arguments for game, players and number of games."""
    say = parser.say
    add_game(parser)
    parser.given.add_argument(
        "player",
        nargs="+",
        metavar=say("PLAYER"),
        help=say("random, level1, 'ugi:COMMAND', ..."),
    )
    parser.options.add_argument(
        "--games",
        metavar="N",
        type=whole_number(say, 1, MAX_GAMES),
        default=20,
        help=say("games of each encounter (20)"),
    )


def add_conditions(parser: Parser) -> None:
    """Add the flags that identify the match."""
    say = parser.say
    parser.options.add_argument(
        "--openings",
        metavar="N",
        type=whole_number(say, 0, MAX_ACTIONS),
        default=2,
        help=say("random actions to begin with (2)"),
    )
    add_seed(parser, say("makes chance repeat itself (0)"))
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=duration(say),
        help=say("time to think about an action"),
    )
    parser.options.add_argument(
        "--nodes",
        metavar="N",
        type=whole_number(say, 1),
        help=say("positions to examine per action"),
    )


def add_machinery(parser: Parser) -> None:
    """Add the flags that may change when a match is resumed."""
    say = parser.say
    parser.options.add_argument(
        "--timeout",
        metavar="S",
        type=duration(say),
        help=say("who takes longer has lost (120)"),
    )
    parser.options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(say, 1, MAX_WORKERS),
        help=say("games at a time (all processors)"),
    )
    parser.options.add_argument(
        "--out",
        metavar=say("FILE"),
        type=file_name(say),
        help=say("keep the records; go on if there are any"),
    )


def add_records(parser: Parser) -> None:
    """Add the arguments for the files of a report."""
    parser.given.add_argument(
        "file",
        nargs="+",
        metavar=parser.say("FILE"),
        type=file_name(parser.say),
        help=parser.say("records of the arena"),
    )
    add_expected_game(parser)


def add_results(parser: Parser) -> None:
    """Add the flags for the output of results."""
    say = parser.say
    parser.options.add_argument(
        "--anchor",
        metavar=say("PLAYER"),
        help=say("whose rating is 0 (the mean is)"),
    )
    parser.options.add_argument(
        "--plot",
        metavar="FILE.svg",
        type=file_name(say),
        help=say("draw the ratings"),
    )
    parser.add_json()


# What is done


def run(args: Namespace) -> int:
    records = recorded(args) if args.kind == "report" else played(args)
    show(records, args)
    return 0


def recorded(args: Namespace) -> "list[Record]":
    """Return the records in the files."""
    from steinreich.arena.match_file import read_file

    game = None if args.game is None else load(args.game)
    records = [record for name in args.file for record in read_file(name, game)]
    if not records:
        message = args.say("there is no game in {}")
        raise BadRecord(message.format(", ".join(map(repr, args.file))))
    return records


def played(args: Namespace) -> "list[Record]":
    """Return the games of a match, after all of them have been played."""
    from steinreich.arena.running import games_kept, play_games

    match = match_of(args)
    try:
        with closing(play_games(match, args.out, args.workers)) as games:
            return list(watched(games, match))
    except KeyboardInterrupt:
        if args.out and Path(args.out).exists():
            kept = args.say("{} of {} games are kept in {}; the same command goes on")
            # The file may have a game that has not been counted yet.
            done = games_kept(match, args.out)
            print(f"\n{kept.format(done, match.total, args.out)}", file=sys.stderr)
        raise


def match_of(args: Namespace) -> "Match":
    """Return the match that the arguments describe."""
    from steinreich.arena.plan import ANSWER_TIMEOUT_SECONDS, Match, encounters
    from steinreich.players.player import Limit

    say, timeout = args.say, args.timeout or max(ANSWER_TIMEOUT_SECONDS, 2 * (args.seconds or 0))
    if args.seconds and timeout <= args.seconds:
        message = say("--timeout has to be more than --seconds")
        raise UsageError(message)
    if args.anchor is not None and args.anchor not in args.player:
        message = say("--anchor: {!r} does not play")
        raise UsageError(message.format(args.anchor))
    if args.out == STANDARD_STREAM:
        message = say("--out needs a file that stays")
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
    encounters(match)  # raises errors before anything is written
    return match


def watched(records: "Iterator[Record]", match: "Match") -> "Iterator[Record]":
    """Return the records, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from records
        return
    with new_bar() as bar:
        task = bar.add_task(one_line(match.game.id), total=match.total)
        for record in records:
            bar.advance(task)
            yield record


# What is shown


def show(records: "list[Record]", args: Namespace) -> None:
    """Print and draw what the records tell."""
    from steinreich.arena import columns
    from steinreich.arena.chart import plot
    from steinreich.arena.report import data, reports

    found = reports(records, args.anchor)
    if args.json:
        print_json([data(report) for report in found])
    else:
        for number, report in enumerate(found):
            print("\n" if number else "", end="")
            print_columns(columns.facts(report, args.lang))
            print()
            print_columns(columns.standings(report, args.lang))
            if len(report.standings) > 1 and len(report.seats) > 1:
                print()
                print_columns(columns.crosstable(report, args.lang))
    if args.plot:
        write_text(args.plot, plot(found, args.lang))


def print_columns(columns: "Columns") -> None:
    """A table for people."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(columns.headings):
        justify = "left" if number < columns.left else "right"
        drawn.add_column(Text(one_line(heading)), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in columns.rows:
        drawn.add_row(*(Text(one_line(cell)) for cell in row))
    width = None if sys.stdout.isatty() else WIDE  # a file has no edge to fold at
    console = Console(highlight=False, width=width)
    with console.capture() as capture:
        console.print(drawn)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))
