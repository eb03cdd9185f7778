import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type OwnTable,
  setHidden,
  getPendingJoin,
  createToken,
  openTable,
  listOwnTableIds,
  getOwnTable,
  saveOwnTable,
  getCurrentSeats,
  takeSeat,
} from "./ownTables";
import { writeItem } from "./storage";
import type { TableRequest } from "../protocol";

const makeOwnTable = (when: number): OwnTable => ({
  token: "t",
  seats: [0],
  game: "tzaar",
  when,
  invites: {},
});

/** The requests that were sent. */
let sent: { path: string; token: string }[];
/** The answers to come: a status with a body, or none. */
let answers: ([number, unknown] | "lost")[];

beforeEach(() => {
  vi.useFakeTimers();
  writeItem("tables", {}); // other tests have stored some
  sent = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push({ path, ...(JSON.parse(body) as { token: string }) });
    const answer = answers.shift() ?? "lost";
    if (answer === "lost") return Promise.reject(new TypeError("network"));
    const [status, json] = answer;
    const headers = { "content-type": "application/json" };
    return Promise.resolve(new Response(JSON.stringify(json), { status, headers }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Run all timers; return "done", or the error of a promise. */
async function waitForEnd(promise: Promise<unknown>): Promise<unknown> {
  const result = promise.then(
    () => "done",
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return result;
}

const countTokens = () => new Set(sent.map(({ token }) => token)).size;

test("a table that is hidden keeps its seat and can be shown again", () => {
  saveOwnTable("a", makeOwnTable(1));
  saveOwnTable("b", makeOwnTable(2));
  setHidden("a", true);
  expect(getOwnTable("a")?.token).toBe("t");
  expect(listOwnTableIds(({ hidden }) => !hidden)).toEqual(["b"]);
  setHidden("a", false);
  expect(listOwnTableIds(() => true)).toEqual(["b", "a"]);
  setHidden("unknown", true);
  expect(getOwnTable("unknown")).toBeUndefined();
});

test("only the oldest finished tables are deleted", () => {
  const makeTables = (name: string, count: number, changes: Partial<OwnTable>) =>
    Array.from(
      { length: count },
      (_, i) => [`${name}${i}`, { ...makeOwnTable(100 + i), ...changes }] as const,
    );
  writeItem(
    "tables",
    Object.fromEntries([...makeTables("x", 600, { over: true }), ...makeTables("y", 80, {})]),
  );
  saveOwnTable("a", makeOwnTable(1));
  expect(listOwnTableIds(({ over }) => over === true)).toHaveLength(500);
  expect(getOwnTable("x599")).toBeDefined();
  expect(getOwnTable("x0")).toBeUndefined();
  expect(getOwnTable("a")).toBeDefined();
  expect(getOwnTable("y0")).toBeDefined();
});

test("current seats follow the order of the seats", () => {
  const own = { ...makeOwnTable(1), seats: [1] };
  expect(getCurrentSeats(own, [0, 1])).toEqual([1]);
  expect(getCurrentSeats(own, [1, 2, 0])).toEqual([0]);
  expect(getCurrentSeats(undefined, [0, 1])).toEqual([]);
});

test("tokens have 32 characters and differ", () => {
  expect(createToken()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(createToken()).not.toBe(createToken());
});

test("a join without an answer is retried with the same token", async () => {
  answers = ["lost", "lost", [200, { seat: 1, token: "x" }]];
  expect(await waitForEnd(takeSeat("j1", "tzaar", { seat: 1 }))).toBe("done");
  expect(sent).toHaveLength(3);
  expect(countTokens()).toBe(1);
  expect(getOwnTable("j1")?.token).toBe(sent[0]?.token);
  expect(getPendingJoin("j1")).toBeNull();
});

test("a later attempt to join uses the same token", async () => {
  answers = [];
  expect(await waitForEnd(takeSeat("j2", "tzaar", { seat: 1 }))).toBeInstanceOf(TypeError);
  expect(getPendingJoin("j2")?.seat).toBe(1);
  answers = [[503, {}]];
  await waitForEnd(takeSeat("j2", "tzaar", { seat: 1 }));
  answers = [[200, { seat: 1, token: "x" }]];
  expect(await waitForEnd(takeSeat("j2", "tzaar", { seat: 1 }))).toBe("done");
  expect(countTokens()).toBe(1);
});

test("a seat taken by another player is not requested again", async () => {
  answers = [[409, {}]];
  expect(await waitForEnd(takeSeat("j3", "tzaar", { seat: 1 }))).not.toBe("done");
  expect(getPendingJoin("j3")).toBeNull();
  expect(getOwnTable("j3")).toBeUndefined();
});

test("opening a table is retried with the same token, the next table has another one", async () => {
  const request: TableRequest = {
    game: "tzaar",
    seats: [{ kind: "here" }],
    clock: { kind: "none" },
    listed: false,
    random_sides: false,
  };
  const makeAnswer = (id: string) => [201, { id, token: "x", invites: {} }] as [number, unknown];
  answers = [];
  expect(await waitForEnd(openTable(request))).toBeInstanceOf(TypeError);
  answers = [makeAnswer("o1")];
  await waitForEnd(openTable(request));
  expect(countTokens()).toBe(1);
  answers = [makeAnswer("o2")];
  await waitForEnd(openTable(request));
  expect(countTokens()).toBe(2);
});
