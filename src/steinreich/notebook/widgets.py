"""Widgets: a record to leaf through, and a board to play on.

The browser's part (widget.js) shows a picture and says what was touched; everything else is done
here.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import anywidget
import traitlets

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.notebook.touchable import touchable
from steinreich.players.player import PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import IllegalMove
from steinreich.session.picking import NO_CHOICES, choices

HERE = Path(__file__).parent
Opponent = str | Callable[[Position], str]  # the name of a player, or who names an action


class Line(anywidget.AnyWidget):  # type: ignore[misc]  # it states no types
    """Positions of which one is shown, with buttons to leaf through them."""

    _esm = HERE / "widget.js"
    _css = HERE / "widget.css"
    picture = traitlets.Unicode().tag(sync=True)  # SVG
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)  # that led from each to the next
    shown = traitlets.Int().tag(sync=True)  # the number of the position, from 0
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)  # actions to choose from
    note = traitlets.Unicode().tag(sync=True)

    def __init__(self, positions: list[Position], shown: int) -> None:
        super().__init__()
        self.positions = positions
        self.on_msg(lambda _widget, message, _buffers: self.hear(message))
        self.show(shown)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        number: int = self.shown
        return self.positions[number]

    def show(self, number: int) -> None:
        """Show a position, or the first or last one where there is no such."""
        self.moves = [after.last or "" for after in self.positions[1:]]
        self.shown = min(max(number, 0), len(self.positions) - 1)
        self.draw()

    def draw(self) -> None:
        self.picture = touchable(self.position, (), ())

    def hear(self, message: dict[str, Any]) -> None:
        """What the reader has done."""
        if isinstance(number := message.get("show"), int):
            self.show(number)


class RecordViewer(Line):
    """A game to leaf through, in a notebook.

    >>> from steinreich import load
    >>> from steinreich.notebook import RecordViewer
    >>> from steinreich.records import Record
    >>> record = Record(load("vier3d").start())
    >>> position = record.play("b3")
    >>> RecordViewer(record).moves
    ['b3']
    """

    def __init__(self, record: Record) -> None:
        super().__init__(list(record.positions()), 0)


class PlayableBoard(Line):
    """A board to play on, in a notebook: alone for all sides, or against somebody.

    >>> from steinreich.notebook import PlayableBoard
    >>> board = PlayableBoard("vier3d", opponent="random")
    >>> board.play("b3")
    >>> board.wait()
    >>> len(board.position.legal_moves()) > 0, len(board.moves)
    (True, 2)

    `opponent` is the name of a player (`level3`, `random`, `ugi:COMMAND`) or a function that names
    an action for a position; it has every seat but `seat`.  None: you play for all sides.
    """

    def __init__(
        self,
        start: Position | Game | str,
        opponent: Opponent | None = None,
        seat: int = 0,
        seconds: float = 1.0,
    ) -> None:
        self.seat = seat
        self.answering: Thread | None = None
        if isinstance(start, str):
            start = load(start)
        begin = start.start() if isinstance(start, Game) else start
        self.answer = answers(opponent, begin.game, seconds)
        self.touchable = NO_CHOICES
        super().__init__([begin], 0)
        self.go_on()

    # What is shown

    @property
    def is_ours(self) -> bool:
        """Whether the reader is to act in the position that is shown."""
        mine = self.answer is None or self.position.player == self.seat
        return mine and not self.position.is_over

    def draw(self) -> None:
        self.touchable = choices(self.position) if self.is_ours else NO_CHOICES
        self.hold(None)

    def hold(self, cell: int | None, meant: tuple[str, ...] = ()) -> None:
        """Show which cell is held, and what may follow; several actions are chosen from."""
        self.held = cell
        picked = () if cell is None else (cell,)
        self.picture = touchable(self.position, self.touchable.choosable(cell), picked)
        self.choices = [*meant, *self.touchable.others]

    # What is done

    def hear(self, message: dict[str, Any]) -> None:
        if isinstance(cell := message.get("cell"), int):
            meaning = self.touchable.meaning(self.held, cell)
            if len(meaning.actions) == 1:
                self.play(meaning.actions[0])
            elif meaning.actions:
                self.hold(cell, meaning.actions)
            else:
                self.hold(cell if meaning.kind == "hold" else None)
        elif message.get("play") in self.choices:
            self.play(message["play"])
        else:
            super().hear(message)

    def play(self, move: str) -> None:
        """Play an action in the position that is shown; what came after it is forgotten."""
        after = self.position.play(move)
        self.positions = [*self.positions[: self.shown + 1], after]
        self.show(len(self.positions) - 1)
        self.go_on()

    def go_on(self) -> None:
        """Let the opponent answer, where it is its turn."""
        if self.answer and not self.is_ours and not self.position.is_over:
            self.note = "…"
            self.answering = Thread(target=self.answered, args=(self.position, self.answer))
            self.answering.start()

    def answered(self, position: Position, answer: Callable[[Position], str]) -> None:
        """The opponent's turn, in a thread of its own.  It counts only where nobody has gone back
        meanwhile."""
        try:
            while not position.is_over and position.player != self.seat:
                move = answer(position)
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


def answers(
    opponent: Opponent | None, game: Game, seconds: float
) -> Callable[[Position], str] | None:
    """How an opponent names its action."""
    if not isinstance(opponent, str):
        return opponent
    thinker = player(opponent, game, seed=0)
    return lambda position: thinker.play(position, seconds=seconds)
