"""`steinreich check`: whether a game file keeps the contract that every game keeps."""

from argparse import Namespace

from steinreich.cli.inputs import add_game, read_companions
from steinreich.cli.parser import Commands
from steinreich.cli.progress import tracked
from steinreich.compile.binder import home
from steinreich.core.checking import check, variants
from steinreich.core.game import load
from steinreich.core.game_files import describe_failure
from steinreich.rules.errors import BrokenContract, UnknownGame
from steinreich.rules.language import Text

EXAMPLES = "steinreich check my/game.py"


def add(commands: Commands) -> None:
    say = commands.say
    about = say("ask of a game whether it keeps the contract, with all its options")
    parser = commands.add("check", run, about, EXAMPLES)
    add_game(parser, nargs="+")


def run(args: Namespace) -> int:
    faults = 0
    for name in args.game:
        ids = variants(load(name).name)
        for id in tracked(ids, str):
            fault = fault_in(id)
            if fault:
                print(f"{id}: {fault.within(args.lang)}")
                faults += 1
                break
        else:
            fine = args.say("keeps the contract")
            print(f"{name}: {fine} ({len(ids)})")
    return 1 if faults else 0


def fault_in(id: str) -> Text | None:
    """Return what is wrong with a game, if anything is: an error in its own code, too."""
    game = load(id)
    try:
        check(game)
        read_companions(game)
    except (BrokenContract, UnknownGame) as broken:
        return broken.words
    except Exception as error:  # rules of a game file may raise anything
        return describe_failure(error, home(game.module))
    return None
