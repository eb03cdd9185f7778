import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageTrouble } from "../browser/browserStorage";
import { remember } from "../browser/ownGames";
import type { GameRecord, Listed, ReadGame } from "../protocol";
import { both, kept } from "./kept.fixture";
import { bring, dateOf, idOf, keepTable, momentsOf } from "./keeping";
import { framesOf, giveUp, keepGames, keptGame, keptGames, onKept } from "./keptGames";

// There is no IndexedDB here: what is tested is what a browser without it sees, too.

const { frame } = kept();
let asked: string[];
let read: ReadGame[];
let tables: Partial<Listed>[];

function record(text: string, headers: Record<string, string> = {}): GameRecord {
  const { id: _, players: __, mine: ___, when: ____, ...game } = kept({ text });
  const seats = [both("Red"), both("Blue")];
  return { ...game, start: "-", headers, seats, board: { cells: [] } as never };
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const answers: Record<string, unknown> = {
      "/api/records": { games: read },
      "/api/records/frames": { board: {}, frames: [frame, frame, frame] },
    };
    const body = path.startsWith("/api/tables?") ? { tables } : (answers[path] ?? "the record");
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});

afterEach(async () => {
  for (const { id } of await keptGames()) await giveUp(id);
  vi.unstubAllGlobals();
});

test("records that can be read are kept, with their names, days and faults", async () => {
  const fault = { en: "line 1", de: "Zeile 1" };
  read = [
    { record: record("one", { Player1: "Ada", Date: "2024.02.29" }), fault: null },
    { record: record("two"), fault },
    { record: null, fault },
  ];
  let told = 0;
  const stop = onKept(() => (told += 1));
  const brought = await bring("some text", 77);
  stop();
  expect(brought.kept.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(brought.faults).toEqual([fault]);
  expect(told).toBe(1);
  const [latest, other] = await keptGames();
  expect(latest?.players.map(({ en }) => en)).toEqual(["Ada", "Blue"]);
  expect(other?.fault).toEqual(fault);
  expect(storageTrouble()).toBe("forbidden");
});

test("what is brought along twice is kept once", async () => {
  read = [{ record: record("one"), fault: null }];
  await bring("x", 1);
  expect(await bring("x", 2)).toMatchObject({ kept: [], known: [{ text: "one" }] });
  expect(await keptGames()).toHaveLength(1);
});

test("a table that is over is kept with its result and its moments", async () => {
  remember("t9", { token: "t", seats: [1], game: "vier3d", when: 1, invites: {} });
  const seat = (name: string) => ({ called: both(name) });
  const result = {
    returns: [-1, 1],
    reason: "resigned",
    text: both("Ben wins"),
    why: both("gave up"),
    why_to: [both("gave up"), both("gave up")],
  };
  tables = [
    {
      id: "t9",
      status: "over",
      actions: 2,
      order: [0, 1],
      last: 9,
      seats: [seat("Ada"), seat("Ben")],
      result,
    } as never,
  ];
  read = [{ record: record("the record"), fault: null }];
  const game = await keepTable("t9");
  expect(game).toMatchObject({ mine: [1], result: [-1, 1], why: both("gave up"), when: 9 });
  expect(await framesOf("t9")).toHaveLength(3);
  const before = asked.length;
  expect(await momentsOf(game!)).toHaveLength(3);
  expect(asked).toHaveLength(before); // no network
  expect(await keepTable("t9")).toEqual(game);
  expect(asked).toHaveLength(before + 1); // it is as it was
});

test("a table at which nothing was played, or which goes on, is not kept", async () => {
  tables = [{ id: "t8", status: "over", actions: 0 }];
  expect(await keepTable("t8")).toBeNull();
  tables = [{ id: "t8", status: "playing", actions: 3 }];
  expect(await keepTable("t8")).toBeNull();
  expect(await keptGame("t8")).toBeUndefined();
});

test("moments that are not here are asked for and kept", async () => {
  await keepGames([{ game: kept({ id: "m" }), board: null }]);
  expect(await momentsOf(kept({ id: "m" }))).toHaveLength(3);
  expect(await framesOf("m")).toHaveLength(3);
});

test("days of records, and ids made from their text", () => {
  expect(new Date(dateOf({ headers: { Date: "2024.02.29" } }, 1)).getDate()).toBe(29);
  expect(new Date(dateOf({ headers: { Date: "2024" } }, 1)).getFullYear()).toBe(2024);
  expect(dateOf({ headers: { Date: "yesterday" } }, 1)).toBe(1);
  expect(idOf("a")).toMatch(/^record-[0-9a-f]{16}$/);
  expect(idOf("a")).not.toBe(idOf("b"));
});
