"""The standard argument parser, in two languages and with errors of one line."""

import argparse
import re
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from steinreich.cli.language import LANGUAGES, Say
from steinreich.rules.errors import SteinreichError

Run = Callable[[argparse.Namespace], int]

GERMAN = {  # what the standard parser complains of; the rest of each message stays as it is
    r"the following arguments are required: (.*)": r"es fehlt: \1",
    r"unrecognized arguments: (.*)": r"das ist zu viel oder unbekannt: \1",
    r"argument (.*): invalid choice: (.*) \(choose from (.*)\)": r"\1: \2 ist nicht unter \3",
    r"argument (.*): expected one argument": r"\1: hier fehlt eine Angabe",
    r"argument (.*): expected at least one argument": r"\1: hier fehlt eine Angabe",
    r"argument (.*): not allowed with argument (.*)": r"\1 und \2 gehen nicht zusammen",
    r"one of the arguments (.*) is required": r"eine dieser Angaben fehlt: \1",
    r"argument (.*?): (.*)": r"\1: \2",
}


class UsageError(SteinreichError):
    """The arguments make no sense; the message says why and where help is."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help that keeps examples as they are written and begins in the right language."""

    def __init__(self, prog: str, say: Say) -> None:
        super().__init__(prog, max_help_position=30)
        self.say = say

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        prefix = self.say("usage: ", "Aufruf: ") if prefix is None else prefix
        super().add_usage(usage, actions, groups, prefix)


class Parser(argparse.ArgumentParser):
    """A parser for the whole program or for one command.

    `given` and `options` are the two groups that its help shows.  `complete` adds what takes
    time to find out, once the command is really asked for.
    """

    def __init__(
        self, say: Say, complete: Callable[["Parser"], None] | None = None, **settings: Any
    ) -> None:
        super().__init__(
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: Formatter(prog, say),
            **settings,
        )
        self.say = say
        self.given = self.add_argument_group(say("arguments", "Angaben"))
        self.options = self.add_argument_group(say("options", "Schalter"))
        self.options.add_argument(
            "-h", "--help", action="help", help=say("show this help", "diese Hilfe zeigen")
        )
        self.options.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            help=say("language: English or German", "Sprache: Englisch oder Deutsch"),
        )

        self.complete = complete

    def parse_known_args(self, *arguments: Any, **more: Any) -> Any:
        if self.complete:
            self.complete(self)
            self.complete = None
        return super().parse_known_args(*arguments, **more)

    def add_json(self, group: argparse._ActionsContainer | None = None) -> None:
        """The switch of commands that a program may want to read."""
        (group or self.options).add_argument(
            "--json",
            action="store_true",
            help=self.say("print JSON, for programs", "JSON ausgeben, für Programme"),
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; unlike the standard parser, do not keep quiet about a full disk."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        if self.say("", "de"):
            message = in_german(message)
        else:
            message = re.sub(r"^argument (.*?): ", r"\1: ", message)
        hint = self.say("{} shows how", "{} zeigt, wie es geht").format(f"{self.prog} --help")
        raise UsageError(f"{message}; {hint}")


class Commands:
    """The commands of the program, to which each module adds its own."""

    def __init__(self, parser: Parser) -> None:
        self.say = parser.say
        self.subparsers = parser.add_subparsers(
            dest="command",
            metavar=self.say("COMMAND", "BEFEHL"),
            title=self.say("commands", "Befehle"),
            parser_class=Parser,
        )

    def add(
        self,
        name: str,
        run: Run,
        about: str,
        examples: str = "",
        complete: Callable[[Parser], None] | None = None,
    ) -> Parser:
        """A new command: what it does in a line, and examples for its help."""
        title = self.say("examples", "Beispiele")
        indented = "".join(f"\n  {line}" for line in examples.splitlines())
        parser: Parser = self.subparsers.add_parser(
            name,
            say=self.say,
            complete=complete,
            help=about,
            description=about[:1].upper() + about[1:] + ".",
            epilog=f"{title}:{indented}" if examples else None,
        )
        parser.set_defaults(run=run)
        return parser


def in_german(message: str) -> str:
    """A complaint of the standard parser in German, as far as it is known."""
    for pattern, german in GERMAN.items():
        if re.fullmatch(pattern, message, re.DOTALL):
            return re.sub(pattern, german, message, flags=re.DOTALL)
    return message
