"""Play a game while only the standard library can be imported:
`standard_library_only.py SOURCES play GAME`.

`import MODULE` and `thread` show that nothing else is available.
"""

import _thread
import importlib
import json
import pkgutil
import sys
import threading
from typing import Any

# Modules of the standard library that browsers lack, or that sessions must not use
BLOCKED_MODULES = {
    "asyncio",
    "concurrent",
    "multiprocessing",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
}


class StandardLibraryFinder:
    """An import hook that allows only the standard library and Steinreich."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        top = name.partition(".")[0]
        if top in BLOCKED_MODULES or top not in {*sys.stdlib_module_names, "steinreich"}:
            raise ModuleNotFoundError(f"{name} is not there", name=name)


def refuse_thread(*_: object, **__: object) -> Any:
    raise RuntimeError("no threads here")


def play_game(game: str) -> dict[str, Any]:
    """Create a table, join, play, offer, undo by consent, resign: everything that players can
    do.
    """
    from steinreich import records, session

    for module in pkgutil.walk_packages(session.__path__, "steinreich.session."):
        importlib.import_module(module.name)
    from steinreich.core.game import load
    from steinreich.session.decisions import Command, Join, decide
    from steinreich.session.legal_actions import get_legal_actions
    from steinreich.session.records import make_record
    from steinreich.session.schema.messages import Act, Decline, Offer, Rename, Resign
    from steinreich.session.table import Event, Table
    from steinreich.session.views.tables import event_view, get_last_sent, make_snapshot

    seats = [{"kind": "here", "name": "Ada", "level": None}, {"kind": "friend"}]
    clock = {"kind": "fischer", "seconds": 300, "increment": 5}
    data = {"game": game, "start": str(load(game).start(1)), "seats": seats, "clock": clock}
    events = [Event(1, 0, "opened", data | {"listed": False, "lots": False}, None)]
    table = Table.from_events("t", events)

    def handle(command: Command, seat: int) -> None:
        outcome = decide(table, command, frozenset({seat}), 1000 * len(events))
        assert isinstance(outcome, Event), outcome
        events.append(outcome)
        before = get_last_sent(table)
        table.apply(outcome)
        json.dumps(event_view(table, outcome, outcome.at, before), default=str)

    def play_turn(number: int) -> None:
        actions: list[str] = []
        seat, position = table.position.player, table.position
        while not actions or not position.starts_turn:
            actions.append(min(get_legal_actions(position)))
            position = position.play(actions[-1])
        handle(Act(f"turn{number}", table.actions, actions), seat)

    handle(Join("join", 1, "Ben"), 1)
    handle(Rename("name", 0, "Ada L."), 0)
    for number in range(4):
        play_turn(number)
    player = table.position.player
    handle(Offer("back", "undo"), player)
    handle(Offer("yes", "undo"), 1 - player)
    play_turn(4)
    handle(Resign("enough"), player)
    handle(Offer("again", "rematch"), player)
    handle(Decline("no", "rematch"), 1 - player)
    json.dumps(make_snapshot(Table.from_events("t", events), 0, "de"), default=str)
    assert table.result
    return {
        "modules": sorted(name for name in sys.modules if name.startswith("steinreich.session.")),
        "events": sorted({event.kind for event in events}),
        "result": table.result.reason,
        "record": records.write(make_record(table)),
    }


if __name__ == "__main__":
    sources, command, *arguments = sys.argv[1:]
    sys.path.insert(0, sources)
    sys.meta_path.insert(0, StandardLibraryFinder())
    _thread.start_new_thread = refuse_thread
    threading.Thread.start = refuse_thread  # type: ignore[method-assign]
    if command == "play":
        print(json.dumps(play_game(arguments[0])))
    elif command == "import":
        importlib.import_module(arguments[0])
    else:
        threading.Thread(target=refuse_thread).start()
