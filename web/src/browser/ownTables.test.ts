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

const own = (when: number): OwnTable => ({
  token: "t",
  seats: [0],
  game: "tzaar",
  when,
  invites: {},
});

/** What the server is sent, and what it answers in turn: a status with a body, or nothing at all. */
let sent: { path: string; token: string }[];
let answers: ([number, unknown] | "lost")[];

beforeEach(() => {
  vi.useFakeTimers();
  writeItem("tables", {}); // other tests have sat down, too
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

/** How something ends, all waiting skipped. */
async function end(promise: Promise<unknown>): Promise<unknown> {
  const ended = promise.then(
    () => "done",
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return ended;
}

const tokens = () => new Set(sent.map(({ token }) => token)).size;

test("a table that is hidden keeps its seat and can be shown again", () => {
  saveOwnTable("a", own(1));
  saveOwnTable("b", own(2));
  setHidden("a", true);
  expect(getOwnTable("a")?.token).toBe("t");
  expect(listOwnTableIds(({ hidden }) => !hidden)).toEqual(["b"]);
  setHidden("a", false);
  expect(listOwnTableIds(() => true)).toEqual(["b", "a"]);
  setHidden("nothing", true);
  expect(getOwnTable("nothing")).toBeUndefined();
});

test("the oldest finished games make room, seats of others never", () => {
  const many = (name: string, count: number, more: Partial<OwnTable>) =>
    Array.from({ length: count }, (_, i) => [`${name}${i}`, { ...own(100 + i), ...more }] as const);
  writeItem(
    "tables",
    Object.fromEntries([...many("x", 600, { over: true }), ...many("y", 80, {})]),
  );
  saveOwnTable("a", own(1));
  expect(listOwnTableIds(({ over }) => over === true)).toHaveLength(500);
  expect(getOwnTable("x599")).toBeDefined();
  expect(getOwnTable("x0")).toBeUndefined();
  expect(getOwnTable("a")).toBeDefined();
  expect(getOwnTable("y0")).toBeDefined();
});

test("drawing lots moves the own seat while the page is closed, too", () => {
  const mine = { ...own(1), seats: [1] };
  expect(getCurrentSeats(mine, [0, 1])).toEqual([1]);
  expect(getCurrentSeats(mine, [1, 2, 0])).toEqual([0]);
  expect(getCurrentSeats(undefined, [0, 1])).toEqual([]);
});

test("tokens are long and never the same", () => {
  expect(createToken()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(createToken()).not.toBe(createToken());
});

test("a join without an answer is retried with the same token", async () => {
  answers = ["lost", "lost", [200, { seat: 1, token: "x" }]];
  expect(await end(takeSeat("j1", "tzaar", { seat: 1 }))).toBe("done");
  expect(sent).toHaveLength(3);
  expect(tokens()).toBe(1);
  expect(getOwnTable("j1")?.token).toBe(sent[0]?.token);
  expect(getPendingJoin("j1")).toBeNull();
});

test("a later attempt to join uses the same token", async () => {
  answers = [];
  expect(await end(takeSeat("j2", "tzaar", { seat: 1 }))).toBeInstanceOf(TypeError);
  expect(getPendingJoin("j2")?.seat).toBe(1);
  answers = [[503, {}]];
  await end(takeSeat("j2", "tzaar", { seat: 1 }));
  answers = [[200, { seat: 1, token: "x" }]];
  expect(await end(takeSeat("j2", "tzaar", { seat: 1 }))).toBe("done");
  expect(tokens()).toBe(1);
});

test("a seat taken by another player is not requested again", async () => {
  answers = [[409, {}]];
  expect(await end(takeSeat("j3", "tzaar", { seat: 1 }))).not.toBe("done");
  expect(getPendingJoin("j3")).toBeNull();
  expect(getOwnTable("j3")).toBeUndefined();
});

test("a table whose answer got lost is found again, and the next one is another", async () => {
  const request: TableRequest = {
    game: "tzaar",
    seats: [{ kind: "here" }],
    clock: { kind: "none" },
    listed: false,
    random_sides: false,
  };
  const made = (id: string) => [201, { id, token: "x", invites: {} }] as [number, unknown];
  answers = [];
  expect(await end(openTable(request))).toBeInstanceOf(TypeError);
  answers = [made("o1")];
  await end(openTable(request));
  expect(tokens()).toBe(1);
  answers = [made("o2")];
  await end(openTable(request));
  expect(tokens()).toBe(2);
});
