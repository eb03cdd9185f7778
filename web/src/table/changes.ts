// What an event changes, applied to the state before it.  Pure, and the same as in
// src/steinreich/session/views/tables.py.
import type { Count, EventMessage, Frame, FrameChanges, TableState } from "../protocol";

/** An event as a whole: with what the table looks like while and after it happens. */
export interface Happening extends Pick<
  EventMessage,
  "type" | "kind" | "seat" | "actions" | "now"
> {
  frames: Frame[]; // played: after each action but the last
  state: TableState; // afterwards
}

/** `null`: it does not follow this state. */
export function happeningOf(before: TableState, event: EventMessage): Happening | null {
  if (event.seq !== before.seq + 1) return null;
  const { type, kind, seat, actions, now } = event;
  const frames: Frame[] = [];
  for (const step of event.steps) frames.push(frameAfter(frames.at(-1) ?? before.frame, step));
  const { frame: changes, ...others } = event.state;
  const known = frames.at(-1) ?? before.frame;
  const frame = changes ? frameAfter(known, changes) : known;
  const state = { ...before, ...others, seq: event.seq, frame };
  return { type, kind, seat, actions, now, frames, state };
}

export function frameAfter(frame: Frame, changes: FrameChanges): Frame {
  const { gone, pieces, numbers, last, added, info, decided, ...others } = changes;
  const after: Frame = {
    ...frame,
    targets: {},
    to_put: {},
    counts: withNumbers(frame.counts, numbers ?? []),
    ...others,
    last: [...(last ?? frame.last), ...(added ?? [])],
  };
  if (gone || pieces) {
    const standing = new Map(frame.pieces.map((piece) => [piece.cell, piece]));
    gone?.forEach((cell) => standing.delete(cell));
    pieces?.forEach((piece) => standing.set(piece.cell, piece));
    after.pieces = [...standing.values()].sort((one, other) => one.cell - other.cell);
  }
  if (info) after.info = info;
  else if (info === null) delete after.info;
  if (decided) after.decided = decided;
  else if (decided === null) delete after.decided;
  return after;
}

function withNumbers(counts: Count[], numbers: [number, number][]): Count[] {
  const changed = new Map(numbers);
  return counts.map((count, place) => ({ ...count, number: changed.get(place) ?? count.number }));
}
