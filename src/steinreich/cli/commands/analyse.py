"""`steinreich analyse`: what the engine thinks of a position; or of many, for other programs."""

import sys
from argparse import Namespace
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any

from steinreich.cli.commands.ugi import add_engine_options
from steinreich.cli.inputs import add_game, duration, position_of, whole_number
from steinreich.cli.outputs import bold, dim, has_colour, paragraph, print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.progress import attended
from steinreich.cli.terminal.result_text import effort_text, line_texts
from steinreich.cli.terminal.typed_moves import names_in, played, spelt
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.engines.by_name import create_player
from steinreich.engines.player_settings import PlayerSettings, warm_up
from steinreich.players.player import Limit
from steinreich.search.result import SearchResult, finished_result

if TYPE_CHECKING:  # at run time it is loaded when it is needed: other commands start quicker
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
    say = commands.say
    about = say("analyse a position, or many for other programs")
    parser = commands.add("analyse", run, about, EXAMPLES)
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--position",
        metavar="TEXT",
        help=say("the position to look at (the start)"),
    )
    parser.options.add_argument(
        "--moves",
        metavar=say('"ACTIONS"'),
        help=say("what was played from there"),
    )
    count, most = whole_number(say, 1), whole_number(say, 1, MAX_LINES)
    workers = whole_number(say, 1, MAX_WORKERS)
    at_once = say("queries to answer at the same time (1)")
    for switch, type, help in (
        ("--lines", most, say("lines at most (1)")),
        ("--seconds", duration(say), say("time to think (2)")),
        ("--nodes", count, say("positions to examine")),
        ("--workers", workers, at_once),
    ):
        parser.options.add_argument(
            switch, metavar="S" if switch == "--seconds" else "N", type=type, help=help
        )
    parser.add_json()
    add_engine_options(parser)


def run(args: Namespace) -> int:
    game = None if args.game is None else load(args.game)
    settings = PlayerSettings(memory=args.memory, seed=args.seed)
    if is_single(args):
        refuse_idle(args)
        assert game is not None
        analyse_one(game, settings, args)
        return 0
    from steinreich.engines.analysis.stream import QueryStream  # now: others start quicker

    workers = args.workers or 1
    QueryStream(game, create_player, sys.stdout, settings=settings, workers=workers).run(sys.stdin)
    return 0


def is_single(args: Namespace) -> bool:
    """Return whether one position is asked about in the arguments, and no queries come in."""
    asks = (args.position, args.moves, args.lines, args.seconds, args.nodes, args.json or None)
    if any(one is not None for one in asks):
        return True
    return args.game is not None and args.workers is None and sys.stdin.isatty()


def refuse_idle(args: Namespace) -> None:
    """Raise an error for arguments without effect, and for a missing game."""
    if args.game is None:
        raise UsageError(args.say("which game? name it"))
    if args.workers is not None:
        message = args.say("--workers is for queries: it does not go with one position")
        raise UsageError(message)


def analyse_one(game: Game, settings: PlayerSettings, args: Namespace) -> None:
    """Analyse one position and print the result."""
    from steinreich.engines.analysis.answers import answer_data
    from steinreich.engines.analysis.query import Query

    position = position_of(game, args.position, args.seed)
    for word in names_in(args.moves, position, args.say, ()) if args.moves else ():
        position = played(spelt(word, position), position, args.say)
    limit = Limit(args.seconds, args.nodes) if args.seconds or args.nodes else DEFAULT_LIMIT
    query = Query("", position, limit, args.lines or 1, True, args.lang, None)
    result = finished_result(position) if position.is_over else search(query, settings, args)
    if args.json:
        print_json(data(answer_data(query, result)))
        return
    print(text(position, has_colour(), args.lang))
    if result.lines:
        show(position, result, args)


def search(query: "Query", settings: PlayerSettings, args: Namespace) -> SearchResult:
    """Search the position of a query."""

    def think(stop: Event, tell: Callable[[str], None]) -> SearchResult:
        tell(args.say("The engine is getting ready …"))
        player = create_player(query.position.game, settings)
        warm_up(player, query.position)
        player.new_game()  # the first look was for the compiler
        tell(args.say("Thinking …"))
        return player.think(query.position, query.limit, lines=query.lines, stop=stop)

    return attended(think)


def data(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the fields that only a stream needs."""
    return {name: value for name, value in answer.items() if name not in ("id", "isDuringSearch")}


def show(position: Position, result: SearchResult, args: Namespace) -> None:
    """Print the lines of a search result with their verdicts and reasons."""
    lines = line_texts(position, result, args.lang, explained=len(result.lines))
    for number, line in enumerate(lines, 1):
        print(f"\n{number}. {bold(line.action)}: {line.worth}")
        if line.rest:
            print(paragraph(args.say("then {}").format(line.rest), 3, "   "))
        print(dim(paragraph(line.reasons, 3, "   ")))
    print("\n" + dim(effort_text(result, args.say, args.lang)))
