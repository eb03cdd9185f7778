"""The computer players of a table, and the adviser: the engine that gives hints and analyses.

Calls block, so clients run them in threads.  Searches release the interpreter lock, so that the
client stays responsive.
"""

from collections.abc import Callable, Sequence
from threading import Event, Lock

from steinreich.cli.language import Translator
from steinreich.cli.terminal.seats import ENGINE
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.named_players import player
from steinreich.players.player import Limit, Player
from steinreich.search.result import SearchResult

MOVE_LIMIT = Limit(seconds=3.0)  # of an action; levels have their own, smaller limits
HINT_LIMIT = Limit(seconds=1.0)
FIRST_STAGE_SECONDS = 0.05  # of an analysis; see `Computers.analyse`
MAX_ANALYSIS_SECONDS = 120.0  # of one position
MIN_STAGE_SHARE = 0.5  # a search that uses a smaller share of its time has searched everything
ADVISER_SEAT = -1  # the key of the adviser in place of a seat

NewPlayer = Callable[[str, Game, int | None], Player]
ShowStatus = Callable[[str], None]  # shows what a computer player is doing
Turn = list[tuple[Position, str]]  # each action by name, with the position before it


class Computers:
    """Players by seat; each is created at first use, since creating one may compile a game."""

    def __init__(
        self,
        game: Game,
        translate: Translator,
        seats: Sequence[str] = (),
        seed: int | None = None,
        new_player: NewPlayer = player,
    ) -> None:
        self.game = game
        self.translate = translate
        self.seats = seats
        self.seed = seed
        self.new_player = new_player
        self.players: dict[int, Player] = {}
        self.lock = Lock()  # allows one search at a time; a stopped search takes a moment to end

    def player(self, seat: int, show_status: ShowStatus) -> Player:
        """Return the player in a seat, or the adviser."""
        if seat not in self.players:
            is_adviser = seat == ADVISER_SEAT
            name = self.translate("The adviser") if is_adviser else self.name(seat)
            show_status(self.translate("{} is getting ready …").format(name))
            # Players of one table need different random streams.
            seed = None if self.seed is None or is_adviser else self.seed + seat
            player_name = ENGINE if is_adviser else self.seats[seat]
            self.players[seat] = self.new_player(player_name, self.game, seed)
        return self.players[seat]

    def name(self, seat: int) -> str:
        """Return the translated name of the side of a seat, such as "Red"."""
        return self.translate(self.game.about.players[seat])

    def turn(self, position: Position, stop: Event, show_status: ShowStatus) -> Turn:
        """Return a whole turn, chosen by the computer player to move."""
        actions: Turn = []
        with self.lock:
            player_to_move = self.player(position.player, show_status)
            status = self.translate("{} is thinking …")
            show_status(status.format(self.name(position.player)))
            while not actions or not (position.is_over or position.starts_turn):
                action = player_to_move.think(position, MOVE_LIMIT, stop=stop).best
                actions.append((position, position.name(action)))
                position = position.after_legal(action)
        return actions

    def hint(self, position: Position, stop: Event, show_status: ShowStatus) -> SearchResult:
        """Search briefly for the best line; a search for several lines would not use solvers."""
        with self.lock:
            adviser = self.player(ADVISER_SEAT, show_status)
            show_status(self.translate("Thinking …"))
            return adviser.think(position, HINT_LIMIT, stop=stop)

    def analyse(
        self,
        position: Position,
        lines: int,
        stop: Event,
        show_status: ShowStatus,
        on_result: Callable[[SearchResult, bool], None],
    ) -> None:
        """Search a position in stages until everything is proven, searched or out of time.

        Each stage takes twice as long as the one before, so the first lines come at once.
        `on_result` is called with a search result and whether it ends a stage.
        """
        best = SearchResult(())  # the best result reported so far
        nodes, elapsed, seconds = 0, 0.0, FIRST_STAGE_SECONDS

        def progress(result: SearchResult, ends_stage: bool = False) -> None:
            """Report a search result unless an earlier stage has searched deeper."""
            nonlocal best
            has_searched_as_much = result.depth >= best.depth or result.nodes >= best.nodes
            if has_searched_as_much or result.verdict.is_proven:
                best = result
                total = nodes + result.nodes, elapsed + result.seconds
                on_result(result._replace(nodes=total[0], seconds=total[1]), ends_stage)

        with self.lock:
            adviser = self.player(ADVISER_SEAT, show_status)
            while not stop.is_set() and elapsed < MAX_ANALYSIS_SECONDS:
                limit = Limit(seconds=seconds)
                stage = adviser.think(position, limit, lines=lines, stop=stop, progress=progress)
                progress(stage, ends_stage=True)
                are_proven = all(line.verdict.is_proven for line in stage.lines)
                if are_proven or stage.seconds < MIN_STAGE_SHARE * seconds:
                    return
                nodes, elapsed = nodes + stage.nodes, elapsed + stage.seconds
                seconds = min(2 * seconds, MAX_ANALYSIS_SECONDS - elapsed)

    def close(self) -> None:
        """Close all players."""
        for player_in_seat in self.players.values():
            player_in_seat.close()
        self.players.clear()
