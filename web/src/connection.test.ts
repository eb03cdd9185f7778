import { beforeEach, expect, test } from "vitest";
import { Connection, type Line } from "./connection";
import { FakeWorld, welcome } from "./fixtures";
import type { FromClient, FromServer } from "./protocol";

const ACT: FromClient = { type: "act", id: "c1", at: 0, actions: ["a1"] };

let world: FakeWorld;
let lines: Line[];
let heard: FromServer[];
let connection: Connection;

beforeEach(() => {
  world = new FakeWorld();
  lines = [];
  heard = [];
  connection = new Connection(
    world,
    "token",
    "de",
    (message) => heard.push(message),
    (line) => lines.push(line),
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
    waits.push(world.wait());
  }
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]);
  greet();
  world.wire().onclose?.({ code: 1006 });
  expect(world.wait()).toBe(400);
  expect(lines.at(-1)).toBe("broken");
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
