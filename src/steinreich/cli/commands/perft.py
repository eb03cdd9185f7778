"""`steinreich perft`: count sequences of actions, the classic check of rules."""

from argparse import Namespace
from collections.abc import Callable, Iterator

from steinreich.cli.inputs import (
    add_game,
    add_seed,
    parse_position,
    reject_seed_with_position,
    whole_number,
)
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.progress import run_interruptibly, track_progress
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules.playout import perft

MAX_DEPTH = 100  # more than is feasible
MAX_PLAIN_DEPTH = 2  # up to this depth, plain Python is faster than loading the compiler

CountSequences = Callable[[Position, int], int]  # from a position and a length to the number

EXAMPLES = """\
steinreich perft chain_reaxis 3
steinreich perft "inner_square(board=full7)" 2 --divide"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("count action sequences of a given length")
    parser = commands.add("perft", run, about, EXAMPLES)
    add_game(parser)
    parser.arguments.add_argument(
        "depth",
        metavar=translate("DEPTH"),
        type=whole_number(translate, 0, MAX_DEPTH),
        help=translate("number of actions in a sequence"),
    )
    parser.options.add_argument(
        "--divide",
        action="store_true",
        help=translate("show the count for each first action"),
    )
    parser.options.add_argument(
        "--position",
        metavar="TEXT",
        help=translate("count from this position"),
    )
    add_seed(parser, translate("seed of the random set-up (default: 0)"))
    parser.add_json()


def run(args: Namespace) -> int:
    if args.divide and args.depth == 0:
        message = args.translate("--divide needs a DEPTH of at least 1")
        raise UsageError(message)
    reject_seed_with_position(args.position, args.seed, args.translate)
    game = load(args.game)
    position = parse_position(game, args.position, args.seed or 0)
    count = make_counter(game, args.depth)
    lines = (count_by_first_action if args.divide else count_by_length)(position, args.depth, count)
    if args.json:
        counts = dict(lines)  # by first action and `total`, or by length
        total = counts.pop("total") if args.divide else counts[str(args.depth)]
        about = {"game": game.id, "position": str(position), "depth": args.depth}
        print_json({**about, "divided": args.divide, "counts": counts, "total": total})
        return 0
    for label, number in lines:
        print(label, number, flush=True)  # computing the next number may take long
    return 0


def count_by_length(
    position: Position, depth: int, count: CountSequences
) -> Iterator[tuple[str, int]]:
    """Yield each length up to `depth` and its number of sequences."""
    if depth == 0:
        yield "0", 1
    for length in range(1, depth + 1):
        yield str(length), sum(number for _, number in count_below_actions(position, length, count))


def count_by_first_action(
    position: Position, depth: int, count: CountSequences
) -> Iterator[tuple[str, int]]:
    """Yield the name of each first action and its number of sequences, and finally the total."""
    counts = dict(count_below_actions(position, depth, count))
    yield from counts.items()
    yield "total", sum(counts.values())


def count_below_actions(
    position: Position, depth: int, count: CountSequences
) -> Iterator[tuple[str, int]]:
    """Yield the name of each first action, sorted, and the number of sequences after it."""
    names = position.legal_moves()
    for name in (
        names if depth <= MAX_PLAIN_DEPTH else track_progress(names, lambda name: f"{depth} {name}")
    ):
        yield name, count(position.play(name), depth - 1)


def make_counter(game: Game, depth: int) -> CountSequences:
    """Return the counting function: plain Python for a small depth, else machine code."""
    if depth <= MAX_PLAIN_DEPTH:
        plain = game.plain(perft)
        return lambda position, length: int(plain(position.state, length))
    compiled = game.compiler.entry(perft)
    compiled(game.start(seed=0).state, 0)  # the first call compiles
    return lambda position, length: run_interruptibly(lambda: int(compiled(position.state, length)))
