"""What an event changes at a table: made for those who know the state before, and applied to it."""

from typing import NamedTuple, cast

from steinreich.core.position import Position
from steinreich.session.clocks import Clocks
from steinreich.session.schema import protocol
from steinreich.session.schema.changes import FrameChanges, StateChanges
from steinreich.session.schema.messages import EventMessage
from steinreich.session.table import Event, Offers, Result, Seat, Table
from steinreich.session.views.frames import Step, happened, still
from steinreich.session.views.tables import (
    clocks_view,
    offers_view,
    result_of,
    seats_of,
    table_frame,
)

# Made


class Known(NamedTuple):
    """What those at a table know of it: what the fields of its state are made from."""

    status: protocol.Status
    seats: list[Seat]
    awaits_lots: bool
    order: list[int]
    actions: int
    frame: protocol.Frame  # without what led to it
    clocks: Clocks
    offers: Offers
    result: Result | None
    next: str | None


def known(table: Table) -> Known:
    """What those know who have heard of everything until now."""
    return Known(
        table.status,
        list(table.seats),
        table.awaits_lots,
        table.order,
        table.actions,
        still_of(table.position),
        table.clocks,
        table.offers,
        table.result,
        table.next,
    )


def still_of(position: Position) -> protocol.Frame:
    return still(position, position.laid)


def event_view(table: Table, event: Event, now: int, before: Known) -> EventMessage:
    """An event as those at the table hear of it, when the table has taken it in."""
    played = event.kind == "played"
    frames = played_frames(before, table) if played else []
    state = state_changes(before, table)
    if played:
        state["frame"] = frames.pop()
    elif event.kind == "undone":
        state["frame"] = undone_frame(before, table)
    elif "status" in state:  # what is legal changes with it
        state["frame"] = {}
    return {
        "type": "event",
        "kind": cast(protocol.EventKind, event.kind),  # or the table would not have taken it in
        "seat": event.data.get("seat"),
        "seq": event.seq,
        "actions": list(event.data["actions"]) if played else [],
        "steps": frames,
        "state": state,
        "now": now,
    }


def for_who_acts(message: EventMessage, legal: protocol.Legal) -> EventMessage:
    """The same event for who is to act next: with the legal actions, unless they have stayed the
    same."""
    state = message["state"]
    if "frame" not in state:
        return message
    frame: FrameChanges = {**state["frame"], **legal}
    return {**message, "state": {**state, "frame": frame}}


def state_changes(before: Known, table: Table) -> StateChanges:
    """What has changed but for the frame."""
    changes: StateChanges = {}
    reseated = table.seats != before.seats or table.awaits_lots != before.awaits_lots
    if table.status != before.status:
        changes["status"] = table.status
    if reseated:
        changes["seats"] = seats_of(table)
    if table.order != before.order:
        changes["order"] = table.order
    if table.actions != before.actions:
        changes["actions"] = table.actions
    if table.clocks != before.clocks:
        changes["clocks"] = clocks_view(table.clocks)
    if table.offers != before.offers:
        changes["offers"] = offers_view(table.offers)
    if table.result != before.result or (table.result and reseated):  # which says names
        changes["result"] = result_of(table)
    if table.next != before.next:
        changes["next"] = table.next
    return changes


def played_frames(before: Known, table: Table) -> list[FrameChanges]:
    """What each action of a turn has changed on the board."""
    made, frame = [], before.frame
    for number in range(before.actions + 1, table.actions + 1):
        earlier, position = table.positions[number - 1 : number + 1]
        following = still_of(position)
        changes = frame_changes(frame, following)
        step = happened(Step(position, position.effects_of_last(earlier)))
        if number == 1 or earlier.starts_turn:
            changes["last"] = [step]
        else:
            changes["added"] = [step]
        made.append(changes)
        frame = following
    return made


def undone_frame(before: Known, table: Table) -> FrameChanges:
    """What the board is again, and the turn that had led there."""
    changes = frame_changes(before.frame, still_of(table.position))
    changes["last"] = table_frame(table, table.actions)["last"]
    return changes


def frame_changes(before: protocol.Frame, after: protocol.Frame) -> FrameChanges:
    """What differs between two moments, but for what led to them.  Pieces that are the same are the
    same object, for views keep them."""
    changes: FrameChanges = {}
    old, new = before["pieces"], after["pieces"]
    stayed, cells = set(map(id, old)), {piece["cell"] for piece in new}
    if gone := [piece["cell"] for piece in old if piece["cell"] not in cells]:
        changes["gone"] = gone
    if fresh := [piece for piece in new if id(piece) not in stayed]:
        changes["pieces"] = fresh
    if after["turn"] != before["turn"]:
        changes["turn"] = after["turn"]
    if after["starts_turn"] != before["starts_turn"]:
        changes["starts_turn"] = after["starts_turn"]
    if after["due"] != before["due"]:
        changes["due"] = after["due"]
    if after["counts"] != before["counts"]:
        count_changes(changes, before["counts"], after["counts"])
    if after["lit"] != before["lit"]:
        changes["lit"] = after["lit"]
    if after.get("info") != before.get("info"):
        changes["info"] = after.get("info")
    if after.get("decided") != before.get("decided"):
        changes["decided"] = after.get("decided")
    return changes


def count_changes(
    changes: FrameChanges, before: list[protocol.Count], after: list[protocol.Count]
) -> None:
    """Only the numbers, if the same things are counted."""
    numbers = [
        (place, count["number"])
        for place, (old, count) in enumerate(zip(before, after, strict=False))
        if count != old
    ]
    if with_numbers(before, numbers) == after:
        changes["numbers"] = numbers
    else:
        changes["counts"] = after


# Applied


def state_after(state: protocol.TableState, event: EventMessage) -> protocol.TableState:
    """The state to which an event leads from the one before."""
    if event["seq"] != state["seq"] + 1:
        raise ValueError(f"event {event['seq']} does not follow state {state['seq']}")
    changes = event["state"]
    frame = [state["frame"], *frames_between(state, event)][-1]
    if "frame" in changes:
        frame = frame_after(frame, changes["frame"])
    others = {name: value for name, value in changes.items() if name != "frame"}
    return cast(protocol.TableState, {**state, **others, "seq": event["seq"], "frame": frame})


def frames_between(state: protocol.TableState, event: EventMessage) -> list[protocol.Frame]:
    """What is seen of a turn before its last action."""
    frames = [state["frame"]]
    for step in event["steps"]:
        frames.append(frame_after(frames[-1], step))
    return frames[1:]


def frame_after(frame: protocol.Frame, changes: FrameChanges) -> protocol.Frame:
    """The moment to which changes lead."""
    pieces = {piece["cell"]: piece for piece in frame["pieces"]}
    for cell in changes.get("gone", ()):
        del pieces[cell]
    pieces |= {piece["cell"]: piece for piece in changes.get("pieces", ())}
    after: protocol.Frame = {
        "pieces": [pieces[cell] for cell in sorted(pieces)],
        "targets": changes.get("targets", {}),
        "to_put": changes.get("to_put", {}),
        "turn": changes["turn"] if "turn" in changes else frame["turn"],
        "starts_turn": changes.get("starts_turn", frame["starts_turn"]),
        "due": changes.get("due", frame["due"]),
        "counts": changes.get("counts", with_numbers(frame["counts"], changes.get("numbers", []))),
        "last": changes.get("last", frame["last"]) + changes.get("added", []),
        "lit": changes.get("lit", frame["lit"]),
    }
    if (info := changes["info"] if "info" in changes else frame.get("info")) is not None:
        after["info"] = info
    decided = changes["decided"] if "decided" in changes else frame.get("decided")
    if decided is not None:
        after["decided"] = decided
    return after


def with_numbers(
    counts: list[protocol.Count], numbers: list[tuple[int, int]]
) -> list[protocol.Count]:
    """Counts of which some have another number."""
    changed = list(counts)
    for place, number in numbers:
        changed[place] = {**changed[place], "number": number}
    return changed
