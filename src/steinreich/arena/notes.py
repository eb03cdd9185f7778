"""Collects the messages of a running game into a record."""

from steinreich.arena.plan import Match, ScheduledGame
from steinreich.arena.playing import Asked, Creating, Failed, Message, NotCreated, Over, Played
from steinreich.records import Record, Result

NORMAL = "normal"  # the Termination of a game that ended by its rules


class Notes:
    """The state of a running game, built from its messages."""

    def __init__(self, match: Match, game: ScheduledGame) -> None:
        self.match = match
        self.game = game
        self.played: list[Played] = []
        self.expected: Creating | Asked | None = None  # the player that must respond next
        self.end: NotCreated | Failed | Over | None = None

    def take(self, message: Message) -> None:
        """Handle a message."""
        if isinstance(message, Played):
            self.played.append(message)
        elif isinstance(message, Creating | Asked):
            self.expected = message
        else:
            self.end = message

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
            headers[f"Actions{seat + 1}"] = str(sum(one.seat == seat for one in self.played))
        headers["Choices"] = str(sum(played.choices for played in self.played))
        if isinstance(self.end, NotCreated | Failed):
            headers["Failed"] = str(self.end.seat + 1)
        return {**headers, "Termination": self.termination()}

    def termination(self) -> str:
        """Return why the game ended."""
        if isinstance(self.end, NotCreated | Failed):
            return f"{self.game.players[self.end.seat]} failed: {self.end.reason}"
        return NORMAL

    def result(self) -> Result | None:
        """Return the result; a failed player loses, with three players or more there is none."""
        if isinstance(self.end, Over):
            return self.end.result
        players = len(self.game.players)
        if not self.end or players > 2:
            return None
        return tuple(-1 if seat == self.end.seat else 1 for seat in range(players))
