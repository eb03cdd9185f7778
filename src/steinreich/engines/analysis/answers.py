"""Queries of the analysis, thought about in a worker process, and their answers as data."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.analysis.query import Query
from steinreich.engines.seating import PlayerSettings, Seating, warm_up
from steinreich.players.player import Line, Opinion, Player, Verdict, certain
from steinreich.records.result import result_name
from steinreich.rules.contract import ONGOING

AnswerData = dict[str, Any]


class Begun(NamedTuple):
    """The player is there and warm: from now on it thinks."""


class AnalysisService:
    """One who thinks about queries: a player for the game of the last one."""

    def __init__(self, seating: Seating, settings: PlayerSettings) -> None:
        self.seating = seating
        self.settings = settings
        self.game: Game | None = None
        self.player: Player | None = None

    def answer(
        self, query: Query, tell: Callable[[Begun | AnswerData], None], stop: Event
    ) -> AnswerData:
        """The answer to a query, by a player who has forgotten all earlier ones."""
        if stop.is_set():
            return {"id": query.id, "isDuringSearch": False, "noResults": True}
        player = self.seat(query.position)
        player.new_game()
        tell(Begun())
        reports = Reports(query, tell, stop)
        try:
            opinion = player.think(
                query.position,
                query.limit,
                lines=query.lines,
                stop=stop,
                progress=reports.hear,
            )
        finally:
            reports.end()
        return answered(query, opinion)

    def seat(self, position: Position) -> Player:
        """The player for the game of a position."""
        if self.player is None or self.game != position.game:
            self.close()
            self.game = position.game
            self.player = self.seating(self.game, self.settings)
            warm_up(self.player, position)
        return self.player

    def close(self) -> None:
        """Let the player go."""
        if self.player:
            self.player.close()
        self.player = None


class Reports:
    """Tells every so often what is thought by then, if a query asks for it."""

    def __init__(self, query: Query, say: Callable[[AnswerData], None], stop: Event) -> None:
        self.query = query
        self.every = query.every
        self.say = say
        self.stop = stop
        self.latest: Opinion | None = None
        self.over = Event()
        self.thread = Thread(target=self.report, daemon=True)
        if self.every is not None:
            self.thread.start()

    def hear(self, opinion: Opinion) -> None:
        """There is a new opinion."""
        self.latest = opinion

    def report(self) -> None:
        """Tell the newest opinion as often as was asked for, unless it has been told."""
        told = None
        while not self.over.wait(self.every):
            latest = self.latest
            if latest is None or latest is told:
                continue
            told = latest
            try:
                self.say(answered(self.query, latest, is_during_search=True))
            except OSError:  # nobody listens any more
                self.stop.set()
                return

    def end(self) -> None:
        """No report comes after this."""
        self.over.set()
        if self.every is not None:
            self.thread.join()


# Answers


def complaint(message: str, field: str | None, id: str | None) -> AnswerData:
    """What is wrong with a query."""
    known = {"id": id, "error": message, "field": field}
    return {name: value for name, value in known.items() if value is not None}


def answered(query: Query, opinion: Opinion, *, is_during_search: bool = False) -> AnswerData:
    """An opinion as data; reasons come with the last one only, since they take time."""
    reasoned = query.wants_reasons and not is_during_search
    return {
        **about(query, is_during_search),
        **verdict_data(opinion.verdict),
        "lines": [line_data(query, line, reasoned) for line in opinion.lines],
        "nodes": opinion.nodes,
        "depth": opinion.depth,
        "seconds": round(opinion.seconds, 3),
    }


def ended(query: Query) -> AnswerData:
    """The answer about a game that is over: there is nothing to think about."""
    verdict = certain(query.position.outcome, query.position.game.players, 0)
    nothing = {"lines": [], "nodes": 0, "depth": 0, "seconds": 0.0}
    return {**about(query, False), **verdict_data(verdict), **nothing}


def about(query: Query, is_during_search: bool) -> AnswerData:
    """What an answer is an answer to."""
    return {
        "id": query.id,
        "isDuringSearch": is_during_search,
        "game": query.position.game.id,
        "position": str(query.position),
        "player": query.position.player,
    }


def verdict_data(verdict: Verdict) -> AnswerData:
    """A verdict that says whether it is certain."""
    players = len(verdict.values)
    known = verdict.outcome != ONGOING
    returns = tuple(round(value) for value in certain(verdict.outcome, players).values)
    return {
        "values": [round(value, 4) + 0.0 for value in verdict.values],  # + 0.0: never -0.0
        "label": "proven" if known else "estimated",
        "outcome": result_name(returns) if known else None,
        "turns": verdict.turns,
    }


def line_data(query: Query, line: Line, reasoned: bool) -> AnswerData:
    """A line by the names of its actions."""
    names = line.moves(query.position)
    data = {"action": names[0], "pv": list(names), **verdict_data(line.verdict)}
    if reasoned:
        from steinreich.explain import reasons

        found = reasons(query.position, line.actions[0])
        data["reasons"] = [words.within(query.language) for words in found]
    return data
