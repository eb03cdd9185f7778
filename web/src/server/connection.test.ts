import { beforeEach, expect, test } from "vitest";
import { Connection, type Line } from "./connection";
import { FakeWorld, played, resumed, state, told, welcome } from "../fixtures";
import type { FromClient, FromServer, Words } from "../protocol";

const ACT: FromClient = { type: "act", id: "c1", at: 0, actions: ["a1"] };

let world: FakeWorld;
let lines: Line[];
let whys: (Words | null)[];
let heard: FromServer[];
let known: number | undefined;
let connection: Connection;

beforeEach(() => {
  world = new FakeWorld();
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
  world.wire().onopen?.();
  world.wire().hear(welcome(1, []));
}

test("says hello with the token, and nothing else before the welcome", () => {
  connection.send(ACT);
  world.wire().onopen?.();
  expect(world.wire().sent).toEqual([{ type: "hello", language: "de", token: "token" }]);
  world.wire().hear(welcome(1, []));
  expect(world.wire().sent.slice(1)).toEqual([ACT]);
  expect(lines).toEqual(["connecting", "open"]);
  expect(heard).toHaveLength(1);
});

test("sends an unanswered command again with the same id", () => {
  greet();
  connection.send(ACT);
  world.wire().onclose?.({ code: 1006 });
  world.wait();
  expect(world.wires).toHaveLength(2);
  greet();
  expect(world.wire().sent).toEqual([{ type: "hello", language: "de", token: "token" }, ACT]);
});

test.each<FromServer>([
  { type: "done", id: "c1", seq: 2 },
  { ...told(played(state(2, 1), 0, ["a1"])), id: "c1" },
  { type: "refused", id: "c1", n: null, why: { en: "no", de: "nein" } },
])("an answered command is not sent again: %o", (answer) => {
  greet();
  connection.send(ACT);
  world.wire().hear(answer);
  world.wire().onclose?.({ code: 1006 });
  world.wait();
  greet();
  expect(world.wire().sent).toHaveLength(1);
});

test("waits longer each time, and starts afresh after a welcome", () => {
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    world.wire().onclose?.({ code: 1006 });
    waits.push(Math.round(world.wait()));
  }
  expect(waits.slice(0, 3)).toEqual([500, 650, 845]);
  expect(waits.every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0))).toBe(true);
  for (let i = 0; i < 7; i++) {
    world.wire().onclose?.({ code: 1006 });
    waits.push(Math.round(world.wait()));
  }
  expect(waits.slice(-2)).toEqual([15_000, 15_000]);
  greet();
  world.wire().onclose?.({ code: 1006 });
  expect(world.wait()).toBe(500);
  expect(lines.at(-1)).toBe("broken");
});

test("everybody waits for a time of their own: from nothing to twice the mean", () => {
  const waits = [0, 0.25, 0.999].map((random) => {
    greet();
    world.random = () => random;
    world.wire().onclose?.({ code: 1006 });
    return world.wait();
  });
  expect(waits).toEqual([0, 250, 999]);
});

test("patience with a hall that does not answer grows from attempt to attempt", () => {
  const patience: number[] = [];
  for (let i = 0; i < 5; i++) {
    world.wire().onopen?.();
    patience.push(world.wait()); // no answer
    expect(world.wire().closed).toBe(true);
    world.wait(); // until the next attempt
  }
  expect(patience).toEqual([8000, 16_000, 32_000, 60_000, 60_000]);
  greet();
  world.wait(); // heartbeat
  expect(world.wait()).toBe(8000); // on a line that has worked
});

test("a line that is never there is given up as well", () => {
  expect(world.wait()).toBe(8000);
  expect(world.wire().closed).toBe(true);
  expect(lines.at(-1)).toBe("broken");
});

test("who comes back says what it knows, and sends again what was not answered", () => {
  greet();
  connection.send(ACT);
  known = 7;
  world.wire().onclose?.({ code: 1006 });
  world.wait();
  world.wire().onopen?.();
  const hello = { type: "hello", language: "de", token: "token", seq: 7, listed: "de" };
  expect(world.wire().sent).toEqual([hello]);
  world.wire().hear(resumed([]));
  expect(world.wire().sent).toEqual([hello, ACT]);
  expect(lines.at(-1)).toBe("open");
});

test("what is missing is asked for once, and the answer is awaited whatever else comes", () => {
  greet();
  known = 7;
  connection.ask();
  connection.ask();
  expect(world.wire().sent.slice(1)).toEqual([
    { type: "hello", language: "de", token: "token", seq: 7, listed: "de" },
  ]);
  world.wire().hear({ type: "pong", now: 0 });
  world.wait(); // no answer
  expect(world.wire().closed).toBe(true);
});

test("everything is asked for where what was missing does not fit", () => {
  greet();
  known = 7;
  connection.ask(true);
  expect(world.wire().sent.at(-1)).toEqual({ type: "hello", language: "de", token: "token" });
});

test("a table that does not exist is not asked for again", () => {
  world.wire().onclose?.({ code: 4404 });
  expect(world.timers).toEqual([]);
  expect(lines.at(-1)).toBe("gone");
});

test("a table that cannot be read is not asked for again", () => {
  world.wire().onclose?.({ code: 4500 });
  expect(world.timers).toEqual([]);
  expect(lines.at(-1)).toBe("damaged");
});

test("a silent line is given up", () => {
  greet();
  world.wait(); // heartbeat
  expect(world.wire().sent.at(-1)).toEqual({ type: "ping" });
  world.wait(); // no answer
  expect(world.wire().closed).toBe(true);
  expect(lines.at(-1)).toBe("broken");
  world.wait();
  expect(world.wires).toHaveLength(2);
});

test("an old line's end does not harm the new one", () => {
  greet();
  const old = world.wire();
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
  expect(world.wire().closed).toBe(true);
});

test("says hello again in another language, and sends what waited meanwhile", () => {
  greet();
  connection.speak("de"); // as before
  expect(world.wire().sent).toHaveLength(1);
  connection.speak("en");
  connection.send(ACT);
  expect(world.wire().sent.slice(1)).toEqual([{ type: "hello", language: "en", token: "token" }]);
  world.wire().hear(welcome(1, []));
  expect(world.wire().sent.slice(2)).toEqual([ACT]);
});

test("says hello once more when the language changes before the welcome", () => {
  world.wire().onopen?.();
  connection.speak("en");
  expect(world.wire().sent).toHaveLength(1);
  world.wire().hear(welcome(1, []));
  expect(world.wire().sent[1]).toEqual({ type: "hello", language: "en", token: "token" });
  world.wire().hear(welcome(1, []));
  expect(world.wire().sent).toHaveLength(2);
});

test("legal actions are known in the language that the hall has heard last", () => {
  greet();
  known = 7;
  world.wire().onclose?.({ code: 1006 });
  connection.speak("en");
  const hello = { type: "hello", language: "en", token: "token", seq: 7 };
  for (let i = 0; i < 2; i++) {
    world.wait();
    world.wire().onopen?.();
    expect(world.wire().sent).toEqual([{ ...hello, listed: "de" }]); // it has not answered in English
    world.wire().onclose?.({ code: 1006 });
  }
  world.wait();
  world.wire().onopen?.();
  world.wire().hear(resumed([]));
  connection.ask();
  expect(world.wire().sent[1]).toEqual({ ...hello, listed: "en" });
});

const FULL = { why: { en: "full", de: "voll" }, seconds: 5 };

/** A line that the hall refuses, and what it says to who asks why. */
async function refuse() {
  world.wire().onclose?.({ code: 1006 });
  await Promise.resolve();
  await Promise.resolve();
}

test("who is not let in says why, and comes back later each time, but not before it may", async () => {
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

test("a hall that is gone has no reason, and one that was full may be gone", async () => {
  world.refused = FULL;
  await refuse();
  world.wait();
  world.refused = null;
  await refuse();
  expect([lines.at(-1), whys.at(-1)]).toEqual(["broken", null]);
  expect(world.wait()).toBe(650);
});

test("a line that has worked is not asked about, nor one that was closed", async () => {
  world.refused = FULL;
  greet();
  await refuse();
  expect(whys.at(-1)).toBe(null);
  world.wait();
  world.wire().onclose?.({ code: 1006 });
  connection.close();
  await Promise.resolve();
  await Promise.resolve();
  expect(world.timers).toEqual([]);
  expect(whys.at(-1)).toBe(null);
});

test("the answer comes too late for who has tried again", async () => {
  world.refused = FULL;
  world.wire().onclose?.({ code: 1006 });
  connection.wake();
  greet();
  await Promise.resolve();
  await Promise.resolve();
  expect([lines.at(-1), whys.at(-1)]).toEqual(["open", null]);
});
