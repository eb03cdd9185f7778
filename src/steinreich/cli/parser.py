"""`argparse` with translations, one-line errors and suggestions."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from steinreich.cli.language import ArgparseMessages, Say
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import LANGUAGES
from steinreich.rules.untrusted import did_you_mean

Run = Callable[[argparse.Namespace], int]


class UsageError(SteinreichError):
    """The arguments are invalid; the message says why and how to get help."""


def help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a help formatter that keeps the line breaks of examples."""
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=30)


class Parser(argparse.ArgumentParser):
    """A parser for the whole program or for one command.

    `given` and `options` are the groups of positional arguments and of flags in its help.
    `complete` is called before the first use, to add arguments that are slow to compute.
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
        self.catalogue = ArgparseMessages(say.language)
        self.given = self.add_argument_group(say("arguments"))
        self.options = self.add_argument_group(say("options"))
        self.options.add_argument("-h", "--help", action="help", help=say("show this help"))
        self.options.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            help=say("language of all texts"),
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
        """Yield the flags of this parser, and of the command that was named."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction) and getattr(args, action.dest, None):
                yield from action.choices[getattr(args, action.dest)].flags(args)

    def proposal(self, word: str, names: Iterable[str]) -> str:
        """Return a suffix "did you mean ...?" for an error message."""
        question = did_you_mean(word, names)
        return f"; {self.say.shown(question)}" if question else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Reject invalid choices; unlike the base class, suggest similar ones."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += self.proposal(str(value), map(str, action.choices or ()))
            raise

    def format_help(self) -> str:
        with self.catalogue.in_argparse():
            return super().format_help()

    def add_json(self, group: argparse._ActionsContainer | None = None) -> None:
        """Add the flag `--json`."""
        (group or self.options).add_argument(
            "--json",
            action="store_true",
            help=self.say("print JSON, for programs"),
        )

    def add_kinds(self, described: Mapping[str, str]) -> list["Parser"]:
        """Add subcommands with their one-line descriptions, and return their parsers."""
        kinds = self.add_subparsers(
            dest="kind",
            metavar=self.say("KIND"),
            title=self.say("kinds"),
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
        """Print help; unlike the base class, raise errors such as a full disk."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        hint = self.say("{} shows how").format(f"{self.prog} --help")
        raise UsageError(f"{message}{' ' if message.endswith('?') else '; '}{hint}")


class Commands:
    """The commands of the program, to which each module adds its own."""

    def __init__(self, parser: Parser) -> None:
        self.say = parser.say
        self.subparsers = parser.add_subparsers(
            dest="command",
            metavar=self.say("COMMAND"),
            title=self.say("commands"),
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
        """Add a command with a one-line description and examples, and return its parser."""
        title = self.say("examples")
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
