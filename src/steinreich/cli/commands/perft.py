"""`steinreich perft`: how many sequences of actions there are, the classic check of rules."""

from argparse import Namespace
from collections.abc import Callable, Iterator

from steinreich.cli.inputs import add_game, add_seed, position_of, refuse_seed, whole_number
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.progress import interruptible, tracked
from steinreich.compile.binder import typed
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules.playout import perft

MAX_DEPTH = 100  # more than is feasible
PLAIN_DEPTH = 2  # so far plain Python is there before the compiler is even loaded

Count = Callable[[Position, int], int]  # the sequences of some length from a position

EXAMPLES = """\
steinreich perft chain_reaxis 3
steinreich perft "inner_square(board=full7)" 2 --divide"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("count the sequences of actions")
    parser = commands.add("perft", run, about, EXAMPLES)
    add_game(parser)
    parser.given.add_argument(
        "depth",
        metavar=say("DEPTH"),
        type=whole_number(say, 0, MAX_DEPTH),
        help=say("how many actions long"),
    )
    parser.options.add_argument(
        "--divide",
        action="store_true",
        help=say("count below each first action"),
    )
    parser.options.add_argument(
        "--position",
        metavar="TEXT",
        help=say("count from this position"),
    )
    add_seed(parser, say("number of a set-up by chance (0)"))
    parser.add_json()


def run(args: Namespace) -> int:
    if args.divide and args.depth == 0:
        message = args.say("--divide needs a DEPTH of at least 1")
        raise UsageError(message)
    refuse_seed(args.position, args.seed, args.say)
    game = load(args.game)
    position = position_of(game, args.position, args.seed or 0)
    count = counter(game, args.depth)
    lines = (divided if args.divide else deepening)(position, args.depth, count)
    if args.json:
        counts = dict(lines)  # by first action and `total`, or by length
        total = counts.pop("total") if args.divide else counts[str(args.depth)]
        about = {"game": game.id, "position": str(position), "depth": args.depth}
        print_json({**about, "divided": args.divide, "counts": counts, "total": total})
        return 0
    for label, found in lines:
        print(label, found, flush=True)  # the next one may take long
    return 0


def deepening(position: Position, depth: int, count: Count) -> Iterator[tuple[str, int]]:
    """Yield the number of sequences of every length up to `depth`."""
    if depth == 0:
        yield "0", 1
    for length in range(1, depth + 1):
        yield str(length), sum(found for _, found in below_each(position, length, count))


def divided(position: Position, depth: int, count: Count) -> Iterator[tuple[str, int]]:
    """Yield the number of sequences that begin with each action, by name, and their sum."""
    found = dict(below_each(position, depth, count))
    yield from found.items()
    yield "total", sum(found.values())


def below_each(position: Position, depth: int, count: Count) -> Iterator[tuple[str, int]]:
    """For each first action, sorted by name, the number of sequences."""
    names = position.legal_moves()
    for name in names if depth <= PLAIN_DEPTH else tracked(names, lambda name: f"{depth} {name}"):
        yield name, count(position.play(name), depth - 1)


def counter(game: Game, depth: int) -> Count:
    """Return how to count: in plain Python if that is quick, else as machine code."""
    if depth <= PLAIN_DEPTH:
        plain = game.plain(perft)
        return lambda position, length: int(plain(position.state, length))
    compiled = game.compiled.entry(perft)
    compiled(typed(game.start(seed=0).state), 0)  # the first call compiles
    return lambda position, length: interruptible(
        lambda: int(compiled(typed(position.state), length))
    )
