"""`steinreich puzzles`: mine puzzles from engine games, and prove them again."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from steinreich.cli.inputs import add_seed, read_companions, read_text, whole_number, write_text
from steinreich.cli.inputs import file_name as name_of_a_file
from steinreich.cli.language import Say
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.progress import new_bar, tracked
from steinreich.core.game import load
from steinreich.core.registry import games

if TYPE_CHECKING:  # at run time they are loaded when they are needed: other commands start fast
    from steinreich.puzzles.mining import Collection
    from steinreich.puzzles.puzzle import Puzzle

DEFAULT_COUNT, MAX_COUNT = 500, 100_000
MAX_PROCESSES = 1024
SAVE_SECONDS = 10.0  # what is found is on disk after this time at the latest

EXAMPLES = """\
steinreich puzzles mine --game vier3d --count 500 --processes 2
steinreich puzzles check --game tzaar"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("mine puzzles from engine games, and check them")
    parser = commands.add("puzzles", run, about, EXAMPLES)
    described = {
        "mine": say("find puzzles; goes on where it ended"),
        "check": say("prove every puzzle again"),
    }
    mining, checking = parser.add_kinds(described)
    for one in (mining, checking):
        one.options.add_argument(
            "--game",
            metavar=say("GAME"),
            action="append",
            help=say("a game or the path of one; may be repeated (all)"),
        )
    add_mining(mining)
    checking.options.add_argument(
        "--input",
        metavar=say("FOLDER"),
        type=name_of_a_file(say),
        help=say("where the files are (those that ship)"),
    )


def add_mining(parser: Parser) -> None:
    """What the miner is told."""
    say, option = parser.say, parser.options.add_argument
    option(
        "--count",
        metavar="N",
        type=whole_number(say, 1, MAX_COUNT),
        default=DEFAULT_COUNT,
        help=say("puzzles of each game ({usual_count})", usual_count=DEFAULT_COUNT),
    )
    add_seed(parser, say("makes chance repeat itself (1)"))
    option(
        "--processes",
        metavar="N",
        type=whole_number(say, 1, MAX_PROCESSES),
        default=1,
        help=say("at once (1)"),
    )
    option(
        "--output",
        metavar=say("FOLDER"),
        type=name_of_a_file(say),
        default="puzzles",
        help=say("where the files are kept (puzzles)"),
    )


def run(args: Namespace) -> int:
    names = [game_without_options(id, args.say) for id in args.game or games()]
    return {"mine": mine, "check": check}[args.kind](args, names)


def game_without_options(id: str, say: Say) -> str:
    """Return the name or path of a game."""
    game = load(id)
    if game.id != game.name:
        message = say("--game takes a game without options")
        raise UsageError(message)
    read_companions(game)
    return game.name


# Mining


def mine(args: Namespace, names: Sequence[str]) -> int:
    """Fill the files of some games, one after the other."""
    from steinreich.puzzles.mining import Collection
    from steinreich.puzzles.puzzle import file_name, read_puzzles

    Path(args.output).mkdir(parents=True, exist_ok=True)
    for name in names:
        path = Path(args.output) / file_name(name)
        earlier = read_puzzles(read_text(str(path)), name) if path.exists() else []
        collection = Collection(args.count, earlier)
        try:
            fill(collection, name, path, args)
        finally:
            print(f"{path}: {len(collection.puzzles)}", flush=True)
    return 0


def fill(collection: "Collection", name: str, path: Path, args: Namespace) -> None:
    """Mine until there are enough; whatever ends it, what was found is kept."""
    from steinreich.puzzles.finder import mine_game
    from steinreich.puzzles.mining import mine
    from steinreich.puzzles.puzzle import to_text

    seed = 1 if args.seed is None else args.seed
    saved = monotonic()
    try:
        with bar_for(name, collection) as bar:
            for taken in mine(name, collection, seed, args.processes, mine_game):
                bar(len(collection.puzzles))
                if taken and monotonic() - saved > SAVE_SECONDS:
                    write_text(str(path), to_text(collection.puzzles))
                    saved = monotonic()
    finally:
        write_text(str(path), to_text(collection.puzzles))


@contextmanager
def bar_for(name: str, collection: "Collection") -> Iterator[Any]:
    """A bar that is told how many puzzles there are; on a terminal only."""
    bar = new_bar()
    if not bar.console.is_terminal:
        yield lambda found: None
        return
    task = bar.add_task(name, total=collection.wanted, completed=len(collection.puzzles))
    with bar:
        yield lambda found: bar.update(task, completed=found)


# Checking


def check(args: Namespace, names: Sequence[str]) -> int:
    """Prove all puzzles of some games again; 1 if one of them is wrong."""
    from steinreich.puzzles.solution import find_fault

    faults = 0
    for name in names:
        puzzles = puzzles_in(args.input, name)
        for puzzle in tracked(puzzles, lambda one: f"{one.game} {one.id}"):
            if fault := find_fault(puzzle):
                print(f"{puzzle.game} {puzzle.position} ({puzzle.goal} {puzzle.turns}): {fault}")
                faults += 1
        print(f"{name}: {len(puzzles)}", flush=True)
    return 1 if faults else 0


def puzzles_in(folder: str | None, name: str) -> "list[Puzzle]":
    """Return the puzzles of a game in a folder, or those that ship."""
    from steinreich.puzzles.puzzle import file_name, read_puzzles, shipped

    if folder is None:
        return list(shipped(name))
    return read_puzzles(read_text(str(Path(folder) / file_name(name))), name)
