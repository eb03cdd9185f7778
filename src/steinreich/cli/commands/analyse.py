"""`steinreich analyse`: analyse one position, or a stream of queries from another program."""

import sys
from argparse import Namespace
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any

from steinreich.cli.commands.ugi import add_engine_options
from steinreich.cli.inputs import add_game, duration, parse_position, whole_number
from steinreich.cli.outputs import bold, dim, paragraph, print_json, supports_colour
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.progress import run_with_status
from steinreich.cli.terminal.result_text import describe_effort, describe_lines
from steinreich.cli.terminal.typed_moves import correct_case, play_action, split_names
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.engines.named_players import create_player
from steinreich.engines.player_settings import PlayerSettings, warm_up
from steinreich.players.player import Limit
from steinreich.search.result import SearchResult, finished_result

if TYPE_CHECKING:  # loaded lazily at run time, so that other commands start faster
    from steinreich.engines.analysis.query import Query

MAX_WORKERS = 256
MAX_LINES = 100
DEFAULT_LIMIT = Limit(seconds=2.0)

EXAMPLES = """\
steinreich analyse vier3d --moves "a1 b2 a1" --lines 3
steinreich analyse tzaar --position "$POSITION" --seconds 10
steinreich analyse vier3d --json
steinreich analyse < queries.jsonl
steinreich analyse vier3d --workers 4 --memory 256 < queries.jsonl"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("analyse a position, or answer queries of other programs")
    parser = commands.add("analyse", run, about, EXAMPLES)
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--position",
        metavar="TEXT",
        help=translate("position to analyse (default: the start)"),
    )
    parser.options.add_argument(
        "--moves",
        metavar=translate('"ACTIONS"'),
        help=translate("actions played from that position"),
    )
    positive, line_count = whole_number(translate, 1), whole_number(translate, 1, MAX_LINES)
    workers = whole_number(translate, 1, MAX_WORKERS)
    workers_help = translate("number of queries answered in parallel (default: 1)")
    for flag, type, help in (
        ("--lines", line_count, translate("maximum number of lines (default: 1)")),
        ("--seconds", duration(translate), translate("time limit in seconds (default: 2)")),
        ("--nodes", positive, translate("maximum number of positions to search")),
        ("--workers", workers, workers_help),
    ):
        parser.options.add_argument(
            flag, metavar="S" if flag == "--seconds" else "N", type=type, help=help
        )
    parser.add_json()
    add_engine_options(parser)


def run(args: Namespace) -> int:
    game = None if args.game is None else load(args.game)
    settings = PlayerSettings(memory=args.memory, seed=args.seed)
    if is_about_one_position(args):
        reject_unused_arguments(args)
        assert game is not None
        analyse_position(game, settings, args)
        return 0
    from steinreich.engines.analysis.stream import QueryStream  # lazy: not needed for one position

    workers = args.workers or 1
    QueryStream(game, create_player, sys.stdout, settings=settings, workers=workers).run(sys.stdin)
    return 0


def is_about_one_position(args: Namespace) -> bool:
    """Return whether to analyse the position in the arguments instead of reading queries."""
    position_arguments = (
        args.position,
        args.moves,
        args.lines,
        args.seconds,
        args.nodes,
        args.json or None,
    )
    if any(argument is not None for argument in position_arguments):
        return True
    return args.game is not None and args.workers is None and sys.stdin.isatty()


def reject_unused_arguments(args: Namespace) -> None:
    """Raise an error for arguments without effect, and for a missing game."""
    if args.game is None:
        raise UsageError(args.translate("no game given; name one, for example vier3d"))
    if args.workers is not None:
        message = args.translate("--workers applies to queries only, not to a single position")
        raise UsageError(message)


def analyse_position(game: Game, settings: PlayerSettings, args: Namespace) -> None:
    """Analyse one position and print the result."""
    from steinreich.engines.analysis.answers import make_answer_data
    from steinreich.engines.analysis.query import Query

    position = parse_position(game, args.position, args.seed)
    for word in split_names(args.moves, position, args.translate, ()) if args.moves else ():
        position = play_action(correct_case(word, position), position, args.translate)
    limit = Limit(args.seconds, args.nodes) if args.seconds or args.nodes else DEFAULT_LIMIT
    query = Query("", position, limit, args.lines or 1, True, args.lang, None)
    result = finished_result(position) if position.is_over else search(query, settings, args)
    if args.json:
        print_json(without_stream_fields(make_answer_data(query, result)))
        return
    print(text(position, supports_colour(), args.lang))
    if result.lines:
        print_lines(position, result, args)


def search(query: "Query", settings: PlayerSettings, args: Namespace) -> SearchResult:
    """Search the position of a query."""

    def think(stop: Event, show_status: Callable[[str], None]) -> SearchResult:
        show_status(args.translate("The engine is getting ready …"))
        player = create_player(query.position.game, settings)
        warm_up(player, query.position)
        player.new_game()  # discard what warming up has left in its tables
        show_status(args.translate("Thinking …"))
        return player.think(query.position, query.limit, lines=query.lines, stop=stop)

    return run_with_status(think)


def without_stream_fields(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the fields that only a stream of queries needs."""
    return {name: value for name, value in answer.items() if name not in ("id", "isDuringSearch")}


def print_lines(position: Position, result: SearchResult, args: Namespace) -> None:
    """Print the lines of a search result with their verdicts and reasons."""
    lines = describe_lines(position, result, args.lang, lines_with_reasons=len(result.lines))
    for number, line in enumerate(lines, 1):
        print(f"\n{number}. {bold(line.action)}: {line.verdict}")
        if line.rest:
            print(paragraph(args.translate("then {}").format(line.rest), 3, "   "))
        print(dim(paragraph(line.reasons, 3, "   ")))
    print("\n" + dim(describe_effort(result, args.translate, args.lang)))
