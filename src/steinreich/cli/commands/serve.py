"""`steinreich serve`: start the hall, the web server to play in the browser."""

import gc
import os
import sys
from argparse import Namespace

from steinreich.cli.inputs import check_companion_files
from steinreich.cli.language import Translator
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.compile.quiet import disable_notices
from steinreich.core.game import load
from steinreich.core.registry import register_game_files
from steinreich.rules.extras import HALL, require_extra

EXAMPLES = """\
steinreich serve --open
steinreich serve --lan
steinreich serve --open --game my/hex.py
steinreich serve --host 0.0.0.0 --port 8080
steinreich serve --database postgresql://hall@localhost/hall"""


BROWSER_TIMEOUT_SECONDS = 10.0  # for the operating system to open a page in the browser


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("start the server for playing in the browser")
    commands.add("serve", run, about, EXAMPLES, add_late_arguments=add_flags)


def add_flags(parser: Parser) -> None:
    """Add a flag for each setting of the hall; each is also an environment variable."""
    with require_extra(HALL):  # imported late, so that other commands start faster
        from steinreich.hall.settings import get_flags

    for name, flag in get_flags().items():
        parser.options.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=flag.metavar,
            nargs="?" if flag.const else None,
            const=flag.const,
            help=parser.translate(flag.help),
        )
    parser.options.add_argument(
        "--game",
        metavar=parser.translate("FILE"),
        action="append",
        default=[],
        help=parser.translate("game file to add; may be repeated"),
    )
    parser.options.add_argument(
        "--open",
        action="store_true",
        help=parser.translate("open the browser; use a free port if the port is taken"),
    )


def run(args: Namespace) -> int:
    gc.disable()  # importing all modules takes 20 % longer with garbage collection
    try:
        return serve_hall(args)
    finally:
        gc.enable()


def serve_hall(args: Namespace) -> int:
    """Import the server and run it until it is stopped."""
    with require_extra(HALL):
        from steinreich.hall.server import open_browser, serve
        from steinreich.hall.settings import Settings, get_environment_variable
        from steinreich.hall.storage.database import describe_location
        from steinreich.hall.storage.database_lock import DatabaseInUse

    register_game_files(args.game)
    for path in args.game:
        check_companion_files(load(path))
    given = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    chosen = {name: value for name, value in given.items() if value is not None}
    if args.open and not os.environ.get(get_environment_variable("log")):
        chosen.setdefault("log", "quiet")  # so that the printed address stays visible
    settings = Settings(**chosen)
    disable_notices()  # the browser client shows when machine code is being compiled

    def on_ready(address: str) -> None:
        print_address(address, describe_location(settings.database), args.translate)
        if settings.lan == "on":
            print_network_address(address, args.translate)
        if args.open:
            open_browser(address)

    try:
        with require_extra(HALL):  # some modules are imported after the port is open
            serve(settings, on_ready, any_port=args.open)
    except DatabaseInUse as error:
        if not (args.open and error.address):
            raise UsageError(
                second_hall_message(args.translate).format(error.address or error.file)
            ) from error
        print(
            already_running_message(args.translate).format(error.address),
            file=sys.stderr,
            flush=True,
        )
        open_browser(error.address).join(BROWSER_TIMEOUT_SECONDS)
    return 0


def already_running_message(translate: Translator) -> str:
    """Return the message that the browser opens a hall that is already running."""
    return translate("Steinreich is already running, and your browser opens it: {}")


def second_hall_message(translate: Translator) -> str:
    """Return the error message that another hall is already running."""
    return translate(
        "a server with these games is already running: {}; a second one needs another --database"
    )


def print_network_address(address: str, translate: Translator) -> None:
    """Print the address of the hall in the local network."""
    from steinreich.hall.lan import find_lan_address

    port = address.rstrip("/").rpartition(":")[2]
    line = translate("In your network: {}")
    print(line.format(f"http://{find_lan_address()}:{port}/"), file=sys.stderr, flush=True)


def print_address(address: str, location: str, translate: Translator) -> None:
    """Print the address of the hall, where games are stored, and how to stop it."""
    lines = translate("Steinreich: {}\nGames are stored in {}.\nPress Ctrl-C to stop.")
    print(lines.format(address, location), file=sys.stderr, flush=True)
