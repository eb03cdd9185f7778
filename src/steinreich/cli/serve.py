"""`steinreich serve`: the hall, to play in the browser."""

import os
import sys
from argparse import Namespace

from steinreich.cli.inputs import whole_number
from steinreich.cli.parser import Commands, Parser

EXAMPLES = """\
steinreich serve --open
steinreich serve --host 0.0.0.0 --port 80
steinreich serve --database postgresql://hall@localhost/hall --processes 4"""

FLAGS = (  # name, what it takes, and what it is for; None: text
    ("host", "HOST", None, ("address to listen on (127.0.0.1)", "Adresse (127.0.0.1)")),
    ("port", "N", 0, ("port (8421; 0: a free one)", "Port (8421; 0: irgendein freier)")),
    (
        "database",
        "URL",
        None,
        (
            "database (SQLite in your data folder)",
            "Datenbank (SQLite in deinem Datenordner)",
        ),
    ),
    (
        "engines",
        "N",
        0,
        (
            "processes in which the computer thinks (cores less one)",
            "Prozesse, in denen der Computer denkt (Kerne weniger einer)",
        ),
    ),
    (
        "engine-memory",
        "MB",
        1,
        ("memory of one computer player (64)", "Speicher eines Computerspielers (64)"),
    ),
    (
        "processes",
        "N",
        1,
        (
            "server processes; more than one need PostgreSQL (1)",
            "Serverprozesse; mehr brauchen PostgreSQL (1)",
        ),
    ),
    (
        "origins",
        "LIST",
        None,
        (
            "further origins from which pages may connect, with commas",
            "weitere Herkünfte, von denen Seiten kommen dürfen, mit Kommas",
        ),
    ),
    (
        "proxies",
        "LIST",
        None,
        (
            "proxies whose X-Forwarded-For is believed, with commas",
            "Proxys, deren X-Forwarded-For geglaubt wird, mit Kommas",
        ),
    ),
    (
        "metrics",
        "WHO",
        None,
        ("who reads /metrics: local, all, nobody", "wer /metrics liest: local, all, nobody"),
    ),
    ("log", "FORM", None, ("form of the log: text, json", "Form des Protokolls: text, json")),
    (
        "tables-a-minute",
        "N",
        1,
        ("new tables for one address (30)", "neue Tische je Adresse (30)"),
    ),
    (
        "connections",
        "N",
        1,
        ("connections of one address (60)", "Verbindungen je Adresse (60)"),
    ),
    (
        "messages-a-second",
        "N",
        1,
        ("messages of one connection (20)", "Nachrichten je Verbindung (20)"),
    ),
)


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play in the browser: start the hall", "im Browser spielen: den Saal öffnen")
    parser = commands.add("serve", run, about, EXAMPLES)
    add_flags(parser)
    parser.options.add_argument(
        "--open",
        action="store_true",
        help=say(
            "open a browser; where the port is taken, use a free one",
            "einen Browser öffnen; ist der Port belegt, einen freien nehmen",
        ),
    )


def add_flags(parser: Parser) -> None:
    """Each is an environment variable as well: `--port` is STEINREICH_PORT."""
    for name, takes, least, help in FLAGS:
        parser.options.add_argument(
            f"--{name}",
            metavar=takes,
            type=str if least is None else whole_number(parser.say, least),
            help=parser.say(*help),
        )


def run(args: Namespace) -> int:
    from steinreich.server.serving import open_browser, serve  # now: others start quicker without
    from steinreich.server.settings import settings_from

    flags = {name.replace("-", "_") for name, *_ in FLAGS}
    settings = settings_from(dict(os.environ), **{name: getattr(args, name) for name in flags})

    def ready(address: str) -> None:
        print(
            args.say(
                f"Steinreich: {address}   (Ctrl-C ends it)",
                f"Steinreich: {address}   (Strg-C beendet)",
            ),
            file=sys.stderr,
            flush=True,
        )
        if args.open:
            open_browser(address)

    serve(settings, ready, any_port=args.open)
    return 0
