"""Base classes of the screens: translated key names, texts, dialogs, and a board."""

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

from steinreich.cli.language import Say
from steinreich.cli.outputs import rules_text
from steinreich.cli.progress import Tell, in_background
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.cli.tui.board import BoardView, Scale, fitting_scale, scales
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import picture
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, sentence
from steinreich.session.legal_actions import (
    NO_ACTIONS,
    ActionsByCells,
    get_cell_names,
    group_by_cells,
    why_not,
)

T = TypeVar("T")

FRAME = 2  # rows that a footer and some air take
WIDE = 100  # columns from which there is more room beside the board
SIDE = {False: 30, True: 44}  # columns beside the board, by whether the terminal is wide
BELOW = 10  # rows below the board


class Key(NamedTuple):
    """A key, what it does, and what the footer calls that."""

    keys: str  # several, parted by commas
    action: str
    name: Text
    is_shown: bool = True


class SpokenScreen(Screen[None]):
    """A screen with texts in the language of the command."""

    KEYS: ClassVar[tuple[Key, ...]] = ()
    game: Game

    def __init__(self, say: Say, language: str) -> None:
        super().__init__()
        self.say = say
        self.language = language
        for keys, action, name, is_shown in self.KEYS:  # bindings of a class have one language
            self._bindings.bind(keys, action, say.shown(name), is_shown)

    def report(self, what: str) -> None:
        """Show an error, which goes away by itself."""
        self.notify(what, severity="error", markup=False)

    def action_rules(self) -> None:
        """Read the rules of the game."""
        text = rules_text(self.game, self.language, self.say)
        self.app.push_screen(TextScreen(text, self.say, self.language))


class TextScreen(SpokenScreen):
    """Something to read: rules, help."""

    KEYS = (Key("escape,q", "leave", Text("Back")),)
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, text: str, say: Say, language: str) -> None:
        super().__init__(say, language)
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(rich_text.Text.from_ansi(self.text))
        yield Footer(compact=True, show_command_palette=False)

    def action_leave(self) -> None:
        self.app.pop_screen()


class ChoiceDialog(ModalScreen[str | None]):
    """A dialog to choose one of several values by their texts."""

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


class TypingDialog(ModalScreen[str | None]):
    """A dialog to type a line."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def __init__(self, question: str, begun: str = "") -> None:
        super().__init__()
        self.question = question
        self.begun = begun

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield Input(self.begun)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class GameScreen(SpokenScreen):
    """A screen with a board and texts about the game."""

    AUTO_FOCUS = "BoardView"

    def __init__(self, position: Position, say: Say, language: str) -> None:
        super().__init__(say, language)
        self.game = position.game
        self.shown = position
        self.board = BoardView(picture(position), language)
        self.choices: ActionsByCells = NO_ACTIONS

    def compose(self) -> ComposeResult:
        with Container(id="main"):
            yield self.board
            with Container(id="side"):
                with VerticalScroll(id="facts", can_focus=False):
                    yield Static(id="title", markup=False)
                    yield Static(id="players", markup=False)
                    yield Static(id="due", markup=False)
                    yield Static(id="said", markup=False)
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="list", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    @property
    @abstractmethod
    def may_act(self) -> bool:
        """Whether a person may play now."""

    @abstractmethod
    def act(self, action: str) -> None:
        """Play an action."""

    # Room

    def on_resize(self, event: events.Resize) -> None:
        self.make_room(event.size.width, event.size.height)

    def make_room(self, width: int, height: int) -> None:
        """Texts stand beside the board, or below it where it can be larger so."""
        board, is_wide = self.game.board, width >= WIDE
        beside = fitting_scale(board, height - FRAME, width - SIDE[is_wide] - 2, self.language)
        below = fitting_scale(board, height - FRAME - BELOW, width, self.language)
        is_below = below is not None and (beside is None or below.columns > beside.columns)
        smallest: Scale = list(scales(board))[-1]
        self.board.scale = (below if is_below else beside) or smallest
        self.query_one("#main").set_class(is_below, "below")
        side = self.query_one("#side")
        side.styles.width = "100%" if is_below else SIDE[is_wide]
        side.styles.height = BELOW if is_below else "100%"
        self.board.show()

    # Touches

    def show_position(self, position: Position) -> None:
        """Show a position, with the targets if a person may play."""
        self.shown = position
        self.choices = group_by_cells(position) if self.may_act else NO_ACTIONS
        self.board.show(picture(position), advised=frozenset())
        self.hold(None)
        self.refresh_bindings()

    def hold(self, cell: int | None) -> None:
        """Hold the piece on a cell, or none, and show where it can go."""
        targets = self.choices.get_cells(cell)
        empty = set(range(len(self.game.board.cells))) - set(self.board.picture.taken)
        is_all = cell is None and empty and targets >= empty  # then it goes without saying
        self.board.show(held=cell, targets=frozenset() if is_all else targets)

    def on_board_view_touched(self, event: BoardView.Touched) -> None:
        if not self.may_act:
            self.say_below(self.why_no_touch())
            return
        result = self.choices.interpret_touch(self.board.touches.held, event.cell)
        if result.kind == "act":
            self.choose(result.actions)
        elif result.kind == "why":
            self.say_below(self.say.shown(sentence(why_not(self.shown, result.cells))))
        else:
            self.hold(result.cells[0] if result.cells else None)

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        cell = self.board.touches.cursor
        self.say_below("" if cell is None else get_cell_names(self.game)[cell])

    @abstractmethod
    def why_no_touch(self) -> str:
        """Return why no person may play now."""

    def choose(self, actions: Sequence[str]) -> None:
        """Play the action that was meant, if need be after a question."""
        if len(actions) == 1:
            self.act(actions[0])
            return

        def chosen(action: str | None) -> None:
            if action is not None:
                self.act(action)

        self.app.push_screen(ChoiceDialog(self.say("Which one?"), self.spoken(actions)), chosen)

    def spoken(self, actions: Sequence[str]) -> list[tuple[str, str]]:
        """Actions with their names and how they are read aloud."""
        named = ((name, self.shown.spoken_name(self.shown.parse_move(name))) for name in actions)
        return [(name, f"{name}  {words.within(self.language)}") for name, words in named]

    def show_texts(
        self,
        players: str,
        due: str,
        positions: Sequence[Position],
        shown_at: int | None = None,
    ) -> None:
        """Show the players, the prompt and the moves."""
        title = self.game.about.title.within(self.language)
        texts = {"title": title, "players": players, "due": due}
        texts["list"] = "\n".join(moves_text(positions, shown_at))
        for id, text in texts.items():
            self.query_one(f"#{id}", Static).update(text)

    def say_below(self, text: str) -> None:
        """Show a message below the board."""
        self.query_one("#said", Static).update(text)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the key for actions without a cell if there are none (Textual hook)."""
        return bool(self.choices.others) if action == "pass" else True

    def action_pass(self) -> None:
        """Do what needs no cell."""
        self.choose(self.choices.others)

    def action_moves(self) -> None:
        """Choose from all that can be played."""
        if self.may_act:
            self.choose(self.shown.legal_moves())

    def action_type(self) -> None:
        """Type what to play."""

        def typed(line: str | None) -> None:
            if line is None or not self.may_act:
                return
            try:
                for action in typed_moves(line, self.shown, self.say):
                    self.act(action)
            except SteinreichError as error:
                self.say_below(self.say.shown(error.words))

        example = self.shown.legal_moves()[:1]
        question = self.say("Type an action, for example {}")
        if self.may_act:
            self.app.push_screen(TypingDialog(question.format(*example)), typed)


def moves_text(positions: Sequence[Position], shown_at: int | None = None) -> list[str]:
    """Return the moves, a round per line, with brackets around the last of the first `shown_at`."""
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


async def in_thread(work: Callable[[Event, Tell], T], tell: Tell) -> T:
    """Run long work in a thread; cancelling stops it, and `tell` runs in this thread."""
    loop, stop, context = asyncio.get_running_loop(), Event(), copy_context()

    def tell_here(text: str) -> None:
        if not stop.is_set():
            loop.call_soon_threadsafe(tell_wanted, text, context=context)

    def tell_wanted(text: str) -> None:
        if not stop.is_set():
            tell(text)

    try:
        return await asyncio.wrap_future(in_background(lambda: work(stop, tell_here)))
    finally:
        stop.set()
