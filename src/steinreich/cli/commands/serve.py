"""`steinreich serve`: the hall, to play in the browser."""

import gc
import os
import sys
from argparse import Namespace

from steinreich.cli.inputs import read_companions
from steinreich.cli.language import Say
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.compile.quiet import be_quiet
from steinreich.core.game import load
from steinreich.core.registry import register_game_files
from steinreich.rules.extras import HALL, require_extra

EXAMPLES = """\
steinreich serve --open
steinreich serve --lan
steinreich serve --open --game my/hex.py
steinreich serve --host 0.0.0.0 --port 8080
steinreich serve --database postgresql://hall@localhost/hall"""


BROWSER_SECONDS = 10.0  # until a browser has surely been told what to show


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play in the browser: open the hall")
    commands.add("serve", run, about, EXAMPLES, complete=add_flags)


def add_flags(parser: Parser) -> None:
    """A flag for each setting of the hall; each is an environment variable as well."""
    with require_extra(HALL):  # only now: other commands start quicker without them
        from steinreich.hall.settings import flags

    for name, flag in flags().items():
        parser.options.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=flag.metavar,
            nargs="?" if flag.const else None,
            const=flag.const,
            help=parser.say.shown(flag.help),
        )
    parser.options.add_argument(
        "--game",
        metavar=parser.say("FILE"),
        action="append",
        default=[],
        help=parser.say("a game file that counts as one of the games; may be given several times"),
    )
    parser.options.add_argument(
        "--open",
        action="store_true",
        help=parser.say("open a browser; where the port is taken, use a free one"),
    )


def run(args: Namespace) -> int:
    gc.disable()  # until all is loaded, which would take a fifth longer
    try:
        return serve_hall(args)
    finally:
        gc.enable()


def serve_hall(args: Namespace) -> int:
    """Load what a hall needs, and run it until it is told to stop."""
    with require_extra(HALL):
        from steinreich.hall.server import open_browser, serve
        from steinreich.hall.settings import Settings, get_environment_variable
        from steinreich.hall.storage.database import describe_location
        from steinreich.hall.storage.database_lock import Occupied

    register_game_files(args.game)
    for path in args.game:
        read_companions(load(path))
    given = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    chosen = {name: value for name, value in given.items() if value is not None}
    if args.open and not os.environ.get(get_environment_variable("log")):
        chosen.setdefault("log", "quiet")  # the address matters, not a log of requests
    settings = Settings(**chosen)
    be_quiet()  # tables show when machine code is compiled

    def ready(address: str) -> None:
        announce(address, describe_location(settings.database), args.say)
        if settings.lan == "on":
            tell_network(address, args.say)
        if args.open:
            open_browser(address)

    try:
        with require_extra(HALL):  # some are loaded when the port is open
            serve(settings, ready, any_port=args.open)
    except Occupied as other:
        if not (args.open and other.address):
            raise UsageError(refusal(args.say).format(other.address or other.file)) from other
        print(reference(args.say).format(other.address), file=sys.stderr, flush=True)
        open_browser(other.address).join(BROWSER_SECONDS)
    return 0


def reference(say: Say) -> str:
    """To a hall that runs already: who only wants to play is led there."""
    return say("Steinreich is already running, and your browser opens it: {}")


def refusal(say: Say) -> str:
    """Why there is no second hall."""
    return say(
        "a hall with these games is already running: {}; a second one needs another --database"
    )


def tell_network(address: str, say: Say) -> None:
    """Say where others in the local network find the hall."""
    from steinreich.hall.lan import find_lan_address

    port = address.rstrip("/").rpartition(":")[2]
    line = say("In your network: {}")
    print(line.format(f"http://{find_lan_address()}:{port}/"), file=sys.stderr, flush=True)


def announce(address: str, kept: str, say: Say) -> None:
    """Say where the hall is, what becomes of the games, and how it ends."""
    lines = say("Steinreich: {}\nGames are kept in {}.\nCtrl-C ends it.")
    print(lines.format(address, kept), file=sys.stderr, flush=True)
