"""Widgets: a record to leaf through, and a board to play on.

The browser's part (widget.js) shows a picture and says what was touched; everything else is done
here.
"""

from collections.abc import Collection
from pathlib import Path
from threading import Thread
from typing import Any

import anywidget
import traitlets

from steinreich.arena.local_match import Contestant, FunctionPlayer
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw.picture import check_language
from steinreich.draw.turn import turns_of
from steinreich.engines.by_name import player
from steinreich.notebook.touchable import Seen, touchable
from steinreich.players.player import Player, PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words
from steinreich.session.picking import NO_CHOICES, choices

HERE = Path(__file__).parent
NARROW_PICTURE = 480  # pixels
LABELS = {
    "first": Words("to the beginning", "zum Anfang"),
    "back": Words("one move back", "einen Zug zurück"),
    "play": Words("play back", "abspielen"),
    "pause": Words("pause", "anhalten"),
    "forward": Words("one move forward", "einen Zug vor"),
    "last": Words("to the end", "zum Ende"),
    "turn": Words("turn the board", "Brett drehen"),
}
THINKING = Words("The opponent is thinking …", "Der Gegner denkt nach …")


class Line(anywidget.AnyWidget):  # type: ignore[misc]  # it states no types
    """Positions of which one is shown, with buttons to leaf through them."""

    _esm = HERE / "widget.js"
    _css = HERE / "widget.css"
    picture = traitlets.Unicode().tag(sync=True)  # SVG
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)  # that led from each to the next
    shown = traitlets.Int().tag(sync=True)  # the number of the position, from 0
    seen = traitlets.Int().tag(sync=True)  # the same, said back by the browser
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)  # actions to choose from
    note = traitlets.Unicode().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)  # what the buttons are called
    can_turn = traitlets.Bool().tag(sync=True)

    def __init__(self, positions: list[Position], language: str, turned: int = 0) -> None:
        check_language(language)
        super().__init__()
        self.positions = positions
        self.language = language
        self.turns = turns_of(positions[0].game.board)
        self.turned = turned if turned in self.turns else 0  # degrees clockwise
        self.can_turn = len(self.turns) > 1
        self.is_narrow = False  # the page
        self.labels = {name: words.within(language) for name, words in LABELS.items()}
        self.on_msg(lambda _widget, message, _buffers: self.hear(message))
        self.show(0)

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
        self.paint()

    def paint(self, cells: Collection[int] = (), held: int | None = None) -> None:
        """Show the picture of the position, in which some cells can be touched."""
        width = NARROW_PICTURE if self.is_narrow else None
        seen = Seen(self.turned, self.language, width)
        self.picture = touchable(self.position, seen, cells, held)

    def turn(self) -> None:
        """Turn the board one step further."""
        at = self.turns.index(self.turned) + 1
        self.turned = self.turns[at % len(self.turns)]
        self.draw()

    def hear(self, message: dict[str, Any]) -> None:
        """What the reader has done."""
        if isinstance(number := message.get("show"), int):
            self.show(number)
        elif "turn" in message:
            self.turn()
        elif isinstance(narrow := message.get("narrow"), bool):
            self.is_narrow = narrow
            self.draw()


class RecordViewer(Line):
    """A game to leaf through and to play back, in a notebook.

    >>> from steinreich import load
    >>> from steinreich.notebook import RecordViewer
    >>> from steinreich.records import Record
    >>> record = Record(load("vier3d").start())
    >>> position = record.play("b3")
    >>> RecordViewer(record).moves
    ['b3']
    """

    def __init__(self, record: Record, language: str = "en") -> None:
        super().__init__(record.positions(), language)


class PlayableBoard(Line):
    """A board to play on, in a notebook: alone for all sides, or against somebody.

    >>> from steinreich.notebook import PlayableBoard
    >>> board = PlayableBoard("vier3d", opponent="random")
    >>> board.play("b3")
    >>> board.wait()
    >>> len(board.position.legal_moves()) > 0, len(board.moves)
    (True, 2)

    `opponent` is the name of a player (`level3`, `random`, `ugi:COMMAND`), a `Player`, or a
    function from a position to the name or number of an action; it has every seat but `seat`.
    None: you play for all sides.  Who has the second seat sees the board from there.
    """

    def __init__(
        self,
        start: Position | Game | str,
        opponent: Contestant | None = None,
        seat: int = 0,
        seconds: float = 1.0,
        language: str = "en",
    ) -> None:
        self.seat = seat
        self.seconds = seconds
        self.answering: Thread | None = None
        begin = start if isinstance(start, Position) else load(start).start()
        self.opponent = None if opponent is None else seated(opponent, begin.game)
        self.touchable = NO_CHOICES
        super().__init__([begin], language, turned=180 if seat == 1 else 0)
        self.go_on()

    # What is shown

    @property
    def is_ours(self) -> bool:
        """Whether the reader is to act in the position that is shown."""
        mine = self.opponent is None or self.position.player == self.seat
        return mine and not self.position.is_over

    def draw(self) -> None:
        self.touchable = choices(self.position) if self.is_ours else NO_CHOICES
        self.hold(None)

    def hold(self, cell: int | None, meant: tuple[str, ...] = ()) -> None:
        """Show which cell is held, and what may follow; several actions are chosen from."""
        self.held = cell
        self.paint(self.touchable.choosable(cell), cell)
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
        if self.opponent and not self.is_ours and not self.position.is_over:
            self.note = THINKING.within(self.language)
            self.answering = Thread(target=self.answered, args=(self.position, self.opponent))
            self.answering.start()

    def answered(self, position: Position, opponent: Player) -> None:
        """The opponent's turn, in a thread of its own.  It counts only where nobody has gone back
        meanwhile."""
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


def seated(opponent: Contestant, game: Game) -> Player:
    """The player that an opponent is."""
    if isinstance(opponent, str):
        return player(opponent, game)
    return opponent if isinstance(opponent, Player) else FunctionPlayer("opponent", opponent)
