"""Collects the messages of a running game into a record."""

from steinreich.arena.plan import Match, ScheduledGame
from steinreich.arena.playing import (
    ActionPlayed,
    ActionRequested,
    GameEnded,
    Message,
    PlayerFailedToAct,
    PlayerNotCreated,
    PlayerRequested,
)
from steinreich.records import Record, Result

NORMAL_TERMINATION = "normal"  # header of a game that ended by its rules


class GameRecorder:
    """Collects the messages of a running game, and makes its record."""

    def __init__(self, match: Match, game: ScheduledGame) -> None:
        self.match = match
        self.game = game
        self.played: list[ActionPlayed] = []
        self.awaited: PlayerRequested | ActionRequested | None = None  # the request to answer
        self.final_message: PlayerNotCreated | PlayerFailedToAct | GameEnded | None = None

    def handle(self, message: Message) -> None:
        """Handle a message."""
        if isinstance(message, ActionPlayed):
            self.played.append(message)
        elif isinstance(message, PlayerRequested | ActionRequested):
            self.awaited = message
        else:
            self.final_message = message

    def record(self) -> Record:
        """Return the record of the finished game."""
        record = Record(self.match.game.start(self.game.opening.seed), self.headers())
        record.result = self.result()
        node = record.root
        for action in (*self.game.opening.actions, *(played.action for played in self.played)):
            node = node.add(action)
        return record

    def headers(self) -> dict[str, str]:
        """Return the headers of the record."""
        game = self.game
        headers = {
            "Match": str(self.match),
            "Round": str(game.round),
            "Pair": str(game.pair),
            "Seating": str(game.seating),
            "Seed": str(game.opening.seed),
            "Opening": str(len(game.opening.actions)),
        }
        for seat, name in enumerate(game.players):
            seconds = sum(played.seconds for played in self.played if played.seat == seat)
            headers[f"Player{seat + 1}"] = name
            headers[f"Seconds{seat + 1}"] = f"{seconds:.4f}"
            headers[f"Actions{seat + 1}"] = str(sum(played.seat == seat for played in self.played))
        headers["Choices"] = str(sum(played.choices for played in self.played))
        if isinstance(self.final_message, PlayerNotCreated | PlayerFailedToAct):
            headers["Failed"] = str(self.final_message.seat + 1)
        return {**headers, "Termination": self.termination()}

    def termination(self) -> str:
        """Return why the game ended."""
        if isinstance(self.final_message, PlayerNotCreated | PlayerFailedToAct):
            return (
                f"{self.game.players[self.final_message.seat]} failed: {self.final_message.reason}"
            )
        return NORMAL_TERMINATION

    def result(self) -> Result | None:
        """Return the result; a failed player loses, but among three or more there is no result."""
        if isinstance(self.final_message, GameEnded):
            return self.final_message.result
        players = len(self.game.players)
        if not self.final_message or players > 2:
            return None
        return tuple(-1 if seat == self.final_message.seat else 1 for seat in range(players))
