import { beforeEach, expect, test } from "vitest";
import { Connection, type ConnectionStatus } from "./connection";
import {
  FakeEnvironment,
  playedEvent,
  resumedMessage,
  state,
  toMessage,
  welcomeMessage,
} from "../fixtures";
import type { FromClient, FromServer } from "../protocol";

const ACT: FromClient = { type: "act", id: "c1", at: 0, actions: ["a1"] };

let environment: FakeEnvironment;
let statuses: ConnectionStatus[];
let reasons: (string | null)[];
let messages: FromServer[];
let knownSeq: number | undefined;
let connection: Connection;

beforeEach(() => {
  environment = new FakeEnvironment();
  statuses = [];
  reasons = [];
  messages = [];
  knownSeq = undefined;
  connection = new Connection(
    environment,
    "token",
    "de",
    () => knownSeq,
    (message) => messages.push(message),
    (status, reason) => {
      statuses.push(status);
      reasons.push(reason);
    },
  );
  connection.open();
});

function acceptConnection() {
  environment.socket().onopen?.();
  environment.socket().receive(welcomeMessage(1, []));
}

test("sends only hello with the token before the welcome message", () => {
  connection.send(ACT);
  environment.socket().onopen?.();
  expect(environment.socket().sent).toEqual([{ type: "hello", language: "de", token: "token" }]);
  environment.socket().receive(welcomeMessage(1, []));
  expect(environment.socket().sent.slice(1)).toEqual([ACT]);
  expect(statuses).toEqual(["connecting", "open"]);
  expect(messages).toHaveLength(1);
});

test("sends an unanswered command again with the same id", () => {
  acceptConnection();
  connection.send(ACT);
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  expect(environment.sockets).toHaveLength(2);
  acceptConnection();
  expect(environment.socket().sent).toEqual([
    { type: "hello", language: "de", token: "token" },
    ACT,
  ]);
});

test.each<FromServer>([
  { type: "done", id: "c1", seq: 2 },
  { ...toMessage(playedEvent(state(2, 1), 0, ["a1"])), id: "c1" },
  { type: "refused", id: "c1", n: null, why: "no" },
])("an answered command is not sent again: %o", (answer) => {
  acceptConnection();
  connection.send(ACT);
  environment.socket().receive(answer);
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  acceptConnection();
  expect(environment.socket().sent).toHaveLength(1);
});

test("the backoff grows and is reset by a welcome", () => {
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    environment.socket().onclose?.({ code: 1006 });
    waits.push(Math.round(environment.fireTimer()));
  }
  expect(waits.slice(0, 3)).toEqual([500, 650, 845]);
  expect(waits.every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0))).toBe(true);
  for (let i = 0; i < 7; i++) {
    environment.socket().onclose?.({ code: 1006 });
    waits.push(Math.round(environment.fireTimer()));
  }
  expect(waits.slice(-2)).toEqual([15_000, 15_000]);
  acceptConnection();
  environment.socket().onclose?.({ code: 1006 });
  expect(environment.fireTimer()).toBe(500);
  expect(statuses.at(-1)).toBe("broken");
});

test("the wait is random: from zero to twice the mean", () => {
  const waits = [0, 0.25, 0.999].map((random) => {
    acceptConnection();
    environment.random = () => random;
    environment.socket().onclose?.({ code: 1006 });
    return environment.fireTimer();
  });
  expect(waits).toEqual([0, 250, 999]);
});

test("the response timeout grows with each attempt", () => {
  const timeouts: number[] = [];
  for (let i = 0; i < 5; i++) {
    environment.socket().onopen?.();
    timeouts.push(environment.fireTimer()); // no answer
    expect(environment.socket().closed).toBe(true);
    environment.fireTimer(); // until the next attempt
  }
  expect(timeouts).toEqual([8000, 16_000, 32_000, 60_000, 60_000]);
  acceptConnection();
  environment.fireTimer(); // heartbeat
  expect(environment.fireTimer()).toBe(8000); // on a connection that has worked
});

test("a connection that never opens times out", () => {
  expect(environment.fireTimer()).toBe(8000);
  expect(environment.socket().closed).toBe(true);
  expect(statuses.at(-1)).toBe("broken");
});

test("a reconnect sends the last known event number and resends unanswered commands", () => {
  acceptConnection();
  connection.send(ACT);
  knownSeq = 7;
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  environment.socket().onopen?.();
  const hello = { type: "hello", language: "de", token: "token", seq: 7, legal_language: "de" };
  expect(environment.socket().sent).toEqual([hello]);
  environment.socket().receive(resumedMessage([]));
  expect(environment.socket().sent).toEqual([hello, ACT]);
  expect(statuses.at(-1)).toBe("open");
});

test("resync requests missed events once", () => {
  acceptConnection();
  knownSeq = 7;
  connection.resync();
  connection.resync();
  expect(environment.socket().sent.slice(1)).toEqual([
    { type: "hello", language: "de", token: "token", seq: 7, legal_language: "de" },
  ]);
  environment.socket().receive({ type: "pong", now: 0 });
  environment.fireTimer(); // no answer
  expect(environment.socket().closed).toBe(true);
});

test("resync from scratch requests a snapshot", () => {
  acceptConnection();
  knownSeq = 7;
  connection.resync(true);
  expect(environment.socket().sent.at(-1)).toEqual({
    type: "hello",
    language: "de",
    token: "token",
  });
});

test("does not reconnect to a table that does not exist", () => {
  environment.socket().onclose?.({ code: 4404 });
  expect(environment.timers).toEqual([]);
  expect(statuses.at(-1)).toBe("gone");
});

test("does not reconnect to a damaged table", () => {
  environment.socket().onclose?.({ code: 4500 });
  expect(environment.timers).toEqual([]);
  expect(statuses.at(-1)).toBe("damaged");
});

test("a silent connection times out", () => {
  acceptConnection();
  environment.fireTimer(); // heartbeat
  expect(environment.socket().sent.at(-1)).toEqual({ type: "ping" });
  environment.fireTimer(); // no answer
  expect(environment.socket().closed).toBe(true);
  expect(statuses.at(-1)).toBe("broken");
  environment.fireTimer();
  expect(environment.sockets).toHaveLength(2);
});

test("the end of an old connection does not affect the new one", () => {
  acceptConnection();
  const old = environment.socket();
  old.onclose?.({ code: 1006 });
  environment.fireTimer();
  acceptConnection();
  old.onclose?.({ code: 1006 });
  expect(statuses.at(-1)).toBe("open");
});

test("closing cancels all timers", () => {
  acceptConnection();
  connection.close();
  expect(environment.timers).toEqual([]);
  expect(environment.socket().closed).toBe(true);
});

test("a reconnecting client sends the language of its legal actions", () => {
  acceptConnection();
  knownSeq = 7;
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  environment.socket().onopen?.();
  const hello = { type: "hello", language: "de", token: "token", seq: 7, legal_language: "de" };
  expect(environment.socket().sent).toEqual([hello]);
});

const REFUSAL = { why: "full", seconds: 5 };

/** Refuse the connection, and wait until its reason has been fetched. */
async function refuseConnection() {
  environment.socket().onclose?.({ code: 1006 });
  await Promise.resolve();
  await Promise.resolve();
}

test("a refused connection shows the reason and retries with backoff, not before the time given", async () => {
  environment.refusal = REFUSAL;
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    await refuseConnection();
    expect([statuses.at(-1), reasons.at(-1)]).toEqual(["broken", REFUSAL.why]);
    waits.push(Math.round(environment.fireTimer()));
    expect(reasons.at(-1)).toEqual(REFUSAL.why); // until the connection is accepted
  }
  expect(waits).toEqual([5500, 5650, 5845]);
  acceptConnection();
  expect([statuses.at(-1), reasons.at(-1)]).toEqual(["open", null]);
});

test("an unreachable server gives no reason", async () => {
  environment.refusal = REFUSAL;
  await refuseConnection();
  environment.fireTimer();
  environment.refusal = null;
  await refuseConnection();
  expect([statuses.at(-1), reasons.at(-1)]).toEqual(["broken", null]);
  expect(environment.fireTimer()).toBe(650);
});

test("no reason is requested for a connection that was open or closed by the client", async () => {
  environment.refusal = REFUSAL;
  acceptConnection();
  await refuseConnection();
  expect(reasons.at(-1)).toBe(null);
  environment.fireTimer();
  environment.socket().onclose?.({ code: 1006 });
  connection.close();
  await Promise.resolve();
  await Promise.resolve();
  expect(environment.timers).toEqual([]);
  expect(reasons.at(-1)).toBe(null);
});

test("a reason that arrives after the next attempt is ignored", async () => {
  environment.refusal = REFUSAL;
  environment.socket().onclose?.({ code: 1006 });
  connection.reconnectNow();
  acceptConnection();
  await Promise.resolve();
  await Promise.resolve();
  expect([statuses.at(-1), reasons.at(-1)]).toEqual(["open", null]);
});
