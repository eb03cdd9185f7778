"""A game of a match is noted down while it is played, and becomes a record."""

from steinreich.arena.plan import Match, ScheduledGame
from steinreich.arena.playing import Absent, Asked, Coming, Failed, Message, Over, Played
from steinreich.records import Record, Result

NORMAL = "normal"  # the Termination of a game that ended by its rules


class Notes:
    """What is known of a game so far."""

    def __init__(self, match: Match, game: ScheduledGame) -> None:
        self.match = match
        self.game = game
        self.played: list[Played] = []
        self.expected: Coming | Asked | None = None  # who is waited for
        self.end: Absent | Failed | Over | None = None

    def take(self, message: Message) -> None:
        """Note down what happened."""
        if isinstance(message, Played):
            self.played.append(message)
        elif isinstance(message, Coming | Asked):
            self.expected = message
        else:
            self.end = message

    def record(self) -> Record:
        """The record of the game that has ended."""
        record = Record(self.match.game.start(self.game.opening.seed), self.headers())
        record.result = self.result()
        node = record.root
        for action in (*self.game.opening.actions, *(played.action for played in self.played)):
            node = node.add(action)
        return record

    def headers(self) -> dict[str, str]:
        """All that the actions do not tell."""
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
            headers[f"Actions{seat + 1}"] = str(sum(one.seat == seat for one in self.played))
        headers["Choices"] = str(sum(played.choices for played in self.played))
        if isinstance(self.end, Absent | Failed):
            headers["Failed"] = str(self.end.seat + 1)
        return {**headers, "Termination": self.termination()}

    def termination(self) -> str:
        """Why the game ended."""
        if isinstance(self.end, Absent | Failed):
            return f"{self.game.players[self.end.seat]} failed: {self.end.reason}"
        return NORMAL

    def result(self) -> Result | None:
        """Who fails has lost.  Among three or more that makes no winner: there is no result."""
        if isinstance(self.end, Over):
            return self.end.result
        players = len(self.game.players)
        if not self.end or players > 2:
            return None
        return tuple(-1 if seat == self.end.seat else 1 for seat in range(players))
