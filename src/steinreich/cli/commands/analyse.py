"""`steinreich analyse`: what the engine thinks of a position; or of many, for other programs."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from steinreich.cli.commands.ugi import add_engine_options
from steinreich.cli.inputs import add_game, duration, position_of, whole_number
from steinreich.cli.outputs import bold, dim, has_colour, paragraph, print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.terminal import advice
from steinreich.cli.terminal.opponents import attended
from steinreich.cli.terminal.typed_moves import names_in, played, spelt
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.engines.seating import PlayerSettings, seated, warm_up
from steinreich.players.player import Limit, Opinion
from steinreich.players.verdict_words import verdict_words

if TYPE_CHECKING:  # at run time it is loaded when it is needed: other commands start quicker
    from steinreich.engines.analysis.query import Query

MOST_WORKERS = 256
MOST_LINES = 100
SHOWN_ACTIONS = 8  # of a line
USUAL = Limit(seconds=2.0)

EXAMPLES = """\
steinreich analyse vier3d --moves "a1 b2 a1" --lines 3
steinreich analyse tzaar --position "$POSITION" --seconds 10
steinreich analyse vier3d --json
steinreich analyse < queries.jsonl
steinreich analyse vier3d --workers 4 --memory 256 < queries.jsonl"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say(
        "analyse a position, or many for other programs",
        "eine Stellung analysieren, oder viele für Programme",
    )
    parser = commands.add("analyse", run, about, EXAMPLES)
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--position",
        metavar="TEXT",
        help=say("the position to look at (the start)", "die Stellung (der Anfang)"),
    )
    parser.options.add_argument(
        "--moves",
        metavar=say('"ACTIONS"', '"AKTIONEN"'),
        help=say("what was played from there", "was von dort aus gespielt wurde"),
    )
    count, most = whole_number(say, 1), whole_number(say, 1, MOST_LINES)
    workers = whole_number(say, 1, MOST_WORKERS)
    at_once = say("queries to answer at the same time (1)", "gleichzeitig beantwortete Fragen (1)")
    for switch, type, help in (
        ("--lines", most, say("lines at most (1)", "höchstens so viele Varianten (1)")),
        ("--seconds", duration(say), say("time to think (2)", "Zeit zum Nachdenken (2)")),
        ("--nodes", count, say("positions to examine", "Stellungen, die geprüft werden")),
        ("--workers", workers, at_once),
    ):
        parser.options.add_argument(
            switch, metavar="S" if switch == "--seconds" else "N", type=type, help=help
        )
    parser.add_json()
    add_engine_options(parser)


def run(args: Namespace) -> int:
    game = None if args.game is None else load(args.game)
    settings = PlayerSettings(threads=args.threads, memory=args.memory, seed=args.seed)
    if is_single(args):
        refuse_idle(args)
        assert game is not None
        analyse_one(game, settings, args)
        return 0
    from steinreich.engines.analysis.stream import QueryStream  # now: others start quicker

    workers = args.workers or 1
    QueryStream(game, seated, sys.stdout, settings=settings, workers=workers).run(sys.stdin)
    return 0


def is_single(args: Namespace) -> bool:
    """Whether one position is asked about in the arguments, and no queries come in."""
    asks = (args.position, args.moves, args.lines, args.seconds, args.nodes, args.json or None)
    if any(one is not None for one in asks):
        return True
    return args.game is not None and args.workers is None and sys.stdin.isatty()


def refuse_idle(args: Namespace) -> None:
    """Refuse what would change nothing, and a question about no game."""
    if args.game is None:
        raise UsageError(args.say("which game? name it", "welches Spiel? Nenne es"))
    if args.workers is not None:
        message = args.say(
            "--workers is for queries: it does not go with one position",
            "--workers ist für Fragen und passt nicht zu einer einzelnen Stellung",
        )
        raise UsageError(message)


def analyse_one(game: Game, settings: PlayerSettings, args: Namespace) -> None:
    """Think about one position, and print what is thought."""
    from steinreich.engines.analysis.answers import answered, ended
    from steinreich.engines.analysis.query import Query

    position = position_of(game, args.position, args.seed)
    for word in names_in(args.moves, position, args.say, ()) if args.moves else ():
        position = played(spelt(word, position), position, args.say)
    limit = Limit(args.seconds, args.nodes) if args.seconds or args.nodes else USUAL
    query = Query("", position, limit, args.lines or 1, True, args.lang, None)
    opinion = None if position.is_over else opinion_of(query, settings, args)
    if args.json:
        print_json(data(answered(query, opinion) if opinion else ended(query)))
        return
    print(text(position, has_colour(), args.lang))
    if opinion:
        show(position, opinion, args)


def opinion_of(query: "Query", settings: PlayerSettings, args: Namespace) -> Opinion:
    """What the engine thinks."""
    ready = args.say("The engine is getting ready …", "Die Engine macht sich bereit …")
    player = attended(ready, lambda _stop: seated(query.position.game, settings))
    attended(ready, lambda _stop: warm_up(player, query.position))
    player.new_game()  # the first look was for the compiler
    return attended(
        args.say("Thinking …", "Nachdenken …"),
        lambda stop: player.think(query.position, query.limit, lines=query.lines, stop=stop),
    )


def data(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what tells it from others in a stream."""
    return {name: value for name, value in answer.items() if name not in ("id", "isDuringSearch")}


def show(position: Position, opinion: Opinion, args: Namespace) -> None:
    """Lines for people: how the game would go on, what that is worth, and why."""
    for number, line in enumerate(opinion.lines, 1):
        first, *rest = line.moves(position)[:SHOWN_ACTIONS]
        more = " …" if len(line.actions) > SHOWN_ACTIONS else ""
        worth = verdict_words(position, line.verdict).within(args.lang)
        print(f"\n{number}. {bold(first)}: {worth}")
        if rest:
            print(paragraph(args.say("then {}", "dann {}").format(" ".join(rest)) + more, 3, "   "))
        print(advice.why(position, line.actions[0], args.lang, indent=3))
    thought = args.say("{:,} positions in {:.1f} s", "{:,} Stellungen in {:.1f} s")
    counted = thought.format(opinion.nodes, opinion.seconds)
    print("\n" + dim(counted if args.lang == "en" else counted.translate({44: ".", 46: ","})))
