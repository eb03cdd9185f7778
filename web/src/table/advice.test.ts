import { beforeEach, expect, test, vi } from "vitest";
import { FakeEnvironment, frame, played, state, told, turn, welcome } from "../fixtures";
import { writeItem } from "../browser/storage";
import type { FromServer, Turn } from "../protocol";
import { Advice, CLUE, WHAT, computersTurn } from "./advice.svelte";
import { Table } from "./table.svelte";

const WORDS = "even before, lost after";

let world: FakeEnvironment;
let table: Table;
let advice: Advice;

beforeEach(() => {
  writeItem("draft.x7", null, "tab");
  vi.useFakeTimers();
  arrive([]);
});

function arrive(turns: Turn[], hints = true) {
  world = new FakeEnvironment();
  table = new Table("x7", "token", (message) => advice.hear(message), world);
  advice = new Advice(table);
  world.socket().onopen?.();
  const hello = welcome(1, turns);
  const seats = hello.snapshot.state.seats.map((seat, i) =>
    i ? { ...seat, kind: "computer" as const } : seat,
  );
  hear({
    ...hello,
    snapshot: { ...hello.snapshot, hints, state: { ...hello.snapshot.state, seats } },
  });
}

function hear(message: FromServer) {
  world.socket().hear(message);
}

function sent() {
  return world.socket().sent.at(-1);
}

function hintFor(stage: number): FromServer {
  const question = sent();
  const target = { kind: "move" as const, cells: [3, 8], spoken: "a to b" };
  const action = stage >= WHAT ? { action: "a-b", seat: 0, target } : null;
  const n = question && "n" in question ? Number(question.n) : -1;
  return { type: "hint", n, stage, clue: "You can win.", cells: [3], action, reasons: [] };
}

test("a hint says first what to look for, and then what to do", () => {
  expect(advice.canHint).toBe(true);
  advice.ask(CLUE);
  expect(sent()).toMatchObject({ type: "hint", at: 0, actions: [], stage: CLUE });
  expect(advice.asking).toBe(true);
  hear(hintFor(CLUE));
  expect(advice.asking).toBe(false);
  expect(advice.hint?.clue).toBe("You can win.");
  expect(advice.annotations).toEqual([{ kind: "solid", from: 3, to: 3 }]);
  advice.ask(WHAT);
  hear(hintFor(WHAT));
  expect(advice.annotations).toEqual([{ kind: "solid", from: 3, to: 8 }]);
});

test("a hint is dropped when the game has continued", () => {
  advice.ask(CLUE);
  hear(hintFor(CLUE));
  hear(told(played(state(2, 1), 0, ["a"])));
  expect(advice.hint).toBeNull();
  expect(advice.annotations).toEqual([]);
});

test("where hints are not allowed none can be asked for", () => {
  arrive([], false);
  expect(advice.canHint).toBe(false);
});

test("a refusal ends the waiting", () => {
  advice.ask(CLUE);
  const question = sent();
  const n = question && "n" in question ? Number(question.n) : null;
  hear({ type: "refused", n, id: null, why: WORDS });
  expect(advice.asking).toBe(false);
  expect(table.why).toEqual(WORDS);
});

test("a computer tells why it played the action that is asked about", () => {
  arrive([turn(0, "a"), turn(1, "b", "c")]);
  const asked = advice.turn;
  expect(asked).toEqual({ at: 1, seat: 1, actions: ["b", "c"] });
  if (!asked) throw new Error("no turn");
  advice.explain(asked, 1);
  expect(sent()).toMatchObject({ type: "explain", at: 2 });
  const question = sent();
  const n = question && "n" in question ? Number(question.n) : -1;
  hear({ type: "explained", n, reasons: ["because"] });
  expect(advice.explained).toEqual({ turn: asked, action: 1, reasons: ["because"] });
});

test("whose turn is shown is asked about, if a computer played it", () => {
  const turns = [turn(1, "a", "b"), turn(0, "c"), turn(1, "d")];
  const computers = state(1, 4);
  computers.seats = computers.seats.map((seat, i) => (i ? { ...seat, kind: "computer" } : seat));
  expect(computersTurn(turns, computers, null)?.at).toBe(3);
  expect(computersTurn(turns, computers, 1)?.at).toBe(0);
  expect(computersTurn(turns, computers, 3)).toBeNull();
});

test("a blunder can be taken back until the next action", () => {
  hear({ type: "blunder", at: 0, text: WORDS });
  advice.takeBack();
  expect(sent()).toMatchObject({ type: "offer", what: "undo", seat: 0 });
  expect(advice.blunder).toBeNull();
  hear({ type: "blunder", at: 0, text: WORDS });
  hear(told(played(state(2, 1), 1, ["b"])));
  expect(advice.blunder).not.toBeNull();
  hear(told(played({ ...state(3, 2), frame: frame("c", 1) }, 0, ["c"])));
  expect(advice.blunder).toBeNull();
});

test("a hint that has to wait for the engine arrives when it is ready", () => {
  advice.ask(CLUE);
  const question = sent();
  const answer = hintFor(CLUE);
  hear({ type: "pending", n: question && "n" in question ? Number(question.n) : -1 });
  expect([advice.asking, advice.pending]).toEqual([true, true]);
  hear(answer);
  expect([advice.asking, advice.pending]).toEqual([false, false]);
  expect(advice.hint?.cells).toEqual([3]);
});

test("a hint that arrives after the game has continued is not shown", () => {
  advice.ask(CLUE);
  const answer = hintFor(CLUE);
  hear(told(played(state(2, 1), 0, ["a"])));
  expect(advice.asking).toBe(false);
  hear(answer);
  expect(advice.hint).toBeNull();
});
