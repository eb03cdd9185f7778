"""`steinreich check`: test whether a game file fulfils the game contract."""

from argparse import Namespace

from steinreich.cli.inputs import add_game, check_companion_files
from steinreich.cli.parser import Commands
from steinreich.cli.progress import track_progress
from steinreich.compile.binder import get_game_path
from steinreich.core.checking import check, variants
from steinreich.core.game import load
from steinreich.core.game_files import describe_failure
from steinreich.rules.errors import BrokenContract, UnknownGame
from steinreich.rules.language import Text

EXAMPLES = "steinreich check my/game.py"


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("check that a game fulfils the contract, with all its options")
    parser = commands.add("check", run, about, EXAMPLES)
    add_game(parser, nargs="+")


def run(args: Namespace) -> int:
    faults = 0
    for name in args.game:
        ids = variants(load(name).name)
        for id in track_progress(ids, str):
            fault = find_fault(id)
            if fault:
                print(f"{id}: {fault.in_language(args.lang)}")
                faults += 1
                break
        else:
            message = args.translate("fulfils the contract")
            print(f"{name}: {message} ({len(ids)})")
    return 1 if faults else 0


def find_fault(id: str) -> Text | None:
    """Return the first fault of a game, which may be an exception in its own code, or None."""
    game = load(id)
    try:
        check(game)
        check_companion_files(game)
    except (BrokenContract, UnknownGame) as broken:
        return broken.message
    except Exception as error:  # rules of a game file may raise anything
        return describe_failure(error, get_game_path(game.module))
    return None
