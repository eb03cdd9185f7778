import { expect, test } from "vitest";
import { applyFrameChanges, expandEvent } from "./changes";
import golden from "./changes.golden.json";
import { frame, playedEvent, state, toMessage } from "../fixtures";
import type { EventMessage, FrameChanges, Piece, TableState } from "../protocol";

interface Game {
  game: string;
  first: TableState;
  events: EventMessage[];
  last: TableState;
}

test.each(golden as unknown as Game[])(
  "$game: applying all events gives the last state, as in Python",
  ({ first, events, last }) => {
    let current = first;
    for (const event of events) {
      const expanded = expandEvent(current, event);
      expect(expanded?.frames).toHaveLength(event.steps.length);
      current = expanded?.state ?? current;
    }
    expect(current).toEqual(last);
    expect(current.frame.pieces.length).toBeGreaterThan(0);
  },
);

test("an event that does not follow the state is not expanded", () => {
  const event = toMessage(playedEvent(state(5, 1), 0, ["a"]));
  expect(expandEvent(state(4, 0), event)?.state.seq).toBe(5);
  expect(expandEvent(state(3, 0), event)).toBeNull();
  expect(expandEvent(state(5, 0), event)).toBeNull();
});

const piece = (cell: number, height = 1): Piece => {
  const look = { colour: "red", mark: "plain", letter: "r", owner: 0 } as const;
  return { cell, height, ...look };
};

test("pieces are removed, added and replaced, and stay ordered by cell", () => {
  const before = { ...frame(), pieces: [piece(1), piece(4), piece(9)] };
  const after = applyFrameChanges(before, { emptied_cells: [4], pieces: [piece(9, 2), piece(2)] });
  expect(after.pieces).toEqual([piece(1), piece(2), piece(9, 2)]);
});

test("legal actions are not carried over; null removes `info` and `decisive_cells`", () => {
  const targets = { a: { kind: "pass" as const, cells: [], spoken: "a" } };
  const before = { ...frame("a"), targets, info: "x", decisive_cells: [3] };
  expect(applyFrameChanges(before, {})).toEqual({ ...before, targets: {} });
  const removal: FrameChanges = { info: null, decisive_cells: null, turn: null };
  const after = applyFrameChanges(before, removal);
  expect("info" in after || "decisive_cells" in after).toBe(false);
  expect(after.turn).toBeNull();
  expect(applyFrameChanges(after, { info: "x", decisive_cells: [3], turn: 0, targets })).toEqual(
    before,
  );
});

test("changed numbers keep the other fields of counts", () => {
  const count = { seat: 0, what: "", colour: "red", mark: "plain" } as const;
  const before = { ...frame(), counts: [3, 4, 5].map((number) => ({ ...count, number })) };
  const after = applyFrameChanges(before, { changed_counts: [[1, 0]] });
  expect(after.counts.map(({ number }) => number)).toEqual([3, 0, 5]);
  expect(applyFrameChanges(before, { counts: [] }).counts).toEqual([]);
});
