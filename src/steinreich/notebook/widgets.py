"""Notebook widgets: a record viewer and a playable board.

The browser's part (widget.js) shows a picture and reports clicks; all logic is here.
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
from steinreich.draw.elements.flat import place
from steinreich.draw.elements.markup import Look, element
from steinreich.draw.layout import get_turns, layout, rotate_board
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

HERE = Path(__file__).parent
REACH = 46  # radius of a cell's click area, in units of the picture
END = "</svg>"
NARROW_PICTURE = 480  # pixels
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


class Line(anywidget.AnyWidget):  # type: ignore[misc]  # it states no types
    """A sequence of positions, one of them shown, with navigation buttons."""

    _esm = HERE / "widget.js"
    _css = HERE / "widget.css"
    picture = traitlets.Unicode().tag(sync=True)  #: the board as SVG
    #: the moves that led from each position to the next
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    shown = traitlets.Int().tag(sync=True)  #: the number of the position that is shown, from 0
    seen = traitlets.Int().tag(sync=True)  # the same, reported by the browser
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)  #: actions to choose from by name
    note = traitlets.Unicode().tag(sync=True)  #: a message to the player
    labels = traitlets.Dict().tag(sync=True)  # what the buttons are called
    can_turn = traitlets.Bool().tag(sync=True)

    def __init__(self, positions: list[Position], language: str, turned: int = 0) -> None:
        check_language(language)
        super().__init__()
        self.positions = positions  #: from the first to the last
        self.language = language
        self.turns = get_turns(positions[0].game.board)
        self.turned = turned if turned in self.turns else 0  # degrees clockwise
        self.can_turn = len(self.turns) > 1
        self.is_narrow = False  # the page
        self.labels = {name: words.in_language(language) for name, words in LABELS.items()}
        self.on_msg(lambda _widget, message, _buffers: self.handle_message(message))
        self.show(0)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        number: int = self.shown
        return self.positions[number]

    def show(self, number: int) -> None:
        """Show a position by number, clamped to the range."""
        self.moves = [after.last_move or "" for after in self.positions[1:]]
        self.shown = min(max(number, 0), len(self.positions) - 1)
        self.draw()

    def draw(self) -> None:
        self.paint()

    def paint(self, cells: Collection[int] = (), held: int | None = None) -> None:
        """Show the picture of the position with clickable cells."""
        width = NARROW_PICTURE if self.is_narrow else None
        seen = Seen(self.turned, self.language, width)
        self.picture = touchable(self.position, seen, cells, held)

    def turn(self) -> None:
        """Turn the board one step further."""
        at = self.turns.index(self.turned) + 1
        self.turned = self.turns[at % len(self.turns)]
        self.draw()

    def handle_message(self, message: dict[str, Any]) -> None:
        """Handle a message of the browser."""
        if isinstance(number := message.get("show"), int):
            self.show(number)
        elif "turn" in message:
            self.turn()
        elif isinstance(narrow := message.get("narrow"), bool):
            self.is_narrow = narrow
            self.draw()


class RecordViewer(Line):
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


class PlayableBoard(Line):
    """A playable board: for all sides, or against an opponent.

    >>> from steinreich.notebook import PlayableBoard
    >>> board = PlayableBoard("vier3d", opponent="random")
    >>> board.play("b3")
    >>> board.wait()
    >>> len(board.position.legal_moves()) > 0, len(board.moves)
    (True, 2)

    `opponent` is the name of a player (`level3`, `random`, `ugi:COMMAND`), a `Player`, or a
    function from a position to the name or number of an action; it has every seat but `seat`.
    None: you play for all sides.  The board is shown from your side.
    """

    def __init__(
        self,
        start: Position | Game | str,
        opponent: Contestant | None = None,
        seat: int = 0,
        seconds: float = 1.0,
        language: str = "en",
    ) -> None:
        begin = start if isinstance(start, Position) else load(start).start()
        self.seat = arguments.check_integer("seat", seat, 0, begin.game.players - 1)
        self.seconds = arguments.check_positive("seconds", seconds)
        check_language(language)
        self.answering: Thread | None = None
        self.opponent = None if opponent is None else create_opponent(opponent, begin.game)
        self.touchable = NO_ACTIONS
        super().__init__([begin], language, turned=180 if seat == 1 else 0)
        self.go_on()

    # What is shown

    @property
    def is_ours(self) -> bool:
        """Whether the user is to move in the shown position."""
        mine = self.opponent is None or self.position.player == self.seat
        return mine and not self.position.is_over

    def draw(self) -> None:
        self.touchable = group_by_cells(self.position) if self.is_ours else NO_ACTIONS
        self.hold(None)

    def hold(self, cell: int | None, meant: tuple[str, ...] = ()) -> None:
        """Show the held cell and its targets; offer a choice if several actions are possible."""
        self.held = cell
        self.paint(self.touchable.get_cells(cell), cell)
        self.choices = [*meant, *self.touchable.others]

    # What is done

    def handle_message(self, message: dict[str, Any]) -> None:
        if isinstance(cell := message.get("cell"), int):
            result = self.touchable.interpret_touch(self.held, cell)
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
        """Play an action in the shown position; later positions are dropped."""
        after = self.position.play(move)
        self.positions = [*self.positions[: self.shown + 1], after]
        self.show(len(self.positions) - 1)
        self.go_on()

    def go_on(self) -> None:
        """Start the opponent's answer if it is its turn."""
        if self.opponent and not self.is_ours and not self.position.is_over:
            self.note = THINKING.in_language(self.language)
            self.answering = Thread(
                target=self.play_opponent_turn, args=(self.position, self.opponent)
            )
            self.answering.start()

    def play_opponent_turn(self, position: Position, opponent: Player) -> None:
        """Play the opponent's turn in a thread; discard it if the user has gone back meanwhile."""
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
        """Wait until the opponent has answered."""
        if self.answering:
            self.answering.join()


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


class Seen(NamedTuple):
    """The view of a board."""

    turned: int  # degrees clockwise
    language: str
    width: float | None  # pixels; None: the default


def touchable(
    position: Position, seen: Seen, cells: Collection[int] = (), held: int | None = None
) -> str:
    """Return a picture in which some cells can be touched; a held cell has a ring."""
    shown = picture(position)
    shown = shown._replace(board=rotate_board(shown.board, seen.turned))
    if held is not None:
        shown = while_held(shown, held)
    text = render(shown, "auto", seen.language, seen.width, targets=bool(cells))
    board = layout(shown.board).board
    places = []
    for cell in sorted({*cells, *(() if held is None else (held,))}):
        x, y = place(board, cell)
        name = board.cells[cell].name
        look: Look = {"fill": "transparent", "role": "button", "aria_label": name, "tabindex": -1}
        places.append(element("circle", cx=x, cy=y, r=REACH, data_cell=cell, **look))
    if places:  # screen readers see no parts in an image
        text = text.replace('role="img"', 'role="group"', 1)
    return text.replace(END, "".join(places) + END)


def while_held(shown: Picture, held: int) -> Picture:
    """Return the picture with a ring around a held cell, and only the targets of its piece."""
    ends = {
        name: cells[-1:]
        for name, cells in shown.targets.items()
        if len(cells) > 1 and cells[0] == held
    }
    return shown._replace(targets=ends or shown.targets, drawn=(Annotation("solid", held, held),))
