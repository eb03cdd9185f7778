"""A game step by step with live lines; whatever is legal can be tried from any position of it."""

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.widgets import Static

from steinreich.cli.spoken_language import Say
from steinreich.cli.tui.board_view import BoardView
from steinreich.cli.tui.game_screen import GameScreen
from steinreich.cli.tui.side_texts import due_text, lines_text, moves_text
from steinreich.cli.tui.spoken_screen import Key
from steinreich.cli.tui.thinkers import Thinkers
from steinreich.core.position import Position
from steinreich.engines.supervisor import WorkerFailed
from steinreich.rules.language import Words
from steinreich.session.schema.study import LinesMessage, StudyState

MOST_LINES = 5
READY = Words("The engine is getting ready …", "Die Engine macht sich bereit …")


class StudyScreen(GameScreen):
    """Replay and analysis."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("p,comma,pageup", "step(-1)", Words("Back", "Zurück")),
        Key("n,full_stop,pagedown", "step(1)", Words("On", "Weiter")),
        Key("home", "step(-9999)", Words("Start", "Anfang")),
        Key("end", "step(9999)", Words("End", "Schluss")),
        Key("a", "think", Words("Analyse", "Analyse")),
        Key("plus", "lines(1)", Words("More lines", "Mehr Varianten")),
        Key("minus", "lines(-1)", Words("Fewer lines", "Weniger Varianten"), False),
        Key("m", "moves", Words("Moves", "Aktionen")),
        Key("t", "type", Words("Type", "Tippen"), False),
        Key("r", "rules", Words("Rules", "Regeln"), False),
        Key("escape,q", "leave", Words("Leave", "Verlassen")),
    )

    def __init__(
        self,
        positions: Sequence[Position],
        thinkers: Thinkers,
        say: Say,
        language: str,
        *,
        at: int | None = None,
        thinks: bool = True,
        headline: str = "",
    ) -> None:
        self.positions = list(positions)
        self.at = len(self.positions) - 1 if at is None else at
        self.thinkers = thinkers
        self.thinks = thinks
        self.lines = 3
        self.headline = headline
        super().__init__(self.positions[self.at], say, language)

    @property
    def may_act(self) -> bool:
        return not self.positions[self.at].is_over

    def why_no_touch(self) -> str:
        return self.say("The game is over.", "Die Partie ist zu Ende.")

    def on_mount(self) -> None:
        self.go_to(self.at)

    def go_to(self, at: int) -> None:
        """Show the position after so many actions."""
        self.at = at
        position = self.positions[at]
        title = self.game.about.title.within(self.language)
        self.query_one("#title", Static).update(title)
        self.query_one("#players", Static).update(self.headline)
        self.query_one("#players").display = bool(self.headline)
        self.query_one("#due", Static).update(due_text(position, self.language))
        self.query_one("#list", Static).update("\n".join(moves_text(self.positions, at)))
        self.say_below("")
        self.show_position(position)
        self.think_again()

    def act(self, action: str) -> None:
        after = self.positions[self.at].play(action)
        is_played = self.positions[self.at + 1 : self.at + 2] == [after]
        if not is_played:  # a variation takes the place of what was played
            self.positions[self.at + 1 :] = [after]
        self.go_to(self.at + 1)

    # Thinking

    def think_again(self) -> None:
        """Think about the position that is shown, and about no other."""
        self.workers.cancel_group(self, "thinking")
        if not self.thinks:
            return
        if self.may_act:
            self.think(self.positions[self.at])

    @work(exclusive=True, group="thinking")
    async def think(self, position: Position) -> None:
        """Show lines until nothing more is found, or another position is looked at."""

        def on_lines(message: LinesMessage) -> None:
            if self.positions[self.at] is position:
                self.say_below("\n".join(lines_text(message, position, self.say, self.language)))

        def on_state(state: StudyState) -> None:
            if state == "cold":
                self.say_below(self.say(*READY))

        try:
            await self.thinkers.think(position, self.lines, on_lines, on_state)
        except WorkerFailed as error:
            self.say_below(self.say(*error.words))

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
        self.lines = min(max(1, self.lines + more), MOST_LINES)
        self.think_again()

    def action_leave(self) -> None:
        """Back to where one came from; who came here first goes."""
        self.workers.cancel_group(self, "thinking")
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit("")
