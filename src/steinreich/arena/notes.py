"""A game of a match is noted down while it is played, and becomes a record."""

from steinreich.arena.plan import Match, Task
from steinreich.arena.playing import Absent, Failed, Message, Over, Played
from steinreich.records import Record, Result

NORMAL = "normal"  # the Termination of a game that ended by its rules


class Notes:
    """What is known of a game so far."""

    def __init__(self, match: Match, task: Task) -> None:
        self.match = match
        self.task = task
        self.played: list[Played] = []
        self.end: Absent | Failed | Over | None = None

    def take(self, message: Message) -> None:
        """Note down what happened."""
        if isinstance(message, Played):
            self.played.append(message)
        elif isinstance(message, Absent | Failed | Over):
            self.end = message

    def record(self) -> Record:
        """The record of the game that has ended."""
        record = Record(self.match.game.start(self.task.opening.seed), self.headers())
        record.result = self.result()
        node = record.root
        for action in (*self.task.opening.actions, *(played.action for played in self.played)):
            node = node.add(action)
        return record

    def headers(self) -> dict[str, str]:
        """All that the actions do not tell."""
        task = self.task
        headers = {
            "Match": str(self.match),
            "Round": str(task.round),
            "Pair": str(task.pair),
            "Seating": str(task.seating),
            "Seed": str(task.opening.seed),
            "Opening": str(len(task.opening.actions)),
        }
        for seat, name in enumerate(task.players):
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
            return f"{self.task.players[self.end.seat]} failed: {self.end.reason}"
        return NORMAL

    def result(self) -> Result | None:
        """Who fails has lost.  Among three or more that makes no winner: there is no result."""
        if isinstance(self.end, Over):
            return self.end.result
        players = len(self.task.players)
        if not self.end or players > 2:
            return None
        return tuple(-1 if seat == self.end.seat else 1 for seat in range(players))
