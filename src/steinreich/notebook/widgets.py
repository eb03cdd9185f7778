"""Notebook widgets: a record viewer and a playable board.

The browser side (widget.js) shows a picture and reports clicks; all logic is here.
"""

from collections.abc import Collection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import anywidget
import traitlets

from steinreich.arena.local_match import (
    OPPONENT,
    OPPONENTS,
    Contestant,
    FunctionPlayer,
    check_player,
)
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw.elements.flat import get_cell_centre
from steinreich.draw.elements.markup import Attributes, element
from steinreich.draw.layout import get_rotations, layout, rotate_board
from steinreich.draw.picture import Annotation, Picture, check_language, picture
from steinreich.draw.svg import render
from steinreich.engines.named_players import player
from steinreich.players.player import Player, PlayerFailed
from steinreich.records import Record
from steinreich.records.record import expect_record
from steinreich.rules import arguments
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Text
from steinreich.session.legal_actions import NO_ACTIONS, group_by_cells

FOLDER = Path(__file__).parent
CLICK_RADIUS = 46  # of the clickable area of a cell, in SVG units
SVG_END_TAG = "</svg>"
NARROW_PICTURE_WIDTH = 480  # pixels
LABELS = {
    "first": Text("to the beginning"),
    "back": Text("one move back"),
    "play": Text("play back"),
    "pause": Text("pause"),
    "forward": Text("one move forward"),
    "last": Text("to the end"),
    "turn": Text("turn the board"),
}
THINKING = Text("The opponent is thinking …")


class PositionViewer(anywidget.AnyWidget):  # type: ignore[misc]  # untyped base class
    """Base class of the widgets: shows one of several positions, with navigation buttons."""

    _esm = FOLDER / "widget.js"
    _css = FOLDER / "widget.css"
    picture = traitlets.Unicode().tag(sync=True)  #: the board as SVG
    #: the actions between the positions, by name
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    shown = traitlets.Int().tag(sync=True)  #: index of the position that is shown
    rendered_index = traitlets.Int().tag(sync=True)  # of the position that the browser shows
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)  #: names of actions to choose from
    note = traitlets.Unicode().tag(sync=True)  #: a message to the player
    labels = traitlets.Dict().tag(sync=True)  # of the buttons
    can_rotate = traitlets.Bool().tag(sync=True)

    def __init__(self, positions: list[Position], language: str, rotation: int = 0) -> None:
        check_language(language)
        super().__init__()
        self.positions = positions  #: all positions, in order
        self.language = language
        self.rotations = get_rotations(positions[0].game.board)
        self.rotation = rotation if rotation in self.rotations else 0  # degrees clockwise
        self.can_rotate = len(self.rotations) > 1
        self.is_page_narrow = False
        self.labels = {name: words.in_language(language) for name, words in LABELS.items()}
        self.on_msg(lambda _widget, message, _buffers: self.handle_message(message))
        self.show(0)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        number: int = self.shown
        return self.positions[number]

    def show(self, number: int) -> None:
        """Show a position by index, clamped to the range."""
        self.moves = [after.last_move or "" for after in self.positions[1:]]
        self.shown = min(max(number, 0), len(self.positions) - 1)
        self.draw()

    def draw(self) -> None:
        self.update_picture()

    def update_picture(self, cells: Collection[int] = (), held: int | None = None) -> None:
        """Render the shown position with clickable cells."""
        width = NARROW_PICTURE_WIDTH if self.is_page_narrow else None
        view = View(self.rotation, self.language, width)
        self.picture = render_with_click_areas(self.position, view, cells, held)

    def rotate(self) -> None:
        """Rotate the board by one step."""
        index = self.rotations.index(self.rotation) + 1
        self.rotation = self.rotations[index % len(self.rotations)]
        self.draw()

    def handle_message(self, message: dict[str, Any]) -> None:
        """Handle a message from the browser."""
        if isinstance(number := message.get("show"), int):
            self.show(number)
        elif "turn" in message:
            self.rotate()
        elif isinstance(is_narrow := message.get("narrow"), bool):
            self.is_page_narrow = is_narrow
            self.draw()


class RecordViewer(PositionViewer):
    """A record viewer with navigation and playback.

    >>> from steinreich import load
    >>> from steinreich.notebook import RecordViewer
    >>> from steinreich.records import Record
    >>> record = Record(load("vier3d").start())
    >>> position = record.play("b3")
    >>> RecordViewer(record).moves
    ['b3']
    """

    def __init__(self, record: Record, language: str = "en") -> None:
        expect_record(record)
        super().__init__(record.positions(), language)


class PlayableBoard(PositionViewer):
    """A playable board: for all sides, or against an opponent.

    >>> from steinreich.notebook import PlayableBoard
    >>> board = PlayableBoard("vier3d", opponent="random")
    >>> board.play("b3")
    >>> board.wait()
    >>> len(board.position.legal_moves()) > 0, len(board.moves)
    (True, 2)

    `opponent` is the name of a player (`level3`, `random`, `ugi:COMMAND`), a `Player`, or a
    function from a position to the name or number of an action; it plays every seat but `seat`.
    Without an opponent, the user plays all sides.  The board is shown from the user's side.
    """

    def __init__(
        self,
        start: Position | Game | str,
        opponent: Contestant | None = None,
        seat: int = 0,
        seconds: float = 1.0,
        language: str = "en",
    ) -> None:
        start_position = start if isinstance(start, Position) else load(start).start()
        self.seat = arguments.check_integer("seat", seat, 0, start_position.game.players - 1)
        self.seconds = arguments.check_positive("seconds", seconds)
        check_language(language)
        self.opponent_thread: Thread | None = None
        self.opponent = None if opponent is None else create_opponent(opponent, start_position.game)
        self.actions_by_cells = NO_ACTIONS
        super().__init__([start_position], language, rotation=180 if seat == 1 else 0)
        self.start_opponent_turn()

    # Display

    @property
    def is_user_turn(self) -> bool:
        """True if the user is to move in the shown position."""
        is_users_seat = self.opponent is None or self.position.player == self.seat
        return is_users_seat and not self.position.is_over

    def draw(self) -> None:
        self.actions_by_cells = group_by_cells(self.position) if self.is_user_turn else NO_ACTIONS
        self.hold(None)

    def hold(self, cell: int | None, ambiguous_actions: tuple[str, ...] = ()) -> None:
        """Select the piece on a cell, show its targets, and offer ambiguous actions by name."""
        self.held = cell
        self.update_picture(self.actions_by_cells.get_cells(cell), cell)
        self.choices = [*ambiguous_actions, *self.actions_by_cells.others]

    # Actions

    def handle_message(self, message: dict[str, Any]) -> None:
        if isinstance(cell := message.get("cell"), int):
            result = self.actions_by_cells.interpret_touch(self.held, cell)
            if len(result.actions) == 1:
                self.play(result.actions[0])
            elif result.actions:
                self.hold(cell, result.actions)
            else:
                self.hold(cell if result.kind == "hold" else None)
        elif message.get("play") in self.choices:
            self.play(message["play"])
        else:
            super().handle_message(message)

    def play(self, move: str) -> None:
        """Play an action in the shown position; later positions are discarded."""
        after = self.position.play(move)
        self.positions = [*self.positions[: self.shown + 1], after]
        self.show(len(self.positions) - 1)
        self.start_opponent_turn()

    def start_opponent_turn(self) -> None:
        """Start the opponent's turn in a thread, if it is to move."""
        if self.opponent and not self.is_user_turn and not self.position.is_over:
            self.note = THINKING.in_language(self.language)
            self.opponent_thread = Thread(
                target=self.play_opponent_turn, args=(self.position, self.opponent)
            )
            self.opponent_thread.start()

    def play_opponent_turn(self, position: Position, opponent: Player) -> None:
        """Play the opponent's turn; discard it if the user has played another action meanwhile."""
        try:
            while not position.is_over and position.player != self.seat:
                move = opponent.play(position, seconds=self.seconds)
                if self.positions[-1] is not position:
                    return
                position = position.play(move)
                self.positions = [*self.positions, position]
                self.show(len(self.positions) - 1)
            self.note = ""
        except (PlayerFailed, IllegalMove) as error:
            self.note = str(error)

    def wait(self) -> None:
        """Wait until the opponent has played its turn."""
        if self.opponent_thread:
            self.opponent_thread.join()


def create_opponent(opponent: Contestant, game: Game) -> Player:
    """Return the opponent as a player."""
    if isinstance(opponent, str):
        return player(opponent, game)
    if isinstance(opponent, Player):
        check_player(opponent, game)
        return opponent
    if not callable(opponent):
        raise arguments.bad_type(OPPONENT, OPPONENTS, opponent)
    return FunctionPlayer("opponent", opponent)


# Pictures


class View(NamedTuple):
    """How a board is shown."""

    rotation: int  # degrees clockwise
    language: str
    width: float | None  # pixels; None: the default


def render_with_click_areas(
    position: Position, view: View, cells: Collection[int] = (), held: int | None = None
) -> str:
    """Return an SVG picture with clickable cells, and a ring around the selected piece."""
    shown = picture(position)
    shown = shown._replace(board=rotate_board(shown.board, view.rotation))
    if held is not None:
        shown = add_held_ring(shown, held)
    text = render(shown, "auto", view.language, view.width, targets=bool(cells))
    board = layout(shown.board).board
    click_areas = []
    for cell in sorted({*cells, *(() if held is None else (held,))}):
        x, y = get_cell_centre(board, cell)
        name = board.cells[cell].name
        attributes: Attributes = {
            "fill": "transparent",
            "role": "button",
            "aria_label": name,
            "tabindex": -1,
        }
        click_areas.append(
            element("circle", cx=x, cy=y, r=CLICK_RADIUS, data_cell=cell, **attributes)
        )
    if click_areas:  # screen readers ignore the content of an image
        text = text.replace('role="img"', 'role="group"', 1)
    return text.replace(SVG_END_TAG, "".join(click_areas) + SVG_END_TAG)


def add_held_ring(shown: Picture, held: int) -> Picture:
    """Return the picture with a ring around the selected piece, and only its targets."""
    targets = {
        name: cells[-1:]
        for name, cells in shown.targets.items()
        if len(cells) > 1 and cells[0] == held
    }
    return shown._replace(
        targets=targets or shown.targets, drawn=(Annotation("solid", held, held),)
    )
