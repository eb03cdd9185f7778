"""Game records as data for clients."""

import json

from steinreich.core import narration
from steinreich.core.position import Position
from steinreich.draw.svg import svg
from steinreich.records import Record, to_json, to_text
from steinreich.records.lenient import ReadGame
from steinreich.records.reading import is_default_start
from steinreich.rules.language import NO_TEXT, Text, Verbatim
from steinreich.session.schema import protocol, records
from steinreich.session.views.frames import get_last_turn, get_steps, make_frame, make_frames
from steinreich.session.views.games import board_view

OPENING_LENGTH = 12  # actions
TERMINATIONS = {  # endings that do not follow from the rules
    "resignation": Text("resignation"),
    "time": Text("out of time"),
    "agreement": Text("by agreement"),
}


def read_game_view(game: ReadGame) -> records.ReadGame:
    """Return a game of a text up to its first error, and the error."""
    return {
        "record": None if game.record is None else record_view(game.record),
        "fault": None if game.fault is None else game.fault,
    }


def record_view(record: Record) -> records.GameRecord:
    """Return the data of a record."""
    game, positions = record.game, record.positions()
    path_steps = get_steps(positions)
    end = positions[-1]
    result = end.returns if end.is_over else record.result
    return {
        "game": game.id,
        "name": game.name,
        "title": game.about.title,
        "variant": game.variant,
        "seats": list(game.about.players[: game.players]),
        "headers": dict(record.headers),
        "result": None if result is None else list(result),
        "why": get_end_reason(record, end),
        "start": str(positions[0]),
        "turns": turns_view(positions),
        "actions": len(path_steps),
        "board": board_view(game),
        "frame": make_frame(end, get_last_turn(path_steps, len(path_steps))),
        "opening": get_opening_keys(positions),
        "text": to_text(record),
        "json": json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")),
    }


def get_end_reason(record: Record, end: Position) -> Text:
    """Return why the game ended, as far as the rules or the record state it."""
    if end.is_over:
        seats = end.game.about.players[: end.game.players]
        recorded_names = [record.headers.get(f"Player{n}") for n in range(1, len(seats) + 1)]
        both = zip(recorded_names, seats, strict=True)
        names = [Verbatim(name) if name else seat for name, seat in both]
        return narration.get_ending(end).get_reason(names)
    return TERMINATIONS.get(record.headers.get("Termination", ""), NO_TEXT)


def turns_view(positions: list[Position]) -> list[protocol.Turn]:
    """Return the main line in turns, with the signs that follow the actions in lists."""
    turns: list[protocol.Turn] = []
    for before, step in zip(positions, get_steps(positions), strict=False):
        if before.starts_turn or not turns:
            turns.append({"seat": before.player, "actions": [], "signs": []})
        turns[-1]["actions"].append(str(step.position.last_move))
        turns[-1]["signs"].append(step.effects.sign)
    return turns


def get_opening_keys(positions: list[Position]) -> list[str]:
    """Return the keys of the first positions; none if the game has another start or a random
    one."""
    first = positions[1 : OPENING_LENGTH + 1] if is_default_start(positions[0]) else []
    return [position.key for position in first]


def record_frames_view(record: Record) -> records.RecordFrames:
    """Return all frames of the main line of a record."""
    return {"board": board_view(record.game), "frames": make_frames(record.positions())}


def pictures_view(record: Record, request: records.PicturesRequest) -> records.Pictures:
    """Return pictures of some positions of a record."""
    shown = record.positions()[request["first"] : request["last"] + 1]
    theme, language = request.get("theme", "light"), request.get("language", "en")
    return {
        "pictures": [svg(position, theme, language, request.get("width")) for position in shown]
    }
