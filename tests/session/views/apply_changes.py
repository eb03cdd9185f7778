"""Apply the changes of an event to the state before it, as clients do."""

from typing import cast

from steinreich.session.schema import protocol
from steinreich.session.schema.messages import EventMessage
from steinreich.session.schema.protocol import FrameChanges
from steinreich.session.views.tables import replace_numbers


def apply_event(state: protocol.TableState, event: EventMessage) -> protocol.TableState:
    """Return the state after an event."""
    if event["seq"] != state["seq"] + 1:
        raise ValueError(f"event {event['seq']} does not follow state {state['seq']}")
    changes = event["state"]
    frame = [state["frame"], *get_intermediate_frames(state, event)][-1]
    if "frame" in changes:
        frame = apply_frame_changes(frame, changes["frame"])
    others = {name: value for name, value in changes.items() if name != "frame"}
    return cast(protocol.TableState, {**state, **others, "seq": event["seq"], "frame": frame})


def get_intermediate_frames(
    state: protocol.TableState, event: EventMessage
) -> list[protocol.Frame]:
    """Return the frames of a turn before its last action."""
    frames = [state["frame"]]
    for step in event["steps"]:
        frames.append(apply_frame_changes(frames[-1], step))
    return frames[1:]


def apply_frame_changes(frame: protocol.Frame, changes: FrameChanges) -> protocol.Frame:
    """Return the frame after changes."""
    pieces = {piece["cell"]: piece for piece in frame["pieces"]}
    for cell in changes.get("emptied_cells", ()):
        del pieces[cell]
    pieces |= {piece["cell"]: piece for piece in changes.get("pieces", ())}
    after: protocol.Frame = {
        "pieces": [pieces[cell] for cell in sorted(pieces)],
        "targets": changes.get("targets", {}),
        "placeable": changes.get("placeable", {}),
        "turn": changes["turn"] if "turn" in changes else frame["turn"],
        "starts_turn": changes.get("starts_turn", frame["starts_turn"]),
        "prompt": changes.get("prompt", frame["prompt"]),
        "counts": changes.get(
            "counts", replace_numbers(frame["counts"], changes.get("changed_counts", []))
        ),
        "last": changes.get("last", frame["last"]) + changes.get("continued", []),
        "winning_lines": changes.get("winning_lines", frame["winning_lines"]),
    }
    if (info := changes["info"] if "info" in changes else frame.get("info")) is not None:
        after["info"] = info
    decided = (
        changes["decisive_cells"] if "decisive_cells" in changes else frame.get("decisive_cells")
    )
    if decided is not None:
        after["decisive_cells"] = decided
    return after
