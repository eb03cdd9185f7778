"""Advice at a table: hints for the player to move, reasons for the computer's actions, and, in
teaching mode, warnings after blunders.

Advice is sent to one client only, and is not an event.
"""

import asyncio

from steinreich.core.narration import MOVING_KINDS
from steinreich.core.position import Position
from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import (
    EvaluateActions,
    EvaluatedActions,
    ExplainAction,
    PositionReference,
    Reasons,
    SearchPosition,
    StageResult,
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
ACTION_STAGE, REASONS_STAGE = 2, 3  # of a hint; the first stage is a clue


class Adviser:
    """Advises one client at a table."""

    def __init__(self, studies: Studies, room: Room, connection: Connection) -> None:
        self.studies = studies
        self.room = room
        self.connection = connection
        self.tasks = LatestTaskByKind(studies.hall)

    def stop(self) -> None:
        """Cancel all running tasks."""
        self.tasks.stop()

    def send(self, message: FromServer) -> None:
        self.connection.send_message(message)

    def refuse(self, n: int, why: Text) -> None:
        self.send({"type": "refused", "n": n, "id": None, "why": why})

    # Questions

    def start_answer(self, query: EngineQuery) -> None:
        """Start to answer a question; the game goes on meanwhile."""
        if not self.studies.engines.max_analysts:
            self.refuse(query.question.n, SWITCHED_OFF)
        else:
            self.tasks.start("answer", self.answer(query))

    async def answer(self, query: EngineQuery) -> None:
        """Answer a question, or send the reason why there is no answer."""
        question = query.question
        try:
            if isinstance(question, Hint):
                await self.send_hint(question, query)
            else:
                await self.send_explanation(question, query)
        except WorkerFailed:  # logged by the supervisor
            self.refuse(question.n, NO_RESPONSE)

    async def send_hint(self, command: Hint, query: EngineQuery) -> None:
        """Send a hint up to its stage; all stages are about the same action."""
        table, language = self.room.table, self.connection.language
        key: Key = (table.id, table.seq, "hint", query.actions, language)
        cached: tuple[StudyLine, str] | None = self.studies.get_cached(key)
        if cached is None:
            reference = make_reference(table, query.actions)
            question = SearchPosition(reference, 1, HINT_SECONDS, language, wants_reasons=True)
            stage = await self.ask(question, command.n)
            if not isinstance(stage, StageResult) or stage.message is None:
                return
            line = stage.message["lines"][0]
            best = query.position.parse_move(line["actions"][0]["action"])
            action_clue = await asyncio.to_thread(clue, query.position, best)
            cached = line, action_clue.in_language(language)
            self.studies.cache(key, cached, language)
        self.send(make_hint(command, *cached))

    async def send_explanation(self, command: Explain, query: EngineQuery) -> None:
        """Send the reasons for an action of the computer."""
        reference = make_reference(self.room.table, query.actions)
        question = ExplainAction(reference, query.action, self.connection.language)
        answer = await self.ask(question, command.n)
        if isinstance(answer, Reasons):
            self.send({"type": "explained", "n": command.n, "reasons": answer.reasons})

    async def ask(
        self, question: SearchPosition | ExplainAction, n: int
    ) -> StageResult | Reasons | Refusal:
        """Ask an analyst; notify the client if machine code has to be compiled before the
        answer."""
        was_notified = False

        def on_state(state: StudyState, queue: int) -> None:
            nonlocal was_notified
            if state == "cold" and not was_notified:
                was_notified = True
                self.send({"type": "pending", "n": n})

        job = StudyJob(question, self.connection.address, on_state=on_state)
        answer: StageResult | Reasons | Refusal = await self.studies.engines.ask(job)
        return answer

    # Teaching

    def on_event(self, event: Event) -> None:
        """In teaching mode, check the turn of a single person against computers for a blunder."""
        table = self.room.table
        if not table.teaching or event.kind != "played" or table.status != "playing":
            return
        has_other_people = not table.person_seats <= self.connection.seats
        has_computers = len(table.person_seats) < len(table.seats)
        if has_computers and not has_other_people and self.studies.engines.max_analysts:
            reference = make_reference(table, get_played_actions(table))
            length = len(event.data["actions"])
            self.tasks.start(
                "blunder check", self.check_for_blunder(reference, length, table.position)
            )

    async def check_for_blunder(
        self, reference: PositionReference, length: int, reached: Position
    ) -> None:
        """Warn of a blunder in the last turn, of `length` actions, so that it can be taken back."""
        table, end = self.room.table, len(reference.actions)
        language = self.connection.language
        question = EvaluateActions(reference, end - length, length, language)
        try:
            answer = await self.studies.engines.ask(StudyJob(question, self.connection.address))
        except WorkerFailed:  # logged by the supervisor; the client did not ask
            return
        is_still_played = table.actions >= end and table.positions[end] is reached
        actions = answer.actions if isinstance(answer, EvaluatedActions) else []
        blunder = next((action for action in actions if action.cost.mark == "??"), None)
        if blunder and is_still_played:
            self.send(
                {"type": "blunder", "at": end - length, "text": describe_blunder(table, blunder)}
            )


def make_reference(table: Table, actions: tuple[str, ...]) -> PositionReference:
    """Return the position of a table after some actions as engines take it."""
    return PositionReference(table.game.id, str(table.positions[0]), actions)


def make_hint(command: Hint, line: StudyLine, action_clue: str) -> HintMessage:
    """Return a hint with the content of its stage: at first only the clue, and the cell of the
    piece that moves."""
    first = line["actions"][0]
    target = first["target"]
    return {
        "type": "hint",
        "n": command.n,
        "stage": command.stage,
        "clue": action_clue,
        "cells": target["cells"][:1] if target["kind"] in MOVING_KINDS else [],
        "action": first if command.stage >= ACTION_STAGE else None,
        "reasons": line.get("reasons", []) if command.stage >= REASONS_STAGE else [],
    }


def describe_blunder(table: Table, action: MarkedAction) -> Text:
    """Describe a blunder without the better action, which is for the player to find."""
    return describe_moment(action._replace(best=None), table.game.about.players)["text"]
