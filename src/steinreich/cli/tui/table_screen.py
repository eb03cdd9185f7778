"""A game at the terminal: people touch cells, computer players answer from their own processes."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.widgets import Static

from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.autosave import Autosave
from steinreich.cli.terminal.farewell import command_again, last_words
from steinreich.cli.terminal.local_table import LocalTable
from steinreich.cli.terminal.seats import HUMAN
from steinreich.cli.tui.dialogs import ChoiceDialog
from steinreich.cli.tui.game_screen import GameScreen
from steinreich.cli.tui.side_texts import due_text, lines_text, moves_text, players_text
from steinreich.cli.tui.spoken_screen import Key, TextScreen
from steinreich.cli.tui.study_screen import StudyScreen
from steinreich.cli.tui.thinkers import Thinkers
from steinreich.core.position import Position
from steinreich.engines.supervisor import WorkerFailed
from steinreich.players.player import PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words
from steinreich.session.schema.study import StudyState

if TYPE_CHECKING:
    from steinreich.engines.turns.table_job import Thought

PACE = 0.4  # seconds that a computer's turn takes at least, so that the eye can follow

HELP = Words(
    "Arrow keys go from cell to cell, Enter touches the cell in brackets; a click does, too.\n"
    "Who moves a piece touches it first, then where it goes; touching it again puts it down.\n\n"
    "[ ] where you are    { } what you hold    ( ) what may be touched    < > the last action\n\n"
    "Ctrl-T changes between dark and light, D offers a draw among people.\n"
    "The game is saved after each action where --save or --load names a file.",
    "Pfeiltasten gehen von Feld zu Feld, Enter berührt das Feld in Klammern; ein Klick auch.\n"
    "Wer einen Stein zieht, berührt erst ihn, dann das Ziel; noch einmal berührt, ist er frei.\n\n"
    "[ ] wo du bist    { } was du hältst    ( ) was möglich ist    < > die letzte Aktion\n\n"
    "Strg-T wechselt zwischen dunkel und hell, D einigt Menschen auf Remis.\n"
    "Nach jeder Aktion wird gespeichert, wenn --save oder --load eine Datei nennt.",
)


class TableScreen(GameScreen):
    """People and computer players at a table of which the screen is the front."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("p", "pass", Words("Pass", "Passen")),
        Key("u", "undo", Words("Undo", "Zurück")),
        Key("h", "hint", Words("Hint", "Tipp")),
        Key("a", "study", Words("Analyse", "Analyse")),
        Key("m", "moves", Words("Moves", "Aktionen")),
        Key("t", "type", Words("Type", "Tippen")),
        Key("r", "rules", Words("Rules", "Regeln")),
        Key("x", "resign", Words("Resign", "Aufgeben")),
        Key("d", "draw", Words("Draw", "Remis"), False),
        Key("question_mark", "help", Words("Help", "Hilfe")),
        Key("q,ctrl+q", "quit", Words("Quit", "Ende")),
        Key("escape", "release", Words("Put down", "Absetzen"), False),
    )

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        thinkers: Thinkers,
        say: Say,
        language: str,
        file: str | None = None,
    ) -> None:
        people = frozenset(number for number, seat in enumerate(seats) if seat == HUMAN)
        self.table = LocalTable(record, people)
        self.seats = seats
        self.thinkers = thinkers
        self.autosave = Autosave(self.table, file, say)
        self.first_actions = len(self.table.moves())
        super().__init__(self.table.position, say, language)

    @property
    def may_act(self) -> bool:
        return self.table.is_playing and self.seats[self.table.position.player] == HUMAN

    def why_no_touch(self) -> str:
        if not self.table.is_playing:
            return self.say("The game is over.", "Die Partie ist zu Ende.")
        return self.say("The computer is to play.", "Der Computer ist am Zug.")

    def on_mount(self) -> None:
        self.save(anyway=True)  # a file that cannot be written is better known now
        self.go_on()

    # What happens

    def act(self, action: str) -> None:
        before = self.table.position
        self.table.play(action)
        self.say_below(before.narrated(action).within(self.language))
        self.go_on()

    def go_on(self) -> None:
        """Show and save what has happened; whoever is next does something."""
        self.update_texts()
        self.save()
        self.show_position(self.table.position)
        if self.table.is_playing and not self.may_act:
            self.computer_turns()

    def update_texts(self) -> None:
        """Who plays, what is due, what was played."""
        position, language = self.table.position, self.language
        title = self.game.about.title.within(language)
        self.query_one("#title", Static).update(title)
        players = players_text(position, self.seats, self.say, language)
        self.query_one("#players", Static).update(players)
        ended = self.say(*self.table.ending) if not self.table.is_playing else ""
        due = due_text(position, language)
        self.query_one("#due", Static).update(due if position.is_over or not ended else ended)
        self.query_one("#list", Static).update("\n".join(moves_text(self.table.positions)))
        self.query_one("#moves").scroll_end(animate=False)

    def save(self, *, anyway: bool = False) -> None:
        """Save what is new; that this fails must not end a game."""
        try:
            if anyway or self.table.changes != self.autosave.saved:
                self.autosave.save()
        except SteinreichError as error:
            self.tell(self.say(*error.words), is_error=True)

    @work(exclusive=True, group="turn")
    async def computer_turns(self) -> None:
        """All turns of computer players until a person is next."""
        try:
            while self.table.is_playing and not self.may_act:
                await self.computer_turn(self.table.position)
        except (WorkerFailed, PlayerFailed) as error:
            self.tell(self.say(*error.words), is_error=True)

    async def computer_turn(self, position: Position) -> None:
        """What a computer player does next."""
        name = self.game.about.players[position.player].within(self.language)
        self.say_below(self.say("{} is thinking …", "{} denkt nach …").format(name))
        began = time.monotonic()

        def on_thought(thought: "Thought") -> None:
            if thought.line and self.table.position is position:
                self.say_below(f"{name}: {' '.join(thought.line)}")

        seat = self.seats[position.player]
        actions = await self.thinkers.turn(seat, position, on_thought)
        await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))
        for action in actions:
            self.table.play(action)
        plays = self.say("{} plays {}.", "{} spielt {}.")
        self.say_below(plays.format(name, ", ".join(actions)))
        self.update_texts()
        self.save()
        self.show_position(self.table.position)

    def stop_thinking(self) -> None:
        """No computer's turn is wanted any more."""
        self.workers.cancel_group(self, "turn")
        self.thinkers.cancel()

    # Keys

    def action_release(self) -> None:
        """Put down what is held."""
        self.hold(None)

    def action_undo(self) -> None:
        """Go back to the last moment when a person had to decide."""
        self.stop_thinking()
        try:
            taken = self.table.undo()
            self.say_below(
                self.say("Taken back: {}.", "Zurückgenommen: {}.").format(", ".join(taken))
            )
        except SteinreichError as error:
            self.say_below(self.say(*error.words))
        self.go_on()

    def action_hint(self) -> None:
        """Ask what the strongest player would do."""
        if self.may_act:
            self.say_below(self.say("Thinking …", "Nachdenken …"))
            self.find_hint(self.table.position)

    @work(exclusive=True, group="hint")
    async def find_hint(self, position: Position) -> None:
        """Point to the best action, and say what it is worth and why."""

        def on_state(state: StudyState) -> None:
            if state == "cold":
                self.say_below(self.say("Getting ready …", "Macht sich bereit …"))

        try:
            message = await self.thinkers.hint(position, on_state)
        except WorkerFailed as error:
            self.say_below(self.say(*error.words))
            return
        if self.table.position is position:
            cells = message["lines"][0]["actions"][0]["target"]["cells"]
            self.board.show(advised=frozenset(cells))
            lines = lines_text(message, position, self.say, self.language)
            self.say_below("\n".join(line.strip() for line in lines[:-1]).removeprefix("1. "))

    def action_study(self) -> None:
        """Look at the game so far with live lines."""
        if not self.table.is_playing or self.may_act:
            screen = StudyScreen(self.table.positions, self.thinkers, self.say, self.language)
            self.app.push_screen(screen)

    def action_resign(self) -> None:
        """The player to move resigns, once that is confirmed."""
        self.ask_to_end(Words("Really resign?", "Wirklich aufgeben?"), self.table.resign)

    def action_draw(self) -> None:
        """All people agree on a draw, once that is confirmed."""
        question = Words("End the game in a draw?", "Die Partie mit Remis beenden?")
        self.ask_to_end(question, self.table.agree_on_draw)

    def ask_to_end(self, question: Words, end: Callable[[], None]) -> None:
        """End the game if the answer to a question is yes."""
        if not self.may_act:
            return
        answers = [("no", self.say("No", "Nein")), ("yes", self.say("Yes", "Ja"))]

        def on_answer(answer: str | None) -> None:
            if answer == "yes":
                self.try_to_end(end)

        self.app.push_screen(ChoiceDialog(self.say(*question), answers), on_answer)

    def try_to_end(self, end: Callable[[], None]) -> None:
        """End the game, or say why it goes on."""
        try:
            if self.may_act:
                end()
        except SteinreichError as error:
            self.say_below(self.say(*error.words))
        self.go_on()

    def action_help(self) -> None:
        """Say what the keys do."""
        self.app.push_screen(TextScreen(self.say(*HELP), self.say, self.language))

    def action_quit(self) -> None:
        """Leave; the game is saved where it is kept."""
        self.stop_thinking()
        self.save()
        again = command_again("tui", self.table.position, self.seats, self.language)
        self.app.exit(last_words(self.autosave, self.first_actions, again))
