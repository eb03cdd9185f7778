"""The socket of the study: one window, what it asks, and what it hears of it."""

import asyncio
from typing import Annotated

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter

from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.talking import MISUNDERSTOOD, Closing, Talk
from steinreich.hall.limits.costs import study_cost
from steinreich.hall.room import Connection
from steinreich.hall.storage.store import StorageFailed
from steinreich.hall.study.evaluation import Evaluation, game_asked_for
from steinreich.hall.study.exploring import Exploring
from steinreich.hall.study.live import LiveThinking
from steinreich.hall.study.studies import OFF, Errands, Studies
from steinreich.rules.language import Words
from steinreich.session.schema.messages import Ping
from steinreich.session.schema.study import (
    Evaluate,
    EvaluateTable,
    Explore,
    Stop,
    StudyAnswer,
    StudyRequest,
    Think,
)
from steinreich.session.views.frames import said

NOT_NOW = Words(
    "The database does not answer; please try again soon.",
    "Die Datenbank antwortet nicht; bitte versuche es gleich noch einmal.",
)

from_student: TypeAdapter[StudyRequest] = TypeAdapter(
    Annotated[StudyRequest, Field(discriminator="type")]
)


class StudySession:
    """One connection: what it says is heard one after the other, what was asked goes on beside."""

    def __init__(self, studies: Studies, socket: WebSocket, visitor: str) -> None:
        self.studies = studies
        self.socket = socket
        self.visitor = visitor
        self.metrics = studies.hall.metrics
        self.talk = Talk(socket, from_student, studies.budget, visitor, study_cost, self.metrics)
        self.connection = Connection(frozenset(), visitor)
        self.errands = Errands(studies.hall)

    async def run(self) -> None:
        """From the first word to the end."""
        await self.socket.accept()
        self.metrics.studies.inc()
        writer = self.talk.begin_writing(self.connection)
        try:
            while not writer.done():
                await self.answer(await self.talk.hear())
        except Closing as closing:
            await self.talk.close(closing.code)
        except WebSocketDisconnect:
            pass  # they left; that is all
        finally:
            self.errands.stop()
            writer.cancel()
            self.metrics.studies.dec()

    async def answer(self, message: StudyRequest | None) -> None:
        """Do what was asked, or say why not."""
        if message is None:
            self.refuse(None, MISUNDERSTOOD)
        elif isinstance(message, Ping):
            self.say({"type": "pong", "now": self.studies.hall.clock()})
        elif isinstance(message, Stop):
            self.errands.stop()
        elif not self.studies.analysts.count:
            self.refuse(message.n, OFF)
        else:
            try:
                await self.begin_work(message)
            except NotAllowed as error:
                self.refuse(message.n, error.why)
            except StorageFailed:
                self.refuse(message.n, NOT_NOW)

    async def begin_work(self, message: Think | Evaluate | EvaluateTable | Explore) -> None:
        """Begin to think or to evaluate; NotAllowed says why not."""
        if isinstance(message, Think):
            self.errands.begin("thinking", LiveThinking(self.studies, self, message).run())
        elif isinstance(message, Explore):
            self.errands.begin("exploring", Exploring(self.studies, self, message).run())
        else:
            game = await game_asked_for(self.studies, self.visitor, message)
            self.errands.begin("evaluating", Evaluation(self.studies, self, message, game).run())

    @property
    def evaluating(self) -> asyncio.Task[None] | None:
        """The game that is being evaluated here, if there is one."""
        return self.errands.under_way("evaluating")

    # What is said

    def say(self, message: StudyAnswer) -> None:
        self.connection.send(orjson.dumps(message))

    def refuse(self, n: int | None, why: Words) -> None:
        self.say({"type": "refused", "n": n, "id": None, "why": said(why)})
