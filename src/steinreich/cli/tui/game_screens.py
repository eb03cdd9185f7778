"""The table, where a game is played, and the study, where it is analysed."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import work

from steinreich.cli.language import Translator
from steinreich.cli.terminal.computers import Computers, NewPlayer
from steinreich.cli.terminal.result_text import describe_effort, describe_lines
from steinreich.cli.terminal.seats import describe_seat
from steinreich.cli.terminal.terminal_game import TerminalGame
from steinreich.cli.tui.board import BoardView
from steinreich.cli.tui.screen import (
    ChoiceDialog,
    GameScreen,
    InputDialog,
    KeyBinding,
    TextScreen,
    run_in_thread,
)
from steinreich.core.position import Position
from steinreich.draw.picture import caption, picture
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text
from steinreich.search.result import SearchResult

MAX_LINES = 5
MIN_TURN_SECONDS = 0.4  # of a computer player, so that the eye can follow

HELP = Text(
    "Arrow keys move from cell to cell; Enter selects the cell in brackets, as does a click.\n"
    "To move a piece, select it and then its target; select it again to put it back.\n"
    "\n"
    "[ ] cursor    { } selected piece    ( ) possible cells    < > last action\n"
    "\n"
    "Ctrl-T switches between dark and light, D offers a draw between people.\n"
    "W shows the reasons for the last turn. S saves the game to a file, and again after each\n"
    "action, as --save and --load do."
)


class TableScreen(GameScreen):
    """A game between people at this terminal and computer players."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = (
        KeyBinding("p", "pass", Text("Pass")),
        KeyBinding("u", "undo", Text("Undo")),
        KeyBinding("h", "hint", Text("Hint")),
        KeyBinding("a", "study", Text("Analyse")),
        KeyBinding("m", "moves", Text("Moves")),
        KeyBinding("t", "type", Text("Type")),
        KeyBinding("w", "why", Text("Why"), False),
        KeyBinding("s", "save", Text("Save"), False),
        KeyBinding("r", "rules", Text("Rules")),
        KeyBinding("x", "resign", Text("Resign")),
        KeyBinding("d", "draw", Text("Draw"), False),
        KeyBinding("question_mark", "help", Text("Help")),
        KeyBinding("q,ctrl+q", "quit", Text("Quit")),
        KeyBinding("escape", "release", Text("Put down"), False),
    )

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        translate: Translator,
        language: str,
        *,
        seed: int | None,
        file: str | None,
        new_player: NewPlayer,
    ) -> None:
        self.controller = TerminalGame(
            record,
            seats,
            translate,
            language,
            report=self.report,
            seed=seed,
            file=file,
            new_player=new_player,
        )
        self.table = self.controller.table
        super().__init__(self.table.position, translate, language)

    @property
    def may_act(self) -> bool:
        return self.controller.is_human_turn

    def explain_inactive_board(self) -> str:
        if not self.table.is_playing:
            return self.translate("The game is over.")
        return self.translate("It is the computer's turn.")

    def on_mount(self) -> None:
        self.controller.save_changes()  # report an unwritable file before the first move
        self.continue_game()

    async def on_unmount(self) -> None:
        await asyncio.to_thread(self.controller.computers.close)

    # Turns

    def act(self, action: str) -> None:
        self.show_message(self.controller.play(action))
        self.continue_game()

    def continue_game(self) -> None:
        """Show the current position, and let computer players answer."""
        self.update_texts()
        self.show_position(self.table.position)
        if self.table.is_playing and not self.may_act:
            self.play_computer_turns()

    def update_texts(self) -> None:
        """Show the players, the prompt and the moves."""
        position, seats = self.table.position, self.controller.seats
        prompt = caption(position).in_language(self.language)
        if not self.table.is_playing and not position.is_over:
            prompt = self.translate(self.table.ending)
        self.show_texts(players_text(position, seats, self.translate), prompt, self.table.positions)
        self.query_one("#moves").scroll_end(animate=False)

    @work(exclusive=True, group="turn")
    async def play_computer_turns(self) -> None:
        """Play the turns of computer players until a person is to move or the game is over."""
        try:
            while self.table.is_playing and not self.may_act:
                await self.play_computer_turn(self.table.position)
        except SteinreichError as error:
            self.report(self.translate(error.message))

    async def play_computer_turn(self, position: Position) -> None:
        """Play one turn of a computer player."""
        started, computers = time.monotonic(), self.controller.computers
        turn = await run_in_thread(
            lambda stop, show_status: computers.turn(position, stop, show_status), self.show_message
        )
        await asyncio.sleep(max(0.0, MIN_TURN_SECONDS - (time.monotonic() - started)))
        self.show_message(self.controller.play_turn(turn))
        self.update_texts()
        self.show_position(self.table.position)

    # Actions of keys

    def action_release(self) -> None:
        """Deselect the piece."""
        self.hold(None)

    def action_undo(self) -> None:
        """Undo all actions since the last decision of a person."""
        self.workers.cancel_group(self, "turn")
        self.run_and_report(self.controller.undo)

    def run_and_report(self, work: Callable[[], str]) -> None:
        """Call a function, and show the message that it returns or the error that it raises."""
        try:
            self.show_message(work())
        except SteinreichError as error:
            self.show_message(self.translate(error.message))
        self.continue_game()

    def action_hint(self) -> None:
        """Show a hint."""
        if self.may_act:
            self.find_hint(self.table.position)

    @work(exclusive=True, group="hint")
    async def find_hint(self, position: Position) -> None:
        """Mark the best action, and show its verdict and reasons."""
        computers = self.controller.computers

        def advice(result: SearchResult) -> str:
            line, *_ = describe_lines(position, result, self.language, lines_with_reasons=1)
            return "\n".join(filter(None, (line.headline, line.rest, line.reasons)))

        result = await run_in_thread(
            lambda stop, show_status: computers.hint(position, stop, show_status), self.show_message
        )
        text = await run_in_thread(lambda _stop, _show_status: advice(result), self.show_message)
        if self.table.position is position:
            cells = picture(position).targets[position.name(result.best)]
            self.board.show(advised=frozenset(cells))
            self.show_message(text)

    def action_why(self) -> None:
        """Show the reasons for and against the last turn."""
        self.explain_last_turn()

    @work(exclusive=True, group="hint")
    async def explain_last_turn(self) -> None:
        """Find reasons in a thread, since that takes searches, and show them."""
        try:
            reasons = await run_in_thread(
                lambda _stop, _show_status: self.controller.describe_last_turn(), self.show_message
            )
        except SteinreichError as error:
            reasons = [self.translate(error.message)]
        self.show_message("\n".join(reasons))

    def action_save(self) -> None:
        """Ask for a file, and save the game in it."""

        def on_name(name: str | None) -> None:
            if name:
                self.run_and_report(lambda: self.controller.save_as(name))

        question = self.translate("Save to which file?")
        self.app.push_screen(InputDialog(question, self.controller.file or ""), on_name)

    def action_study(self) -> None:
        """Show the game so far in the study."""
        if not self.table.is_playing or self.may_act:
            computers = self.controller.computers
            screen = StudyScreen(self.table.positions, computers, self.translate, self.language)
            self.app.push_screen(screen)

    def action_resign(self) -> None:
        """Resign the game for the player to move after a confirmation."""
        self.ask_to_end(Text("Really resign?"), self.controller.resign)

    def action_draw(self) -> None:
        """End the game in a draw after a confirmation."""
        question = Text("End the game in a draw?")
        self.ask_to_end(question, self.controller.draw)

    def ask_to_end(self, question: Text, end_game: Callable[[], str]) -> None:
        """Ask a question, and end the game if the answer is yes."""
        if not self.may_act:
            return
        answers = [("no", self.translate("No")), ("yes", self.translate("Yes"))]

        def on_answer(answer: str | None) -> None:
            if answer == "yes" and self.may_act:
                self.run_and_report(end_game)

        self.app.push_screen(ChoiceDialog(self.translate(question), answers), on_answer)

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(TextScreen(self.translate(HELP), self.translate, self.language))

    def action_quit(self) -> None:
        """Exit with a message on how to continue the game."""
        self.workers.cancel_group(self, "turn")
        self.app.exit(self.controller.make_closing_message("tui"))


class StudyScreen(GameScreen):
    """A game step by step with live analysis; playing another action starts a variation."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = (
        KeyBinding("p,comma,pageup", "step(-1)", Text("Back")),
        KeyBinding("n,full_stop,pagedown", "step(1)", Text("On")),
        KeyBinding("home", "step(-9999)", Text("Start")),  # steps are clamped to the game
        KeyBinding("end", "step(9999)", Text("End")),
        KeyBinding("a", "think", Text("Analyse")),
        KeyBinding("plus", "lines(1)", Text("More lines")),
        KeyBinding("minus", "lines(-1)", Text("Fewer lines"), False),
        KeyBinding("m", "moves", Text("Moves")),
        KeyBinding("t", "type", Text("Type"), False),
        KeyBinding("r", "rules", Text("Rules"), False),
        KeyBinding("escape,q", "leave", Text("Leave")),
    )

    def __init__(
        self,
        positions: Sequence[Position],
        computers: Computers,
        translate: Translator,
        language: str,
        *,
        index: int | None = None,
        is_analysing: bool = True,
        headline: str = "",
    ) -> None:
        self.positions = list(positions)
        self.index = len(self.positions) - 1 if index is None else index
        self.computers = computers
        self.is_analysing = is_analysing
        self.lines = 3
        self.headline = headline
        super().__init__(self.positions[self.index], translate, language)

    @property
    def may_act(self) -> bool:
        return not self.positions[self.index].is_over

    def explain_inactive_board(self) -> str:
        return self.translate("The game is over.")

    def on_mount(self) -> None:
        self.show_index(self.index)

    def show_index(self, index: int) -> None:
        """Show the position after `index` actions."""
        self.index = index
        position = self.positions[index]
        prompt = caption(position).in_language(self.language)
        self.show_texts(self.headline, prompt, self.positions, index)
        self.query_one("#players").display = bool(self.headline)
        self.show_message("")
        self.show_position(position)
        self.restart_analysis()

    def act(self, action: str) -> None:
        after = self.positions[self.index].play(action)
        follows_game = self.positions[self.index + 1 : self.index + 2] == [after]
        if not follows_game:  # a variation replaces the rest of the game
            self.positions[self.index + 1 :] = [after]
        self.show_index(self.index + 1)

    def restart_analysis(self) -> None:
        """Stop the running analysis, and analyse the position that is shown."""
        self.workers.cancel_group(self, "thinking")
        if self.is_analysing and self.may_act:
            self.analyse(self.positions[self.index])

    @work(exclusive=True, group="thinking")
    async def analyse(self, position: Position) -> None:
        """Show lines until the analysis ends or another position is shown.

        The analysis proceeds in stages; reasons are shown at the end of each.
        """

        def format_result(result: SearchResult, ends_stage: bool) -> str:
            return lines_text(position, result, self.translate, self.language, ends_stage)

        await run_in_thread(
            lambda stop, show_status: self.computers.analyse(
                position,
                self.lines,
                stop,
                show_status,
                lambda *found: show_status(format_result(*found)),
            ),
            self.show_message,
        )

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        """Show nothing: the message area shows the analysis instead of the name of the cell."""

    # Actions of keys

    def action_step(self, steps: int) -> None:
        """Go forward or back."""
        self.show_index(min(max(0, self.index + steps), len(self.positions) - 1))

    def action_think(self) -> None:
        """Start or stop the analysis."""
        self.is_analysing = not self.is_analysing
        self.show_message("")
        self.restart_analysis()

    def action_lines(self, change: int) -> None:
        """Search more or fewer lines."""
        self.lines = min(max(1, self.lines + change), MAX_LINES)
        self.restart_analysis()

    def action_leave(self) -> None:
        """Go back to the table; exit if there is none."""
        self.workers.cancel_group(self, "thinking")
        if len(self.app.screen_stack) > 2:  # more than the base screen of Textual and this one
            self.app.pop_screen()
        else:
            self.app.exit("")


# Texts beside the board


def players_text(position: Position, seats: Sequence[str], translate: Translator) -> str:
    """Return one line per player, with an arrow at the player to move."""
    lines = []
    for number, seat in enumerate(seats):
        is_to_move = not position.is_over and position.player == number
        name = translate(position.game.about.players[number])
        lines.append(f"{'>' if is_to_move else ' '} {name} · {describe_seat(seat, translate)}")
    return "\n".join(lines)


def lines_text(
    position: Position,
    result: SearchResult,
    translate: Translator,
    language: str,
    has_reasons: bool,
) -> str:
    """Return the lines of a search result with verdicts, and perhaps reasons for the first one."""
    shown = []
    for number, line in enumerate(describe_lines(position, result, language, int(has_reasons)), 1):
        shown.append(f"{number}. {line.headline}")
        shown += [f"   {text}" for text in (line.rest, line.reasons) if text]
    return "\n".join([*shown, describe_effort(result, translate, language)])
