import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  FakeEnvironment,
  frame,
  playedEvent,
  state,
  toMessage,
  turn,
  welcomeMessage,
} from "../fixtures";
import { writeItem } from "../browser/storage";
import type { FromServer, Turn } from "../protocol";
import { Advice, CLUE_STAGE, ACTION_STAGE, findComputerTurn } from "./advice.svelte";
import { Table } from "./table.svelte";

const TEXT = "even before, lost after";

let environment: FakeEnvironment;
let table: Table;
let advice: Advice;

beforeEach(() => {
  writeItem("draft.x7", null, "tab");
  vi.useFakeTimers();
  openTable([]);
});

afterEach(() => void vi.useRealTimers());

function openTable(turns: Turn[], hints = true) {
  environment = new FakeEnvironment();
  table = new Table("x7", "token", (message) => advice.onMessage(message), environment);
  advice = new Advice(table);
  environment.socket().onopen?.();
  const hello = welcomeMessage(1, turns);
  const seats = hello.snapshot.state.seats.map((seat, i) =>
    i ? { ...seat, kind: "computer" as const } : seat,
  );
  receive({
    ...hello,
    snapshot: { ...hello.snapshot, hints, state: { ...hello.snapshot.state, seats } },
  });
}

function receive(message: FromServer) {
  environment.socket().receive(message);
}

function getLastSent() {
  return environment.socket().sent.at(-1);
}

function makeHint(stage: number): FromServer {
  const query = getLastSent();
  const target = { kind: "move" as const, cells: [3, 8], spoken: "a to b" };
  const action = stage >= ACTION_STAGE ? { action: "a-b", seat: 0, target } : null;
  const n = query && "n" in query ? Number(query.n) : -1;
  return { type: "hint", n, stage, clue: "You can win.", cells: [3], action, reasons: [] };
}

test("a hint gives the clue first and the action on request", () => {
  expect(advice.canRequestHint).toBe(true);
  advice.requestHint(CLUE_STAGE);
  expect(getLastSent()).toMatchObject({ type: "hint", at: 0, actions: [], stage: CLUE_STAGE });
  expect(advice.isWaiting).toBe(true);
  receive(makeHint(CLUE_STAGE));
  expect(advice.isWaiting).toBe(false);
  expect(advice.hint?.clue).toBe("You can win.");
  expect(advice.annotations).toEqual([{ kind: "solid", from: 3, to: 3 }]);
  advice.requestHint(ACTION_STAGE);
  receive(makeHint(ACTION_STAGE));
  expect(advice.annotations).toEqual([{ kind: "solid", from: 3, to: 8 }]);
});

test("a hint is discarded after the next turn", () => {
  advice.requestHint(CLUE_STAGE);
  receive(makeHint(CLUE_STAGE));
  receive(toMessage(playedEvent(state(2, 1), 0, ["a"])));
  expect(advice.hint).toBeNull();
  expect(advice.annotations).toEqual([]);
});

test("no hint can be requested where hints are not allowed", () => {
  openTable([], false);
  expect(advice.canRequestHint).toBe(false);
});

test("a refused request for a hint shows the error", () => {
  advice.requestHint(CLUE_STAGE);
  const query = getLastSent();
  const n = query && "n" in query ? Number(query.n) : null;
  receive({ type: "refused", n, id: null, why: TEXT });
  expect(advice.isWaiting).toBe(false);
  expect(table.error).toEqual(TEXT);
});

test("a computer explains the requested action of its turn", () => {
  openTable([turn(0, "a"), turn(1, "b", "c")]);
  const computerTurn = advice.explainableTurn;
  expect(computerTurn).toEqual({ at: 1, seat: 1, actions: ["b", "c"] });
  if (!computerTurn) throw new Error("no turn");
  advice.requestExplanation(computerTurn, 1);
  expect(getLastSent()).toMatchObject({ type: "explain", at: 2 });
  const query = getLastSent();
  const n = query && "n" in query ? Number(query.n) : -1;
  receive({ type: "explained", n, reasons: ["because"] });
  expect(advice.explanation).toEqual({ turn: computerTurn, action: 1, reasons: ["because"] });
});

test("the explainable turn is the one at the cursor, else the computer's last turn", () => {
  const turns = [turn(1, "a", "b"), turn(0, "c"), turn(1, "d")];
  const againstComputer = state(1, 4);
  againstComputer.seats = againstComputer.seats.map((seat, i) =>
    i ? { ...seat, kind: "computer" } : seat,
  );
  expect(findComputerTurn(turns, againstComputer, null)?.at).toBe(3);
  expect(findComputerTurn(turns, againstComputer, 1)?.at).toBe(0);
  expect(findComputerTurn(turns, againstComputer, 3)).toBeNull();
});

test("the warning of a blunder disappears after taking back, or with the user's next turn", () => {
  receive({ type: "blunder", at: 0, text: TEXT });
  advice.takeBack();
  expect(getLastSent()).toMatchObject({ type: "offer", offer: "undo", seat: 0 });
  expect(advice.blunder).toBeNull();
  receive({ type: "blunder", at: 0, text: TEXT });
  receive(toMessage(playedEvent(state(2, 1), 1, ["b"])));
  expect(advice.blunder).not.toBeNull();
  receive(toMessage(playedEvent({ ...state(3, 2), frame: frame("c", 1) }, 0, ["c"])));
  expect(advice.blunder).toBeNull();
});

test("a hint is pending while the engine starts", () => {
  advice.requestHint(CLUE_STAGE);
  const query = getLastSent();
  const answer = makeHint(CLUE_STAGE);
  receive({ type: "pending", n: query && "n" in query ? Number(query.n) : -1 });
  expect([advice.isWaiting, advice.isEngineStarting]).toEqual([true, true]);
  receive(answer);
  expect([advice.isWaiting, advice.isEngineStarting]).toEqual([false, false]);
  expect(advice.hint?.cells).toEqual([3]);
});

test("a hint that arrives after the next turn is ignored", () => {
  advice.requestHint(CLUE_STAGE);
  const answer = makeHint(CLUE_STAGE);
  receive(toMessage(playedEvent(state(2, 1), 0, ["a"])));
  expect(advice.isWaiting).toBe(false);
  receive(answer);
  expect(advice.hint).toBeNull();
});
