"""A game at the terminal: people type what they play, computer players answer."""

import os
from collections.abc import Callable, Sequence

from steinreich.cli.outputs import bold, columns, dim, has_colour, rules_text
from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal import advice
from steinreich.cli.terminal.autosave import Autosave
from steinreich.cli.terminal.farewell import command_again, last_words
from steinreich.cli.terminal.keyboard import complete_with, read_line
from steinreich.cli.terminal.local_table import LocalTable
from steinreich.cli.terminal.opponents import Opponents
from steinreich.cli.terminal.seats import HUMAN
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.players.player import PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import IllegalMove, SteinreichError

FEW = 12  # so many legal actions are listed without being asked for

COMMANDS = {  # what can be typed beside actions: English, German, and short forms
    "help": ("help", "hilfe", "?"),
    "moves": ("moves", "aktionen", "züge", "zuege"),
    "hint": ("hint", "tipp"),
    "why": ("why", "warum"),
    "undo": ("undo", "zurück", "zurueck"),
    "save": ("save", "speichern"),
    "rules": ("rules", "regeln"),
    "resign": ("resign", "aufgeben"),
    "draw": ("draw", "remis"),
    "quit": ("quit", "ende", "exit", "q"),
}
AFTER = {"save": (" FILE", " DATEI")}
MEANING = {
    "help": ("this help", "diese Hilfe"),
    "moves": ("list what can be played now", "nennen, was jetzt gespielt werden kann"),
    "hint": ("what the strongest player would play", "was der stärkste Spieler spielen würde"),
    "why": ("why the last turn was played, or why not", "was für den letzten Zug spricht"),
    "undo": ("take back your last action", "die eigene letzte Aktion zurücknehmen"),
    "save": ("keep the game in a file", "die Partie in einer Datei aufheben"),
    "rules": ("the rules in short", "die Regeln in Kürze"),
    "resign": ("give up the game", "die Partie aufgeben"),
    "draw": ("agree on a draw", "sich auf Remis einigen"),
    "quit": ("leave the table", "den Tisch verlassen"),
}


class TerminalGame:
    """People and computer players at a table of which the terminal is the front."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        say: Say,
        language: str,
        seed: int | None = None,
        file: str | None = None,
        explains: bool = False,
    ) -> None:
        self.game = record.game
        people = (number for number, seat in enumerate(seats) if seat == HUMAN)
        self.table = LocalTable(record, frozenset(people))
        self.autosave = Autosave(self.table, file, say)
        self.seats = seats  # the name of each player: HUMAN, level3, ...
        self.opponents = Opponents(record.game, seats, say, seed)
        self.explains = explains  # whether computer players tell their reasons
        self.say = say
        self.language = language
        self.left = False  # somebody has quit
        self.shown: Position | None = None
        self.first_actions = len(self.table.moves())

    @property
    def position(self) -> Position:
        return self.table.position

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.game.about.players[player].within(self.language)

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        complete_with(self.words)
        self.autosave.save()  # a file that cannot be written is better known now
        try:
            while not self.left and self.table.is_playing:
                if self.seats[self.position.player] == HUMAN:
                    self.listen()
                else:
                    self.answer()
        except (KeyboardInterrupt, PlayerFailed) as reason:
            if isinstance(reason, KeyboardInterrupt):
                print()
            self.autosave.save_changes()
            self.take_leave()
            raise
        finally:
            self.autosave.save_changes()
            self.opponents.close()
        if self.position is not self.shown:
            self.show()
        self.take_leave()

    def words(self) -> list[str]:
        """What may be typed now."""
        return [*self.position.legal_moves(), *self.commands()]

    def commands(self) -> list[str]:
        """What may be typed beside actions."""
        return [self.say(names[0], names[1]) for names in COMMANDS.values()]

    # The players

    def answer(self) -> None:
        """A whole turn of a computer player."""
        player = self.position.player
        steps: list[tuple[Position, int]] = []
        while not self.position.is_over and self.position.player == player:
            if steps and self.position.starts_turn:
                break  # who plays alone is told of every turn, too
            action = self.opponents.choose(self.position, self.name(player))
            steps.append((self.position, action))
            self.table.play(self.position.name(action))
        plays = self.say("{} plays {}.", "{} spielt {}.")
        names = ", ".join(position.notation(position.name(action)) for position, action in steps)
        print(plays.format(bold(self.name(player)), bold(names)))
        if self.explains:
            for position, action in steps:
                print(advice.why(position, action, self.language, most=1))

    def listen(self) -> None:
        """Ask a person and do what he or she says."""
        if self.position is not self.shown:
            self.autosave.save_changes()
            self.show()
        alone = self.game.players == 1
        line = read_line("> " if alone else f"{self.name(self.position.player)}> ")
        if line is None:
            self.left = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self.command(word)
        try:
            if command:
                command(rest.strip())
            elif word:
                self.move(line)
        except SteinreichError as error:
            print(self.say(*error.words))

    def command(self, word: str) -> Callable[[str], None] | None:
        """What to do for a word that is a command."""
        for command, names in COMMANDS.items():
            if word.casefold() in names:
                found: Callable[[str], None] = getattr(self, command)
                return found
        return None

    def move(self, line: str) -> None:
        """Play what a line asks for: all of it, or nothing."""
        for action in typed_moves(line, self.position, self.say, self.commands()):
            before = self.position
            self.table.play(action)
            self.autosave.save_changes()
            if before.effects(action).sign:
                print(dim(before.narrated(action).within(self.language)))

    # What is said

    def show(self) -> None:
        """The board, whose turn it is, and what can be played if that is little."""
        self.shown = position = self.position
        print("\n" + text(position, has_colour(), self.language))
        if not position.is_over and len(moves := position.legal_moves()) <= FEW:
            print(dim(self.say("Possible: {}", "Möglich: {}").format(" ".join(moves))))

    def take_leave(self) -> None:
        """Say where the game is kept, or how to come back to it."""
        again = command_again("play", self.position, self.seats, self.language)
        if self.explains:
            again += " --explain"
        if words := last_words(self.autosave, self.first_actions, again):
            print(words)

    # Commands; each takes what was typed after its name

    def help(self, _rest: str) -> None:
        """Say what can be typed."""
        say, example = self.say, self.position.legal_moves()[0]
        print(
            say("Type an action, for example", "Gib eine Aktion ein, zum Beispiel"), bold(example)
        )
        print(
            say(
                "Several actions of one turn go on one line. Large or small letters do not matter.",
                "Mehrere Aktionen eines Zuges stehen in einer Zeile. Groß oder klein ist gleich.",
            )
        )
        for command, (english, german, *_short) in COMMANDS.items():
            if command == "draw" and not self.game.definition.has_draws:
                continue
            typed = say(english, german) + say(*AFTER.get(command, ("", "")))
            print(f"  {bold(typed.ljust(17))} {say(*MEANING[command])}")

    def moves(self, _rest: str) -> None:
        """List the legal actions."""
        moves = self.position.legal_moves()
        print(self.say("{} possible:", "{} möglich:").format(len(moves)))
        print(columns(moves))

    def hint(self, _rest: str) -> None:
        """Say what the strongest player would play, what that is worth, and why."""
        line = self.opponents.advice(self.position)
        print(advice.hint(self.position, line, self.language))

    def why(self, _rest: str) -> None:
        """Say what speaks for each action of the last turn, or against it."""
        moves, positions = self.table.moves(), self.table.positions
        if not moves:
            raise IllegalMove(self.say("nothing was played yet", "es wurde noch nichts gespielt"))
        first = len(moves) - 1
        while first and not positions[first].starts_turn:
            first -= 1
        for position, name in zip(positions[first:], moves[first:], strict=False):
            print(advice.why(position, position.parse_move(name), self.language))

    def undo(self, _rest: str) -> None:
        """Go back to the last moment when a person had to decide; the record forgets nothing."""
        taken = self.table.undo()
        self.autosave.save_changes()
        print(self.say("Taken back: {}.", "Zurückgenommen: {}.").format(", ".join(taken)))

    def save(self, name: str) -> None:
        """Write the record to a file now and after every action."""
        name = name or self.autosave.file or ""
        if not name:
            needs = self.say(
                "save needs a file: save game.txt",
                "speichern braucht eine Datei: speichern partie.txt",
            )
            raise IllegalMove(needs)
        path = os.path.expanduser(name)
        if path != self.autosave.file and os.path.exists(path):
            exists = self.say("{} is there already", "{} gibt es schon")
            raise IllegalMove(exists.format(name))
        self.autosave.move_to(path)
        saved = self.say(
            "Saved in {}, from now on after every action.",
            "In {} gespeichert, von jetzt an nach jeder Aktion.",
        )
        print(saved.format(path))

    def rules(self, _rest: str) -> None:
        """The rules of this variant."""
        print(rules_text(self.game, self.language, self.say))

    def resign(self, _rest: str) -> None:
        """Give up.  Among three or four it would not be clear who has won."""
        if self.game.players > 2:
            raise IllegalMove(
                self.say(
                    "only one of two can resign; quit ends the game without a result",
                    "nur zu zweit kann man aufgeben; ende hört ohne Ergebnis auf",
                )
            )
        loser = self.position.player
        self.table.resign()
        print(self.say("{} resigns.", "{} gibt auf.").format(bold(self.name(loser))))

    def draw(self, _rest: str) -> None:
        """Agree on a draw.  Computer players cannot be asked here."""
        if self.game.definition.has_draws and self.game.players > len(self.table.people):
            raise IllegalMove(
                self.say(
                    "people can agree on a draw, computer players do not",
                    "auf Remis können sich Menschen einigen, Computerspieler nicht",
                )
            )
        self.table.agree_on_draw()
        print(bold(self.say(*self.table.ending) + "."))

    def quit(self, _rest: str) -> None:
        """Leave the table."""
        self.left = True
