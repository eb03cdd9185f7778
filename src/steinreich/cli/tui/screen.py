"""Base classes of the screens, and dialogs."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextvars import copy_context
from itertools import pairwise
from threading import Event
from typing import ClassVar, NamedTuple, TypeVar

from rich import text as rich_text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from steinreich.cli.language import Translator
from steinreich.cli.outputs import rules_text
from steinreich.cli.progress import ShowStatus, run_in_background
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.cli.tui.board import BoardView, Scale, find_fitting_scale, scales
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import picture
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, sentence
from steinreich.session.legal_actions import (
    NO_ACTIONS,
    ActionsByCells,
    explain_unusable_cells,
    get_cell_names,
    group_by_cells,
)

T = TypeVar("T")

FOOTER_ROWS = 2  # the footer and an empty row
MIN_WIDE_COLUMNS = 100  # a terminal with fewer columns gets a narrow panel
SIDE_COLUMNS = {False: 30, True: 44}  # of the panel beside the board; True for wide terminals
BELOW_ROWS = 10  # of the panel below the board


class KeyBinding(NamedTuple):
    """Keys that trigger an action, and its name in the footer."""

    keys: str  # separated by commas
    action: str
    name: Text
    is_shown: bool = True  # in the footer


class TranslatedScreen(Screen[None]):
    """A screen with texts and key names in the language of the command."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = ()
    game: Game

    def __init__(self, translate: Translator, language: str) -> None:
        super().__init__()
        self.translate = translate
        self.language = language
        # Bindings of a class would have one language, so these are bound to the instance.
        for keys, action, name, is_shown in self.KEYS:
            self._bindings.bind(keys, action, translate(name), is_shown)

    def report(self, message: str) -> None:
        """Show an error for a few seconds."""
        self.notify(message, severity="error", markup=False)

    def action_rules(self) -> None:
        """Show the rules of the game."""
        text = rules_text(self.game, self.language, self.translate)
        self.app.push_screen(TextScreen(text, self.translate, self.language))


class TextScreen(TranslatedScreen):
    """A long text, such as the rules."""

    KEYS = (KeyBinding("escape,q", "leave", Text("Back")),)
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, text: str, translate: Translator, language: str) -> None:
        super().__init__(translate, language)
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(rich_text.Text.from_ansi(self.text))
        yield Footer(compact=True, show_command_palette=False)

    def action_leave(self) -> None:
        self.app.pop_screen()


class ChoiceDialog(ModalScreen[str | None]):
    """A dialog that returns one of several values, or None; `choices` are values and texts."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def __init__(self, question: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.question = question
        self.choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield OptionList(*(Option(text) for _, text in self.choices), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index][0])


class InputDialog(ModalScreen[str | None]):
    """A dialog that returns a line of text, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def __init__(self, question: str, initial_text: str = "") -> None:
        super().__init__()
        self.question = question
        self.initial_text = initial_text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield Input(self.initial_text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class GameScreen(TranslatedScreen):
    """A screen with a board, and a panel with texts about the game."""

    AUTO_FOCUS = "BoardView"

    def __init__(self, position: Position, translate: Translator, language: str) -> None:
        super().__init__(translate, language)
        self.game = position.game
        self.shown_position = position
        self.board = BoardView(picture(position), language)
        self.choices: ActionsByCells = NO_ACTIONS

    def compose(self) -> ComposeResult:
        with Container(id="main"):
            yield self.board
            with Container(id="side"):
                with VerticalScroll(id="facts", can_focus=False):
                    yield Static(id="title", markup=False)
                    yield Static(id="players", markup=False)
                    yield Static(id="prompt", markup=False)
                    yield Static(id="message", markup=False)
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="move-list", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    @property
    @abstractmethod
    def may_act(self) -> bool:
        """True if a person may play an action now."""

    @abstractmethod
    def act(self, action: str) -> None:
        """Play an action."""

    # Layout

    def on_resize(self, event: events.Resize) -> None:
        self.arrange_panel(event.size.width, event.size.height)

    def arrange_panel(self, width: int, height: int) -> None:
        """Put the panel beside the board, or below it if the board can be larger then."""
        board, is_wide = self.game.board, width >= MIN_WIDE_COLUMNS
        beside_scale = find_fitting_scale(
            board, height - FOOTER_ROWS, width - SIDE_COLUMNS[is_wide] - 2, self.language
        )
        below_scale = find_fitting_scale(
            board, height - FOOTER_ROWS - BELOW_ROWS, width, self.language
        )
        is_below = below_scale is not None and (
            beside_scale is None or below_scale.columns > beside_scale.columns
        )
        smallest: Scale = list(scales(board))[-1]
        self.board.scale = (below_scale if is_below else beside_scale) or smallest
        self.query_one("#main").set_class(is_below, "below")
        side = self.query_one("#side")
        side.styles.width = "100%" if is_below else SIDE_COLUMNS[is_wide]
        side.styles.height = BELOW_ROWS if is_below else "100%"
        self.board.show()

    # Selection of cells

    def show_position(self, position: Position) -> None:
        """Show a position; if a person may act, mark the targets."""
        self.shown_position = position
        self.choices = group_by_cells(position) if self.may_act else NO_ACTIONS
        self.board.show(picture(position), advised=frozenset())
        self.hold(None)
        self.refresh_bindings()

    def hold(self, cell: int | None) -> None:
        """Select the piece on a cell, or none, and mark its targets."""
        targets = self.choices.get_cells(cell)
        empty = set(range(len(self.game.board.cells))) - set(self.board.picture.pieces_by_cell)
        are_all_targets = cell is None and empty and targets >= empty  # marks would add nothing
        self.board.show(held=cell, targets=frozenset() if are_all_targets else targets)

    def on_board_view_touched(self, event: BoardView.Touched) -> None:
        """Play an action with the selected cell, select or release a piece, or say why not."""
        if not self.may_act:
            self.show_message(self.explain_inactive_board())
            return
        touch = self.choices.interpret_touch(self.board.highlights.held, event.cell)
        if touch.kind == "act":
            self.choose(touch.actions)
        elif touch.kind == "why":
            self.show_message(
                self.translate(sentence(explain_unusable_cells(self.shown_position, touch.cells)))
            )
        else:
            self.hold(touch.cells[0] if touch.cells else None)

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        """Show the name of the cell under the cursor."""
        cell = self.board.highlights.cursor
        self.show_message("" if cell is None else get_cell_names(self.game)[cell])

    @abstractmethod
    def explain_inactive_board(self) -> str:
        """Return why no person may act now."""

    def choose(self, actions: Sequence[str]) -> None:
        """Play an action; if there are several, ask which one."""
        if len(actions) == 1:
            self.act(actions[0])
            return

        def on_choice(action: str | None) -> None:
            if action is not None:
                self.act(action)

        self.app.push_screen(
            ChoiceDialog(self.translate("Which one?"), self.label_actions(actions)), on_choice
        )

    def label_actions(self, actions: Sequence[str]) -> list[tuple[str, str]]:
        """Return the name and the spoken name of each action."""
        labels = (
            (name, self.shown_position.spoken_name(self.shown_position.parse_move(name)))
            for name in actions
        )
        return [(name, f"{name}  {words.in_language(self.language)}") for name, words in labels]

    def show_texts(
        self,
        players: str,
        prompt: str,
        positions: Sequence[Position],
        shown_at: int | None = None,
    ) -> None:
        """Show the players, the prompt and the moves."""
        title = self.game.about.title.in_language(self.language)
        texts = {"title": title, "players": players, "prompt": prompt}
        texts["move-list"] = "\n".join(moves_text(positions, shown_at))
        for id, text in texts.items():
            self.query_one(f"#{id}", Static).update(text)

    def show_message(self, text: str) -> None:
        """Show a message below the board."""
        self.query_one("#message", Static).update(text)

    # Actions of keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the key to pass if every action needs a cell (Textual hook)."""
        return bool(self.choices.others) if action == "pass" else True

    def action_pass(self) -> None:
        """Choose an action without a cell, such as a pass."""
        self.choose(self.choices.others)

    def action_moves(self) -> None:
        """Choose one of all legal actions."""
        if self.may_act:
            self.choose(self.shown_position.legal_moves())

    def action_type(self) -> None:
        """Ask for actions as text, and play them."""

        def on_input(line: str | None) -> None:
            if line is None or not self.may_act:
                return
            try:
                for action in typed_moves(line, self.shown_position, self.translate):
                    self.act(action)
            except SteinreichError as error:
                self.show_message(self.translate(error.message))

        example = self.shown_position.legal_moves()[:1]
        question = self.translate("Type an action, for example {}")
        if self.may_act:
            self.app.push_screen(InputDialog(question.format(*example)), on_input)


def moves_text(positions: Sequence[Position], shown_at: int | None = None) -> list[str]:
    """Return the moves, one round per line, with brackets around action number `shown_at`."""
    lines: list[str] = []
    join = positions[0].game.definition.action_separator
    round_number = 0
    for number, (before, after) in enumerate(pairwise(positions), 1):
        shown = before.notation(after.last_move or "")
        shown = f"[{shown}]" if number == shown_at else shown
        if not before.starts_turn and lines:
            lines[-1] += join + shown
        elif before.player == 0 or not lines:
            round_number += 1
            lines.append(f"{round_number:>3}. " + ("" if before.player == 0 else "... ") + shown)
        else:
            lines[-1] += f"  {shown}"
    return lines


async def run_in_thread(work: Callable[[Event, ShowStatus], T], show_status: ShowStatus) -> T:
    """Run a function in a thread; cancellation sets its stop event.

    `show_status` is called in the thread of the event loop.
    """
    loop, stop, context = asyncio.get_running_loop(), Event(), copy_context()

    def schedule_status(text: str) -> None:
        if not stop.is_set():
            loop.call_soon_threadsafe(show_status_unless_stopped, text, context=context)

    def show_status_unless_stopped(text: str) -> None:
        if not stop.is_set():
            show_status(text)

    try:
        return await asyncio.wrap_future(run_in_background(lambda: work(stop, schedule_status)))
    finally:
        stop.set()
