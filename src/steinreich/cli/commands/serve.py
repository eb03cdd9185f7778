"""`steinreich serve`: the hall, to play in the browser."""

import gc
import os
import sys
from argparse import Namespace

from steinreich.cli.companions import read_companions
from steinreich.cli.extras import HALL, extra_packages
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.spoken_language import Say
from steinreich.compile.quiet import be_quiet
from steinreich.core.game import load
from steinreich.core.registry import bring

EXAMPLES = """\
steinreich serve --open
steinreich serve --lan
steinreich serve --open --game my/hex.py
steinreich serve --host 0.0.0.0 --port 8080
steinreich serve --processes 4
steinreich serve --database postgresql://hall@localhost/hall --processes 4"""


BROWSER_SECONDS = 10.0  # until a browser has surely been told what to show


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play in the browser: open the hall", "im Browser spielen: den Saal öffnen")
    commands.add("serve", run, about, EXAMPLES, complete=add_flags)


def add_flags(parser: Parser) -> None:
    """A flag for each setting of the hall; each is an environment variable as well."""
    with extra_packages(HALL, parser.say):  # only now: other commands start quicker without them
        from steinreich.hall.settings import flags

    for name, flag in flags().items():
        parser.options.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=flag.takes,
            nargs="?" if flag.alone else None,
            const=flag.alone,
            help=parser.say(*flag.help),
        )
    parser.options.add_argument(
        "--game",
        metavar=parser.say("FILE", "DATEI"),
        action="append",
        default=[],
        help=parser.say(
            "a game file that counts as one of the games; may be given several times",
            "eine Spieldatei, die zu den Spielen zählt; auch mehrmals",
        ),
    )
    parser.options.add_argument(
        "--open",
        action="store_true",
        help=parser.say(
            "open a browser; where the port is taken, use a free one",
            "einen Browser öffnen; ist der Port belegt, einen freien nehmen",
        ),
    )


def run(args: Namespace) -> int:
    gc.disable()  # until all is loaded, which would take a fifth longer
    try:
        return serve_hall(args)
    finally:
        gc.enable()


def serve_hall(args: Namespace) -> int:
    """Load what a hall needs, and run it until it is told to stop."""
    with extra_packages(HALL, args.say):
        from steinreich.hall.run import open_browser, serve
        from steinreich.hall.settings import Settings, variable
        from steinreich.hall.storage.database import where_kept
        from steinreich.hall.storage.database_lock import Occupied

    bring(args.game)
    for path in args.game:
        read_companions(load(path))
    given = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    chosen = {name: value for name, value in given.items() if value is not None}
    if args.open and not os.environ.get(variable("log")):
        chosen.setdefault("log", "quiet")  # who plays wants to know where, not who asked for what
    settings = Settings(**chosen)
    be_quiet()  # tables tell who waits for machine code

    def ready(address: str) -> None:
        announce(address, where_kept(settings.database), args.say)
        if settings.lan == "on":
            tell_network(address, args.say)
        if args.open:
            open_browser(address)

    try:
        with extra_packages(HALL, args.say):  # some are loaded when the port is open
            serve(settings, ready, any_port=args.open)
    except Occupied as other:
        if not (args.open and other.address):
            raise UsageError(refusal(args.say).format(other.address or other.file)) from other
        print(reference(args.say).format(other.address), file=sys.stderr, flush=True)
        open_browser(other.address).join(BROWSER_SECONDS)
    return 0


def reference(say: Say) -> str:
    """To a hall that runs already: who only wants to play is led there."""
    return say(
        "Steinreich is already running, and your browser opens it: {}",
        "Steinreich läuft schon, dein Browser öffnet es: {}",
    )


def refusal(say: Say) -> str:
    """Why there is no second hall."""
    return say(
        "a hall with these games is already running: {}; a second one needs another --database",
        "mit diesen Partien läuft schon ein Saal: {}; ein zweiter braucht eine andere --database",
    )


def tell_network(address: str, say: Say) -> None:
    """Say where others in the local network find the hall."""
    from steinreich.hall.lan import own_address

    port = address.rstrip("/").rpartition(":")[2]
    line = say("In your network: {}", "In deinem Netz: {}")
    print(line.format(f"http://{own_address()}:{port}/"), file=sys.stderr, flush=True)


def announce(address: str, kept: str, say: Say) -> None:
    """Say where the hall is, what becomes of the games, and how it ends."""
    lines = say(
        "Steinreich: {}\nGames are kept in {}.\nCtrl-C ends it.",
        "Steinreich: {}\nDie Partien liegen in {}.\nStrg-C beendet.",
    )
    print(lines.format(address, kept), file=sys.stderr, flush=True)
