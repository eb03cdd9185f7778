"""Records as clients see them: games that people keep, bring along and take with them."""

import json

from steinreich.core import narration
from steinreich.core.position import Position
from steinreich.draw.svg import svg
from steinreich.records import Record, to_json, to_text
from steinreich.records.faulty import ReadGame
from steinreich.records.reading import is_usual
from steinreich.rules.language import Words
from steinreich.session.schema import protocol, records
from steinreich.session.views.frames import frame, last_turn, said, steps
from steinreich.session.views.games import all_frames, board_view

OPENING_LENGTH = 12  # actions that count as a game's opening
TERMINATIONS = {  # what a record says of an end that does not follow from the rules
    "resignation": Words("resignation", "Aufgabe"),
    "time": Words("out of time", "Zeit abgelaufen"),
    "agreement": Words("by agreement", "vereinbart"),
}


def read_game_view(game: ReadGame) -> records.ReadGame:
    """A game of a text, as far as it can be read, and what is wrong with it."""
    return {
        "record": None if game.record is None else record_view(game.record),
        "fault": None if game.fault is None else said(game.fault),
    }


def record_view(record: Record) -> records.GameRecord:
    """All that a record tells."""
    game, positions = record.game, record.positions()
    done = steps(positions)
    end = positions[-1]
    result = end.returns if end.is_over else record.result
    return {
        "game": game.id,
        "name": game.name,
        "title": said(game.about.title),
        "variant": said(game.variant),
        "seats": [said(seat) for seat in game.about.players[: game.players]],
        "headers": dict(record.headers),
        "result": None if result is None else list(result),
        "why": said(why_over(record, end)),
        "start": str(positions[0]),
        "turns": turns_of(positions),
        "actions": len(done),
        "board": board_view(game),
        "frame": frame(end, last_turn(done, len(done))),
        "opening": opening_of(positions),
        "text": to_text(record),
        "json": json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")),
    }


def why_over(record: Record, end: Position) -> Words:
    """Why the game ended, as far as the rules or the record tell."""
    if end.is_over:
        seats = end.game.about.players[: end.game.players]
        given = [record.headers.get(f"Player{n}") for n in range(1, len(seats) + 1)]
        both = zip(given, seats, strict=True)
        names = [Words(name, name) if name else seat for name, seat in both]
        return narration.ending(end).named(names)
    return TERMINATIONS.get(record.headers.get("Termination", ""), Words("", ""))


def turns_of(positions: list[Position]) -> list[protocol.Turn]:
    """The main line in turns, with the signs that people read behind the actions."""
    turns: list[protocol.Turn] = []
    for before, step in zip(positions, steps(positions), strict=False):
        if before.starts_turn or not turns:
            turns.append({"seat": before.player, "actions": [], "signs": []})
        turns[-1]["actions"].append(str(step.position.last))
        turns[-1]["signs"].append(step.effects.sign)
    return turns


def opening_of(positions: list[Position]) -> list[str]:
    """The keys of the first positions; none where the game began elsewhere or by chance."""
    first = positions[1 : OPENING_LENGTH + 1] if is_usual(positions[0]) else []
    return [one.key for one in first]


def record_frames(record: Record) -> records.RecordFrames:
    """Every moment of a record's main line."""
    return {"board": board_view(record.game), "frames": all_frames(record.positions())}


def pictures_view(record: Record, wanted: records.PicturesRequest) -> records.Pictures:
    """Pictures of some of its moments."""
    shown = record.positions()[wanted["first"] : wanted["last"] + 1]
    theme, language = wanted.get("theme", "light"), wanted.get("language", "en")
    return {"pictures": [svg(one, theme, language, wanted.get("width")) for one in shown]}
