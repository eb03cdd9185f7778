import { expect, test } from "vitest";
import { frame, snapshot } from "../fixtures";
import { awayAt } from "./absence";
import { apply, type TableView } from "./tableView";

const MINUTE = 60_000;

/** Seat 0 is ours; `turn` is whose turn it is. */
function view(turn: number, present: boolean[], since: (number | null)[]): TableView | null {
  const shown = snapshot(1, [], { frame: frame("x", turn) });
  const welcomed = apply(null, { type: "welcome", mine: [0], snapshot: shown }, 0);
  return apply(welcomed, { type: "presence", seats: present, since, watching: 0 }, 0);
}

function away(tableView: TableView | null, now: number) {
  return tableView && awayAt(tableView, now);
}

test("whoever is at the table is not away, and neither is who reloads the page", () => {
  expect(away(view(1, [true, true], [0, 0]), MINUTE)).toBeNull();
  expect(away(view(1, [true, false], [0, MINUTE]), MINUTE + 5000)).toBeNull();
  expect(away(null, 0)).toBeNull();
});

test("after a fair time of waiting at the other's turn the win can be claimed", () => {
  const left = { seat: 1, ms: 4 * MINUTE, claimable: false };
  const waits = view(1, [true, false], [0, MINUTE]);
  expect(away(waits, 5 * MINUTE)).toEqual(left);
  expect(away(waits, 6 * MINUTE)).toMatchObject({ claimable: true });
  expect(away(view(0, [true, false], [0, MINUTE]), 9 * MINUTE)?.claimable).toBe(false);
  expect(away(view(1, [true, false], [5 * MINUTE, 0]), 9 * MINUTE)?.claimable).toBe(false);
});

test("who has just sat down does not hear at once that others have not come yet", () => {
  expect(away(view(1, [true, false], [MINUTE, null]), MINUTE + 5000)).toBeNull();
  expect(away(view(1, [true, false], [MINUTE, null]), 2 * MINUTE)).not.toBeNull();
});

test("how long is not said where nobody knows", () => {
  const waits = view(1, [true, false], [0, null]);
  expect(away(waits, 5 * MINUTE)).toEqual({ seat: 1, ms: null, claimable: true });
});
