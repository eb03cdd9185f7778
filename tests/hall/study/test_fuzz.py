"""Send malformed messages to the study: it parses strictly, and the server survives."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from steinreich.hall.study.session import study_request_adapter
from tests.hall.api.test_fuzz import FUZZ_SETTINGS, json_values, send_all
from tests.hall.server_process import Message, ServerProcess, running_server
from tests.hall.study.study_client import connect_to_study

pytestmark = pytest.mark.xdist_group("fuzz")

plausible_values: dict[str, st.SearchStrategy[Any]] = {
    "n": st.integers(-5, 5),
    "game": st.sampled_from(["vier3d", "tzaar", "vier3d(players=3)", "vier3d(players=)", "x", ""]),
    "position": st.none() | st.text(max_size=40),
    "actions": st.lists(st.sampled_from(["a1", "b2", "pass", "?"]), max_size=9),
    "lines": st.integers(0, 6),
    "reasons": st.booleans(),
    "threat": st.booleans(),
    "language": st.sampled_from(["en", "de", "xx"]),
    "table": st.text("abcXYZ019_-/.", max_size=70),
    "deeper": st.booleans(),
    "depth": st.none() | st.integers(-1, 200),
}
FIELDS = {
    "think": (
        "n",
        "game",
        "position",
        "actions",
        "lines",
        "depth",
        "reasons",
        "threat",
        "language",
    ),
    "evaluate": ("n", "game", "position", "actions", "deeper", "language"),
    "evaluate_table": ("n", "table", "deeper", "language"),
    "explore": ("n", "game", "position", "actions"),
    "stop": (),
    "ping": (),
}


@st.composite
def messages(draw: st.DrawFn) -> str:
    """A message that is often valid, sometimes with wrong, missing or additional fields."""
    type = draw(st.sampled_from(list(FIELDS)))
    message: Message = {"type": type} | {
        name: draw(plausible_values[name]) for name in FIELDS[type]
    }
    for name in draw(st.lists(st.sampled_from(list(plausible_values)), max_size=2)):
        if draw(st.booleans()):
            message[name] = draw(json_values)
        else:
            message.pop(name, None)
    return json.dumps(message)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without engines: questions are parsed and refused."""
    with running_server(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


@FUZZ_SETTINGS
@given(sent=st.lists(messages() | st.text(max_size=99) | st.binary(max_size=99), max_size=15))
def test_study_socket_survives_malformed_messages(
    server: ServerProcess, sent: list[str | bytes]
) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await send_all(client, sent)

    asyncio.run(run())
    assert server.find_log_errors() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": True},
        {"n": 1.0},
        {"n": "1"},
        {"n": 2**54},
        {"game": 5},
        {"game": "x" * 201},
        {"position": "x" * 501},
        {"actions": ["a1"] * 1001},
        {"actions": "a1"},
        {"actions": ["x" * 21]},
        {"lines": 0},
        {"lines": 6},
        {"reasons": 1},
        {"threat": "yes"},
        {"language": "xx"},
        {"more": 1},
        {"type": "thought"},
    ],
    ids=str,
)
def test_study_questions_are_parsed_strictly(wrong: Message) -> None:
    right = {"type": "think", "n": 1, "game": "vier3d", "actions": ["a1"], "lines": 5}
    study_request_adapter.validate_json(json.dumps(right))
    with pytest.raises(ValidationError):
        study_request_adapter.validate_json(json.dumps(right | wrong))


@pytest.mark.parametrize("wrong", [{"table": "a b"}, {"table": ""}, {"deeper": 1}], ids=str)
def test_game_evaluation_requests_are_parsed_strictly(wrong: Message) -> None:
    right = {"type": "evaluate_table", "n": 1, "table": "abc", "deeper": True}
    study_request_adapter.validate_json(json.dumps(right))
    with pytest.raises(ValidationError):
        study_request_adapter.validate_json(json.dumps(right | wrong))
