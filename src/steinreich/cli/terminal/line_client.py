"""A line-based client for terminals, pipes and screen readers."""

import sys
from collections.abc import Callable, Iterable, Sequence
from unicodedata import combining, normalize

from steinreich.cli.language import Translator
from steinreich.cli.outputs import bold, columns, dim, paragraph, rules_text, supports_colour
from steinreich.cli.progress import run_with_status
from steinreich.cli.terminal.result_text import MAX_REASONS, describe_lines
from steinreich.cli.terminal.terminal_game import TerminalGame
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.players.player import PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

MAX_LISTED_ACTIONS = 12  # if there are more legal actions, the prompt does not list them

COMMANDS = {  # translated words that can be typed instead of actions
    "help": Text("help", "command"),
    "moves": Text("moves", "command"),
    "hint": Text("hint", "command"),
    "why": Text("why", "command"),
    "undo": Text("undo", "command"),
    "save": Text("save", "command"),
    "rules": Text("rules", "command"),
    "resign": Text("resign", "command"),
    "draw": Text("draw", "command"),
    "quit": Text("quit", "command"),
}
ABBREVIATIONS = {"?": "help", "exit": "quit", "q": "quit"}
SAVE_USAGE = Text("save FILE", "command")
COMMAND_HELP = {
    "help": Text("show this help"),
    "moves": Text("list the possible moves"),
    "hint": Text("show what the strongest player would play"),
    "why": Text("show the reasons for or against the last turn"),
    "undo": Text("take back your last move"),
    "save": Text("save the game to a file"),
    "rules": Text("show a summary of the rules"),
    "resign": Text("resign the game"),
    "draw": Text("agree on a draw"),
    "quit": Text("quit without ending the game"),
}


class LineClient:
    """Reads actions and commands line by line, and prints what happens in the game."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        translate: Translator,
        language: str,
        seed: int | None = None,
        file: str | None = None,
        explains: bool = False,
    ) -> None:
        self.game = TerminalGame(
            record, seats, translate, language, report=print, seed=seed, file=file, bold=bold
        )
        self.explains = explains  # whether to print reasons for the turns of computer players
        self.translate = translate
        self.language = language
        self.has_left = False
        self.shown_position: Position | None = None

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        game = self.game
        enable_tab_completion(lambda: [*game.position.legal_moves(), *self.commands()])
        game.save()  # so that an unwritable file is reported before the first move
        try:
            while not self.has_left and game.table.is_playing:
                if game.is_human_turn:
                    self.handle_input()
                else:
                    self.play_computer_turn()
        except (KeyboardInterrupt, PlayerFailed) as reason:
            if isinstance(reason, KeyboardInterrupt):
                print()
            self.print_closing_message()
            raise
        finally:
            game.computers.close()
        if game.position is not self.shown_position:
            self.show()
        self.print_closing_message()

    def commands(self) -> list[str]:
        """Return the translated names of all commands."""
        return [self.translate(name) for name in COMMANDS.values()]

    # The players

    def play_computer_turn(self) -> None:
        """Play a whole turn of the computer player to move."""
        position = self.game.position
        turn = run_with_status(
            lambda stop, show_status: self.game.computers.turn(position, stop, show_status)
        )
        print(self.game.play_turn(turn))
        if self.explains:
            self.explain_last_turn(limit=1)

    def handle_input(self) -> None:
        """Read a line from the player to move, and execute it."""
        position = self.game.position
        if position is not self.shown_position:
            self.show()
        is_alone = position.game.players == 1
        prompt = "> " if is_alone else f"{self.game.computers.name(position.player)}> "
        line = read_line(prompt)
        if line is None:
            self.has_left = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self.find_command(word)
        try:
            if command:
                command(rest.strip())
            elif word:
                self.move(line)
        except SteinreichError as error:
            print(self.translate(error.message))

    def find_command(self, word: str) -> Callable[[str], None] | None:
        """Return the method for the name of a command in any language, or None."""
        names = {
            name: spelling
            for spelling, text in COMMANDS.items()
            for name in find_all_spellings(text)
        }
        if command := (ABBREVIATIONS | names).get(word.casefold()):
            found: Callable[[str], None] = getattr(self, command)
            return found
        return None

    def move(self, line: str) -> None:
        """Play the actions in a line; if one is illegal, play none."""
        for action in typed_moves(line, self.game.position, self.translate, self.commands()):
            # Effects with a sign, such as captures, are not apparent from the action's name.
            has_effect = self.game.position.effects(action).sign
            narration = self.game.play(action)
            if has_effect:
                print(dim(narration))

    # Output

    def show(self) -> None:
        """Print the board, the player to move, and the legal actions if there are few."""
        self.shown_position = position = self.game.position
        print("\n" + text(position, supports_colour(), self.language))
        if not position.is_over and len(moves := position.legal_moves()) <= MAX_LISTED_ACTIONS:
            print(dim(self.translate("Possible: {}").format(" ".join(moves))))

    def explain_last_turn(self, limit: int = MAX_REASONS) -> None:
        """Print the reasons for and against each action of the last turn."""
        for reasons in self.game.describe_last_turn(limit):
            print(dim_paragraph(reasons))

    def print_closing_message(self) -> None:
        """Print where the game is saved, or the command that continues it."""
        if words := self.game.make_closing_message(
            "play", *(["--explain"] if self.explains else [])
        ):
            print(words)

    # Commands: methods named like their command; the parameter is the rest of the line

    def help(self, _rest: str) -> None:
        """Print all commands."""
        translate, position = self.translate, self.game.position
        example = bold(position.legal_moves()[0])
        print(translate("Type an action, for example"), example)
        print(
            translate("Type all actions of a turn on one line. Upper and lower case are the same.")
        )
        for command, name in COMMANDS.items():
            if command == "draw" and not position.game.definition.has_draws:
                continue
            usage = self.translate(SAVE_USAGE if command == "save" else name)
            print(f"  {bold(usage.ljust(17))} {self.translate(COMMAND_HELP[command])}")

    def moves(self, _rest: str) -> None:
        """Print the legal actions."""
        moves = self.game.position.legal_moves()
        print(self.translate("{} possible:").format(len(moves)))
        print(columns(moves))

    def hint(self, _rest: str) -> None:
        """Print the best action, its verdict and its reasons."""
        position = self.game.position
        result = run_with_status(
            lambda stop, show_status: self.game.computers.hint(position, stop, show_status)
        )
        line, *_ = describe_lines(position, result, self.language, lines_with_reasons=1)
        print(f"{bold(line.action)}: {line.verdict}")
        print(dim_paragraph(line.reasons))

    def why(self, _rest: str) -> None:
        """Print the reasons for and against each action of the last turn."""
        self.explain_last_turn()

    def undo(self, _rest: str) -> None:
        """Undo all actions since the last decision of a person."""
        print(self.game.undo())

    def save(self, name: str) -> None:
        """Save the record now and after every action."""
        print(self.game.save_as(name))

    def rules(self, _rest: str) -> None:
        """Print the rules of this variant."""
        print(rules_text(self.game.game, self.language, self.translate))

    def resign(self, _rest: str) -> None:
        """Resign the game."""
        print(self.game.resign())

    def draw(self, _rest: str) -> None:
        """Agree on a draw."""
        print(self.game.draw())

    def quit(self, _rest: str) -> None:
        """Leave the game."""
        self.has_left = True


def dim_paragraph(text: str) -> str:
    """Return an indented paragraph in a faint style."""
    return dim(paragraph(text, 2, "  "))


# Input


def read_line(prompt: str) -> str | None:
    """Return the next line, or None at the end of the input.

    A line from a pipe is echoed, so that the output reads like a game at a terminal.
    """
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"))
    return line or None


def enable_tab_completion(words: Callable[[], Iterable[str]]) -> None:
    """Enable tab completion of words at an interactive terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:  # not on every system
        return

    def complete(prefix: str, number: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(prefix.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")


def find_all_spellings(name: Text) -> set[str]:
    """Return the names of a command in all languages, with and without accents."""
    names = {*name.in_all_languages().values()}
    return names | {without_accents(spelling) for spelling in names}


def without_accents(text: str) -> str:
    """Return a text without accents, in German with `ue` for `ü`: `zurueck`."""
    german = text.translate(
        {ord(umlaut): f"{letter}e" for umlaut, letter in zip("äöü", "aou", strict=True)}
    )
    return "".join(c for c in normalize("NFD", german) if not combining(c))
