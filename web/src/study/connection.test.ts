import { expect, test } from "vitest";
import { FakeEnvironment } from "../fixtures";
import { StudyConnection, type Heard } from "./connection";

const QUESTION = { game: "vier3d", position: null, actions: ["a1"] };

function arrive() {
  const world = new FakeEnvironment();
  const heard: Heard[] = [];
  const connection = new StudyConnection(
    (message) => heard.push(message),
    () => undefined,
    world,
  );
  return { world, heard, connection };
}

const asked = (world: FakeEnvironment) =>
  world.socket().sent as unknown as { type: string; n: number }[];

test("the line opens with the first question, and says the last of each kind", () => {
  const { world, connection } = arrive();
  expect(world.sockets).toHaveLength(0);
  connection.think(QUESTION);
  connection.evaluate(QUESTION);
  connection.think({ ...QUESTION, actions: [] });
  world.socket().onopen?.();
  expect(asked(world)).toMatchObject([
    { type: "think", n: 3, actions: [] },
    { type: "evaluate", n: 2 },
  ]);
});

test("a broken connection resends unfinished requests", () => {
  const { world, heard, connection } = arrive();
  connection.think(QUESTION);
  connection.evaluate(QUESTION);
  world.socket().onopen?.();
  const done = { type: "evaluation" as const, n: 2, moments: [] };
  world.socket().onmessage?.({ data: JSON.stringify(done) });
  expect(heard).toEqual([done]);
  world.socket().onclose?.({ code: 1006 });
  world.wait();
  world.socket().onopen?.();
  expect(asked(world)).toMatchObject([{ type: "think", n: 1 }]);
  connection.close();
  world.socket().onclose?.({ code: 1000 });
  expect([world.sockets.length, world.timers.length]).toEqual([2, 1]); // nothing new
});
