"""Tables as data for clients: snapshots, changes and lobby entries."""

from typing import NamedTuple, cast

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Look
from steinreich.rules.vocabulary import Language
from steinreich.session import texts
from steinreich.session.clocks import Clocks
from steinreich.session.decisions import get_claim_delay_ms
from steinreich.session.schema import protocol
from steinreich.session.schema.limits import MAX_TURN_ACTIONS
from steinreich.session.schema.messages import EventMessage
from steinreich.session.schema.protocol import FrameChanges, StateChanges
from steinreich.session.table import Event, Offers, Table
from steinreich.session.views.frames import (
    Step,
    get_last_turn,
    get_steps,
    look_view,
    make_frame,
    make_static_frame,
    played_action_view,
)
from steinreich.session.views.games import board_view


def make_snapshot(
    table: Table, now: int, legal_language: Language | None = None
) -> protocol.Snapshot:
    """Return the whole state of a table.

    With `legal_language`, that of the player to move, it includes the legal actions.
    """
    game = table.game
    return {
        "id": table.id,
        "game": game.id,
        "name": game.name,
        "title": game.about.title,
        "variant": game.variant,
        "options": dict(game.options),
        "board": board_view(game),
        "premoves": get_premove_mode(game),
        "claim_delay_ms": get_claim_delay_ms(table.clock),
        "can_offer_draw": game.definition.has_draws and game.players > 1,
        "clock": table.clock,
        "listed": table.listed,
        "random_sides": table.random_sides,
        "is_rematch": table.rematch_of is not None,
        "hints": table.hints,
        "teaching": table.teaching,
        "start": str(table.positions[0]),
        "turns": turns_view(table),
        "state": state_view(table, legal_language),
        "now": now,
    }


def get_premove_mode(game: Game) -> protocol.Premoves:
    """Return how premoves are chosen; their legality is checked when they are played."""
    if not game.definition.has_single_action_turns or game.players == 1:
        return "none"
    return "tiles" if game.definition.has_tiles else "cells"


def turns_view(table: Table) -> list[protocol.Turn]:
    """Return all turns so far, with the sign shown after each action in move lists."""
    signs = iter([step.effects.sign for step in get_steps(table.positions)])
    return [
        {
            "seat": turn.seat,
            "actions": list(turn.actions),
            "signs": [next(signs) for _ in turn.actions],
        }
        for turn in table.turns
    ]


def state_view(table: Table, legal_language: Language | None = None) -> protocol.TableState:
    """Return the state that changes during a game.

    With `legal_language`, that of the player to move, it includes the legal actions.
    """
    frame = make_table_frame(table, table.actions, legal_language)
    return cast(protocol.TableState, {"seq": table.seq, **get_state_fields(table), "frame": frame})


def get_state_fields(table: Table) -> StateChanges:
    """Return the state of a table without its frame."""
    return {
        "status": table.status,
        "seats": seats_view(table),
        "order": table.order,
        "actions": table.actions,
        "clocks": clocks_view(table.clocks),
        "offers": offers_view(table.offers),
        "result": result_view(table),
        "rematch_table": table.rematch_table,
    }


def make_table_frame(
    table: Table, number: int, legal_language: Language | None = None
) -> protocol.Frame:
    """Return the frame after a number of actions."""
    first = max(0, number - MAX_TURN_ACTIONS)  # includes the whole turn
    path_steps = get_steps(table.positions[first : number + 1])
    return make_frame(
        table.positions[number], get_last_turn(path_steps, number - first), legal_language
    )


def seats_view(table: Table) -> list[protocol.Seat]:
    looks: list[Look | None] = [*table.game.about.looks[: len(table.seats)]]
    looks += [None] * (len(table.seats) - len(looks))  # seats without pieces of their own
    display_names = texts.get_display_names(table)
    return [
        {
            "title": texts.get_seat_title(table, number),
            "display_name": display_names[number],
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "taken": seat.taken,
            "look": None if look is None or table.has_unassigned_sides else look_view(*look),
        }
        for number, (seat, look) in enumerate(zip(table.seats, looks, strict=True))
    ]


def clocks_view(clocks: Clocks) -> protocol.Clocks:
    return {"remaining_ms": list(clocks.remaining_ms), "running": clocks.running, "at": clocks.at}


def offers_view(offers: Offers) -> protocol.Offers:
    undo = offers.undo
    return {
        "draw": sorted(offers.draw),
        "undo": undo
        and {"seat": undo.seat, "to": undo.to, "pending_seats": sorted(undo.pending_seats)},
        "rematch": sorted(offers.rematch),
    }


def result_view(table: Table) -> protocol.Result | None:
    result = table.result
    if result is None:
        return None
    return {
        "returns": list(result.returns),
        "winner": result.winner,
        "reason": result.reason,
        "text": texts.get_headline(table, result),
        "why": texts.get_end_reason(table, result),
        "why_by_seat": [
            texts.get_end_reason_for_seat(table, result, seat) for seat in range(len(table.seats))
        ],
    }


def make_past_frames(table: Table, first: int, last: int) -> protocol.Frames:
    """Return the frames after `first` to `last` actions, as far as they exist."""
    first = max(0, first)
    numbers = range(first, min(last, table.actions) + 1)
    return {"first": first, "frames": [make_table_frame(table, number) for number in numbers]}


def lobby_view(table: Table) -> protocol.LobbyEntry:
    """Return a lobby entry."""
    return {
        "id": table.id,
        "game": table.game.id,
        "name": table.game.name,
        "title": table.game.about.title,
        "variant": table.game.variant,
        "seats": seats_view(table),
        "random_sides": table.random_sides,
        "order": table.order,
        "clock": table.clock,
        "status": table.status,
        "actions": table.actions,
        "turn": table.position.player if table.status == "playing" else None,
        "result": result_view(table),
        "opened_at": table.opened_at,
        "last_event_at": table.last_event_at,
    }


# Changes by an event


class LastSent(NamedTuple):
    """The last state that was sent; changes are computed relative to it."""

    fields: StateChanges  # all except the frame
    frame: protocol.Frame  # without the last turn and the legal actions


def get_last_sent(table: Table) -> LastSent:
    """Return the current state, as known to clients that have received all events."""
    return LastSent(get_state_fields(table), make_static_table_frame(table.position))


def make_static_table_frame(position: Position) -> protocol.Frame:
    """Return the frame of a position without the last turn and the legal actions."""
    return make_static_frame(position, position.placed_tiles)


def event_view(table: Table, event: Event, now: int, before: LastSent) -> EventMessage:
    """Return the message of an event that the table has applied."""
    played = event.kind == "played"
    frames = get_turn_changes(before, table) if played else []
    state: StateChanges = {}
    for name, value in get_state_fields(table).items():
        if value != before.fields[name]:  # type: ignore[literal-required]
            state[name] = value  # type: ignore[literal-required]
    if played:
        state["frame"] = frames.pop()
    elif event.kind == "undone":
        state["frame"] = get_undo_changes(before, table)
    elif "status" in state:  # the legal actions change with it
        state["frame"] = {}
    return {
        "type": "event",
        "kind": cast(protocol.EventKind, event.kind),  # the table accepts known kinds only
        "seat": event.data.get("seat"),
        "seq": event.seq,
        "actions": list(event.data["actions"]) if played else [],
        "steps": frames,
        "state": state,
        "now": now,
    }


def add_legal_actions(message: EventMessage, legal: protocol.LegalActions) -> EventMessage:
    """Return the message for the player to move: with the legal actions, if they have changed."""
    state = message["state"]
    if "frame" not in state:
        return message
    frame: FrameChanges = {**state["frame"], **legal}
    return {**message, "state": {**state, "frame": frame}}


def get_turn_changes(before: LastSent, table: Table) -> list[FrameChanges]:
    """Return the changes of the frame by each action of a turn."""
    turn_changes, frame = [], before.frame
    for number in range(before.fields["actions"] + 1, table.actions + 1):
        previous, position = table.positions[number - 1 : number + 1]
        next_frame = make_static_table_frame(position)
        changes = get_frame_changes(frame, next_frame)
        step = played_action_view(Step(position, position.get_last_effects(previous)))
        if number == 1 or previous.starts_turn:
            changes["last"] = [step]
        else:
            changes["continued"] = [step]
        turn_changes.append(changes)
        frame = next_frame
    return turn_changes


def get_undo_changes(before: LastSent, table: Table) -> FrameChanges:
    """Return the changes of the frame by an undo, with the turn that led to the position."""
    changes = get_frame_changes(before.frame, make_static_table_frame(table.position))
    changes["last"] = make_table_frame(table, table.actions)["last"]
    return changes


def get_frame_changes(before: protocol.Frame, after: protocol.Frame) -> FrameChanges:
    """Return the differences between two frames, except for the last turn."""
    changes: FrameChanges = {}
    old = {piece["cell"]: piece for piece in before["pieces"]}
    new = {piece["cell"]: piece for piece in after["pieces"]}
    if emptied := [cell for cell in old if cell not in new]:
        changes["emptied_cells"] = emptied
    if changed := [piece for cell, piece in new.items() if old.get(cell) != piece]:
        changes["pieces"] = changed
    if after["turn"] != before["turn"]:
        changes["turn"] = after["turn"]
    if after["starts_turn"] != before["starts_turn"]:
        changes["starts_turn"] = after["starts_turn"]
    if after["prompt"] != before["prompt"]:
        changes["prompt"] = after["prompt"]
    if after["counts"] != before["counts"]:
        add_count_changes(changes, before["counts"], after["counts"])
    if after["winning_lines"] != before["winning_lines"]:
        changes["winning_lines"] = after["winning_lines"]
    if after.get("info") != before.get("info"):
        changes["info"] = after.get("info")
    if after.get("decisive_cells") != before.get("decisive_cells"):
        changes["decisive_cells"] = after.get("decisive_cells")
    return changes


def add_count_changes(
    changes: FrameChanges, before: list[protocol.Count], after: list[protocol.Count]
) -> None:
    """Add changed counts to `changes`: only their numbers, if nothing else has changed."""
    numbers = [
        (index, count["number"])
        for index, (old, count) in enumerate(zip(before, after, strict=False))
        if count != old
    ]
    if replace_numbers(before, numbers) == after:
        changes["changed_counts"] = numbers
    else:
        changes["counts"] = after


def replace_numbers(
    counts: list[protocol.Count], numbers: list[tuple[int, int]]
) -> list[protocol.Count]:
    """Return counts with some numbers replaced."""
    changed = list(counts)
    for index, number in numbers:
        changed[index] = {**changed[index], "number": number}
    return changed
