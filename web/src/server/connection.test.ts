import { beforeEach, expect, test } from "vitest";
import { Connection, type ConnectionStatus } from "./connection";
import { FakeEnvironment, played, resumed, state, told, welcome } from "../fixtures";
import type { FromClient, FromServer } from "../protocol";

const ACT: FromClient = { type: "act", id: "c1", at: 0, actions: ["a1"] };

let world: FakeEnvironment;
let lines: ConnectionStatus[];
let whys: (string | null)[];
let heard: FromServer[];
let known: number | undefined;
let connection: Connection;

beforeEach(() => {
  world = new FakeEnvironment();
  lines = [];
  whys = [];
  heard = [];
  known = undefined;
  connection = new Connection(
    world,
    "token",
    "de",
    () => known,
    (message) => heard.push(message),
    (line, why) => {
      lines.push(line);
      whys.push(why);
    },
  );
  connection.open();
});

function greet() {
  world.socket().onopen?.();
  world.socket().hear(welcome(1, []));
}

test("says hello with the token, and nothing else before the welcome", () => {
  connection.send(ACT);
  world.socket().onopen?.();
  expect(world.socket().sent).toEqual([{ type: "hello", language: "de", token: "token" }]);
  world.socket().hear(welcome(1, []));
  expect(world.socket().sent.slice(1)).toEqual([ACT]);
  expect(lines).toEqual(["connecting", "open"]);
  expect(heard).toHaveLength(1);
});

test("sends an unanswered command again with the same id", () => {
  greet();
  connection.send(ACT);
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  expect(world.sockets).toHaveLength(2);
  greet();
  expect(world.socket().sent).toEqual([{ type: "hello", language: "de", token: "token" }, ACT]);
});

test.each<FromServer>([
  { type: "done", id: "c1", seq: 2 },
  { ...told(played(state(2, 1), 0, ["a1"])), id: "c1" },
  { type: "refused", id: "c1", n: null, why: "no" },
])("an answered command is not sent again: %o", (answer) => {
  greet();
  connection.send(ACT);
  world.socket().hear(answer);
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  greet();
  expect(world.socket().sent).toHaveLength(1);
});

test("the backoff grows and is reset by a welcome", () => {
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    world.socket().onclose?.({ code: 1006 });
    waits.push(Math.round(world.wait()));
  }
  expect(waits.slice(0, 3)).toEqual([500, 650, 845]);
  expect(waits.every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0))).toBe(true);
  for (let i = 0; i < 7; i++) {
    world.socket().onclose?.({ code: 1006 });
    waits.push(Math.round(world.wait()));
  }
  expect(waits.slice(-2)).toEqual([15_000, 15_000]);
  greet();
  world.socket().onclose?.({ code: 1006 });
  expect(world.wait()).toBe(500);
  expect(lines.at(-1)).toBe("broken");
});

test("the wait is random: from zero to twice the mean", () => {
  const waits = [0, 0.25, 0.999].map((random) => {
    greet();
    world.random = () => random;
    world.socket().onclose?.({ code: 1006 });
    return world.wait();
  });
  expect(waits).toEqual([0, 250, 999]);
});

test("the response timeout grows with each attempt", () => {
  const patience: number[] = [];
  for (let i = 0; i < 5; i++) {
    world.socket().onopen?.();
    patience.push(world.wait()); // no answer
    expect(world.socket().closed).toBe(true);
    world.wait(); // until the next attempt
  }
  expect(patience).toEqual([8000, 16_000, 32_000, 60_000, 60_000]);
  greet();
  world.wait(); // heartbeat
  expect(world.wait()).toBe(8000); // on a line that has worked
});

test("a connection that never opens times out", () => {
  expect(world.wait()).toBe(8000);
  expect(world.socket().closed).toBe(true);
  expect(lines.at(-1)).toBe("broken");
});

test("a reconnect tells the last known event and resends unanswered commands", () => {
  greet();
  connection.send(ACT);
  known = 7;
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  world.socket().onopen?.();
  const hello = { type: "hello", language: "de", token: "token", seq: 7, listed: "de" };
  expect(world.socket().sent).toEqual([hello]);
  world.socket().hear(resumed([]));
  expect(world.socket().sent).toEqual([hello, ACT]);
  expect(lines.at(-1)).toBe("open");
});

test("missed events are requested once", () => {
  greet();
  known = 7;
  connection.ask();
  connection.ask();
  expect(world.socket().sent.slice(1)).toEqual([
    { type: "hello", language: "de", token: "token", seq: 7, listed: "de" },
  ]);
  world.socket().hear({ type: "pong", now: 0 });
  world.wait(); // no answer
  expect(world.socket().closed).toBe(true);
});

test("a snapshot is requested where missed events do not fit", () => {
  greet();
  known = 7;
  connection.ask(true);
  expect(world.socket().sent.at(-1)).toEqual({ type: "hello", language: "de", token: "token" });
});

test("a table that does not exist is not asked for again", () => {
  world.socket().onclose?.({ code: 4404 });
  expect(world.timers).toEqual([]);
  expect(lines.at(-1)).toBe("gone");
});

test("a table that cannot be read is not asked for again", () => {
  world.socket().onclose?.({ code: 4500 });
  expect(world.timers).toEqual([]);
  expect(lines.at(-1)).toBe("damaged");
});

test("a silent connection times out", () => {
  greet();
  world.wait(); // heartbeat
  expect(world.socket().sent.at(-1)).toEqual({ type: "ping" });
  world.wait(); // no answer
  expect(world.socket().closed).toBe(true);
  expect(lines.at(-1)).toBe("broken");
  world.wait();
  expect(world.sockets).toHaveLength(2);
});

test("the end of an old connection does not affect the new one", () => {
  greet();
  const old = world.socket();
  old.onclose?.({ code: 1006 });
  world.wait();
  greet();
  old.onclose?.({ code: 1006 });
  expect(lines.at(-1)).toBe("open");
});

test("after closing nothing waits", () => {
  greet();
  connection.close();
  expect(world.timers).toEqual([]);
  expect(world.socket().closed).toBe(true);
});

test("a reconnecting client tells which legal actions it knows", () => {
  greet();
  known = 7;
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  world.socket().onopen?.();
  const hello = { type: "hello", language: "de", token: "token", seq: 7, listed: "de" };
  expect(world.socket().sent).toEqual([hello]);
});

const FULL = { why: "full", seconds: 5 };

/** A connection that the hall refuses, and its reason. */
async function refuse() {
  world.socket().onclose?.({ code: 1006 });
  await Promise.resolve();
  await Promise.resolve();
}

test("a refused connection shows the reason and retries with backoff, not before the time given", async () => {
  world.refused = FULL;
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    await refuse();
    expect([lines.at(-1), whys.at(-1)]).toEqual(["broken", FULL.why]);
    waits.push(Math.round(world.wait()));
    expect(whys.at(-1)).toEqual(FULL.why); // until it is let in
  }
  expect(waits).toEqual([5500, 5650, 5845]);
  greet();
  expect([lines.at(-1), whys.at(-1)]).toEqual(["open", null]);
});

test("an unreachable hall has no reason", async () => {
  world.refused = FULL;
  await refuse();
  world.wait();
  world.refused = null;
  await refuse();
  expect([lines.at(-1), whys.at(-1)]).toEqual(["broken", null]);
  expect(world.wait()).toBe(650);
});

test("a connection that worked or was closed on purpose requests no reason", async () => {
  world.refused = FULL;
  greet();
  await refuse();
  expect(whys.at(-1)).toBe(null);
  world.wait();
  world.socket().onclose?.({ code: 1006 });
  connection.close();
  await Promise.resolve();
  await Promise.resolve();
  expect(world.timers).toEqual([]);
  expect(whys.at(-1)).toBe(null);
});

test("a reason that arrives after the next attempt is ignored", async () => {
  world.refused = FULL;
  world.socket().onclose?.({ code: 1006 });
  connection.reconnectNow();
  greet();
  await Promise.resolve();
  await Promise.resolve();
  expect([lines.at(-1), whys.at(-1)]).toEqual(["open", null]);
});
