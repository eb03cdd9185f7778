"""Advice at a table: hints for who is to act, why the computer played something, and, in teaching
mode, a word after a blunder.  All of it is for one window, and none of it is an event."""

import asyncio

import orjson

from steinreich.core.narration import MOVING
from steinreich.core.position import Position
from steinreich.engines.study.analysts import StudyJob
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
from steinreich.explain.clue import clue
from steinreich.hall.archive import Key
from steinreich.hall.room import Connection, Room
from steinreich.hall.study.studies import OFF, SILENT, Errands, Studies
from steinreich.rules.language import Words
from steinreich.session.rulings import played
from steinreich.session.schema import protocol
from steinreich.session.schema.commands import Explain, Hint, Refusal, Thinkable
from steinreich.session.schema.messages import FromServer, HintMessage
from steinreich.session.schema.study import EvaluatedAction, StudyLine, StudyState
from steinreich.session.study.moments import moment
from steinreich.session.table import Event, Table
from steinreich.session.views.frames import said

HINT_SECONDS = 1.0  # that are thought about a hint
WHAT, WHY = 2, 3  # stages of a hint; the first tells what to look for


class Adviser:
    """Advises one window at a table."""

    def __init__(self, studies: Studies, room: Room, connection: Connection) -> None:
        self.studies = studies
        self.room = room
        self.connection = connection
        self.errands = Errands(studies.hall)

    def stop(self) -> None:
        """The window is closed."""
        self.errands.stop()

    def say(self, message: FromServer) -> None:
        self.connection.send(orjson.dumps(message))

    def refuse(self, n: int, why: Words) -> None:
        self.say({"type": "refused", "n": n, "id": None, "why": said(why)})

    # Questions

    def begin(self, asked: Thinkable) -> None:
        """Have a question answered that may be asked; meanwhile the game goes on."""
        if not self.studies.analysts.count:
            self.refuse(asked.question.n, OFF)
        else:
            self.errands.begin("answering", self.answer(asked))

    async def answer(self, asked: Thinkable) -> None:
        """Answer a question, or say why there is no answer."""
        question = asked.question
        try:
            if isinstance(question, Hint):
                await self.hint(question, asked)
            else:
                await self.explain(question, asked)
        except WorkerFailed:  # it is in the log
            self.refuse(question.n, SILENT)

    async def hint(self, command: Hint, asked: Thinkable) -> None:
        """A hint; all stages of one tell of the same action."""
        table, language = self.room.table, self.connection.language
        key: Key = (table.id, table.seq, "hint", asked.actions, language)
        kept: tuple[StudyLine, str] | None = self.studies.kept(key)
        if kept is None:
            place = place_of(table, asked.actions)
            question = ThinkAbout(place, 1, HINT_SECONDS, language, wants_reasons=True)
            stage = await self.ask(question, command.n)
            if not isinstance(stage, Stage) or stage.message is None:
                return
            line = stage.message["lines"][0]
            best = asked.position.parse_move(line["actions"][0]["action"])
            what_for = await asyncio.to_thread(clue, asked.position, best)
            kept = line, what_for.within(language)
            self.studies.keep(key, kept)
        self.say(hint_message(command, *kept))

    async def explain(self, command: Explain, asked: Thinkable) -> None:
        """Why the computer played an action."""
        place = place_of(self.room.table, asked.actions)
        question = WhyAction(place, asked.action, self.connection.language)
        found = await self.ask(question, command.n)
        if isinstance(found, Reasons):
            self.say({"type": "explained", "n": command.n, "reasons": found.reasons})

    async def ask(self, question: ThinkAbout | WhyAction, n: int) -> Stage | Reasons | Refusal:
        """Return an analyst's answer; a client that has to wait for a compiler is told so."""
        is_told = False

        def on_state(state: StudyState, queue: int) -> None:
            nonlocal is_told
            if state == "cold" and not is_told:
                is_told = True
                self.say({"type": "pending", "n": n})

        job = StudyJob(question, self.connection.address, on_state=on_state)
        answer: Stage | Reasons | Refusal = await self.studies.analysts.ask(job)
        return answer

    # Teaching

    def hear(self, event: Event) -> None:
        """Look at a turn that was just played, where one person learns from computers."""
        table = self.room.table
        if not table.teaching or event.kind != "played" or table.status != "playing":
            return
        is_alone = table.people <= self.connection.seats and len(table.people) < len(table.seats)
        if is_alone and self.studies.analysts.count:
            place, length = place_of(table, played(table)), len(event.data["actions"])
            self.errands.begin("judging", self.judge(place, length, table.position))

    async def judge(self, place: Place, length: int, reached: Position) -> None:
        """Offer to take back the last turn of a game, of so many actions, if it was a blunder."""
        table, end = self.room.table, len(place.actions)
        language = self.connection.language
        question = EvaluateSome(place, end - length, length, language)
        try:
            found = await self.studies.analysts.ask(StudyJob(question, self.connection.address))
        except WorkerFailed:  # it is in the log, and nobody has asked
            return
        is_there = table.actions >= end and table.positions[end] is reached  # not taken back
        actions = found.actions if isinstance(found, Evaluated) else []
        blunder = next((one for one in actions if one["mark"] == "??"), None)
        if blunder and is_there:
            self.say({"type": "blunder", "at": end - length, "text": warning(table, blunder)})


def place_of(table: Table, actions: tuple[str, ...]) -> Place:
    """The position of a table after some actions."""
    return Place(table.game.id, str(table.positions[0]), actions)


def hint_message(command: Hint, line: StudyLine, what_for: str) -> HintMessage:
    """As much of a hint as was asked for: at first what to look for, and which piece moves."""
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


def warning(table: Table, action: EvaluatedAction) -> protocol.Words:
    """What became of the game, without what would have been better: that is to be found."""
    return moment({**action, "best": None}, table.game.about.players)["text"]
