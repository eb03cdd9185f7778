"""`argparse` with translations, one-line errors and suggestions."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from steinreich.cli.language import ArgparseMessages, Translator
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import LANGUAGES
from steinreich.rules.untrusted import did_you_mean

RunCommand = Callable[[argparse.Namespace], int]


class UsageError(SteinreichError):
    """The arguments are invalid; the message says why."""


def help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a help formatter that keeps the line breaks of examples."""
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=30)


class Parser(argparse.ArgumentParser):
    """A parser for the whole program or for one command.

    `arguments` and `options` are the groups of positional arguments and of flags in its help.
    `add_late_arguments` is called before the first use, to add arguments whose modules load slowly.
    """

    def __init__(
        self,
        translate: Translator,
        add_late_arguments: Callable[["Parser"], None] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(
            add_help=False,
            allow_abbrev=False,
            formatter_class=help_formatter,
            **settings,
        )
        self.translate = translate
        self.catalogue = ArgparseMessages(translate.language)
        self.arguments = self.add_argument_group(translate("arguments"))
        self.options = self.add_argument_group(translate("options"))
        self.options.add_argument("-h", "--help", action="help", help=translate("show this help"))
        self.options.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            help=translate("language of all texts"),
        )
        self.add_late_arguments = add_late_arguments

    def parse_args(self, *arguments: Any, **keywords: Any) -> Any:
        with self.catalogue.patch_argparse():
            args, unknown = self.parse_known_args(*arguments, **keywords)
            if unknown:
                message = self.catalogue.gettext("unrecognized arguments: %s") % " ".join(unknown)
                flags = [word.partition("=")[0] for word in unknown if word.startswith("-")]
                self.error(message + self.suggest(flags[0] if flags else "", self.flags(args)))
            return args

    def parse_known_args(self, *arguments: Any, **keywords: Any) -> Any:
        if self.add_late_arguments:
            self.add_late_arguments(self)
            self.add_late_arguments = None
        return super().parse_known_args(*arguments, **keywords)

    def flags(self, args: argparse.Namespace) -> Iterator[str]:
        """Yield the flags of this parser and of the selected command."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction) and getattr(args, action.dest, None):
                yield from action.choices[getattr(args, action.dest)].flags(args)

    def suggest(self, word: str, names: Iterable[str]) -> str:
        """Return "; did you mean ...?" for a misspelt word, or an empty string."""
        question = did_you_mean(word, names)
        return f"; {self.translate(question)}" if question else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Reject invalid choices; unlike the base class, suggest a similar one."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += self.suggest(str(value), map(str, action.choices or ()))
            raise

    def format_help(self) -> str:
        with self.catalogue.patch_argparse():
            return super().format_help()

    def add_json(self, group: argparse._ActionsContainer | None = None) -> None:
        """Add the flag `--json`."""
        (group or self.options).add_argument(
            "--json",
            action="store_true",
            help=self.translate("print JSON"),
        )

    def add_subcommands(self, descriptions: Mapping[str, str]) -> list["Parser"]:
        """Add subcommands with their one-line descriptions, and return their parsers."""
        subcommands = self.add_subparsers(
            dest="kind",
            metavar=self.translate("KIND"),
            title=self.translate("kinds"),
            parser_class=Parser,
            required=True,
        )
        return [
            subcommands.add_parser(
                kind,
                translate=self.translate,
                help=about,
                description=f"{about[:1].upper()}{about[1:]}.",
            )
            for kind, about in descriptions.items()
        ]

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; unlike the base class, raise errors such as that of a full disk."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        hint = self.translate("see {}").format(f"{self.prog} --help")
        raise UsageError(f"{message}{' ' if message.endswith('?') else '; '}{hint}")


class Commands:
    """The commands of the program; each module in `cli/commands` adds one."""

    def __init__(self, parser: Parser) -> None:
        self.translate = parser.translate
        self.subparsers = parser.add_subparsers(
            dest="command",
            metavar=self.translate("COMMAND"),
            title=self.translate("commands"),
            parser_class=Parser,
        )

    def add(
        self,
        name: str,
        run: RunCommand,
        about: str,
        examples: str = "",
        add_late_arguments: Callable[[Parser], None] | None = None,
    ) -> Parser:
        """Add a command with a one-line description and examples, and return its parser."""
        title = self.translate("examples")
        indented = "".join(f"\n  {line}" for line in examples.splitlines())
        parser: Parser = self.subparsers.add_parser(
            name,
            translate=self.translate,
            add_late_arguments=add_late_arguments,
            help=about,
            description=about[:1].upper() + about[1:] + ".",
            epilog=f"{title}:{indented}" if examples else None,
        )
        parser.set_defaults(run=run)
        return parser
