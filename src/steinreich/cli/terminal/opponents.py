"""The computer players at the table, and the adviser of people who play there."""

from collections.abc import Callable, Sequence
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from steinreich.cli.progress import interruptible, waiting
from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.seats import RANDOM
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import Limit, Line, Player

if TYPE_CHECKING:  # at run time it is loaded when it is needed, since it loads the compiler
    from steinreich.players.engine import Engine

T = TypeVar("T")

THINKING = Limit(seconds=3.0)  # for an action; levels have their own, smaller limits
ADVISING = Limit(seconds=1.0)


def attended(what: str, work: Callable[[Event], T]) -> T:
    """The result of long work, with a line on terminals; Ctrl-C ends it through its event."""
    stop = Event()
    try:
        with waiting(what):
            return interruptible(lambda: work(stop))
    except KeyboardInterrupt:
        stop.set()
        raise


class Opponents:
    """The computer players of a game.

    Each is made when it is first needed: that can load the compiler, and even compile.
    """

    def __init__(self, game: Game, seats: Sequence[str], say: Say, seed: int | None) -> None:
        self.game = game
        self.seats = seats
        self.say = say
        self.seed = seed
        self.players: dict[int, Player] = {}
        self.adviser: Engine | None = None

    def choose(self, position: Position, name: str) -> int:
        """What the computer player whose turn it is plays; `name` is what people call it."""
        seat = position.player
        if self.seats[seat] == RANDOM:  # needs no time
            return self.seated(seat).think(position, THINKING).best
        if seat not in self.players:
            ready = self.say("{} is getting ready …", "{} macht sich bereit …").format(name)
            attended(ready, lambda _stop: self.seated(seat))
        thinks = self.say("{} is thinking …", "{} denkt nach …").format(name)
        return attended(
            thinks, lambda stop: self.seated(seat).think(position, THINKING, stop=stop)
        ).best

    def seated(self, seat: int) -> Player:
        """The player in a seat."""
        if seat not in self.players:
            seed = None if self.seed is None else self.seed + seat  # nobody repeats a neighbour
            self.players[seat] = player(self.seats[seat], self.game, seed)
        return self.players[seat]

    def advice(self, position: Position) -> Line:
        """The best action that a second of the strongest player finds, and where it leads."""
        if self.adviser is None:
            ready = self.say("The adviser is getting ready …", "Der Ratgeber macht sich bereit …")
            self.adviser = attended(ready, lambda _stop: new_adviser(self.game))
        adviser, thinks = self.adviser, self.say("Thinking …", "Nachdenken …")
        # One line only: for more, the solver of a game would not be asked.
        opinion = attended(thinks, lambda stop: adviser.think(position, ADVISING, stop=stop))
        return opinion.lines[0]

    def close(self) -> None:
        """Everybody leaves the table."""
        for each in self.players.values():
            each.close()
        self.players.clear()


def new_adviser(game: Game) -> "Engine":
    """The strongest player."""
    from steinreich.players.engine import Engine

    return Engine(game)
