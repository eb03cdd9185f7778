// Expansion of events, which the server sends as changes to the state before.  Pure; the counterpart
// of src/steinreich/session/views/tables.py.
import type { Count, EventMessage, Frame, FrameChanges, TableState } from "../protocol";

/** An event with the frames and the state that its changes produce. */
export interface TableEvent extends Pick<
  EventMessage,
  "type" | "kind" | "seat" | "actions" | "now"
> {
  frames: Frame[]; // of a turn: after each action but the last
  state: TableState; // after the event
}

/** Apply the changes of an event to the state before it; return null if it does not follow that
 * state. */
export function expandEvent(before: TableState, message: EventMessage): TableEvent | null {
  if (message.seq !== before.seq + 1) return null;
  const { type, kind, seat, actions, now } = message;
  const frames: Frame[] = [];
  for (const step of message.steps)
    frames.push(applyFrameChanges(frames.at(-1) ?? before.frame, step));
  const { frame: changes, ...others } = message.state;
  const lastFrame = frames.at(-1) ?? before.frame;
  const frame = changes ? applyFrameChanges(lastFrame, changes) : lastFrame;
  const state = { ...before, ...others, seq: message.seq, frame };
  return { type, kind, seat, actions, now, frames, state };
}

export function applyFrameChanges(frame: Frame, changes: FrameChanges): Frame {
  const {
    emptied_cells,
    pieces,
    changed_counts,
    last,
    continued,
    info,
    decisive_cells,
    ...others
  } = changes;
  const after: Frame = {
    ...frame,
    targets: {},
    placeable: {},
    counts: updateCounts(frame.counts, changed_counts ?? []),
    ...others,
    last: [...(last ?? frame.last), ...(continued ?? [])],
  };
  if (emptied_cells || pieces) {
    const byCell = new Map(frame.pieces.map((piece) => [piece.cell, piece]));
    emptied_cells?.forEach((cell) => byCell.delete(cell));
    pieces?.forEach((piece) => byCell.set(piece.cell, piece));
    after.pieces = [...byCell.values()].sort((a, b) => a.cell - b.cell);
  }
  if (info) after.info = info;
  else if (info === null) delete after.info;
  if (decisive_cells) after.decisive_cells = decisive_cells;
  else if (decisive_cells === null) delete after.decisive_cells;
  return after;
}

function updateCounts(counts: Count[], changes: [index: number, number: number][]): Count[] {
  const numbers = new Map(changes);
  return counts.map((count, i) => ({ ...count, number: numbers.get(i) ?? count.number }));
}
