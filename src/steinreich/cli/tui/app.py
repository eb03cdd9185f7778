"""The program on the screen: which screen comes first, colours, and the end."""

import os
from collections.abc import Callable, Sequence
from datetime import date
from typing import ClassVar, TypeAlias

from textual.app import App
from textual.binding import BindingType

from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.seats import note_seats
from steinreich.cli.tui.setup_screen import SetupScreen
from steinreich.cli.tui.study_screen import StudyScreen
from steinreich.cli.tui.table_screen import TableScreen
from steinreich.cli.tui.thinkers import Thinkers
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.rules.text.safe import one_line
from steinreich.session.schema.protocol import Language

NewThinkers: TypeAlias = Callable[[Game, Language, int | None], Thinkers]


class TerminalApp(App[str]):
    """Gives back the last words to whoever leaves."""

    TITLE = "Steinreich"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+c", "leave"),
        ("ctrl+t", "theme"),
    ]

    def __init__(
        self,
        say: Say,
        language: Language,
        *,
        new_thinkers: NewThinkers = Thinkers,
        seed: int | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__()
        self.say = say
        self.language = language
        self.new_thinkers = new_thinkers
        self.seed = seed
        self.file = file
        self.thinkers: list[Thinkers] = []
        self.first: Callable[[], None] = self.set_up
        self.theme = "textual-light" if is_light() else "textual-dark"

    def on_mount(self) -> None:
        self.first()

    # Screens

    def set_up(self) -> None:
        """Choose a game."""
        self.push_screen(SetupScreen(self.begin, self.say, self.language))

    def begin(self, game: Game, seats: Sequence[str]) -> None:
        """Open a new table."""
        record = Record.of(game.start(self.seed))
        record.headers["Date"] = date.today().isoformat()
        self.play(record, seats)

    def play(self, record: Record, seats: Sequence[str]) -> None:
        """Go on with a game."""
        note_seats(record, seats)
        thinkers = self.hire(record.game)
        self.push_screen(TableScreen(record, seats, thinkers, self.say, self.language, self.file))

    def study(self, record: Record) -> None:
        """Look at a game from its beginning."""
        names = (record.headers.get(f"Player{n + 1}", "") for n in range(record.game.players))
        headline = " – ".join(one_line(name) for name in names if name)
        self.push_screen(
            StudyScreen(
                record.positions(),
                self.hire(record.game),
                self.say,
                self.language,
                at=0,
                thinks=False,
                headline=headline,
            )
        )

    def hire(self, game: Game) -> Thinkers:
        """Those who think about a game; they go when the program ends."""
        thinkers = self.new_thinkers(game, self.language, self.seed)
        self.thinkers.append(thinkers)
        return thinkers

    # The end

    async def on_unmount(self) -> None:
        for thinkers in self.thinkers:
            await thinkers.close()

    def action_leave(self) -> None:
        """Ctrl-C: the game is saved as by any other way out."""
        table = next((one for one in self.screen_stack if isinstance(one, TableScreen)), None)
        if table:
            table.action_quit()
        else:
            self.exit("")

    def action_theme(self) -> None:
        """Light on dark, or dark on light."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        for screen in self.screen_stack:
            for board in screen.query("BoardView"):
                board.show()  # type: ignore[attr-defined]  # it is one


def is_light() -> bool:
    """Whether the terminal says that it writes dark on light."""
    _, _, ground = os.environ.get("COLORFGBG", "").rpartition(";")
    return ground in ("7", "15")
