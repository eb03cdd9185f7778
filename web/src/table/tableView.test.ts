import { expect, test } from "vitest";
import {
  frame,
  playedAction,
  playedEvent,
  resumedMessage,
  snapshot,
  state,
  toMessage,
  turn,
  welcomeMessage,
} from "../fixtures";
import {
  applyMessage,
  formatClock,
  countCommonActions,
  truncateTurns,
  isKnown,
  getLowTimeMs,
  getOffers,
  getTurnProgress,
  getTurnsSinceOwn,
  getRemainingTimes,
} from "./tableView";
import { expandEvent } from "./changes";
import type { Offers } from "../protocol";

const TURNS = [turn(0, "a"), turn(1, "b", "c")];

function makeView() {
  const tableView = applyMessage(null, welcomeMessage(3, TURNS), 400);
  if (!tableView) throw new Error("no view after a welcome message");
  return tableView;
}

test("a welcome message creates the view with the offset of the server's clock", () => {
  const tableView = makeView();
  expect(tableView.ownSeats).toEqual([0]);
  expect(tableView.clockOffset).toBe(600);
  expect([...tableView.frames.keys()]).toEqual([3]);
});

test("an event with a turn adds the turn and its frames", () => {
  const after = applyMessage(makeView(), playedEvent(state(4, 5), 0, ["d", "e"]), 1000);
  expect(after?.snapshot.turns.at(-1)).toEqual(turn(0, "d", "e"));
  expect(after?.snapshot.state.seq).toBe(4);
  expect(after?.frames.get(4)?.last.at(-1)?.action).toBe("d");
  expect(after?.frames.get(5)?.last.at(-1)?.action).toBe("now 5");
});

test("an event that was applied already is known", () => {
  expect(isKnown(makeView(), toMessage(playedEvent(state(3, 4), 0, ["d"])))).toBe(true);
  expect(isKnown(makeView(), toMessage(playedEvent(state(4, 4), 0, ["d"])))).toBe(false);
  expect(isKnown(null, toMessage(playedEvent(state(3, 4), 0, ["d"])))).toBe(false);
});

test("an event after a gap is not expanded", () => {
  expect(
    expandEvent(makeView().snapshot.state, toMessage(playedEvent(state(5, 4), 0, ["d"]))),
  ).toBeNull();
  expect(
    expandEvent(makeView().snapshot.state, toMessage(playedEvent(state(4, 4), 0, ["d"])))?.state
      .seq,
  ).toBe(4);
});

test("missed events are applied one after the other", () => {
  const events = [
    toMessage(playedEvent(state(3, 3), 1, ["c"])), // known
    toMessage(playedEvent(state(4, 5), 0, ["d", "e"])),
    toMessage({ ...playedEvent(state(5, 3), 1, []), kind: "undone" }),
    toMessage(playedEvent(state(6, 4), 0, ["f"])),
  ];
  const legal = {
    targets: { x: { kind: "pass" as const, cells: [], spoken: "x" } },
    placeable: {},
  };
  const after = applyMessage(
    makeView(),
    resumedMessage(events, { own_seats: [1], legal, now: 2000 }),
    500,
  );
  expect(after?.snapshot.turns).toEqual([...TURNS, turn(0, "f")]);
  expect(after?.snapshot.state.frame.targets).toEqual(legal.targets);
  expect(after?.frames.get(4)).toBe(after?.snapshot.state.frame);
  expect(after?.frames.has(5)).toBe(false);
  expect([after?.ownSeats, after?.clockOffset]).toEqual([[1], 1500]);
  expect(applyMessage(makeView(), resumedMessage(events.slice(2)), 0)).toBeNull(); // one is missing
});

test("a client that missed nothing keeps its legal actions", () => {
  const legal = {
    targets: { x: { kind: "pass" as const, cells: [], spoken: "x" } },
    placeable: {},
  };
  const known = applyMessage(makeView(), resumedMessage([], { legal }), 0);
  const after = applyMessage(known, resumedMessage([], { legal: null }), 0);
  expect(after?.snapshot.state.frame.targets).toEqual(legal.targets);
});

test("an undo removes turns and frames", () => {
  const undone = { ...playedEvent(state(4, 1), 0, []), kind: "undone" as const };
  const after = applyMessage(makeView(), undone, 0);
  expect(after?.snapshot.turns).toEqual([turn(0, "a")]);
  expect([...(after?.frames.keys() ?? [])]).toEqual([1]);
});

test("offers do not change the turns", () => {
  const offered = { ...playedEvent(state(4, 3), 1, []), kind: "offered" as const };
  expect(applyMessage(makeView(), offered, 0)?.snapshot.turns).toEqual(TURNS);
});

test("the warm-up of the engine is shown until it is ready", () => {
  const warmth = { type: "warmth" as const, cold: true, compiling: true, waits: true };
  expect(makeView()?.warmth).toBeNull();
  const cold = applyMessage(makeView(), warmth, 0);
  const afterTurn = applyMessage(cold, playedEvent(state(4, 4), 1, ["d"]), 0);
  expect(afterTurn?.warmth).toEqual(warmth);
  expect(applyMessage(afterTurn, { ...warmth, cold: false }, 0)?.warmth?.cold).toBe(false);
});

test("the progress of thinking disappears with the turn", () => {
  const thinking = {
    type: "thinking" as const,
    seat: 1,
    queue_position: 0,
    depth: 3,
    nodes: 9,
    seconds: 1,
    line: ["x"],
  };
  const tableView = applyMessage(makeView(), thinking, 0);
  expect(tableView?.thinking?.depth).toBe(3);
  expect(applyMessage(tableView, playedEvent(state(4, 4), 1, ["d"]), 0)?.thinking).toBeNull();
});

test("after a second welcome message only frames of the common actions are kept", () => {
  const tableView = applyMessage(makeView(), playedEvent(state(4, 5), 0, ["d", "e"]), 0);
  const again = applyMessage(tableView, welcomeMessage(9, [...TURNS, turn(0, "d", "x")]), 0);
  expect(again?.frames.get(4)?.last.at(-1)?.action).toBe("d");
  expect(again?.frames.get(5)?.last.at(-1)?.action).toBe("now 5"); // the new one
  expect(countCommonActions(TURNS, [turn(0, "a", "b")])).toBe(2);
});

test("a turn contains the signs of its actions", () => {
  const last = [playedAction("d"), playedAction("e", { sign: "◎" })];
  const now = state(4, 5, { frame: { ...frame(), last } });
  const after = applyMessage(makeView(), playedEvent(now, 0, ["d", "e"]), 1000);
  expect(after?.snapshot.turns.at(-1)).toEqual({ seat: 0, actions: ["d", "e"], signs: ["", "◎"] });
});

test("turns since the user's last turn", () => {
  const turns = [...TURNS, turn(2, "d", "e")];
  expect(getTurnsSinceOwn(turns, [0])).toEqual({ start: 1, turns: turns.slice(1) });
  expect(getTurnsSinceOwn(turns, [2])).toEqual({ start: 5, turns: [] });
  expect(getTurnsSinceOwn(turns, [3])).toEqual({ start: 0, turns });
  expect(getTurnsSinceOwn(turns, [])).toEqual({ start: 0, turns: [] }); // spectators
});

test("the progress of a position is its turn and whether that is complete", () => {
  expect(getTurnProgress(TURNS, 0)).toEqual({ turn: 0, complete: true });
  expect(getTurnProgress(TURNS, 1)).toEqual({ turn: 1, complete: true });
  expect(getTurnProgress(TURNS, 2)).toEqual({ turn: 2, complete: false });
  expect(getTurnProgress(TURNS, 3)).toEqual({ turn: 2, complete: true });
});

test("turns can be truncated within a turn", () => {
  expect(truncateTurns(TURNS, 2)).toEqual([turn(0, "a"), turn(1, "b")]);
  expect(truncateTurns(TURNS, 0)).toEqual([]);
});

test("only the running clock loses time, and never below zero", () => {
  const clocks = { remaining_ms: [5000, 6000], running: 1, at: 100 };
  expect(getRemainingTimes(state(1, 0, { clocks }), 1100)).toEqual([5000, 5000]);
  expect(getRemainingTimes(state(1, 0, { clocks }), 99_999)).toEqual([5000, 0]);
});

test.each([
  [0, "0:00.0"],
  [9_940, "0:09.9"],
  [10_000, "0:10"],
  [59_001, "1:00"],
  [545_000, "9:05"],
  [3_661_000, "1:01:01"],
])("%i ms are formatted as %s", (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});

test("a clock is low in its last eighth, between 3 and 20 seconds", () => {
  expect(getLowTimeMs({ kind: "move", seconds: 60 })).toBe(7500);
  expect(getLowTimeMs({ kind: "move", seconds: 5 })).toBe(3000);
  expect(getLowTimeMs({ kind: "fischer", seconds: 1800, increment: 20 })).toBe(20_000);
  expect(getLowTimeMs({ kind: "none" })).toBe(0);
});

test("drawing lots moves own seats and presence", () => {
  const waiting = snapshot(1, [], { status: "waiting" });
  let tableView = applyMessage(null, { type: "welcome", own_seats: [0], snapshot: waiting }, 0);
  tableView = applyMessage(
    tableView,
    { type: "presence", connected: [true, false], since: [1, null], spectators: 0 },
    0,
  );
  const drawn = { ...playedEvent(state(2, 0, { order: [1, 0] }), 1, []), kind: "joined" as const };
  tableView = applyMessage(tableView, drawn, 0);
  expect(tableView?.ownSeats).toEqual([1]);
  expect(tableView?.present).toEqual([false, true]);
});

const [seat] = state(1, 0).seats;
if (!seat) throw new Error("no seat");
const threeSeats = (offers: Partial<Offers>) =>
  state(1, 3, {
    seats: [seat, seat, seat],
    offers: { draw: [], undo: null, rematch: [], ...offers },
  });

test("the other players answer an undo; all see it", () => {
  const game = threeSeats({ undo: { seat: 0, to: 1, pending_seats: [1] } });
  expect(getOffers(game, [0])).toEqual([{ kind: "undo", by: 0, role: "offering", waitsFor: [1] }]);
  expect(getOffers(game, [1])[0]).toMatchObject({ role: "asked", waitsFor: [] });
  expect(getOffers(game, [2])[0]).toMatchObject({ role: "observer", waitsFor: [1] });
  expect(getOffers(game, [])[0]).toMatchObject({ role: "observer" });
});

test("a draw waits for all players that have not offered it", () => {
  const game = threeSeats({ draw: [0, 2] });
  expect(getOffers(game, [2])).toEqual([{ kind: "draw", by: 2, role: "offering", waitsFor: [1] }]);
  expect(getOffers(game, [1])[0]).toMatchObject({ by: 0, role: "asked", waitsFor: [] });
});

test("computers are not asked for a rematch", () => {
  const game = threeSeats({ rematch: [0] });
  game.seats = [seat, { ...seat, kind: "computer", level: 3 }, seat];
  expect(getOffers(game, [2])[0]).toMatchObject({ role: "asked" });
  expect(getOffers(game, [0])[0]).toMatchObject({ waitsFor: [2] });
});

test("no offer is open after the rematch has been created", () => {
  expect(
    getOffers({ ...threeSeats({ rematch: [0] }), status: "over", rematch_table: "x" }, [1]),
  ).toEqual([]);
});
