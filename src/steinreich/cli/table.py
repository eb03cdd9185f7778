"""A game at the terminal: people type what they play, a random player draws lots."""

import os
import random
from collections.abc import Callable, Sequence
from shlex import join

from steinreich.cli.inputs import form_for, write_text
from steinreich.cli.keyboard import complete_with, read_line
from steinreich.cli.language import Say, preferred
from steinreich.cli.outputs import bold, columns, dim, has_colour, rules_text
from steinreich.cli.undone import Undone
from steinreich.cli.wish import wished
from steinreich.core.errors import IllegalMove, SteinreichError
from steinreich.core.game import Position
from steinreich.draw import text
from steinreich.records import Record, Result, write

HUMAN, RANDOM = "human", "random"
FEW = 12  # so many legal actions are listed without being asked for

COMMANDS = {  # what can be typed beside actions: English, German, and short forms
    "help": ("help", "hilfe", "?"),
    "moves": ("moves", "aktionen", "züge", "zuege"),
    "undo": ("undo", "zurück", "zurueck"),
    "save": ("save", "speichern"),
    "rules": ("rules", "regeln"),
    "resign": ("resign", "aufgeben"),
    "quit": ("quit", "ende", "exit", "q"),
}
AFTER = {"save": (" FILE", " DATEI")}
MEANING = {
    "help": ("this help", "diese Hilfe"),
    "moves": ("list what can be played now", "nennen, was jetzt gespielt werden kann"),
    "undo": ("take back your last action", "die eigene letzte Aktion zurücknehmen"),
    "save": ("keep the game in a file", "die Partie in einer Datei aufheben"),
    "rules": ("the rules in short", "die Regeln in Kürze"),
    "resign": ("give up the game", "die Partie aufgeben"),
    "quit": ("leave the table", "den Tisch verlassen"),
}


def usual_seats(players: int) -> list[str]:
    """A person first, and the random player elsewhere."""
    return [HUMAN, *[RANDOM] * (players - 1)]


class Table:
    """People and random players around a record, to which every action is added."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        say: Say,
        language: str,
        seed: int | None = None,
        file: str | None = None,
    ) -> None:
        self.record = record
        self.undone = Undone(record)
        self.seats = seats  # HUMAN or RANDOM for each player
        self.say = say
        self.language = language
        self.dice = random.Random(seed)
        self.file = file  # where the record is kept
        self.kept: tuple[list[str], Result | None] = ([], None)  # what it says there
        self.left = False  # somebody has quit or resigned
        self.shown: Position | None = None
        self.first_actions = len(record.moves())

    @property
    def position(self) -> Position:
        return self.record.end

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.record.game.about.players[player].within(self.language)

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        complete_with(self.words)
        self.write()  # a file that cannot be written is better known now
        try:
            while not self.left and not self.position.is_over:
                if self.seats[self.position.player] == RANDOM:
                    self.draw_lots()
                else:
                    self.listen()
        except KeyboardInterrupt:
            print()
            self.keep()
            self.take_leave()
            raise
        finally:
            self.keep()
        if self.position is not self.shown:
            self.show()
        self.take_leave()

    def words(self) -> list[str]:
        """What may be typed now."""
        commands = [self.say(names[0], names[1]) for names in COMMANDS.values()]
        return [*self.position.legal_moves(), *commands]

    # The players

    def draw_lots(self) -> None:
        """A whole turn of the random player."""
        player = self.position.player
        actions: list[str] = []
        while not self.position.is_over and self.position.player == player:
            if actions and self.position.starts_turn:
                break  # who plays alone is told of every turn, too
            actions.append(self.dice.choice(self.position.legal_moves()))
            self.undone.play(actions[-1])
        plays = self.say("{} plays {}.", "{} spielt {}.")
        print(plays.format(bold(self.name(player)), bold(", ".join(actions))))

    def listen(self) -> None:
        """Ask a person and do what he or she says."""
        if self.position is not self.shown:
            self.keep()
            self.show()
        alone = self.record.game.players == 1
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
            print(error)

    def command(self, word: str) -> Callable[[str], None] | None:
        """What to do for a word that is a command."""
        for command, names in COMMANDS.items():
            if word.casefold() in names:
                found: Callable[[str], None] = getattr(self, command)
                return found
        return None

    def move(self, line: str) -> None:
        """Play what a line asks for: all of it, or nothing."""
        for action in wished(line, self.position, self.say):
            self.undone.play(action)
            self.keep()

    # What is said

    def show(self) -> None:
        """The board, whose turn it is, and what can be played if that is little."""
        self.shown = position = self.position
        print("\n" + text(position, has_colour(), self.language))
        if not position.is_over and len(moves := position.legal_moves()) <= FEW:
            print(dim(self.say("Possible: {}", "Möglich: {}").format(" ".join(moves))))

    def take_leave(self) -> None:
        """Last words: where the game is kept, or how to come back to it."""
        if self.file and self.undone.took_back_all:
            still = self.say(
                "The game is in {}, still with what you took back: {}.",
                "Die Partie steht in {}, noch mit dem, was du zurückgenommen hast: {}.",
            )
            with self.undone.kept():
                print(still.format(self.file, ", ".join(self.record.moves())))
        elif self.file:
            print(self.say("The game is in {}.", "Die Partie steht in {}.").format(self.file))
        elif not self.position.is_over and self.record.result is None:
            if len(self.record.moves()) > self.first_actions:
                print(self.say("To go on later:", "Später weiterspielen:"), self.again())

    def again(self) -> str:
        """The command that goes on from here."""
        words = ["steinreich", "play", self.record.game.id, "--position", str(self.position)]
        if list(self.seats) != usual_seats(len(self.seats)):
            words += ["--seats", ",".join(self.seats)]
        if self.language != preferred(os.environ):
            words += ["--lang", self.language]
        return join(words)

    def keep(self) -> None:
        """Save what is new; that this fails must not end a game."""
        if (self.record.moves(), self.record.result) == self.kept:
            return
        try:
            self.write()
        except SteinreichError as error:
            print(error)

    def write(self) -> None:
        """Save the record, if there is a file to save it in."""
        if self.file:
            with self.undone.kept():
                content = write(self.record, form_for(self.file))
            write_text(self.file, content)
            self.kept = self.record.moves(), self.record.result

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
                "Mehrere Aktionen eines Zuges gehen in eine Zeile. Groß oder klein ist gleich.",
            )
        )
        for command, (english, german, *_short) in COMMANDS.items():
            typed = say(english, german) + say(*AFTER.get(command, ("", "")))
            print(f"  {bold(typed.ljust(17))} {say(*MEANING[command])}")

    def moves(self, _rest: str) -> None:
        """List the legal actions."""
        moves = self.position.legal_moves()
        print(self.say("{} possible:", "{} möglich:").format(len(moves)))
        print(columns(moves))

    def undo(self, _rest: str) -> None:
        """Go back to the last moment when a person had to decide; the record forgets nothing."""
        *before, _now = self.record.positions()
        while before and self.seats[before[-1].player] != HUMAN:
            before.pop()
        if not before:
            raise IllegalMove(
                self.say("there is nothing to take back", "es gibt nichts zurückzunehmen")
            )
        number = len(before) - 1
        taken = self.record.moves()[number:]
        self.undone.cut([self.record.root, *self.record.root.line()][number])
        self.record.result = None
        self.record.headers.pop("Termination", None)
        self.keep()
        print(self.say("Taken back: {}.", "Zurückgenommen: {}.").format(", ".join(taken)))

    def save(self, name: str) -> None:
        """Write the record to a file now and after every action."""
        name = name or self.file or ""
        if not name:
            needs = self.say(
                "save needs a file: save game.txt",
                "speichern braucht eine Datei: speichern partie.txt",
            )
            raise IllegalMove(needs)
        path = os.path.expanduser(name)
        if path != self.file and os.path.exists(path):
            exists = self.say("{} is there already", "{} gibt es schon")
            raise IllegalMove(exists.format(name))
        before, self.file = self.file, path
        try:
            self.write()
        except SteinreichError:
            self.file = before
            raise
        saved = self.say(
            "Saved in {}, from now on after every action.",
            "In {} gespeichert, von jetzt an nach jeder Aktion.",
        )
        print(saved.format(self.file))

    def rules(self, _rest: str) -> None:
        """The short rules."""
        print(rules_text(self.record.game.about, self.language, self.say))

    def resign(self, _rest: str) -> None:
        """Give up.  Among three or four it would not be clear who has won."""
        players = self.record.game.players
        if players > 2:
            raise IllegalMove(
                self.say(
                    "only one of two can resign; quit ends the game without a result",
                    "nur zu zweit kann man aufgeben; ende hört ohne Ergebnis auf",
                )
            )
        loser = self.position.player
        result: Result = tuple(-1 if player == loser else 1 for player in range(players))
        self.record.result = result
        self.record.headers["Termination"] = "resignation"
        self.left = True
        print(self.say("{} resigns.", "{} gibt auf.").format(bold(self.name(loser))))

    def quit(self, _rest: str) -> None:
        """Leave the table."""
        self.left = True
