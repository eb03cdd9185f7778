import { expect, test } from "vitest";
import { FakeEnvironment } from "../fixtures";
import { StudyConnection, type StudyMessage } from "./connection";

const REQUEST = { game: "vier3d", position: null, actions: ["a1"] };

function connect() {
  const environment = new FakeEnvironment();
  const received: StudyMessage[] = [];
  const connection = new StudyConnection(
    (message) => received.push(message),
    () => undefined,
    environment,
  );
  return { environment, received, connection };
}

const getRequests = (environment: FakeEnvironment) =>
  environment.socket().sent as unknown as { type: string; n: number }[];

test("the connection opens with the first request and sends the latest of each kind", () => {
  const { environment, connection } = connect();
  expect(environment.sockets).toHaveLength(0);
  connection.think(REQUEST);
  connection.evaluate(REQUEST);
  connection.think({ ...REQUEST, actions: [] });
  environment.socket().onopen?.();
  expect(getRequests(environment)).toMatchObject([
    { type: "think", n: 3, actions: [] },
    { type: "evaluate", n: 2 },
  ]);
});

test("a broken connection resends unfinished requests", () => {
  const { environment, received, connection } = connect();
  connection.think(REQUEST);
  connection.evaluate(REQUEST);
  environment.socket().onopen?.();
  const done = { type: "evaluation" as const, n: 2, moments: [] };
  environment.socket().onmessage?.({ data: JSON.stringify(done) });
  expect(received).toEqual([done]);
  environment.socket().onclose?.({ code: 1006 });
  environment.fireTimer();
  environment.socket().onopen?.();
  expect(getRequests(environment)).toMatchObject([{ type: "think", n: 1 }]);
  connection.close();
  environment.socket().onclose?.({ code: 1000 });
  expect([environment.sockets.length, environment.timers.length]).toEqual([2, 1]); // no reconnection
});
