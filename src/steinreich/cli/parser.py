"""The standard argument parser, in two languages and with errors of one line."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from steinreich.cli.argparse_catalogue import CATALOGUES
from steinreich.cli.spoken_language import Say
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import LANGUAGES
from steinreich.rules.text.did_you_mean import did_you_mean

Run = Callable[[argparse.Namespace], int]


class UsageError(SteinreichError):
    """The arguments make no sense; the message says why and where help is."""


def help_formatter(prog: str) -> argparse.HelpFormatter:
    """Help that keeps examples as they are written."""
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=30)


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
            formatter_class=help_formatter,
            **settings,
        )
        self.say = say
        self.catalogue = CATALOGUES[say("en", "de")]
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

    def parse_args(self, *arguments: Any, **more: Any) -> Any:
        with self.catalogue.in_argparse():
            args, unknown = self.parse_known_args(*arguments, **more)
            if unknown:
                said = self.catalogue.gettext("unrecognized arguments: %s") % " ".join(unknown)
                flags = [word.partition("=")[0] for word in unknown if word.startswith("-")]
                self.error(said + self.proposal(flags[0] if flags else "", self.flags(args)))
            return args

    def parse_known_args(self, *arguments: Any, **more: Any) -> Any:
        if self.complete:
            self.complete(self)
            self.complete = None
        return super().parse_known_args(*arguments, **more)

    def flags(self, args: argparse.Namespace) -> Iterator[str]:
        """The flags of this parser, and of the command that was named."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction) and getattr(args, action.dest, None):
                yield from action.choices[getattr(args, action.dest)].flags(args)

    def proposal(self, word: str, names: Iterable[str]) -> str:
        """The question whether one of the names was meant, to be put behind what is wrong."""
        question = did_you_mean(word, names)
        return f"; {self.say(*question)}" if question else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is none of the choices; unlike the standard parser, propose some."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += self.proposal(str(value), map(str, action.choices or ()))
            raise

    def format_help(self) -> str:
        with self.catalogue.in_argparse():
            return super().format_help()

    def add_json(self, group: argparse._ActionsContainer | None = None) -> None:
        """The switch of commands that a program may want to read."""
        (group or self.options).add_argument(
            "--json",
            action="store_true",
            help=self.say("print JSON, for programs", "JSON ausgeben, für Programme"),
        )

    def add_kinds(self, described: Mapping[str, str]) -> list["Parser"]:
        """Parsers of what the command can do, one of which is to be named; each in a line."""
        kinds = self.add_subparsers(
            dest="kind",
            metavar=self.say("KIND", "ART"),
            title=self.say("kinds", "Arten"),
            parser_class=Parser,
            required=True,
        )
        return [
            kinds.add_parser(
                kind, say=self.say, help=about, description=f"{about[:1].upper()}{about[1:]}."
            )
            for kind, about in described.items()
        ]

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; unlike the standard parser, do not keep quiet about a full disk."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        hint = self.say("{} shows how", "{} zeigt, wie es geht").format(f"{self.prog} --help")
        raise UsageError(f"{message}{' ' if message.endswith('?') else '; '}{hint}")


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
