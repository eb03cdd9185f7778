"""What table and study have in common: a board that can be touched, and texts beside it."""

from abc import abstractmethod
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Static

from steinreich.cli.outputs import rules_text
from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.cli.tui.board_text import Scale, fitting_scale, scales
from steinreich.cli.tui.board_view import BoardView
from steinreich.cli.tui.dialogs import ChoiceDialog, TypingDialog
from steinreich.cli.tui.spoken_screen import SpokenScreen, TextScreen
from steinreich.core.position import Position
from steinreich.draw.picture import picture
from steinreich.rules.errors import SteinreichError
from steinreich.session.picking import NO_CHOICES, Choices, choices
from steinreich.session.texts import sentence
from steinreich.session.why_not import places, why_not

FRAME = 2  # rows that a footer and some air take
WIDE = 100  # columns from which there is more room beside the board
SIDE = {False: 30, True: 44}  # columns beside the board, by whether the terminal is wide
BELOW = 10  # rows below the board


class GameScreen(SpokenScreen):
    """A board and what is told of it."""

    AUTO_FOCUS = "BoardView"

    def __init__(self, position: Position, say: Say, language: str) -> None:
        super().__init__(say, language)
        self.game = position.game
        self.shown = position
        self.board = BoardView(picture(position), language)
        self.choices: Choices = NO_CHOICES

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
        """Whether somebody at the keyboard may play now."""

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
        """Show a position; whoever may act sees what may be touched."""
        self.shown = position
        self.choices = choices(position) if self.may_act else NO_CHOICES
        self.board.show(picture(position), advised=frozenset())
        self.hold(None)
        self.refresh_bindings()

    def hold(self, cell: int | None) -> None:
        """Hold the piece on a cell, or none, and show where it can go."""
        targets = self.choices.choosable(cell)
        empty = set(range(len(self.game.board.cells))) - set(self.board.picture.taken)
        is_all = cell is None and empty and targets >= empty  # then it goes without saying
        self.board.show(held=cell, targets=frozenset() if is_all else targets)

    def on_board_view_touched(self, event: BoardView.Touched) -> None:
        if not self.may_act:
            self.say_below(self.why_no_touch())
            return
        meaning = self.choices.meaning(self.board.touches.held, event.cell)
        if meaning.kind == "act":
            self.choose(meaning.actions)
        elif meaning.kind == "why":
            self.say_below(self.say(*sentence(why_not(self.shown, meaning.cells))))
        else:
            self.hold(meaning.cells[0] if meaning.cells else None)

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        cell = self.board.touches.cursor
        self.say_below("" if cell is None else places(self.game)[cell])

    @abstractmethod
    def why_no_touch(self) -> str:
        """Why nobody at the keyboard may play now."""

    def choose(self, actions: Sequence[str]) -> None:
        """Play the action that was meant, if need be after a question."""
        if len(actions) == 1:
            self.act(actions[0])
            return

        def chosen(action: str | None) -> None:
            if action is not None:
                self.act(action)

        self.app.push_screen(
            ChoiceDialog(self.say("Which one?", "Was davon?"), self.spoken(actions)), chosen
        )

    def spoken(self, actions: Sequence[str]) -> list[tuple[str, str]]:
        """Actions with their names and how they are read aloud."""
        named = ((name, self.shown.spoken(self.shown.parse_move(name))) for name in actions)
        return [(name, f"{name}  {words.within(self.language)}") for name, words in named]

    def say_below(self, text: str) -> None:
        """A word about what somebody did."""
        self.query_one("#said", Static).update(text)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where something can be done without a cell is there a key for it."""
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
                self.say_below(self.say(*error.words))

        example = self.shown.legal_moves()[:1]
        question = self.say(
            "Type an action, for example {}", "Gib eine Aktion ein, zum Beispiel {}"
        )
        if self.may_act:
            self.app.push_screen(TypingDialog(question.format(*example)), typed)

    def action_rules(self) -> None:
        """Read the rules."""
        text = rules_text(self.game, self.language, self.say)
        self.app.push_screen(TextScreen(text, self.say, self.language))
