"""One game of a match, told as it happens.

It is played in a worker process, and told to the arena's, which notes it down.  So whatever becomes
of the worker, it is known who was to act, and what had been played by then.
"""

from collections.abc import Callable, Iterator
from threading import Event
from time import perf_counter
from typing import NamedTuple

from steinreich.arena.plan import Match, ScheduledGame, mixed
from steinreich.core.game import Game
from steinreich.engines.worker import LastAnswer
from steinreich.players.player import Player
from steinreich.records import Result
from steinreich.rules.errors import SteinreichError

Maker = Callable[[str, Game, int | None], Player]  # by name and seed, as `by_name.player`
Chair = tuple[str, int]  # who plays against himself sits on chairs 0 and 1


class Coming(NamedTuple):
    """From now on a player is expected at the table."""

    seat: int


class Asked(NamedTuple):
    """From now on an answer is expected."""

    seat: int
    is_settled: bool  # False at the first answer ever, for which machine code may be compiled


class Played(NamedTuple):
    """A player has answered."""

    seat: int
    action: str
    seconds: float
    choices: int  # how many legal actions there were


class Absent(NamedTuple):
    """A player did not come to the table."""

    seat: int
    reason: str


class Failed(NamedTuple):
    """A player did not answer with a legal action."""

    seat: int
    reason: str


class Over(NamedTuple):
    """The game has ended by its rules."""

    result: Result


Message = Coming | Asked | Played | Absent | Failed | Over


class Roster:
    """Players that stay between games."""

    def __init__(self, match: Match, made: Maker) -> None:
        self.match = match
        self.made = made
        self.players: dict[Chair, Player] = {}
        self.settled: set[Chair] = set()  # who has answered once

    def chairs(self, game: ScheduledGame) -> list[Chair]:
        """Who sits where."""
        return [(name, game.players[:seat].count(name)) for seat, name in enumerate(game.players)]

    def player(self, chair: Chair, game: ScheduledGame) -> Player:
        """The player on a chair, made when it is needed first."""
        if chair not in self.players:
            # Workers must not draw the same lots: the seed is that of the first game here.
            seed = mixed(self.match.seed, *game.key, *chair)
            self.players[chair] = self.made(chair[0], self.match.game, seed)
        return self.players[chair]

    def seat(self, chair: Chair, game: ScheduledGame) -> Player:
        """A player that is ready for another game."""
        player = self.player(chair, game)
        player.new_game()
        return player

    def close(self) -> None:
        """All players leave."""
        for player in list(self.players.values()):  # another may be made in this moment
            player.close()


class GameService:
    """Plays games in a worker process."""

    def __init__(self, match: Match, made: Maker) -> None:
        self.roster = Roster(match, made)

    def answer(self, game: ScheduledGame, tell: Callable[[Message], None], stop: Event) -> Over:
        """Play a game and tell what happens; who failed may have left damage behind."""
        for message in play(game, self.roster):
            if isinstance(message, Over):
                return message
            if isinstance(message, Absent | Failed):
                raise LastAnswer(message)
            tell(message)
        raise AssertionError("a game ends")

    def close(self) -> None:
        """The players leave."""
        self.roster.close()


def play(game: ScheduledGame, roster: Roster) -> Iterator[Message]:
    """Play a game and tell what happens; the last message says how it ended.

    A player may be anybody's program: any error of it is its own failure, not the arena's.
    """
    match, chairs, players = roster.match, roster.chairs(game), []
    for seat, chair in enumerate(chairs):
        yield Coming(seat)
        try:
            players.append(roster.seat(chair, game))
        except Exception as error:
            yield Absent(seat, reason_of(error))
            return
    position = match.game.start(game.opening.seed)
    for name in game.opening.actions:
        position = position.play(name)
    while not position.is_over:
        seat, legal = position.player, position.actions()
        yield Asked(seat, chairs[seat] in roster.settled)
        began = perf_counter()
        try:
            answer = players[seat].think(position, match.limit).best
        except Exception as error:
            yield Failed(seat, reason_of(error))
            return
        seconds = perf_counter() - began
        if answer not in legal:
            yield Failed(seat, f"it answered {answer!r}, which is not a legal action")
            return
        action = legal[legal.index(answer)]  # a plain int, whatever kind of number the answer is
        yield Played(seat, position.name(action), seconds, len(legal))
        roster.settled.add(chairs[seat])
        position = position.after_legal(action)
    yield Over(position.returns)


def reason_of(error: Exception) -> str:
    """What a player's error says; errors that nobody foresaw are named."""
    text = " ".join(str(error).split())
    return text if isinstance(error, SteinreichError) else f"{type(error).__name__}: {text}"
