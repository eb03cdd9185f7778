"""Answer analysis queries in a worker process."""

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


class SearchStarted(NamedTuple):
    """The machine code of the player is ready, and the search starts."""


class AnalysisService:
    """Answers queries, with a player that is kept while the game stays the same."""

    def __init__(self, create_player: PlayerFactory, settings: PlayerSettings) -> None:
        self.create_player = create_player
        self.settings = settings
        self.game: Game | None = None
        self.player: Player | None = None

    def answer(
        self, query: Query, send: Callable[[SearchStarted | AnswerData], None], stop: Event
    ) -> AnswerData:
        """Answer a query by a search with empty hash tables."""
        if stop.is_set():
            return {"id": query.id, "isDuringSearch": False, "noResults": True}
        player = self.get_player(query.position)
        player.new_game()
        send(SearchStarted())
        reporter = ProgressReporter(query, send, stop)
        try:
            result = player.think(
                query.position,
                query.limit,
                lines=query.lines,
                stop=stop,
                progress=reporter.on_progress,
            )
        finally:
            reporter.end()
        return make_answer_data(query, result)

    def get_player(self, position: Position) -> Player:
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


class ProgressReporter:
    """Sends intermediate results at an interval, if a query asks for them."""

    def __init__(self, query: Query, send: Callable[[AnswerData], None], stop: Event) -> None:
        self.query = query
        self.interval_seconds = query.report_interval_seconds
        self.send = send
        self.stop = stop
        self.latest: SearchResult | None = None
        self.finished = Event()
        self.thread = Thread(target=self.report, daemon=True)
        if self.interval_seconds is not None:
            self.thread.start()

    def on_progress(self, result: SearchResult) -> None:
        """Store an intermediate search result."""
        self.latest = result

    def report(self) -> None:
        """Report the newest search result as often as the query asks, each once."""
        last_reported = None
        while not self.finished.wait(self.interval_seconds):
            latest = self.latest
            if latest is None or latest is last_reported:
                continue
            last_reported = latest
            try:
                self.send(make_answer_data(self.query, latest, is_during_search=True))
            except OSError:  # the parent process has closed the pipe
                self.stop.set()
                return

    def end(self) -> None:
        """Stop reporting."""
        self.finished.set()
        if self.interval_seconds is not None:
            self.thread.join()


# Answers


def make_error_data(message: str, field: str | None, id: str | None) -> AnswerData:
    """Return the answer to an invalid query."""
    fields = {"id": id, "error": message, "field": field}
    return {name: value for name, value in fields.items() if value is not None}


def make_answer_data(
    query: Query, result: SearchResult, *, is_during_search: bool = False
) -> AnswerData:
    """Return a search result as data; reasons take time, so only the final one has them."""
    with_reasons = query.wants_reasons and not is_during_search
    return {
        "id": query.id,
        "isDuringSearch": is_during_search,
        "game": query.position.game.id,
        "position": str(query.position),
        "player": query.position.player,
        "verdict": verdict_view(result.verdict),
        "lines": [make_line_data(query, line, with_reasons) for line in result.lines],
        "nodes": result.nodes,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
    }


def make_line_data(query: Query, line: Line, with_reasons: bool) -> AnswerData:
    """Return a line as data, perhaps with reasons for its first action."""
    data: AnswerData = line_by_names_view(query.position, line)
    if with_reasons:
        from steinreich.explain import reasons

        texts = reasons(query.position, line.actions[0])
        data["reasons"] = [text.in_language(query.language) for text in texts]
    return data
