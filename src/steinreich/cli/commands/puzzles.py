"""`steinreich puzzles`: mine puzzles from engine games, and verify their proofs."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from steinreich.cli.inputs import (
    add_seed,
    check_companion_files,
    read_text,
    whole_number,
    write_text,
)
from steinreich.cli.inputs import file_name as file_name_type
from steinreich.cli.language import Translator
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.progress import make_progress_bar, track_progress
from steinreich.core.game import load
from steinreich.core.registry import games

if TYPE_CHECKING:  # loaded lazily at run time, so that other commands start faster
    from steinreich.puzzles.mining import Collection
    from steinreich.puzzles.puzzle import Puzzle

DEFAULT_COUNT, MAX_COUNT = 500, 100_000
MAX_PROCESSES = 1024
SAVE_INTERVAL_SECONDS = 10.0

EXAMPLES = """\
steinreich puzzles mine --game vier3d --count 500 --processes 2
steinreich puzzles check --game tzaar"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("find puzzles in engine games, and verify them")
    parser = commands.add("puzzles", run, about, EXAMPLES)
    descriptions = {
        "mine": translate("find puzzles, resuming an interrupted run"),
        "check": translate("prove every puzzle again"),
    }
    mining, checking = parser.add_subcommands(descriptions)
    for subcommand in (mining, checking):
        subcommand.options.add_argument(
            "--game",
            metavar=translate("GAME"),
            action="append",
            help=translate("game or path of a game file; may be repeated (default: all games)"),
        )
    add_mining(mining)
    checking.options.add_argument(
        "--input",
        metavar=translate("FOLDER"),
        type=file_name_type(translate),
        help=translate("folder of the puzzle files (default: those of the package)"),
    )


def add_mining(parser: Parser) -> None:
    """Add the options of mining."""
    translate, option = parser.translate, parser.options.add_argument
    option(
        "--count",
        metavar="N",
        type=whole_number(translate, 1, MAX_COUNT),
        default=DEFAULT_COUNT,
        help=translate("puzzles per game (default: {usual_count})", usual_count=DEFAULT_COUNT),
    )
    add_seed(parser, translate("random seed (default: 1)"))
    option(
        "--processes",
        metavar="N",
        type=whole_number(translate, 1, MAX_PROCESSES),
        default=1,
        help=translate("number of processes (default: 1)"),
    )
    option(
        "--output",
        metavar=translate("FOLDER"),
        type=file_name_type(translate),
        default="puzzles",
        help=translate("folder to write the files to (default: puzzles)"),
    )


def run(args: Namespace) -> int:
    names = [game_without_options(id, args.translate) for id in args.game or games()]
    return {"mine": mine, "check": check}[args.kind](args, names)


def game_without_options(id: str, translate: Translator) -> str:
    """Return the name or path of a game.

    Raise an error if its id has options, or if one of its companion files is invalid.
    """
    game = load(id)
    if game.id != game.name:
        message = translate("--game takes games without options")
        raise UsageError(message)
    check_companion_files(game)
    return game.name


# Mining


def mine(args: Namespace, names: Sequence[str]) -> int:
    """Mine puzzles of several games, one after the other, each into its own file."""
    from steinreich.puzzles.mining import Collection
    from steinreich.puzzles.puzzle import puzzle_file_name, read_puzzles

    Path(args.output).mkdir(parents=True, exist_ok=True)
    for name in names:
        path = Path(args.output) / puzzle_file_name(name)
        existing = read_puzzles(read_text(str(path)), name) if path.exists() else []
        collection = Collection(args.count, existing)
        try:
            mine_until_full(collection, name, path, args)
        finally:
            print(f"{path}: {len(collection.puzzles)}", flush=True)
    return 0


def mine_until_full(collection: "Collection", name: str, path: Path, args: Namespace) -> None:
    """Mine until the collection is full; save its puzzles regularly and at the end."""
    from steinreich.puzzles.finder import mine_game
    from steinreich.puzzles.mining import mine
    from steinreich.puzzles.puzzle import format_puzzles

    seed = 1 if args.seed is None else args.seed
    saved = monotonic()
    try:
        with count_progress(name, collection) as bar:
            for is_added in mine(name, collection, seed, args.processes, mine_game):
                bar(len(collection.puzzles))
                if is_added and monotonic() - saved > SAVE_INTERVAL_SECONDS:
                    write_text(str(path), format_puzzles(collection.puzzles))
                    saved = monotonic()
    finally:
        write_text(str(path), format_puzzles(collection.puzzles))


@contextmanager
def count_progress(name: str, collection: "Collection") -> Iterator[Any]:
    """Show a progress bar on terminals; yield the function that sets the number of puzzles."""
    bar = make_progress_bar()
    if not bar.console.is_terminal:
        yield lambda found: None
        return
    task = bar.add_task(name, total=collection.target_size, completed=len(collection.puzzles))
    with bar:
        yield lambda found: bar.update(task, completed=found)


# Checking


def check(args: Namespace, names: Sequence[str]) -> int:
    """Verify all puzzles of several games; return 1 if one of them is wrong."""
    from steinreich.puzzles.solution import find_fault

    faults = 0
    for name in names:
        puzzles = read_puzzles_of_game(args.input, name)
        for puzzle in track_progress(puzzles, lambda puzzle: f"{puzzle.game} {puzzle.id}"):
            if fault := find_fault(puzzle):
                print(f"{puzzle.game} {puzzle.position} ({puzzle.goal} {puzzle.turns}): {fault}")
                faults += 1
        print(f"{name}: {len(puzzles)}", flush=True)
    return 1 if faults else 0


def read_puzzles_of_game(folder: str | None, name: str) -> "list[Puzzle]":
    """Return the puzzles of a game in a folder, or by default those of this package."""
    from steinreich.puzzles.puzzle import load_puzzles, puzzle_file_name, read_puzzles

    if folder is None:
        return list(load_puzzles(name))
    return read_puzzles(read_text(str(Path(folder) / puzzle_file_name(name))), name)
