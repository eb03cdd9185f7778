"""The Textual application, and its first screen, on which a game is chosen."""

import os
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Label, OptionList, Select, Static
from textual.widgets.option_list import Option as ListedOption

from steinreich.cli.language import Translator
from steinreich.cli.terminal.computers import Computers, NewPlayer
from steinreich.cli.terminal.seats import SEATS, default_seats, describe_seat
from steinreich.cli.terminal.terminal_game import make_record
from steinreich.cli.tui.game_screens import StudyScreen, TableScreen
from steinreich.cli.tui.screen import KeyBinding, TranslatedScreen
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.engines.named_players import player
from steinreich.records import Record
from steinreich.rules.about import Option
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line


class TerminalApp(App[str]):
    """The Textual application; it returns a final message for the terminal."""

    TITLE = "Steinreich"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+c", "leave"),
        ("ctrl+t", "theme"),
    ]

    def __init__(
        self,
        translate: Translator,
        language: str,
        *,
        new_player: NewPlayer = player,
        seed: int | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__()
        self.translate = translate
        self.language = language
        self.new_player = new_player
        self.seed = seed
        self.file = file
        self.open_first_screen: Callable[[], None] = self.show_setup
        self.theme = "textual-light" if is_light() else "textual-dark"

    def on_mount(self) -> None:
        self.open_first_screen()

    # Screens

    def show_setup(self) -> None:
        """Show the screen on which a game is chosen."""
        self.push_screen(SetupScreen(self.start_game, self.translate, self.language))

    def start_game(self, game: Game, seats: Sequence[str]) -> None:
        """Start a new game."""
        self.open_table(make_record(game.start(self.seed)), seats)

    def open_table(self, record: Record, seats: Sequence[str]) -> None:
        """Show the table of a new or continued game."""
        self.push_screen(
            TableScreen(
                record,
                seats,
                self.translate,
                self.language,
                seed=self.seed,
                file=self.file,
                new_player=self.new_player,
            )
        )

    def open_study(self, record: Record) -> None:
        """Show the study screen at the beginning of a game."""
        names = (record.headers.get(f"Player{n + 1}", "") for n in range(record.game.players))
        headline = " – ".join(one_line(name) for name in names if name)
        self.push_screen(
            StudyScreen(
                record.positions(),
                Computers(record.game, self.translate, new_player=self.new_player),
                self.translate,
                self.language,
                index=0,
                is_analysing=False,
                headline=headline,
            )
        )

    # The end

    def action_leave(self) -> None:
        """Save the game and exit."""
        table = next(
            (screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None
        )
        if table:
            table.action_quit()
        else:
            self.exit("")

    def action_theme(self) -> None:
        """Toggle between the light and the dark theme."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        for screen in self.screen_stack:
            for board in screen.query("BoardView"):
                board.show()  # type: ignore[attr-defined]  # a BoardView


def is_light() -> bool:
    """Return whether the terminal declares a light background."""
    _, _, background = os.environ.get("COLORFGBG", "").rpartition(";")
    return background in ("7", "15")  # ANSI colours: white and bright white


StartGame: TypeAlias = Callable[[Game, list[str]], None]


class SetupScreen(TranslatedScreen):
    """The list of games, and a form with the options and seats of one of them."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = (
        KeyBinding("ctrl+s", "begin", Text("Play")),
        KeyBinding("f1", "rules", Text("Rules")),
        KeyBinding("tab", "app.focus_next", Text("Next")),
        KeyBinding("escape,ctrl+q", "leave", Text("Quit")),
    )
    AUTO_FOCUS = "#games"

    def __init__(self, start_game: StartGame, translate: Translator, language: str) -> None:
        super().__init__(translate, language)
        self.start_game = start_game
        self.names = games()
        self.game = load(self.names[0])
        self.seats = default_seats(self.game.players)

    def compose(self) -> ComposeResult:
        with Horizontal(id="main"):
            yield OptionList(
                *(
                    ListedOption(load(name).about.title.in_language(self.language))
                    for name in self.names
                ),
                id="games",
                markup=False,
            )
            with Vertical(id="setup"):
                yield Static(id="summary", markup=False)
                yield VerticalScroll(id="form", can_focus=False)
                yield Button(self.translate("Play"), id="begin", variant="primary", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    async def on_mount(self) -> None:
        await self.show_form()

    # The form

    async def show_form(self) -> None:
        """Show the options and seats of the game."""
        summary = self.game.about.summary.in_language(self.language)
        self.query_one("#summary", Static).update(summary)
        form = self.query_one("#form")
        await form.remove_children()
        rows = [
            form_row(option.title.in_language(self.language), self.option_select(option))
            for option in self.game.about.options
            if option.has_effect(self.game.options)
        ]
        rows += [
            form_row(
                self.game.about.players[seat].in_language(self.language), self.seat_select(seat)
            )
            for seat in range(self.game.players)
        ]
        await form.mount_all(rows)

    def option_select(self, option: Option) -> Select[str]:
        """Return the widget to choose the value of an option."""
        labels = [label.in_language(self.language) for label in option.labels]
        choices = list(zip(labels, option.values, strict=True))
        value = self.game.options[option.name]
        return Select(
            choices, value=value, allow_blank=False, id=f"option-{option.name}", compact=True
        )

    def seat_select(self, seat: int) -> Select[str]:
        """Return the widget to choose the player of a seat."""
        choices = [(describe_seat(name, self.translate), name) for name in SEATS]
        return Select(
            choices, value=self.seats[seat], allow_blank=False, id=f"seat-{seat}", compact=True
        )

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the form of the game under the cursor."""
        name = self.names[event.option_index]
        if name != self.game.name:
            self.game = load(name)
            self.seats = default_seats(self.game.players)
            await self.show_form()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Set an option or a seat; a change of options may change the form."""
        kind, _, key = (event.select.id or "").partition("-")
        value = str(event.value)
        if kind == "seat":
            self.seats[int(key)] = value
        elif self.game.options.get(key) not in (None, value):
            self.game = load(self.game.name, **{**self.game.options, key: value})
            if len(self.seats) != self.game.players:
                self.seats = default_seats(self.game.players)
            await self.show_form()

    # Start

    def on_option_list_option_selected(self) -> None:
        self.action_begin()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Start the chosen game."""
        self.start_game(self.game, self.seats)

    def action_leave(self) -> None:
        """Exit without a message."""
        self.app.exit("")


def form_row(title: str, select: Select[str]) -> Horizontal:
    """Return a labelled row of the form."""
    return Horizontal(Label(title, markup=False), select, classes="row")
