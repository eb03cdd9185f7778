"""Bodies of requests: what the standard calls JSON and nothing more.

Python's own reader takes `NaN`, `Infinity` and halves of characters for JSON.  None of them could
ever be answered, stored or shown, so they are refused at the border like any other nonsense.
"""

from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from steinreich.rules.text.safe import one_line

MOST_FAULTS = 10  # that are named in one answer
LONGEST_FAULT = 200  # characters of what is said about one


class StrictRequest(Request):
    async def json(self) -> Any:
        """The body; orjson.JSONDecodeError, which the framework answers with 422, if it is none."""
        if not hasattr(self, "_json"):
            self._json = orjson.loads(await self.body())
        return self._json


class StrictRoute(APIRoute):
    """A route whose requests are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


async def say_where(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request, and where; what was sent may be secret and is not repeated."""
    assert isinstance(error, RequestValidationError)
    faults = [
        {
            "loc": [part if isinstance(part, int) else short(part) for part in fault["loc"]],
            "msg": short(fault["msg"]),
            "type": fault["type"],
        }
        for fault in error.errors()[:MOST_FAULTS]
    ]
    return JSONResponse({"detail": faults}, 422)


def short(text: str) -> str:
    """What can be sent, whatever it was made of."""
    return one_line(text, LONGEST_FAULT)
