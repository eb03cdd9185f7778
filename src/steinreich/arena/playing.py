"""One game of a match, as a stream of messages.

It is played in a worker process that reports every action to the arena.  So if the worker dies, the
arena knows which player was to act, and all actions until then.
"""

from collections.abc import Callable, Iterator
from threading import Event
from time import perf_counter
from typing import NamedTuple

from steinreich.arena.plan import Match, ScheduledGame, derive_seed
from steinreich.core.game import Game
from steinreich.engines.worker import LastAnswer
from steinreich.players.player import Player
from steinreich.records import Result
from steinreich.rules.errors import SteinreichError

NamedPlayerFactory = Callable[[str, Game, int | None], Player]  # such as `by_name.player`
PlayerKey = tuple[str, int]  # name and number: in self-play one name has the numbers 0 and 1


class Creating(NamedTuple):
    """A player is being created."""

    seat: int


class Asked(NamedTuple):
    """A player has been asked for an action."""

    seat: int
    is_settled: bool  # False at the first answer of a player, which may include compilation


class Played(NamedTuple):
    """A player has played an action."""

    seat: int
    action: str
    seconds: float
    choices: int  # number of legal actions


class NotCreated(NamedTuple):
    """A player could not be created."""

    seat: int
    reason: str


class Failed(NamedTuple):
    """A player failed to answer with a legal action."""

    seat: int
    reason: str


class Over(NamedTuple):
    """The game has ended by its rules."""

    result: Result


Message = Creating | Asked | Played | NotCreated | Failed | Over


class Roster:
    """The players of a worker, which are reused between games."""

    def __init__(self, match: Match, create_player: NamedPlayerFactory) -> None:
        self.match = match
        self.create_player = create_player
        self.players: dict[PlayerKey, Player] = {}
        self.settled: set[PlayerKey] = set()  # players that have answered once

    def player_keys(self, game: ScheduledGame) -> list[PlayerKey]:
        """Return the key of the player at each seat."""
        return [(name, game.players[:seat].count(name)) for seat, name in enumerate(game.players)]

    def player(self, key: PlayerKey, game: ScheduledGame) -> Player:
        """Return the player with a key, created at first use."""
        if key not in self.players:
            # Workers need different random streams: the seed is that of the first game here.
            seed = derive_seed(self.match.seed, *game.key, *key)
            self.players[key] = self.create_player(key[0], self.match.game, seed)
        return self.players[key]

    def seat(self, key: PlayerKey, game: ScheduledGame) -> Player:
        """Return a player that is ready for a new game."""
        player = self.player(key, game)
        player.new_game()
        return player

    def close(self) -> None:
        """Close all players."""
        for player in list(self.players.values()):  # another thread may be creating one
            player.close()


class GameService:
    """Plays games in a worker process."""

    def __init__(self, match: Match, create_player: NamedPlayerFactory) -> None:
        self.roster = Roster(match, create_player)

    def answer(self, game: ScheduledGame, tell: Callable[[Message], None], stop: Event) -> Over:
        """Play a game and report it; the process of a failed player is replaced (`LastAnswer`)."""
        for message in play(game, self.roster):
            if isinstance(message, Over):
                return message
            if isinstance(message, NotCreated | Failed):
                raise LastAnswer(message)
            tell(message)
        raise AssertionError("a game ends")

    def close(self) -> None:
        """Close all players."""
        self.roster.close()


def play(game: ScheduledGame, roster: Roster) -> Iterator[Message]:
    """Play a game and yield its messages; the last one says how it ended.

    Players are untrusted: any exception is a failure of the player, not of the arena.
    """
    match, player_keys, players = roster.match, roster.player_keys(game), []
    for seat, key in enumerate(player_keys):
        yield Creating(seat)
        try:
            players.append(roster.seat(key, game))
        except Exception as error:
            yield NotCreated(seat, reason_of(error))
            return
    position = match.game.start(game.opening.seed)
    for name in game.opening.actions:
        position = position.play(name)
    while not position.is_over:
        seat, legal = position.player, position.actions()
        yield Asked(seat, player_keys[seat] in roster.settled)
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
        action = legal[legal.index(answer)]  # a plain int, whatever the type of the answer
        yield Played(seat, position.name(action), seconds, len(legal))
        roster.settled.add(player_keys[seat])
        position = position.after_legal(action)
    yield Over(position.returns)


def reason_of(error: Exception) -> str:
    """Return the message of a player's error, with its type if it is unexpected."""
    text = " ".join(str(error).split())
    return text if isinstance(error, SteinreichError) else f"{type(error).__name__}: {text}"
