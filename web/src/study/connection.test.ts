import { expect, test } from "vitest";
import { FakeWorld } from "../fixtures";
import { StudyConnection, type Heard } from "./connection";

const QUESTION = { game: "vier3d", position: null, actions: ["a1"] };

function arrive() {
  const world = new FakeWorld();
  const heard: Heard[] = [];
  const connection = new StudyConnection(
    (message) => heard.push(message),
    () => undefined,
    world,
  );
  return { world, heard, connection };
}

const asked = (world: FakeWorld) => world.wire().sent as unknown as { type: string; n: number }[];

test("the line opens with the first question, and says the last of each kind", () => {
  const { world, connection } = arrive();
  expect(world.wires).toHaveLength(0);
  connection.think(QUESTION);
  connection.evaluate(QUESTION);
  connection.think({ ...QUESTION, actions: [] });
  world.wire().onopen?.();
  expect(asked(world)).toMatchObject([
    { type: "think", n: 3, actions: [] },
    { type: "evaluate", n: 2 },
  ]);
});

test("a line that breaks asks again for what is not done", () => {
  const { world, heard, connection } = arrive();
  connection.think(QUESTION);
  connection.evaluate(QUESTION);
  world.wire().onopen?.();
  const done = { type: "evaluation" as const, n: 2, moments: [] };
  world.wire().onmessage?.({ data: JSON.stringify(done) });
  expect(heard).toEqual([done]);
  world.wire().onclose?.({ code: 1006 });
  world.wait();
  world.wire().onopen?.();
  expect(asked(world)).toMatchObject([{ type: "think", n: 1 }]);
  connection.close();
  world.wire().onclose?.({ code: 1000 });
  expect([world.wires.length, world.timers.length]).toEqual([2, 1]); // nothing new
});
