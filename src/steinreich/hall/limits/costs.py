"""What requests and messages cost: about the milliseconds that they take of one processor."""

from collections.abc import Mapping

from steinreich.hall.limits.budget import Cost
from steinreich.session.schema.commands import Explain, Hint
from steinreich.session.schema.messages import FromClient, Hello, Hurry, Ping, Wait
from steinreich.session.schema.study import Stop, StudyRequest

CONNECTION = Cost(0.5)
FRAME = Cost(0.1)  # of a socket, whatever is in it
NEW_TABLE = Cost(20, is_heavy=True)  # which takes room on disk, too
LOOK = Cost(20, is_heavy=True)  # at a record or a replay
POSITION = Cost(5)  # tried out at no table
PAGE = Cost(1)  # any file of the client
REQUEST = Cost(2)  # to the interface, unless the next lines say more
UNITS_PER_BYTE = 5e-6  # of answers
REQUESTS: Mapping[str, Cost] = {
    "/api/tables": Cost(10),
    "/api/openapi.json": Cost(10),
    "/api/health": Cost(5),
    "/metrics": Cost(10),
    **dict.fromkeys(("/api/records", "/api/records/frames", "/api/records/pictures"), LOOK),
}


def request_cost(path: str) -> Cost:
    """What a request or the opening of a socket costs before anything is known but its path."""
    return REQUESTS.get(path) or (REQUEST if path.startswith("/api/") else PAGE)


def answer_cost(size: int) -> Cost:
    """What an answer of so many bytes costs beside the request."""
    return Cost(size * UNITS_PER_BYTE)


def looks(count: int) -> Cost:
    """What some looks at records or replays cost."""
    return LOOK._replace(units=count * LOOK.units)


def message_cost(message: FromClient | None) -> Cost:
    """What a message at a table costs; None is one that makes no sense."""
    match message:
        case Ping():
            return Cost(0.2)
        case Hello():
            return Cost(6, is_heavy=True)
        case Wait() | Hurry():
            return Cost(3, is_heavy=True)
        case Hint() | Explain():
            return Cost(10, is_heavy=True)
    return Cost(2)


def study_cost(message: StudyRequest | None) -> Cost:
    """What a message to the study costs."""
    match message:
        case None | Stop():
            return Cost(1)
        case Ping():
            return Cost(0.2)
    return Cost(4, is_heavy=True)
