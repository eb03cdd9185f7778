"""`steinreich build-wasm`: build the libraries of games for browsers."""

from argparse import Namespace
from pathlib import Path

from steinreich.cli.inputs import add_game
from steinreich.cli.parser import Commands
from steinreich.cli.progress import track_progress
from steinreich.core.game import load
from steinreich.core.registry import games

EXAMPLES = """\
steinreich build-wasm
steinreich build-wasm tzaar my/game.py --out libraries"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("build WebAssembly libraries of games, for browsers")
    parser = commands.add("build-wasm", run, about, EXAMPLES)
    add_game(parser, nargs="*")
    parser.add_argument(
        "--out",
        type=Path,
        metavar=translate("FOLDER"),
        help=translate("where to write them (in the package)"),
    )


def run(args: Namespace) -> int:
    from steinreich.compile.machine_code import LIBRARIES, library_path
    from steinreich.compile.wasm import build_library
    from steinreich.engines.named_players import get_entry_points

    folder = args.out or LIBRARIES
    folder.mkdir(parents=True, exist_ok=True)
    for game in track_progress([load(id) for id in args.game or games()], lambda game: game.id):
        library = build_library(get_entry_points(game))
        path = folder / library_path(game.module).name
        path.write_bytes(library)
        print(f"{path}: {len(library):,} bytes", flush=True)
    return 0
