import { expect, test } from "vitest";
import { frameAfter, happeningOf } from "./changes";
import golden from "./changes.golden.json";
import { frame, played, state, told } from "../fixtures";
import type { EventMessage, FrameChanges, Piece, TableState } from "../protocol";

interface Game {
  game: string;
  first: TableState;
  events: EventMessage[];
  last: TableState;
}

test.each(golden as unknown as Game[])(
  "$game: changes lead from the first state to the last, as in Python",
  ({ first, events, last }) => {
    let now = first;
    for (const event of events) {
      const happening = happeningOf(now, event);
      expect(happening?.frames).toHaveLength(event.steps.length);
      now = happening?.state ?? now;
    }
    expect(now).toEqual(last);
    expect(now.frame.pieces.length).toBeGreaterThan(0);
  },
);

test("an event that does not follow changes nothing", () => {
  const event = told(played(state(5, 1), 0, ["a"]));
  expect(happeningOf(state(4, 0), event)?.state.seq).toBe(5);
  expect(happeningOf(state(3, 0), event)).toBeNull();
  expect(happeningOf(state(5, 0), event)).toBeNull();
});

const piece = (cell: number, height = 1): Piece => {
  const look = { colour: "red", mark: "plain", letter: "r", owner: 0 } as const;
  return { cell, height, ...look };
};

test("pieces go, come and change, and stay ordered by cell", () => {
  const before = { ...frame(), pieces: [piece(1), piece(4), piece(9)] };
  const after = frameAfter(before, { gone: [4], pieces: [piece(9, 2), piece(2)] });
  expect(after.pieces).toEqual([piece(1), piece(2), piece(9, 2)]);
});

test("legal actions are not kept; what ended the game and what was told may go again", () => {
  const targets = { a: { kind: "pass" as const, cells: [], spoken: "a" } };
  const before = { ...frame("a"), targets, info: "x", decided: [3] };
  expect(frameAfter(before, {})).toEqual({ ...before, targets: {} });
  const gone: FrameChanges = { info: null, decided: null, turn: null };
  const after = frameAfter(before, gone);
  expect("info" in after || "decided" in after).toBe(false);
  expect(after.turn).toBeNull();
  expect(frameAfter(after, { info: "x", decided: [3], turn: 0, targets })).toEqual(before);
});

test("of counts only the numbers change", () => {
  const count = { seat: 0, what: "", colour: "red", mark: "plain" } as const;
  const before = { ...frame(), counts: [3, 4, 5].map((number) => ({ ...count, number })) };
  const after = frameAfter(before, { numbers: [[1, 0]] });
  expect(after.counts.map(({ number }) => number)).toEqual([3, 0, 5]);
  expect(frameAfter(before, { counts: [] }).counts).toEqual([]);
});
