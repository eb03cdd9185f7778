"""`steinreich serve`: the hall, to play in the browser."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from steinreich.cli.inputs import whole_number
from steinreich.cli.language import Say
from steinreich.cli.parser import Commands, UsageError
from steinreich.core.registry import bring
from steinreich.rules.language import Words

EXAMPLES = """\
steinreich serve --open
steinreich serve --lan
steinreich serve --open --game my/hex.py
steinreich serve --host 0.0.0.0 --port 8080
steinreich serve --database postgresql://hall@localhost/hall --processes 4"""


BROWSER_SECONDS = 10.0  # until a browser has surely been told what to show


class Flag(NamedTuple):
    """A setting of the hall; each is an environment variable as well (`STEINREICH_PORT`)."""

    name: str
    takes: str
    help: Words
    least: int | None = None  # of whole numbers; other flags take text
    alone: str | None = None  # what it means without a value, where that may be left out


FLAGS = (
    Flag("host", "HOST", Words("address to listen on (127.0.0.1)", "Adresse (127.0.0.1)")),
    Flag("port", "N", Words("port (8421; 0: a free one)", "Port (8421; 0: irgendein freier)"), 0),
    Flag(
        "database",
        "URL",
        Words("database (SQLite in your data folder)", "Datenbank (SQLite in deinem Datenordner)"),
    ),
    Flag(
        "engines",
        "N",
        Words(
            "processes in which the computer thinks (cores less one)",
            "Prozesse, in denen der Computer denkt (Kerne weniger einer)",
        ),
        0,
    ),
    Flag(
        "engine-memory",
        "MB",
        Words("memory of one computer player (64)", "Speicher eines Computerspielers (64)"),
        1,
    ),
    Flag(
        "processes",
        "N",
        Words(
            "server processes; more than one need PostgreSQL (1)",
            "Serverprozesse; mehr als einer brauchen PostgreSQL (1)",
        ),
        1,
    ),
    Flag(
        "origins",
        "LIST",
        Words(
            "further origins from which pages may connect, with commas",
            "weitere Herkünfte, von denen Seiten kommen dürfen, mit Kommas",
        ),
    ),
    Flag(
        "lan",
        "WHEN",
        Words(
            "let in others in the local network: on, off, offer (asks in the browser)",
            "andere im lokalen Netz einlassen: on, off, offer (fragt im Browser)",
        ),
        alone="on",
    ),
    Flag(
        "proxies",
        "LIST",
        Words(
            "proxies whose X-Forwarded-For is believed, with commas",
            "Proxys, deren X-Forwarded-For geglaubt wird, mit Kommas",
        ),
    ),
    Flag(
        "metrics",
        "WHO",
        Words(
            "who may read /metrics: local, all, nobody", "wer /metrics liest: local, all, nobody"
        ),
    ),
    Flag(
        "log",
        "FORM",
        Words(
            "form of the log: text, json, quiet (usual with --open)",
            "Form des Protokolls: text, json, quiet (üblich mit --open)",
        ),
    ),
    Flag(
        "tables-a-minute",
        "N",
        Words("tables that one address may open (30)", "neue Tische je Adresse (30)"),
        1,
    ),
    Flag(
        "looks-a-minute",
        "N",
        Words(
            "how often one address may look back at games (120)",
            "wie oft eine Adresse frühere Züge nachsehen darf (120)",
        ),
        1,
    ),
    Flag(
        "connections",
        "N",
        Words("connections that one address may hold (60)", "Verbindungen je Adresse (60)"),
        1,
    ),
    Flag(
        "messages-a-second",
        "N",
        Words("messages that one connection may send (20)", "Nachrichten je Verbindung (20)"),
        1,
    ),
    Flag(
        "pace",
        "SECONDS",
        Words(
            "what the computer's turn takes at least (0.35)",
            "was ein Zug des Computers mindestens dauert (0.35)",
        ),
    ),
)


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play in the browser: open the hall", "im Browser spielen: den Saal öffnen")
    parser = commands.add("serve", run, about, EXAMPLES)
    for flag in FLAGS:
        parser.options.add_argument(
            f"--{flag.name}",
            metavar=flag.takes,
            nargs="?" if flag.alone else None,
            const=flag.alone,
            type=str if flag.least is None else whole_number(say, flag.least),
            help=say(*flag.help),
        )
    parser.options.add_argument(
        "--game",
        metavar=say("FILE", "DATEI"),
        action="append",
        default=[],
        help=say(
            "a game file that counts as one of the games; may be given several times",
            "eine Spieldatei, die zu den Spielen zählt; auch mehrmals",
        ),
    )
    parser.options.add_argument(
        "--open",
        action="store_true",
        help=say(
            "open a browser; where the port is taken, use a free one",
            "einen Browser öffnen; ist der Port belegt, einen freien nehmen",
        ),
    )


def run(args: Namespace) -> int:
    with extra_packages(args.say):  # only now: other commands start quicker without them
        from steinreich.hall.run import open_browser, serve
        from steinreich.hall.settings import settings_from, variable
        from steinreich.hall.storage.database import where_kept
        from steinreich.hall.storage.file_claim import Occupied

    bring(args.game)
    chosen = {flag.name.replace("-", "_") for flag in FLAGS}
    flags = {name: getattr(args, name) for name in chosen if getattr(args, name) is not None}
    if args.open and not os.environ.get(variable("log")):
        flags.setdefault("log", "quiet")  # who plays wants to know where, not who asked for what
    settings = settings_from(os.environ, flags)

    def ready(address: str) -> None:
        announce(address, where_kept(settings.database), args.say)
        if settings.lan == "on":
            tell_network(address, args.say)
        if args.open:
            open_browser(address)

    try:
        serve(settings, ready, any_port=args.open)
    except Occupied as other:
        if not (args.open and other.address):
            raise UsageError(refusal(args.say).format(other.address or other.file)) from other
        print(reference(args.say).format(other.address), file=sys.stderr, flush=True)
        open_browser(other.address).join(BROWSER_SECONDS)
    return 0


@contextmanager
def extra_packages(say: Say) -> Iterator[None]:
    """Say how to get the packages of the hall where one is missing; of our own, none may be."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", "steinreich"):
            raise
        message = say(
            "the hall needs packages that are not installed ({} is missing);"
            " this installs them:  pip install 'steinreich[hall]'",
            "für den Saal fehlen Pakete ({} ist nicht installiert);"
            " das installiert sie:  pip install 'steinreich[hall]'",
        )
        raise UsageError(message.format(package)) from None


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
