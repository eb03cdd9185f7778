"""Tables whose games have already begun, and visitors with seats there."""

import json
from typing import Any

from websockets.sync.client import connect

from steinreich import load
from tests.browser.visitor import Visitor
from tests.hall.server_process import ServerProcess


def create_played_table(
    server: ServerProcess, game: str, actions: str, names: tuple[str, ...] = (), **options: Any
) -> dict[str, Any]:
    """Create a table where all seats are played on one screen, and play some actions."""
    new_table = server.open_table(" ".join(["here"] * load(game).players), game, **options)
    play_actions(server, new_table, game, actions, names)
    return new_table


def play_actions(
    server: ServerProcess,
    new_table: dict[str, Any],
    game: str,
    actions: str,
    names: tuple[str, ...] = (),
) -> None:
    """Set the names of the players and play complete turns from the start, through a WebSocket."""
    with connect(server.socket_url(new_table["id"]), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": new_table["token"]}))
        commands: list[dict[str, Any]] = [
            {"type": "name", "id": f"name{seat}", "seat": seat, "name": name}
            for seat, name in enumerate(names)
        ]
        position, turn, turn_start = load(game).start(), [], 0
        for number, action in enumerate(actions.split(), 1):
            position = position.play(action)
            turn.append(action)
            if position.starts_turn or position.is_over:
                command = {"type": "act", "id": f"turn{number}", "at": turn_start, "actions": turn}
                commands.append(command)
                turn, turn_start = [], number
        assert not turn, f"{turn} is not a complete turn"
        for command in commands:
            socket.send(json.dumps(command))
            while (message := json.loads(socket.recv())).get("id") != command["id"]:
                assert message["type"] != "refused", message


def open_with_all_seats(
    visitor: Visitor, new_table: dict[str, Any], game: str, path: str | None = None
) -> None:
    """Open a table, or another page, as a visitor with the token for all seats of the table."""
    visitor.open_with_seats(new_table, game, list(range(load(game).players)), path)
