import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  FakeEnvironment,
  frame,
  playedAction,
  playedEvent,
  resumedMessage,
  state,
  toMessage,
  turn,
  welcomeMessage,
} from "../fixtures";
import { writeItem } from "../browser/storage";
import type { FromServer } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { Table } from "./table.svelte";
import type { TableMessage } from "./tableView";

let environment: FakeEnvironment;
let table: Table;
let messages: TableMessage[];
let illegalPremoves: number; // how many premoves turned out to be illegal

beforeEach(() => {
  writeItem("draft.x7", null, "tab");
  settings.confirmBy = { mouse: false, touch: false, key: false };
  vi.useFakeTimers();
  openTable();
});

afterEach(() => void vi.useRealTimers());

function openTable() {
  environment = new FakeEnvironment();
  [messages, illegalPremoves] = [[], 0];
  const onMessage = (message: TableMessage, _: unknown, isPremoveIllegal: boolean) => {
    messages.push(message);
    if (isPremoveIllegal) illegalPremoves += 1;
  };
  table = new Table("x7", "token", onMessage, environment);
  environment.socket().onopen?.();
  receive(welcomeMessage(1, []));
}

function receive(message: FromServer) {
  environment.socket().receive(message);
}

function getLastSent() {
  return environment.socket().sent.at(-1);
}

/** Answer the last proposal with a draft whose last action is `last`. */
function answerDraft(last: string, complete = false) {
  const query = getLastSent();
  receive({
    type: "drafted",
    n: query && "n" in query ? query.n : null,
    id: query && "id" in query ? query.id : null,
    complete,
    frame: frame(last),
  });
}

test("a turn of two actions is proposed action by action and played as one", () => {
  table.play("a", "mouse");
  expect(getLastSent()).toMatchObject({ type: "act", at: 0, actions: ["a"] });
  expect(table.isActive).toBe(false); // until the answer
  answerDraft("a");
  expect(table.isActive).toBe(true);
  expect(table.shownFrame?.last.at(-1)?.action).toBe("a");
  table.play("b", "mouse");
  expect(getLastSent()).toMatchObject({ type: "act", at: 0, actions: ["a", "b"] });
  receive(toMessage(playedEvent(state(2, 2, { frame: frame("b", 1) }), 0, ["a", "b"])));
  expect(table.draft).toBeNull();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("b"); // "a" is not shown again
  expect(table.isActive).toBe(false);
});

test("a draft is taken back action by action", () => {
  table.play("a", "mouse");
  answerDraft("a");
  table.play("b", "mouse");
  answerDraft("b");
  table.takeBack();
  expect(getLastSent()).toMatchObject({ type: "draft", actions: ["a"] });
  answerDraft("a");
  expect(table.draft?.actions).toEqual(["a"]);
  table.takeBack();
  expect(table.draft).toBeNull();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 0");
});

test("if turns must be confirmed, a complete draft is played only after that", () => {
  settings.confirmBy.mouse = true;
  table.play("a", "mouse");
  expect(getLastSent()?.type).toBe("draft");
  answerDraft("a", true);
  expect(table.isActive).toBe(false);
  table.confirm();
  expect(getLastSent()).toMatchObject({ type: "act", actions: ["a"] });
});

test("a draft survives a reload", () => {
  table.play("a", "mouse");
  answerDraft("a");
  openTable();
  expect(getLastSent()).toMatchObject({ type: "draft", at: 0, actions: ["a"] });
  answerDraft("a");
  expect(table.draft?.actions).toEqual(["a"]);
});

test("a draft for an older position is discarded", () => {
  table.play("a", "mouse");
  answerDraft("a");
  receive(welcomeMessage(5, [turn(0, "z")]));
  expect(table.draft).toBeNull();
});

test("a refusal shows its reason and keeps the draft", () => {
  table.play("a", "mouse");
  answerDraft("a");
  table.play("bad", "mouse");
  const act = getLastSent();
  const id = act && "id" in act ? act.id : "";
  receive({ type: "refused", id, n: null, why: "no" });
  expect(table.error).toBe("no");
  expect(table.draft?.actions).toEqual(["a"]);
  expect(table.isActive).toBe(true);
});

test("an error disappears with the next valid input, and when the game continues", () => {
  const refused = { type: "refused", id: null, n: 99, why: "no" } as const;
  receive(refused);
  table.clearError();
  expect(table.error).toBeNull();
  receive(refused);
  receive(toMessage({ ...playedEvent(state(2, 0), 0, []), kind: "ended" }));
  expect(table.error).toBeNull();
});

test("a draft that was not answered is proposed again after a reconnect", () => {
  settings.confirmBy.mouse = true;
  table.play("a", "mouse");
  environment.socket().onclose?.({ code: 1006 });
  expect(table.isActive).toBe(false);
  environment.fireTimer();
  environment.socket().onopen?.();
  receive(welcomeMessage(1, []));
  expect(getLastSent()).toMatchObject({ type: "draft", actions: ["a"] });
});

test("a command that was not answered is sent again unchanged after a reconnect", () => {
  table.play("a", "mouse");
  const act = getLastSent();
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  environment.socket().onopen?.();
  receive(welcomeMessage(1, []));
  expect(getLastSent()).toEqual(act);
});

test("a gap in the events requests the missing ones", () => {
  receive(toMessage(playedEvent(state(3, 2), 1, ["b"])));
  const { language } = settings;
  expect(getLastSent()).toEqual({
    type: "hello",
    language,
    legal_language: language,
    token: "token",
    seq: 1,
  });
  expect(messages).toHaveLength(1); // the event is not passed on
  const missing = [
    toMessage(playedEvent(state(2, 1), 0, ["a"])),
    toMessage(playedEvent(state(3, 2), 1, ["b"])),
  ];
  receive(resumedMessage(missing));
  expect(table.state?.seq).toBe(3);
  expect(table.tableView?.snapshot.turns).toEqual([turn(0, "a"), turn(1, "b")]);
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 2");
  expect(table.isActive).toBe(true);
});

test("missed events that do not continue the known ones request a snapshot", () => {
  receive(resumedMessage([toMessage(playedEvent(state(5, 2), 1, ["b"]))]));
  expect(getLastSent()).toEqual({ type: "hello", language: settings.language, token: "token" });
});

test("the event of a turn acknowledges its command", () => {
  table.play("a", "mouse");
  const act = getLastSent();
  const id = act && "id" in act ? act.id : "";
  receive({ ...toMessage(playedEvent(state(2, 1, { frame: frame("a", 1) }), 0, ["a"])), id });
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  environment.socket().onopen?.();
  receive(resumedMessage([]));
  expect(getLastSent()?.type).toBe("hello"); // and the turn is not sent again
});

test("a turn of an opponent is shown action by action", () => {
  receive(toMessage(playedEvent(state(2, 2), 1, ["a", "b"])));
  expect(table.shownFrame?.last.at(-1)?.action).toBe("a");
  expect(table.isActive).toBe(false);
  vi.runAllTimers();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 2");
  expect(table.isActive).toBe(true);
});

/** Return the state of a table with three seats. */
function threeSeats(seq: number, actions: number) {
  const [seat] = state(1, 0).seats;
  const seats = seat ? [seat, seat, seat] : [];
  return state(seq, actions, { seats });
}

test("turns of several opponents are shown one after another", () => {
  receive(toMessage(playedEvent(threeSeats(2, 1), 1, ["b"])));
  receive(toMessage(playedEvent(threeSeats(3, 2), 2, ["c"])));
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 1");
  expect(table.isActive).toBe(false);
  vi.runAllTimers();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 2");
  expect(table.isActive).toBe(true);
  receive(toMessage(playedEvent(threeSeats(4, 3), 1, ["d"]))); // the queue is empty: shown immediately
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 3");
});

test("skipping ends the playback and shows the live frame", () => {
  receive(toMessage(playedEvent(threeSeats(2, 1), 1, ["b"])));
  receive(toMessage(playedEvent(threeSeats(3, 2), 2, ["c"])));
  table.skipPlayback();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 2");
  expect(table.isActive).toBe(true);
});

test("when playback falls behind, only the last turns are shown", () => {
  for (const seq of [2, 3, 4, 5, 6])
    receive(toMessage(playedEvent(threeSeats(seq, seq - 1), 1, ["x"])));
  const shown = new Set<string | undefined>();
  for (let i = 0; i < 100; i++) {
    shown.add(table.shownFrame?.last.at(-1)?.action);
    vi.advanceTimersByTime(100);
  }
  expect([...shown]).toEqual(["now 1", "now 4", "now 5"]);
});

test("replay shows the turns since the user's last turn again", async () => {
  receive(toMessage(playedEvent(threeSeats(2, 1), 0, ["a"])));
  receive(toMessage(playedEvent(threeSeats(3, 2), 1, ["b"])));
  receive(toMessage(playedEvent(threeSeats(4, 4), 2, ["c", "d"])));
  vi.runAllTimers();
  expect(table.turnsSinceOwn.turns).toHaveLength(2);
  await table.replay();
  const shown: (string | undefined)[] = [];
  for (let i = 0; i < 100; i++) {
    const action = table.shownFrame?.last.at(-1)?.action;
    if (action !== shown.at(-1)) shown.push(action);
    vi.advanceTimersByTime(100);
  }
  expect(shown).toEqual(["now 2", "c", "now 4"]);
  expect(table.cursor).toBeNull();
});

const LINE_PIECE = {
  cell: 3,
  colour: "black",
  mark: "plain",
  letter: "o",
  height: 1,
  owner: null,
} as const;

/** Return the state after a turn whose last action completed a line, which left the board. */
function stateAfterFullLine(seq: number, changes = {}) {
  const taken = [LINE_PIECE];
  const last = [playedAction("a"), playedAction("b", { taken, lines: [[3]] })];
  return state(seq, 2, { frame: { ...frame(), last }, ...changes });
}

for (const motion of ["on", "off"] as const)
  test(`a full line is shown before it leaves the board, motion ${motion}`, () => {
    settings.motion = motion;
    receive(toMessage(playedEvent(stateAfterFullLine(2), 1, ["a", "b"])));
    if (motion === "on") vi.advanceTimersByTime(650);
    expect(table.shownFrame?.pieces).toHaveLength(1);
    expect(table.shownFrame?.winning_lines).toEqual([[3]]);
    vi.runAllTimers();
    expect(table.shownFrame?.pieces).toHaveLength(0);
    expect(table.shownFrame?.last).toHaveLength(2); // the marks of the last turn
    settings.motion = "auto";
  });

test("the game counts as over after the playback of the last turn", () => {
  const result = { returns: [-1, 1], winner: 1, reason: "rules" as const };
  const over = {
    status: "over" as const,
    result: { ...result, text: "", why: "", why_by_seat: ["", ""] },
  };
  receive(toMessage(playedEvent(stateAfterFullLine(2, over), 1, ["a", "b"])));
  expect(table.isOver).toBe(false);
  vi.runAllTimers();
  expect(table.isOver).toBe(true);
});

test("a new turn does not move the cursor while browsing", async () => {
  receive(toMessage(playedEvent(state(2, 2), 1, ["a", "b"])));
  vi.runAllTimers();
  await table.browse(1);
  receive(toMessage(playedEvent(state(3, 3), 0, ["c"])));
  expect(table.shownFrame?.last.at(-1)?.action).toBe("a");
  expect(table.newTurns).toBe(1);
  table.returnToLive();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 3");
  expect(table.newTurns).toBe(0);
});

test("browsing past the last action, or an undo before the cursor, returns to the live game", async () => {
  receive(toMessage(playedEvent(state(2, 2), 1, ["a", "b"])));
  await table.browse(1);
  await table.browse(2);
  expect(table.cursor).toBeNull();
  await table.browse(1);
  receive(toMessage({ ...playedEvent(state(3, 0), 1, []), kind: "undone" }));
  expect(table.cursor).toBeNull();
  expect(table.shownFrame?.last.at(-1)?.action).toBe("now 0");
});

// Premoves

/** Start the opponent's turn. */
function startOpponentTurn() {
  receive(welcomeMessage(2, [turn(0, "a")], { frame: { ...frame("a"), turn: 1 } }));
}

/** Play the opponent's turn; `legal` are the legal actions after it. */
function playOpponentTurn(...legal: string[]) {
  const targets = Object.fromEntries(
    legal.map((name, cell) => [name, { kind: "place" as const, cells: [cell], spoken: name }]),
  );
  const after = state(3, 2, { frame: { ...frame("b"), turn: 0, targets } });
  receive(toMessage(playedEvent(after, 1, ["b"])));
}

test("premoves are possible only while waiting for others", () => {
  expect(table.premoveRules).toBeNull();
  startOpponentTurn();
  expect(table.premoveRules).toEqual({ seat: 0, mode: "cells" });
  settings.premoves = false;
  expect(table.premoveRules).toBeNull();
  settings.premoves = true;
});

test("a premove is played as soon as it is the player's turn", () => {
  startOpponentTurn();
  table.premove = { from: 1, to: 1 };
  playOpponentTurn("c", "d");
  expect(getLastSent()).toMatchObject({ type: "act", at: 2, actions: ["d"] });
  expect([table.premove, illegalPremoves]).toEqual([null, 0]);
});

test("an illegal premove is discarded and reported", () => {
  startOpponentTurn();
  const before = getLastSent();
  table.premove = { from: 7, to: 7 };
  playOpponentTurn("c", "d");
  expect(getLastSent()).toBe(before);
  expect([table.premove, illegalPremoves]).toEqual([null, 1]);
});

test("an undo discards the premove", () => {
  startOpponentTurn();
  const before = getLastSent();
  table.premove = { from: 1, to: 1 };
  receive(toMessage({ ...playedEvent(state(3, 0), 1, []), kind: "undone" }));
  expect([table.premove, illegalPremoves, getLastSent() === before]).toEqual([null, 0, true]);
});

test("a refusal disappears after some time, and with the next valid input", () => {
  const why = "There is no stone on a1.";
  receive({ type: "refused", n: null, id: null, why });
  expect(table.error).toEqual(why);
  vi.advanceTimersByTime(20_000);
  expect(table.error).toBeNull();
  receive({ type: "refused", n: null, id: null, why });
  table.clearError();
  expect(table.error).toBeNull();
});
