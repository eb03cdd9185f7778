"""The screens of a game: the table, where it is played, and the study, where it is analysed."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import work

from steinreich.cli.language import Say
from steinreich.cli.terminal.computers import Computers, NewPlayer
from steinreich.cli.terminal.result_text import effort_text, line_texts
from steinreich.cli.terminal.seats import seat_words
from steinreich.cli.terminal.terminal_game import TerminalGame
from steinreich.cli.tui.board import BoardView
from steinreich.cli.tui.screen import (
    ChoiceDialog,
    GameScreen,
    Key,
    TextScreen,
    TypingDialog,
    in_thread,
)
from steinreich.core.position import Position
from steinreich.draw.picture import caption, picture
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text
from steinreich.search.result import SearchResult

MAX_LINES = 5
PACE = 0.4  # seconds that a computer's turn takes at least, so that the eye can follow

HELP = Text(
    "Arrow keys go from cell to cell, Enter touches the cell in brackets; a click does, too.\n"
    "Who moves a piece touches it first, then where it goes; touching it again puts it down.\n"
    "\n"
    "[ ] where you are    { } what you hold    ( ) what may be touched    < > the last action\n"
    "\n"
    "Ctrl-T changes between dark and light, D offers a draw among people.\n"
    "W tells what speaks for the last turn. S saves the game in a file, from then on after each\n"
    "action, as --save and --load do."
)


class TableScreen(GameScreen):
    """People and computer players at a table of which the screen is the front."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("p", "pass", Text("Pass")),
        Key("u", "undo", Text("Undo")),
        Key("h", "hint", Text("Hint")),
        Key("a", "study", Text("Analyse")),
        Key("m", "moves", Text("Moves")),
        Key("t", "type", Text("Type")),
        Key("w", "why", Text("Why"), False),
        Key("s", "save", Text("Save"), False),
        Key("r", "rules", Text("Rules")),
        Key("x", "resign", Text("Resign")),
        Key("d", "draw", Text("Draw"), False),
        Key("question_mark", "help", Text("Help")),
        Key("q,ctrl+q", "quit", Text("Quit")),
        Key("escape", "release", Text("Put down"), False),
    )

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        say: Say,
        language: str,
        *,
        seed: int | None,
        file: str | None,
        new_player: NewPlayer,
    ) -> None:
        self.controller = TerminalGame(
            record,
            seats,
            say,
            language,
            report=self.report,
            seed=seed,
            file=file,
            new_player=new_player,
        )
        self.table = self.controller.table
        super().__init__(self.table.position, say, language)

    @property
    def may_act(self) -> bool:
        return self.controller.is_persons_turn

    def why_no_touch(self) -> str:
        if not self.table.is_playing:
            return self.say("The game is over.")
        return self.say("The computer is to play.")

    def on_mount(self) -> None:
        self.controller.save_changes()  # a file that cannot be written is better known now
        self.go_on()

    async def on_unmount(self) -> None:
        await asyncio.to_thread(self.controller.computers.close)

    # What happens

    def act(self, action: str) -> None:
        self.say_below(self.controller.play(action))
        self.go_on()

    def go_on(self) -> None:
        """Show what has happened, and let computer players answer."""
        self.update_texts()
        self.show_position(self.table.position)
        if self.table.is_playing and not self.may_act:
            self.computer_turns()

    def update_texts(self) -> None:
        """Show the players, the prompt and the moves."""
        position, seats = self.table.position, self.controller.seats
        due = caption(position).within(self.language)
        if not self.table.is_playing and not position.is_over:
            due = self.say.shown(self.table.ending)
        self.show_texts(players_text(position, seats, self.say), due, self.table.positions)
        self.query_one("#moves").scroll_end(animate=False)

    @work(exclusive=True, group="turn")
    async def computer_turns(self) -> None:
        """All turns of computer players until a person is next."""
        try:
            while self.table.is_playing and not self.may_act:
                await self.computer_turn(self.table.position)
        except SteinreichError as error:
            self.report(self.say.shown(error.words))

    async def computer_turn(self, position: Position) -> None:
        """What a computer player does next."""
        began, computers = time.monotonic(), self.controller.computers
        turn = await in_thread(
            lambda stop, tell: computers.turn(position, stop, tell), self.say_below
        )
        await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))
        self.say_below(self.controller.play_turn(turn))
        self.update_texts()
        self.show_position(self.table.position)

    # Keys

    def action_release(self) -> None:
        """Put down what is held."""
        self.hold(None)

    def action_undo(self) -> None:
        """Go back to the last moment when a person had to decide."""
        self.workers.cancel_group(self, "turn")
        self.try_to(self.controller.undo)

    def try_to(self, do: Callable[[], str]) -> None:
        """Do something and tell of it, or say why that cannot be done."""
        try:
            self.say_below(do())
        except SteinreichError as error:
            self.say_below(self.say.shown(error.words))
        self.go_on()

    def action_hint(self) -> None:
        """Ask what the strongest player would do."""
        if self.may_act:
            self.find_hint(self.table.position)

    @work(exclusive=True, group="hint")
    async def find_hint(self, position: Position) -> None:
        """Point to the best action, and say what it is worth and why."""
        computers = self.controller.computers

        def advice(result: SearchResult) -> str:
            line, *_ = line_texts(position, result, self.language, explained=1)
            return "\n".join(filter(None, (line.headline, line.rest, line.reasons)))

        result = await in_thread(
            lambda stop, tell: computers.hint(position, stop, tell), self.say_below
        )
        text = await in_thread(lambda _stop, _tell: advice(result), self.say_below)
        if self.table.position is position:
            cells = picture(position).targets[position.name(result.best)]
            self.board.show(advised=frozenset(cells))
            self.say_below(text)

    def action_why(self) -> None:
        """Say what speaks for the last turn, or against it."""
        self.explain_last_turn()

    @work(exclusive=True, group="hint")
    async def explain_last_turn(self) -> None:
        """Explain in a thread: reasons need searches."""
        try:
            reasons = await in_thread(
                lambda _stop, _tell: self.controller.last_reasons(), self.say_below
            )
        except SteinreichError as error:
            reasons = [self.say.shown(error.words)]
        self.say_below("\n".join(reasons))

    def action_save(self) -> None:
        """Ask for a file to keep the game in."""

        def on_name(name: str | None) -> None:
            if name:
                self.try_to(lambda: self.controller.save_as(name))

        question = self.say("In which file?")
        self.app.push_screen(TypingDialog(question, self.controller.file or ""), on_name)

    def action_study(self) -> None:
        """Look at the game so far with live lines."""
        if not self.table.is_playing or self.may_act:
            computers = self.controller.computers
            screen = StudyScreen(self.table.positions, computers, self.say, self.language)
            self.app.push_screen(screen)

    def action_resign(self) -> None:
        """The player to move resigns, once that is confirmed."""
        self.ask_to_end(Text("Really resign?"), self.controller.resign)

    def action_draw(self) -> None:
        """All people agree on a draw, once that is confirmed."""
        question = Text("End the game in a draw?")
        self.ask_to_end(question, self.controller.draw)

    def ask_to_end(self, question: Text, end: Callable[[], str]) -> None:
        """End the game if the answer to a question is yes."""
        if not self.may_act:
            return
        answers = [("no", self.say("No")), ("yes", self.say("Yes"))]

        def on_answer(answer: str | None) -> None:
            if answer == "yes" and self.may_act:
                self.try_to(end)

        self.app.push_screen(ChoiceDialog(self.say.shown(question), answers), on_answer)

    def action_help(self) -> None:
        """Say what the keys do."""
        self.app.push_screen(TextScreen(self.say.shown(HELP), self.say, self.language))

    def action_quit(self) -> None:
        """Leave; the game is saved where it is kept."""
        self.workers.cancel_group(self, "turn")
        self.app.exit(self.controller.last_words("tui"))


class StudyScreen(GameScreen):
    """A game step by step with live lines; whatever is legal can be tried from any position."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("p,comma,pageup", "step(-1)", Text("Back")),
        Key("n,full_stop,pagedown", "step(1)", Text("On")),
        Key("home", "step(-9999)", Text("Start")),
        Key("end", "step(9999)", Text("End")),
        Key("a", "think", Text("Analyse")),
        Key("plus", "lines(1)", Text("More lines")),
        Key("minus", "lines(-1)", Text("Fewer lines"), False),
        Key("m", "moves", Text("Moves")),
        Key("t", "type", Text("Type"), False),
        Key("r", "rules", Text("Rules"), False),
        Key("escape,q", "leave", Text("Leave")),
    )

    def __init__(
        self,
        positions: Sequence[Position],
        computers: Computers,
        say: Say,
        language: str,
        *,
        at: int | None = None,
        thinks: bool = True,
        headline: str = "",
    ) -> None:
        self.positions = list(positions)
        self.at = len(self.positions) - 1 if at is None else at
        self.computers = computers
        self.thinks = thinks
        self.lines = 3
        self.headline = headline
        super().__init__(self.positions[self.at], say, language)

    @property
    def may_act(self) -> bool:
        return not self.positions[self.at].is_over

    def why_no_touch(self) -> str:
        return self.say("The game is over.")

    def on_mount(self) -> None:
        self.go_to(self.at)

    def go_to(self, at: int) -> None:
        """Show the position after a number of actions."""
        self.at = at
        position = self.positions[at]
        due = caption(position).within(self.language)
        self.show_texts(self.headline, due, self.positions, at)
        self.query_one("#players").display = bool(self.headline)
        self.say_below("")
        self.show_position(position)
        self.think_again()

    def act(self, action: str) -> None:
        after = self.positions[self.at].play(action)
        is_played = self.positions[self.at + 1 : self.at + 2] == [after]
        if not is_played:  # a variation takes the place of what was played
            self.positions[self.at + 1 :] = [after]
        self.go_to(self.at + 1)

    def think_again(self) -> None:
        """Think about the position that is shown, and about no other."""
        self.workers.cancel_group(self, "thinking")
        if self.thinks and self.may_act:
            self.think(self.positions[self.at])

    @work(exclusive=True, group="thinking")
    async def think(self, position: Position) -> None:
        """Show lines until nothing more is found, or another position is looked at."""

        def lines(result: SearchResult, ends_stage: bool) -> str:
            return lines_text(position, result, self.say, self.language, ends_stage)

        await in_thread(
            lambda stop, tell: self.computers.analyse(
                position, self.lines, stop, tell, lambda *found: tell(lines(*found))
            ),
            self.say_below,
        )

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        """Lines stay where they are told; the cell shows on the board."""

    # Keys

    def action_step(self, steps: int) -> None:
        """Go on, or back."""
        self.go_to(min(max(0, self.at + steps), len(self.positions) - 1))

    def action_think(self) -> None:
        """Begin to think, or stop."""
        self.thinks = not self.thinks
        self.say_below("")
        self.think_again()

    def action_lines(self, more: int) -> None:
        """Think out more lines, or fewer."""
        self.lines = min(max(1, self.lines + more), MAX_LINES)
        self.think_again()

    def action_leave(self) -> None:
        """Go back to the table, or end the program where there is none."""
        self.workers.cancel_group(self, "thinking")
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit("")


# What stands beside the board


def players_text(position: Position, seats: Sequence[str], say: Say) -> str:
    """Each player in a line; an arrow points to whose turn it is."""
    lines = []
    for number, seat in enumerate(seats):
        due = not position.is_over and position.player == number
        name = say.shown(position.game.about.players[number])
        lines.append(f"{'>' if due else ' '} {name} · {seat_words(seat, say)}")
    return "\n".join(lines)


def lines_text(
    position: Position, result: SearchResult, say: Say, language: str, has_reasons: bool
) -> str:
    """Return what each line is worth, how it goes on, and perhaps why to play the best."""
    shown = []
    for number, line in enumerate(line_texts(position, result, language, int(has_reasons)), 1):
        shown.append(f"{number}. {line.headline}")
        shown += [f"   {text}" for text in (line.rest, line.reasons) if text]
    return "\n".join([*shown, effort_text(result, say, language)])
