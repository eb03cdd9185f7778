"""One game of a match as a stream of messages.

The worker process that plays it sends a message before and after every action.  So if the worker
dies, the arena knows which player was to act, and all actions until then.
"""

from collections.abc import Callable, Iterator
from threading import Event
from time import perf_counter
from typing import NamedTuple

from steinreich.arena.plan import Match, ScheduledGame, derive_seed
from steinreich.core.game import Game
from steinreich.engines.worker import FinalAnswer
from steinreich.players.player import Player
from steinreich.records import Result
from steinreich.rules.errors import SteinreichError

NamedPlayerFactory = Callable[[str, Game, int | None], Player]  # such as `named_players.player`
PlayerKey = tuple[str, int]  # name and number; in self-play there are two players of one name


class PlayerRequested(NamedTuple):
    """A player is being created."""

    seat: int


class ActionRequested(NamedTuple):
    """A player has been asked for an action."""

    seat: int
    is_warmed_up: bool  # whether it has answered before; its first answer may take compilation


class ActionPlayed(NamedTuple):
    """A player has played an action."""

    seat: int
    action: str
    seconds: float
    choices: int  # number of legal actions


class PlayerNotCreated(NamedTuple):
    """A player could not be created."""

    seat: int
    reason: str


class PlayerFailedToAct(NamedTuple):
    """A player failed to answer with a legal action."""

    seat: int
    reason: str


class GameEnded(NamedTuple):
    """The game has ended by its rules."""

    result: Result


Message = (
    PlayerRequested
    | ActionRequested
    | ActionPlayed
    | PlayerNotCreated
    | PlayerFailedToAct
    | GameEnded
)


class Roster:
    """The players of a worker, which are reused between games."""

    def __init__(self, match: Match, create_player: NamedPlayerFactory) -> None:
        self.match = match
        self.create_player = create_player
        self.players: dict[PlayerKey, Player] = {}
        self.warmed_up_players: set[PlayerKey] = set()  # players that have answered once

    def player_keys(self, game: ScheduledGame) -> list[PlayerKey]:
        """Return the key of the player at each seat."""
        return [(name, game.players[:seat].count(name)) for seat, name in enumerate(game.players)]

    def get_player(self, key: PlayerKey, game: ScheduledGame) -> Player:
        """Return the player with a key, created at first use."""
        if key not in self.players:
            # The seed depends on the first game in this worker, so that workers differ.
            seed = derive_seed(self.match.seed, *game.key, *key)
            self.players[key] = self.create_player(key[0], self.match.game, seed)
        return self.players[key]

    def prepare_player(self, key: PlayerKey, game: ScheduledGame) -> Player:
        """Return a player that is ready for a new game."""
        player = self.get_player(key, game)
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

    def answer(
        self, game: ScheduledGame, send: Callable[[Message], None], stop: Event
    ) -> GameEnded:
        """Play a game and report it; the process of a failed player is replaced (`FinalAnswer`)."""
        for message in play(game, self.roster):
            if isinstance(message, GameEnded):
                return message
            if isinstance(message, PlayerNotCreated | PlayerFailedToAct):
                raise FinalAnswer(message)
            send(message)
        raise AssertionError("a game ends")

    def close(self) -> None:
        """Close all players."""
        self.roster.close()


def play(game: ScheduledGame, roster: Roster) -> Iterator[Message]:
    """Play a game and yield its messages; the last one states how it ended.

    Any exception of a player counts as its failure.
    """
    match, player_keys, players = roster.match, roster.player_keys(game), []
    for seat, key in enumerate(player_keys):
        yield PlayerRequested(seat)
        try:
            players.append(roster.prepare_player(key, game))
        except Exception as error:
            yield PlayerNotCreated(seat, describe_error(error))
            return
    position = match.game.start(game.opening.seed)
    for name in game.opening.actions:
        position = position.play(name)
    while not position.is_over:
        seat, legal = position.player, position.actions()
        yield ActionRequested(seat, player_keys[seat] in roster.warmed_up_players)
        started = perf_counter()
        try:
            answer = players[seat].think(position, match.limit).best
        except Exception as error:
            yield PlayerFailedToAct(seat, describe_error(error))
            return
        seconds = perf_counter() - started
        if answer not in legal:
            yield PlayerFailedToAct(seat, f"it answered {answer!r}, which is not a legal action")
            return
        action = legal[legal.index(answer)]  # a plain int, whatever the type of the answer
        yield ActionPlayed(seat, position.name(action), seconds, len(legal))
        roster.warmed_up_players.add(player_keys[seat])
        position = position.after_legal(action)
    yield GameEnded(position.returns)


def describe_error(error: Exception) -> str:
    """Return the message of a player's error, with its type if it is unexpected."""
    text = " ".join(str(error).split())
    return text if isinstance(error, SteinreichError) else f"{type(error).__name__}: {text}"
