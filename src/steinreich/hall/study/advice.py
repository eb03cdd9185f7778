"""Advice at a table: hints for the player to move, reasons for the computer's actions, and, in
teaching mode, warnings after blunders.

Advice is sent to one client only, and is not an event.
"""

import asyncio

from steinreich.core.narration import MOVING
from steinreich.core.position import Position
from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import (
    Evaluated,
    EvaluateSome,
    Place,
    Reasons,
    Stage,
    ThinkAbout,
    WhyAction,
)
from steinreich.engines.supervisor import WorkerFailed
from steinreich.explain import clue
from steinreich.hall.archive import Key
from steinreich.hall.broadcast import Connection
from steinreich.hall.room import Room
from steinreich.hall.study.studies import NO_RESPONSE, SWITCHED_OFF, LatestTaskByKind, Studies
from steinreich.rules.language import Text
from steinreich.session.decisions import EngineQuery, Refusal, get_played_actions
from steinreich.session.marks import MarkedAction, describe_moment
from steinreich.session.schema.messages import Explain, FromServer, Hint, HintMessage
from steinreich.session.schema.study import StudyLine, StudyState
from steinreich.session.table import Event, Table

HINT_SECONDS = 1.0  # of search for a hint
WHAT, WHY = 2, 3  # stages of a hint; the first is a clue


class Adviser:
    """Advises one client at a table."""

    def __init__(self, studies: Studies, room: Room, connection: Connection) -> None:
        self.studies = studies
        self.room = room
        self.connection = connection
        self.tasks = LatestTaskByKind(studies.hall)

    def stop(self) -> None:
        """Cancel all questions."""
        self.tasks.stop()

    def send(self, message: FromServer) -> None:
        self.connection.send_message(message)

    def refuse(self, n: int, why: Text) -> None:
        self.send({"type": "refused", "n": n, "id": None, "why": why})

    # Questions

    def answer_later(self, asked: EngineQuery) -> None:
        """Start to answer a question; the game goes on meanwhile."""
        if not self.studies.engines.max_analysts:
            self.refuse(asked.question.n, SWITCHED_OFF)
        else:
            self.tasks.begin("answering", self.answer(asked))

    async def answer(self, asked: EngineQuery) -> None:
        """Answer a question, or send the reason why there is no answer."""
        question = asked.question
        try:
            if isinstance(question, Hint):
                await self.hint(question, asked)
            else:
                await self.explain(question, asked)
        except WorkerFailed:  # logged by the supervisor
            self.refuse(question.n, NO_RESPONSE)

    async def hint(self, command: Hint, asked: EngineQuery) -> None:
        """Send a hint; all stages are about the same action."""
        table, language = self.room.table, self.connection.language
        key: Key = (table.id, table.seq, "hint", asked.actions, language)
        cached: tuple[StudyLine, str] | None = self.studies.get_cached(key)
        if cached is None:
            place = get_place(table, asked.actions)
            question = ThinkAbout(place, 1, HINT_SECONDS, language, wants_reasons=True)
            stage = await self.ask(question, command.n)
            if not isinstance(stage, Stage) or stage.message is None:
                return
            line = stage.message["lines"][0]
            best = asked.position.parse_move(line["actions"][0]["action"])
            what_for = await asyncio.to_thread(clue, asked.position, best)
            cached = line, what_for.within(language)
            self.studies.cache(key, cached, language)
        self.send(hint_message(command, *cached))

    async def explain(self, command: Explain, asked: EngineQuery) -> None:
        """Send the reasons for an action of the computer."""
        place = get_place(self.room.table, asked.actions)
        question = WhyAction(place, asked.action, self.connection.language)
        found = await self.ask(question, command.n)
        if isinstance(found, Reasons):
            self.send({"type": "explained", "n": command.n, "reasons": found.reasons})

    async def ask(self, question: ThinkAbout | WhyAction, n: int) -> Stage | Reasons | Refusal:
        """Return an analyst's answer; notify the client once if machine code has to be compiled
        first."""
        is_told = False

        def on_state(state: StudyState, queue: int) -> None:
            nonlocal is_told
            if state == "cold" and not is_told:
                is_told = True
                self.send({"type": "pending", "n": n})

        job = StudyJob(question, self.connection.address, on_state=on_state)
        answer: Stage | Reasons | Refusal = await self.studies.engines.ask(job)
        return answer

    # Teaching

    def on_event(self, event: Event) -> None:
        """In teaching mode, judge the turn of a person who plays alone against computers."""
        table = self.room.table
        if not table.teaching or event.kind != "played" or table.status != "playing":
            return
        is_alone = table.people <= self.connection.seats and len(table.people) < len(table.seats)
        if is_alone and self.studies.engines.max_analysts:
            place, length = get_place(table, get_played_actions(table)), len(event.data["actions"])
            self.tasks.begin("judging", self.judge(place, length, table.position))

    async def judge(self, place: Place, length: int, reached: Position) -> None:
        """Offer to take back the last turn of a game, of `length` actions, if it was a blunder."""
        table, end = self.room.table, len(place.actions)
        language = self.connection.language
        question = EvaluateSome(place, end - length, length, language)
        try:
            found = await self.studies.engines.ask(StudyJob(question, self.connection.address))
        except WorkerFailed:  # logged by the supervisor; the client did not ask
            return
        is_there = table.actions >= end and table.positions[end] is reached  # not taken back
        actions = found.actions if isinstance(found, Evaluated) else []
        blunder = next((one for one in actions if one.cost.mark == "??"), None)
        if blunder and is_there:
            self.send({"type": "blunder", "at": end - length, "text": warning(table, blunder)})


def get_place(table: Table, actions: tuple[str, ...]) -> Place:
    """Return a position of a table as the engines are asked about it."""
    return Place(table.game.id, str(table.positions[0]), actions)


def hint_message(command: Hint, line: StudyLine, what_for: str) -> HintMessage:
    """Return a hint as far as its stage goes: at first only the clue, and the cell of the piece
    that moves."""
    first = line["actions"][0]
    target = first["target"]
    return {
        "type": "hint",
        "n": command.n,
        "stage": command.stage,
        "clue": what_for,
        "cells": target["cells"][:1] if target["kind"] in MOVING else [],
        "action": first if command.stage >= WHAT else None,
        "reasons": line.get("reasons", []) if command.stage >= WHY else [],
    }


def warning(table: Table, action: MarkedAction) -> Text:
    """Describe a blunder without the better action, which is for the player to find."""
    return describe_moment(action._replace(best=None), table.game.about.players)["text"]
