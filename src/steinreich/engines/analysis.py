"""Analysis for programs: queries in, answers out, one JSON object a line.

Each query is answered once, by one of several workers; those that take less time may be answered
earlier.  Whatever is wrong with a line is said in an answer, too.
"""

import json
import traceback
from collections.abc import Callable
from queue import Queue
from threading import Event, Lock, Thread
from typing import Any, TextIO

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.analysis_query import Action, BadQuery, Query, parse
from steinreich.engines.text_lines import bounded_lines, printable
from steinreich.engines.thinking import Seating, Settings, warm_up
from steinreich.engines.ugi_words import action_names
from steinreich.players.player import Line, Opinion, Player, Verdict, certain
from steinreich.records.result import result_name
from steinreich.rules.contract import ONGOING

MOST_WAITING = 10_000  # queries; the next one is read when one of them begins

Answer = dict[str, Any]


class Job:
    """A query that waits or is being worked on."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.stop = Event()


class Analysis:
    """Answers the queries of a stream."""

    def __init__(
        self,
        game: Game | None,
        seating: Seating,
        out: TextIO,
        *,
        settings: Settings | None = None,
        workers: int = 1,
    ) -> None:
        self.game = game  # of queries that name none
        self.seating = seating
        self.out = out
        self.settings = settings or Settings()
        self.waiting: Queue[Job | None] = Queue(MOST_WAITING)  # None ends a worker
        self.jobs: list[Job] = []  # not answered yet
        self.lock = Lock()  # for the jobs and for speaking
        self.lost: OSError | None = None  # why nobody hears us any more
        self.threads = [Thread(target=self.work, daemon=True) for _ in range(workers)]

    def run(self, stream: TextIO) -> None:
        """Answer all queries of a stream; end when it has ended and all are answered."""
        for thread in self.threads:
            thread.start()
        try:
            for line in bounded_lines(stream):
                if self.lost:
                    break
                if line is None or line.strip():
                    self.hear(line)
            for _ in self.threads:
                self.waiting.put(None)
            for thread in self.threads:
                thread.join()
        finally:
            self.end_jobs()
        if self.lost:
            raise self.lost

    def hear(self, line: str | None) -> None:
        """Take in a query, or do at once what else a line asks for."""
        try:
            asked = parse(line, self.game)
        except BadQuery as error:
            self.say(complaint(str(error), error.field, error.id))
            return
        if isinstance(asked, Action):
            self.act(asked)
            return
        job = Job(asked)
        with self.lock:
            self.jobs.append(job)
        self.waiting.put(job)

    def act(self, action: Action) -> None:
        """Do something that is no thinking, and confirm it."""
        answer: Answer = {"id": action.id, "action": action.name}
        match action.name:
            case "query_version":
                from steinreich import __version__

                answer["version"] = __version__
            case "terminate":
                answer["terminateId"] = action.terminate_id
                self.end_jobs(action.terminate_id)
            case "terminate_all":
                self.end_jobs()
        self.say(answer)

    def end_jobs(self, id: str | None = None) -> None:
        """End the thoughts about the queries of this id, or about all."""
        with self.lock:
            for job in self.jobs:
                if id in (None, job.query.id):
                    job.stop.set()

    def say(self, answer: Answer) -> None:
        """Write an answer; ASCII is safe whatever the stream speaks."""
        line = json.dumps(answer, allow_nan=False)
        with self.lock:
            self.out.write(f"{line}\n")
            self.out.flush()

    # Workers

    def work(self) -> None:
        """Work on one query after the other."""
        worker = Worker(self.seating, self.settings, self.say)
        while job := self.waiting.get():
            try:
                if not self.lost:
                    self.say(worker.answer(job))
            except OSError as error:  # the thread that reads will say so
                self.lost = error
            with self.lock:
                self.jobs.remove(job)
        worker.dismiss()


class Worker:
    """One who thinks about queries: a player for the game of the last one."""

    def __init__(self, seating: Seating, settings: Settings, say: Callable[[Answer], None]) -> None:
        self.seating = seating
        self.settings = settings
        self.say = say
        self.game: Game | None = None
        self.player: Player | None = None

    def answer(self, job: Job) -> Answer:
        """The answer to a query, whatever happens on the way to it."""
        query = job.query
        if query.position.is_over:
            return ended(query)
        if job.stop.is_set():
            return {"id": query.id, "isDuringSearch": False, "noResults": True}
        try:
            return answered(query, self.opinion(job))
        except OSError:
            raise
        except Exception as error:  # the other queries can be answered
            traceback.print_exc()
            self.dismiss()
            return complaint(printable(f"{type(error).__name__}: {error}"), None, query.id)

    def opinion(self, job: Job) -> Opinion:
        """What the player thinks, who has forgotten all earlier queries."""
        query = job.query
        player = self.seat(query.position)
        player.new_game()
        reports = Reports(job, self.say)
        try:
            return player.think(
                query.position,
                query.limit,
                lines=query.lines,
                stop=job.stop,
                progress=reports.hear,
            )
        finally:
            reports.end()

    def seat(self, position: Position) -> Player:
        """The player for the game of a position."""
        if self.player is None or self.game != position.game:
            self.dismiss()
            self.game = position.game
            self.player = self.seating(self.game, self.settings)
            warm_up(self.player, position)
        return self.player

    def dismiss(self) -> None:
        """Let the player go."""
        if self.player:
            self.player.close()
        self.player = None


class Reports:
    """Tells every so often what is thought by then, if a query asks for it."""

    def __init__(self, job: Job, say: Callable[[Answer], None]) -> None:
        self.job = job
        self.every = job.query.every
        self.say = say
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
                self.say(answered(self.job.query, latest, is_during_search=True))
            except OSError:  # nobody listens: the last answer will fail as well, and says so
                self.job.stop.set()
                return

    def end(self) -> None:
        """No report comes after this."""
        self.over.set()
        if self.every is not None:
            self.thread.join()


# Answers


def complaint(message: str, field: str | None, id: str | None) -> Answer:
    """What is wrong with a query."""
    known = {"id": id, "error": message, "field": field}
    return {name: value for name, value in known.items() if value is not None}


def answered(query: Query, opinion: Opinion, *, is_during_search: bool = False) -> Answer:
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


def ended(query: Query) -> Answer:
    """The answer about a game that is over: there is nothing to think about."""
    verdict = certain(query.position.outcome, query.position.game.players, 0)
    nothing = {"lines": [], "nodes": 0, "depth": 0, "seconds": 0.0}
    return {**about(query, False), **verdict_data(verdict), **nothing}


def about(query: Query, is_during_search: bool) -> Answer:
    """What an answer is an answer to."""
    return {
        "id": query.id,
        "isDuringSearch": is_during_search,
        "game": query.position.game.id,
        "position": str(query.position),
        "player": query.position.player,
    }


def verdict_data(verdict: Verdict) -> Answer:
    """A verdict that says whether it is certain."""
    players = len(verdict.values)
    known = verdict.outcome != ONGOING
    returns = tuple(round(value) for value in certain(verdict.outcome, players).values)
    return {
        "values": [round(value, 4) + 0.0 for value in verdict.values],  # + 0.0: never -0.0
        "label": "proven" if known else "estimated",
        "outcome": result_name(returns) if known else None,
        "in": verdict.actions,
    }


def line_data(query: Query, line: Line, reasoned: bool) -> Answer:
    """A line by the names of its actions."""
    names = action_names(query.position, line.actions)
    data = {"action": names[0], "pv": names, **verdict_data(line.verdict)}
    if reasoned:
        from steinreich.explain import reasons

        found = reasons(query.position, line.actions[0])
        data["reasons"] = [words.within(query.language) for words in found]
    return data
