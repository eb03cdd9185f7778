import { expect, test } from "vitest";
import {
  frame,
  happened,
  played,
  resumed,
  snapshot,
  state,
  told,
  turn,
  welcome,
} from "../fixtures";
import {
  apply,
  clockText,
  commonActions,
  firstActions,
  isKnown,
  lowTime,
  offersAt,
  placeOf,
  sinceMine,
  timesLeft,
  whole,
} from "./tableView";
import type { Offers } from "../protocol";

const TURNS = [turn(0, "a"), turn(1, "b", "c")];

function begun() {
  const tableView = apply(null, welcome(3, TURNS), 400);
  if (!tableView) throw new Error("a welcome always counts");
  return tableView;
}

test("a welcome tells everything, also how far the server's clock is ahead", () => {
  const tableView = begun();
  expect(tableView.mine).toEqual([0]);
  expect(tableView.ahead).toBe(600);
  expect([...tableView.frames.keys()]).toEqual([3]);
});

test("a turn adds itself and its frames", () => {
  const after = apply(begun(), played(state(4, 5), 0, ["d", "e"]), 1000);
  expect(after?.snapshot.turns.at(-1)).toEqual(turn(0, "d", "e"));
  expect(after?.snapshot.state.seq).toBe(4);
  expect(after?.frames.get(4)?.last.at(-1)?.action).toBe("d");
  expect(after?.frames.get(5)?.last.at(-1)?.action).toBe("now 5");
});

test("an event heard twice counts once", () => {
  expect(isKnown(begun(), told(played(state(3, 4), 0, ["d"])))).toBe(true);
  expect(isKnown(begun(), told(played(state(4, 4), 0, ["d"])))).toBe(false);
  expect(isKnown(null, told(played(state(3, 4), 0, ["d"])))).toBe(false);
});

test("a missing event is noticed", () => {
  expect(whole(begun(), told(played(state(5, 4), 0, ["d"])))).toBeNull();
  expect(whole(begun(), told(played(state(4, 4), 0, ["d"])))?.state.seq).toBe(4);
});

test("missed events are applied one after the other", () => {
  const events = [
    told(played(state(3, 3), 1, ["c"])), // known
    told(played(state(4, 5), 0, ["d", "e"])),
    told({ ...played(state(5, 3), 1, []), kind: "undone" }),
    told(played(state(6, 4), 0, ["f"])),
  ];
  const legal = { targets: { x: { kind: "pass" as const, cells: [], spoken: "x" } }, to_put: {} };
  const after = apply(begun(), resumed(events, { mine: [1], legal, now: 2000 }), 500);
  expect(after?.snapshot.turns).toEqual([...TURNS, turn(0, "f")]);
  expect(after?.snapshot.state.frame.targets).toEqual(legal.targets);
  expect(after?.frames.get(4)).toBe(after?.snapshot.state.frame);
  expect(after?.frames.has(5)).toBe(false);
  expect([after?.mine, after?.ahead]).toEqual([[1], 1500]);
  expect(apply(begun(), resumed(events.slice(2)), 0)).toBeNull(); // one is missing
});

test("a client that missed nothing keeps its legal actions", () => {
  const legal = { targets: { x: { kind: "pass" as const, cells: [], spoken: "x" } }, to_put: {} };
  const known = apply(begun(), resumed([], { legal }), 0);
  const after = apply(known, resumed([], { legal: null }), 0);
  expect(after?.snapshot.state.frame.targets).toEqual(legal.targets);
});

test("an undo takes turns and frames away", () => {
  const undone = { ...played(state(4, 1), 0, []), kind: "undone" as const };
  const after = apply(begun(), undone, 0);
  expect(after?.snapshot.turns).toEqual([turn(0, "a")]);
  expect([...(after?.frames.keys() ?? [])]).toEqual([1]);
});

test("offers and names leave the turns alone", () => {
  const offered = { ...played(state(4, 3), 1, []), kind: "offered" as const };
  expect(apply(begun(), offered, 0)?.snapshot.turns).toEqual(TURNS);
});

test("waiting for the computer is shown until it is ready, whatever is played", () => {
  const warmth = { type: "warmth" as const, cold: true, coming: true, waits: true };
  expect(begun()?.warmth).toBeNull();
  const cold = apply(begun(), warmth, 0);
  const schedule = apply(cold, played(state(4, 4), 1, ["d"]), 0);
  expect(schedule?.warmth).toEqual(warmth);
  expect(apply(schedule, { ...warmth, cold: false }, 0)?.warmth?.cold).toBe(false);
});

test("thinking ends with the turn", () => {
  const thinking = {
    type: "thinking" as const,
    seat: 1,
    queue: 0,
    depth: 3,
    nodes: 9,
    seconds: 1,
    line: ["x"],
  };
  const tableView = apply(begun(), thinking, 0);
  expect(tableView?.thinking?.depth).toBe(3);
  expect(apply(tableView, played(state(4, 4), 1, ["d"]), 0)?.thinking).toBeNull();
});

test("after a second welcome only frames of the same game stay", () => {
  const tableView = apply(begun(), played(state(4, 5), 0, ["d", "e"]), 0);
  const again = apply(tableView, welcome(9, [...TURNS, turn(0, "d", "x")]), 0);
  expect(again?.frames.get(4)?.last.at(-1)?.action).toBe("d");
  expect(again?.frames.get(5)?.last.at(-1)?.action).toBe("now 5"); // the new one
  expect(commonActions(TURNS, [turn(0, "a", "b")])).toBe(2);
});

test("a turn brings its signs with it", () => {
  const last = [happened("d"), happened("e", { sign: "◎" })];
  const now = state(4, 5, { frame: { ...frame(), last } });
  const after = apply(begun(), played(now, 0, ["d", "e"]), 1000);
  expect(after?.snapshot.turns.at(-1)).toEqual({ seat: 0, actions: ["d", "e"], signs: ["", "◎"] });
});

test("the turns of others since the own last one", () => {
  const turns = [...TURNS, turn(2, "d", "e")];
  expect(sinceMine(turns, [0])).toEqual({ from: 1, turns: turns.slice(1) });
  expect(sinceMine(turns, [2])).toEqual({ from: 5, turns: [] });
  expect(sinceMine(turns, [3])).toEqual({ from: 0, turns });
  expect(sinceMine(turns, [])).toEqual({ from: 0, turns: [] }); // who watches has no turn
});

test("positions are named by turn, as the list counts them", () => {
  expect(placeOf(TURNS, 0)).toEqual({ turn: 0, complete: true });
  expect(placeOf(TURNS, 1)).toEqual({ turn: 1, complete: true });
  expect(placeOf(TURNS, 2)).toEqual({ turn: 2, complete: false });
  expect(placeOf(TURNS, 3)).toEqual({ turn: 2, complete: true });
});

test("an undo may end within a turn", () => {
  expect(firstActions(TURNS, 2)).toEqual([turn(0, "a"), turn(1, "b")]);
  expect(firstActions(TURNS, 0)).toEqual([]);
});

test("only the running clock runs, and never below zero", () => {
  const clocks = { left: [5000, 6000], running: 1, at: 100 };
  expect(timesLeft(state(1, 0, { clocks }), 1100)).toEqual([5000, 5000]);
  expect(timesLeft(state(1, 0, { clocks }), 99_999)).toEqual([5000, 0]);
});

test.each([
  [0, "0:00.0"],
  [9_940, "0:09.9"],
  [10_000, "0:10"],
  [59_001, "1:00"],
  [545_000, "9:05"],
  [3_661_000, "1:01:01"],
])("%i ms read %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test("a clock is low in its last eighth, within reason", () => {
  expect(lowTime({ kind: "move", seconds: 60 })).toBe(7500);
  expect(lowTime({ kind: "move", seconds: 5 })).toBe(3000);
  expect(lowTime({ kind: "fischer", seconds: 1800, increment: 20 })).toBe(20_000);
  expect(lowTime({ kind: "none" })).toBe(0);
});

test("lots move everybody to another seat", () => {
  const waiting = snapshot(1, [], { status: "waiting" });
  let tableView = apply(null, { type: "welcome", mine: [0], snapshot: waiting }, 0);
  tableView = apply(
    tableView,
    { type: "presence", seats: [true, false], since: [1, null], watching: 0 },
    0,
  );
  const drawn = { ...played(state(2, 0, { order: [1, 0] }), 1, []), kind: "joined" as const };
  tableView = apply(tableView, drawn, 0);
  expect(tableView?.mine).toEqual([1]);
  expect(tableView?.present).toEqual([false, true]);
});

const [seat] = state(1, 0).seats;
if (!seat) throw new Error("no seat");
const three = (offers: Partial<Offers>) =>
  state(1, 3, {
    seats: [seat, seat, seat],
    offers: { draw: [], undo: null, rematch: [], ...offers },
  });

test("an undo is answered by the other players and shown to all", () => {
  const game = three({ undo: { seat: 0, to: 1, asks: [1] } });
  expect(offersAt(game, [0])).toEqual([{ what: "undo", by: 0, part: "own", waitsFor: [1] }]);
  expect(offersAt(game, [1])[0]).toMatchObject({ part: "asked", waitsFor: [] });
  expect(offersAt(game, [2])[0]).toMatchObject({ part: "none", waitsFor: [1] });
  expect(offersAt(game, [])[0]).toMatchObject({ part: "none" });
});

test("a draw waits for all players who have not offered it", () => {
  const game = three({ draw: [0, 2] });
  expect(offersAt(game, [2])).toEqual([{ what: "draw", by: 2, part: "own", waitsFor: [1] }]);
  expect(offersAt(game, [1])[0]).toMatchObject({ by: 0, part: "asked", waitsFor: [] });
});

test("computers are not asked for a rematch", () => {
  const game = three({ rematch: [0] });
  game.seats = [seat, { ...seat, kind: "computer", level: 3 }, seat];
  expect(offersAt(game, [2])[0]).toMatchObject({ part: "asked" });
  expect(offersAt(game, [0])[0]).toMatchObject({ waitsFor: [2] });
});

test("nothing is open where the next game is laid", () => {
  expect(offersAt({ ...three({ rematch: [0] }), status: "over", next: "x" }, [1])).toEqual([]);
});
