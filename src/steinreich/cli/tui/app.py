"""The program on the screen: which game to play, the screens of a game, colours, and the end."""

import os
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Label, OptionList, Select, Static
from textual.widgets.option_list import Option as ListedOption

from steinreich.cli.language import Say
from steinreich.cli.terminal.computers import Computers, NewPlayer
from steinreich.cli.terminal.seats import SEATS, seat_words, usual_seats
from steinreich.cli.terminal.terminal_game import new_record
from steinreich.cli.tui.game_screens import StudyScreen, TableScreen
from steinreich.cli.tui.screen import Key, SpokenScreen
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.engines.by_name import player
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
        say: Say,
        language: str,
        *,
        new_player: NewPlayer = player,
        seed: int | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__()
        self.say = say
        self.language = language
        self.new_player = new_player
        self.seed = seed
        self.file = file
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
        self.play(new_record(game.start(self.seed)), seats)

    def play(self, record: Record, seats: Sequence[str]) -> None:
        """Go on with a game."""
        self.push_screen(
            TableScreen(
                record,
                seats,
                self.say,
                self.language,
                seed=self.seed,
                file=self.file,
                new_player=self.new_player,
            )
        )

    def study(self, record: Record) -> None:
        """Look at a game from its beginning."""
        names = (record.headers.get(f"Player{n + 1}", "") for n in range(record.game.players))
        headline = " – ".join(one_line(name) for name in names if name)
        self.push_screen(
            StudyScreen(
                record.positions(),
                Computers(record.game, self.say, new_player=self.new_player),
                self.say,
                self.language,
                at=0,
                thinks=False,
                headline=headline,
            )
        )

    # The end

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
    """Return whether the terminal says that it writes dark on light."""
    _, _, ground = os.environ.get("COLORFGBG", "").rpartition(";")
    return ground in ("7", "15")


Begin: TypeAlias = Callable[[Game, list[str]], None]


class SetupScreen(SpokenScreen):
    """The list of games, and what is chosen about one of them."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("ctrl+s", "begin", Text("Play")),
        Key("f1", "rules", Text("Rules")),
        Key("tab", "app.focus_next", Text("Next")),
        Key("escape,ctrl+q", "leave", Text("Quit")),
    )
    AUTO_FOCUS = "#games"

    def __init__(self, begin: Begin, say: Say, language: str) -> None:
        super().__init__(say, language)
        self.begin = begin
        self.names = games()
        self.game = load(self.names[0])
        self.seats = usual_seats(self.game.players)

    def compose(self) -> ComposeResult:
        with Horizontal(id="main"):
            yield OptionList(
                *(
                    ListedOption(load(name).about.title.within(self.language))
                    for name in self.names
                ),
                id="games",
                markup=False,
            )
            with Vertical(id="setup"):
                yield Static(id="summary", markup=False)
                yield VerticalScroll(id="form", can_focus=False)
                yield Button(self.say("Play"), id="begin", variant="primary", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    async def on_mount(self) -> None:
        await self.show_form()

    # The form

    async def show_form(self) -> None:
        """What can be chosen about the game."""
        summary = self.game.about.summary.within(self.language)
        self.query_one("#summary", Static).update(summary)
        form = self.query_one("#form")
        await form.remove_children()
        rows = [
            row(option.title.within(self.language), self.option_select(option))
            for option in self.game.about.options
            if option.matters(self.game.options)
        ]
        rows += [
            row(self.game.about.players[seat].within(self.language), self.seat_select(seat))
            for seat in range(self.game.players)
        ]
        await form.mount_all(rows)

    def option_select(self, option: Option) -> Select[str]:
        """Return the values of an option."""
        labels = [label.within(self.language) for label in option.labels]
        choices = list(zip(labels, option.values, strict=True))
        value = self.game.options[option.name]
        return Select(
            choices, value=value, allow_blank=False, id=f"option-{option.name}", compact=True
        )

    def seat_select(self, seat: int) -> Select[str]:
        """Who may sit in a seat."""
        choices = [(seat_words(name, self.say), name) for name in SEATS]
        return Select(
            choices, value=self.seats[seat], allow_blank=False, id=f"seat-{seat}", compact=True
        )

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        name = self.names[event.option_index]
        if name != self.game.name:
            self.game = load(name)
            self.seats = usual_seats(self.game.players)
            await self.show_form()

    async def on_select_changed(self, event: Select.Changed) -> None:
        kind, _, which = (event.select.id or "").partition("-")
        value = str(event.value)
        if kind == "seat":
            self.seats[int(which)] = value
        elif self.game.options.get(which) not in (None, value):
            self.game = load(self.game.name, **{**self.game.options, which: value})
            if len(self.seats) != self.game.players:
                self.seats = usual_seats(self.game.players)
            await self.show_form()

    # What is done

    def on_option_list_option_selected(self) -> None:
        self.action_begin()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Play what is chosen."""
        self.begin(self.game, self.seats)

    def action_leave(self) -> None:
        self.app.exit("")


def row(title: str, select: Select[str]) -> Horizontal:
    """Return a choice and what it is about."""
    return Horizontal(Label(title, markup=False), select, classes="row")
