import { beforeEach, expect, test, vi } from "vitest";
import {
  FakeEnvironment,
  frame,
  happened,
  played,
  resumed,
  state,
  told,
  turn,
  welcome,
} from "../fixtures";
import { writeItem } from "../browser/storage";
import type { FromServer } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { Table } from "./table.svelte";
import type { Heard } from "./tableView";

let world: FakeEnvironment;
let table: Table;
let heard: Heard[];
let dropped: number; // plans that were not possible

beforeEach(() => {
  writeItem("draft.x7", null, "tab");
  settings.confirmBy = { mouse: false, touch: false, key: false };
  vi.useFakeTimers();
  arrive();
});

function arrive() {
  world = new FakeEnvironment();
  [heard, dropped] = [[], 0];
  const hears = (message: Heard, _: unknown, missed: boolean) => {
    heard.push(message);
    if (missed) dropped += 1;
  };
  table = new Table("x7", "token", hears, world);
  world.socket().onopen?.();
  hear(welcome(1, []));
}

function hear(message: FromServer) {
  world.socket().hear(message);
}

function sent() {
  return world.socket().sent.at(-1);
}

/** The server answers the last question: the turn goes on, or is complete. */
function drafted(last: string, complete = false) {
  const question = sent();
  hear({
    type: "drafted",
    n: question && "n" in question ? question.n : null,
    id: question && "id" in question ? question.id : null,
    complete,
    frame: frame(last),
  });
}

test("a turn of two actions grows and is played as one", () => {
  table.play("a", "mouse");
  expect(sent()).toMatchObject({ type: "act", at: 0, actions: ["a"] });
  expect(table.active).toBe(false); // until the answer
  drafted("a");
  expect(table.active).toBe(true);
  expect(table.shown?.last.at(-1)?.action).toBe("a");
  table.play("b", "mouse");
  expect(sent()).toMatchObject({ type: "act", at: 0, actions: ["a", "b"] });
  hear(told(played(state(2, 2, { frame: frame("b", 1) }), 0, ["a", "b"])));
  expect(table.draft).toBeNull();
  expect(table.shown?.last.at(-1)?.action).toBe("b"); // "a" is not shown again
  expect(table.active).toBe(false);
});

test("the half-done turn is taken back action by action", () => {
  table.play("a", "mouse");
  drafted("a");
  table.play("b", "mouse");
  drafted("b");
  table.takeBack();
  expect(sent()).toMatchObject({ type: "draft", actions: ["a"] });
  drafted("a");
  expect(table.draft?.actions).toEqual(["a"]);
  table.takeBack();
  expect(table.draft).toBeNull();
  expect(table.shown?.last.at(-1)?.action).toBe("now 0");
});

test("in confirm mode nothing is played before it is confirmed", () => {
  settings.confirmBy.mouse = true;
  table.play("a", "mouse");
  expect(sent()?.type).toBe("draft");
  drafted("a", true);
  expect(table.active).toBe(false);
  table.confirm();
  expect(sent()).toMatchObject({ type: "act", actions: ["a"] });
});

test("a half-done turn survives a reload", () => {
  table.play("a", "mouse");
  drafted("a");
  arrive();
  expect(sent()).toMatchObject({ type: "draft", at: 0, actions: ["a"] });
  drafted("a");
  expect(table.draft?.actions).toEqual(["a"]);
});

test("a half-done turn of an older position is dropped", () => {
  table.play("a", "mouse");
  drafted("a");
  hear(welcome(5, [turn(0, "z")]));
  expect(table.draft).toBeNull();
});

test("a refusal says why and leaves the draft as it was", () => {
  table.play("a", "mouse");
  drafted("a");
  table.play("bad", "mouse");
  const act = sent();
  const id = act && "id" in act ? act.id : "";
  hear({ type: "refused", id, n: null, why: "no" });
  expect(table.why).toBe("no");
  expect(table.draft?.actions).toEqual(["a"]);
  expect(table.active).toBe(true);
});

test("an error goes when the next pick is right, and when the game goes on", () => {
  const refused = { type: "refused", id: null, n: 99, why: "no" } as const;
  hear(refused);
  table.clearError();
  expect(table.why).toBeNull();
  hear(refused);
  hear(told({ ...played(state(2, 0), 0, []), kind: "ended" }));
  expect(table.why).toBeNull();
});

test("a lost question is asked again", () => {
  settings.confirmBy.mouse = true;
  table.play("a", "mouse");
  world.socket().onclose?.({ code: 1006 });
  expect(table.active).toBe(false);
  world.wait();
  world.socket().onopen?.();
  hear(welcome(1, []));
  expect(sent()).toMatchObject({ type: "draft", actions: ["a"] });
});

test("a lost command is sent again, as it was", () => {
  table.play("a", "mouse");
  const act = sent();
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  world.socket().onopen?.();
  hear(welcome(1, []));
  expect(sent()).toEqual(act);
});

test("a gap in the events requests the missing ones", () => {
  hear(told(played(state(3, 2), 1, ["b"])));
  const { language } = settings;
  expect(sent()).toEqual({ type: "hello", language, listed: language, token: "token", seq: 1 });
  expect(heard).toHaveLength(1); // the event is not told
  const missing = [told(played(state(2, 1), 0, ["a"])), told(played(state(3, 2), 1, ["b"]))];
  hear(resumed(missing));
  expect(table.state?.seq).toBe(3);
  expect(table.tableView?.snapshot.turns).toEqual([turn(0, "a"), turn(1, "b")]);
  expect(table.shown?.last.at(-1)?.action).toBe("now 2");
  expect(table.active).toBe(true);
});

test("an answer that does not fit requests a snapshot", () => {
  hear(resumed([told(played(state(5, 2), 1, ["b"]))]));
  expect(sent()).toEqual({ type: "hello", language: settings.language, token: "token" });
});

test("the own turn is acknowledged by its event", () => {
  table.play("a", "mouse");
  const act = sent();
  const id = act && "id" in act ? act.id : "";
  hear({ ...told(played(state(2, 1, { frame: frame("a", 1) }), 0, ["a"])), id });
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  world.socket().onopen?.();
  hear(resumed([]));
  expect(sent()?.type).toBe("hello"); // and the turn is not sent again
});

test("another's turn is shown action by action", () => {
  hear(told(played(state(2, 2), 1, ["a", "b"])));
  expect(table.shown?.last.at(-1)?.action).toBe("a");
  expect(table.active).toBe(false);
  vi.runAllTimers();
  expect(table.shown?.last.at(-1)?.action).toBe("now 2");
  expect(table.active).toBe(true);
});

/** Three at the table; the one here is the first. */
function threeSeats(seq: number, actions: number) {
  const [seat] = state(1, 0).seats;
  const seats = seat ? [seat, seat, seat] : [];
  return state(seq, actions, { seats });
}

test("the turns of several others wait for each other", () => {
  hear(told(played(threeSeats(2, 1), 1, ["b"])));
  hear(told(played(threeSeats(3, 2), 2, ["c"])));
  expect(table.shown?.last.at(-1)?.action).toBe("now 1");
  expect(table.active).toBe(false);
  vi.runAllTimers();
  expect(table.shown?.last.at(-1)?.action).toBe("now 2");
  expect(table.active).toBe(true);
  hear(told(played(threeSeats(4, 3), 1, ["d"]))); // nothing is fresh any more: shown at once
  expect(table.shown?.last.at(-1)?.action).toBe("now 3");
});

test("skipping ends the playback", () => {
  hear(told(played(threeSeats(2, 1), 1, ["b"])));
  hear(told(played(threeSeats(3, 2), 2, ["c"])));
  table.skip();
  expect(table.shown?.last.at(-1)?.action).toBe("now 2");
  expect(table.active).toBe(true);
});

test("when playback falls behind, only the last turns are shown", () => {
  for (const seq of [2, 3, 4, 5, 6]) hear(told(played(threeSeats(seq, seq - 1), 1, ["x"])));
  const seen = new Set<string | undefined>();
  for (let i = 0; i < 100; i++) {
    seen.add(table.shown?.last.at(-1)?.action);
    vi.advanceTimersByTime(100);
  }
  expect([...seen]).toEqual(["now 1", "now 4", "now 5"]);
});

test("the turns since the own last one are shown again", async () => {
  hear(told(played(threeSeats(2, 1), 0, ["a"])));
  hear(told(played(threeSeats(3, 2), 1, ["b"])));
  hear(told(played(threeSeats(4, 4), 2, ["c", "d"])));
  vi.runAllTimers();
  expect(table.since.turns).toHaveLength(2);
  await table.replay();
  const seen: (string | undefined)[] = [];
  for (let i = 0; i < 100; i++) {
    const action = table.shown?.last.at(-1)?.action;
    if (action !== seen.at(-1)) seen.push(action);
    vi.advanceTimersByTime(100);
  }
  expect(seen).toEqual(["now 2", "c", "now 4"]);
  expect(table.cursor).toBeNull();
});

const LINE = {
  cell: 3,
  colour: "black",
  mark: "plain",
  letter: "o",
  height: 1,
  owner: null,
} as const;

/** After a turn that completed a line, which has left the board. */
function lineTaken(seq: number, more = {}) {
  const taken = [LINE];
  const last = [happened("a"), happened("b", { taken, lines: [[3]] })];
  return state(seq, 2, { frame: { ...frame(), last }, ...more });
}

for (const motion of ["on", "off"] as const)
  test(`a full line is seen before it leaves the board, motion ${motion}`, () => {
    settings.motion = motion;
    hear(told(played(lineTaken(2), 1, ["a", "b"])));
    if (motion === "on") vi.advanceTimersByTime(650);
    expect(table.shown?.pieces).toHaveLength(1);
    expect(table.shown?.lit).toEqual([[3]]);
    vi.runAllTimers();
    expect(table.shown?.pieces).toHaveLength(0);
    expect(table.shown?.last).toHaveLength(2); // still told
    settings.motion = "auto";
  });

test("the end is announced after its playback", () => {
  const result = { returns: [-1, 1], winner: 1, reason: "rules" as const };
  const over = {
    status: "over" as const,
    result: { ...result, text: "", why: "", why_to: ["", ""] },
  };
  hear(told(played(lineTaken(2, over), 1, ["a", "b"])));
  expect(table.isOver).toBe(false);
  vi.runAllTimers();
  expect(table.isOver).toBe(true);
});

test("a new turn does not move the cursor while browsing", async () => {
  hear(told(played(state(2, 2), 1, ["a", "b"])));
  vi.runAllTimers();
  await table.browse(1);
  hear(told(played(state(3, 3), 0, ["c"])));
  expect(table.shown?.last.at(-1)?.action).toBe("a");
  expect(table.unseen).toBe(1);
  table.toLive();
  expect(table.shown?.last.at(-1)?.action).toBe("now 3");
  expect(table.unseen).toBe(0);
});

test("browsing to the end is live again; an undo behind the cursor too", async () => {
  hear(told(played(state(2, 2), 1, ["a", "b"])));
  await table.browse(1);
  await table.browse(2);
  expect(table.cursor).toBeNull();
  await table.browse(1);
  hear(told({ ...played(state(3, 0), 1, []), kind: "undone" }));
  expect(table.cursor).toBeNull();
  expect(table.shown?.last.at(-1)?.action).toBe("now 0");
});

// Plans

/** The opponent is to act; then he has, and these are the legal actions. */
function theirTurn() {
  hear(welcome(2, [turn(0, "a")], { frame: { ...frame("a"), turn: 1 } }));
}

function theyPlay(...legal: string[]) {
  const targets = Object.fromEntries(
    legal.map((name, cell) => [name, { kind: "place" as const, cells: [cell], spoken: name }]),
  );
  const after = state(3, 2, { frame: { ...frame("b"), turn: 0, targets } });
  hear(told(played(after, 1, ["b"])));
}

test("premoves are possible only while waiting for others", () => {
  expect(table.planner).toBeNull();
  theirTurn();
  expect(table.planner).toEqual({ seat: 0, how: "cells" });
  settings.premoves = false;
  expect(table.planner).toBeNull();
  settings.premoves = true;
});

test("a premove is played as soon as it is the player's turn", () => {
  theirTurn();
  table.plan = { from: 1, to: 1 };
  theyPlay("c", "d");
  expect(sent()).toMatchObject({ type: "act", at: 2, actions: ["d"] });
  expect([table.plan, dropped]).toEqual([null, 0]);
});

test("a premove that is no longer legal is dropped with a message", () => {
  theirTurn();
  const before = sent();
  table.plan = { from: 7, to: 7 };
  theyPlay("c", "d");
  expect(sent()).toBe(before);
  expect([table.plan, dropped]).toEqual([null, 1]);
});

test("a premove is dropped with the position it was made for", () => {
  theirTurn();
  const before = sent();
  table.plan = { from: 1, to: 1 };
  hear(told({ ...played(state(3, 0), 1, []), kind: "undone" }));
  expect([table.plan, dropped, sent() === before]).toEqual([null, 0, true]);
});

test("a refusal disappears by itself, and with the next valid input", () => {
  const why = "There is no stone on a1.";
  hear({ type: "refused", n: null, id: null, why });
  expect(table.why).toEqual(why);
  vi.advanceTimersByTime(20_000);
  expect(table.why).toBeNull();
  hear({ type: "refused", n: null, id: null, why });
  table.clearError();
  expect(table.why).toBeNull();
});
