"""The WebSocket of the study: requests of one client, and their answers."""

import asyncio
from typing import Annotated

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter

from steinreich.hall.encoding import encode
from steinreich.hall.errors import RequestRefused
from steinreich.hall.json_socket import INVALID_MESSAGE, JsonSocket, Outbox, SocketClosing
from steinreich.hall.limits import get_study_cost
from steinreich.hall.storage.store import StorageFailed
from steinreich.hall.study.evaluation import Evaluation, get_studied_game
from steinreich.hall.study.exploration import Exploration
from steinreich.hall.study.live import LiveSearch
from steinreich.hall.study.studies import SWITCHED_OFF, LatestTaskByKind, Studies
from steinreich.rules.language import Text
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

NOT_NOW = Text("The database does not answer; please try again soon.")

study_request_adapter: TypeAdapter[StudyRequest] = TypeAdapter(
    Annotated[StudyRequest, Field(discriminator="type")]
)


class StudySession:
    """One connection; messages are read in order, their answers are computed concurrently."""

    def __init__(self, studies: Studies, socket: WebSocket, visitor: str, language: str) -> None:
        self.studies = studies
        self.language = language  # later that of the last request
        self.socket = socket
        self.visitor = visitor
        self.metrics = studies.hall.metrics
        self.messages = JsonSocket(
            socket, study_request_adapter, studies.budget, visitor, get_study_cost, self.metrics
        )
        self.outbox = Outbox()
        self.tasks = LatestTaskByKind(studies.hall)

    async def run(self) -> None:
        """Handle messages until the connection ends."""
        await self.socket.accept()
        self.metrics.study_connections.inc()
        writer = self.messages.start_sending(self.outbox)
        try:
            while not writer.done():
                await self.handle(await self.messages.receive())
        except SocketClosing as error:
            await self.messages.close(error.code)
        except WebSocketDisconnect:
            pass  # the client has disconnected
        finally:
            self.tasks.stop()
            writer.cancel()
            self.metrics.study_connections.dec()

    async def handle(self, message: StudyRequest | None) -> None:
        """Handle a message, or refuse it with the reason; None is an invalid one."""
        if isinstance(message, Think | Evaluate | EvaluateTable):
            self.language = message.language
        if message is None:
            self.refuse(None, INVALID_MESSAGE)
        elif isinstance(message, Ping):
            self.send({"type": "pong", "now": self.studies.hall.clock()})
        elif isinstance(message, Stop):
            self.tasks.stop()
        elif not self.studies.engines.max_analysts:
            self.refuse(message.n, SWITCHED_OFF)
        else:
            try:
                await self.start_task(message)
            except RequestRefused as error:
                self.refuse(message.n, error.why)
            except StorageFailed:
                self.refuse(message.n, NOT_NOW)

    async def start_task(self, message: Think | Evaluate | EvaluateTable | Explore) -> None:
        """Start to analyse, explore or evaluate; raise RequestRefused if that is refused."""
        if isinstance(message, Think):
            self.tasks.start("analysis", LiveSearch(self.studies, self, message).run())
        elif isinstance(message, Explore):
            self.tasks.start("exploration", Exploration(self.studies, self, message).run())
        else:
            game = await get_studied_game(self.studies, self.visitor, message)
            self.tasks.start("evaluation", Evaluation(self.studies, self, message, game).run())

    @property
    def evaluation_task(self) -> asyncio.Task[None] | None:
        """Return the task of the running evaluation, if any."""
        return self.tasks.get_running("evaluation")

    # Answers

    def send(self, message: StudyAnswer) -> None:
        self.outbox.send(encode(message, self.language))

    def refuse(self, n: int | None, why: Text) -> None:
        self.send({"type": "refused", "n": n, "id": None, "why": why})
