"""Which game, with which options, and who plays."""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Label, OptionList, Select, Static
from textual.widgets.option_list import Option as ListedOption

from steinreich.cli.outputs import rules_text
from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.seats import ENGINE, HUMAN, RANDOM, usual_seats
from steinreich.cli.tui.side_texts import seat_words
from steinreich.cli.tui.spoken_screen import Key, SpokenScreen, TextScreen
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.rules.about import Option
from steinreich.rules.language import Words

SEATS = (HUMAN, *(f"level{number}" for number in range(1, 11)), ENGINE, RANDOM)

Begin: TypeAlias = Callable[[Game, list[str]], None]


class SetupScreen(SpokenScreen):
    """The list of games, and what is chosen about one of them."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("ctrl+s", "begin", Words("Play", "Spielen")),
        Key("f1", "rules", Words("Rules", "Regeln")),
        Key("tab", "app.focus_next", Words("Next", "Weiter")),
        Key("escape,ctrl+q", "leave", Words("Quit", "Ende")),
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
                yield Button(
                    self.say("Play", "Spielen"), id="begin", variant="primary", compact=True
                )
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
        """The values of an option."""
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

    def action_rules(self) -> None:
        """Read the rules with the options chosen."""
        text = rules_text(self.game, self.language, self.say)
        self.app.push_screen(TextScreen(text, self.say, self.language))

    def action_leave(self) -> None:
        self.app.exit("")


def row(title: str, select: Select[str]) -> Horizontal:
    """A choice and what it is about."""
    return Horizontal(Label(title, markup=False), select, classes="row")
