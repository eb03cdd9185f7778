"""Answer queries of the analysis in a worker process, as data."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.analysis.query import Query
from steinreich.engines.player_settings import PlayerFactory, PlayerSettings, warm_up
from steinreich.players.player import Player
from steinreich.search.result import Line, SearchResult
from steinreich.session.views.study import line_by_names_view, verdict_view

AnswerData = dict[str, Any]


class Begun(NamedTuple):
    """The player is warm and starts to search."""


class AnalysisService:
    """Answers queries, with a player that is kept while the game stays the same."""

    def __init__(self, create_player: PlayerFactory, settings: PlayerSettings) -> None:
        self.create_player = create_player
        self.settings = settings
        self.game: Game | None = None
        self.player: Player | None = None

    def answer(
        self, query: Query, tell: Callable[[Begun | AnswerData], None], stop: Event
    ) -> AnswerData:
        """Answer a query with empty tables."""
        if stop.is_set():
            return {"id": query.id, "isDuringSearch": False, "noResults": True}
        player = self.seat(query.position)
        player.new_game()
        tell(Begun())
        reports = Reports(query, tell, stop)
        try:
            result = player.think(
                query.position,
                query.limit,
                lines=query.lines,
                stop=stop,
                progress=reports.on_progress,
            )
        finally:
            reports.end()
        return answer_data(query, result)

    def seat(self, position: Position) -> Player:
        """Return the player for the game of a position."""
        if self.player is None or self.game != position.game:
            self.close()
            self.game = position.game
            self.player = self.create_player(self.game, self.settings)
            warm_up(self.player, position)
        return self.player

    def close(self) -> None:
        """Close the player."""
        if self.player:
            self.player.close()
        self.player = None


class Reports:
    """Reports intermediate results at an interval, if a query asks for it."""

    def __init__(self, query: Query, say: Callable[[AnswerData], None], stop: Event) -> None:
        self.query = query
        self.every = query.every
        self.say = say
        self.stop = stop
        self.latest: SearchResult | None = None
        self.over = Event()
        self.thread = Thread(target=self.report, daemon=True)
        if self.every is not None:
            self.thread.start()

    def on_progress(self, result: SearchResult) -> None:
        """Store an intermediate search result."""
        self.latest = result

    def report(self) -> None:
        """Report the newest search result as often as the query asks, each once."""
        told = None
        while not self.over.wait(self.every):
            latest = self.latest
            if latest is None or latest is told:
                continue
            told = latest
            try:
                self.say(answer_data(self.query, latest, is_during_search=True))
            except OSError:  # the reader is gone
                self.stop.set()
                return

    def end(self) -> None:
        """Stop reporting."""
        self.over.set()
        if self.every is not None:
            self.thread.join()


# Answers


def error_data(message: str, field: str | None, id: str | None) -> AnswerData:
    """Return the answer to an invalid query."""
    known = {"id": id, "error": message, "field": field}
    return {name: value for name, value in known.items() if value is not None}


def answer_data(
    query: Query, result: SearchResult, *, is_during_search: bool = False
) -> AnswerData:
    """Return a search result as data; reasons take time, so only the final one has them."""
    reasoned = query.wants_reasons and not is_during_search
    return {
        "id": query.id,
        "isDuringSearch": is_during_search,
        "game": query.position.game.id,
        "position": str(query.position),
        "player": query.position.player,
        "verdict": verdict_view(result.verdict),
        "lines": [line_data(query, line, reasoned) for line in result.lines],
        "nodes": result.nodes,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
    }


def line_data(query: Query, line: Line, reasoned: bool) -> AnswerData:
    """Return a line as data, perhaps with reasons for its first action."""
    data: AnswerData = line_by_names_view(query.position, line)
    if reasoned:
        from steinreich.explain import reasons

        found = reasons(query.position, line.actions[0])
        data["reasons"] = [words.in_language(query.language) for words in found]
    return data
