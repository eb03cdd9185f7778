"""The computer players of a table, and the engine for hints.

Calls block, so clients run them in threads.  Searches release the interpreter lock, so prompts,
keys and Ctrl-C keep working.
"""

from collections.abc import Callable, Sequence
from threading import Event, Lock

from steinreich.cli.language import Say
from steinreich.cli.terminal.seats import ENGINE
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import Limit, Player
from steinreich.search.result import SearchResult

THINKING = Limit(seconds=3.0)  # for an action; levels have their own, smaller limits
HINT = Limit(seconds=1.0)
FIRST_STAGE_SECONDS = 0.05
MAX_LIVE_SECONDS = 120.0  # of thinking about one position
EARLY = 0.5  # share of its time: a search that ends before that has nothing left to search
ADVISER = -1  # instead of a seat

NewPlayer = Callable[[str, Game, int | None], Player]
Tell = Callable[[str], None]  # is told what a computer is doing
Turn = list[tuple[Position, str]]  # its actions, and the position before each


class Computers:
    """Players by seat, created lazily, since this may load the compiler and compile."""

    def __init__(
        self,
        game: Game,
        say: Say,
        seats: Sequence[str] = (),
        seed: int | None = None,
        new_player: NewPlayer = player,
    ) -> None:
        self.game = game
        self.say = say
        self.seats = seats
        self.seed = seed
        self.new_player = new_player
        self.players: dict[int, Player] = {}
        self.lock = Lock()  # one search at a time; a stopped one takes a moment to end

    def player(self, seat: int, tell: Tell) -> Player:
        """Return the player in a seat, or the adviser."""
        if seat not in self.players:
            is_adviser = seat == ADVISER
            name = self.say("The adviser") if is_adviser else self.name(seat)
            tell(self.say("{} is getting ready …").format(name))
            # Players of one table need different random streams.
            seed = None if self.seed is None or is_adviser else self.seed + seat
            kind = ENGINE if is_adviser else self.seats[seat]
            self.players[seat] = self.new_player(kind, self.game, seed)
        return self.players[seat]

    def name(self, seat: int) -> str:
        """Return what the player in a seat is called."""
        return self.say.shown(self.game.about.players[seat])

    def turn(self, position: Position, stop: Event, tell: Tell) -> Turn:
        """Return the turn of the player to move."""
        played: Turn = []
        with self.lock:
            thinker = self.player(position.player, tell)
            thinks = self.say("{} is thinking …")
            tell(thinks.format(self.name(position.player)))
            while not played or not (position.is_over or position.starts_turn):
                action = thinker.think(position, THINKING, stop=stop).best
                played.append((position, position.name(action)))
                position = position.after_legal(action)
        return played

    def hint(self, position: Position, stop: Event, tell: Tell) -> SearchResult:
        """Search for a second with the engine, for one line only so that solvers are used."""
        with self.lock:
            adviser = self.player(ADVISER, tell)
            tell(self.say("Thinking …"))
            return adviser.think(position, HINT, stop=stop)

    def analyse(
        self,
        position: Position,
        lines: int,
        stop: Event,
        tell: Tell,
        found: Callable[[SearchResult, bool], None],
    ) -> None:
        """Search a position in stages until there is nothing more to find.

        Stages double in length, so the first lines are there at once.  `found` is called with a
        search result and whether it ends a stage.
        """
        best = SearchResult(())  # that was told
        nodes, spent, seconds = 0, 0.0, FIRST_STAGE_SECONDS

        def progress(result: SearchResult, ends_stage: bool = False) -> None:
            """Report a search result, unless the stage before has found a better one."""
            nonlocal best
            is_as_good = result.depth >= best.depth or result.nodes >= best.nodes
            if is_as_good or result.verdict.is_proven:
                best = result
                total = nodes + result.nodes, spent + result.seconds
                found(result._replace(nodes=total[0], seconds=total[1]), ends_stage)

        with self.lock:
            adviser = self.player(ADVISER, tell)
            while not stop.is_set() and spent < MAX_LIVE_SECONDS:
                limit = Limit(seconds=seconds)
                stage = adviser.think(position, limit, lines=lines, stop=stop, progress=progress)
                progress(stage, ends_stage=True)
                are_proven = all(line.verdict.is_proven for line in stage.lines)
                if are_proven or stage.seconds < EARLY * seconds:
                    return
                nodes, spent = nodes + stage.nodes, spent + stage.seconds
                seconds = min(2 * seconds, MAX_LIVE_SECONDS - spent)

    def close(self) -> None:
        """Close all players."""
        for each in self.players.values():
            each.close()
        self.players.clear()
