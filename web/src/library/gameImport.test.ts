import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getStorageProblem } from "../browser/storage";
import { saveOwnTable } from "../browser/ownTables";
import { settings } from "../browser/settings.svelte";
import type { GameRecord, LobbyEntry, ReadGame } from "../protocol";
import { savedGame } from "./savedGame.fixture";
import {
  importRecords,
  parseDate,
  makeRecordId,
  saveTableGame,
  loadAllFrames,
  splitRecords,
  translateGame,
} from "./gameImport";
import {
  loadFrames,
  deleteGame,
  saveFrames,
  saveGames,
  loadGame,
  loadGames,
  onSavedGamesChange,
} from "./savedGames";

// There is no IndexedDB here: these tests use the fallback for browsers without it.

const { frame } = savedGame();
let asked: string[];
let read: ReadGame[];
let tables: Partial<LobbyEntry>[];

function record(text: string, headers: Record<string, string> = {}): GameRecord {
  const { id: _, players: __, mine: ___, when: ____, ...game } = savedGame({ text });
  const seats = ["Red", "Blue"];
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
  for (const { id } of await loadGames()) await deleteGame(id);
  vi.unstubAllGlobals();
});

test("records that can be read are kept, with their names, days and faults", async () => {
  const fault = "line 1";
  read = [
    { record: record("one", { Player1: "Ada", Date: "2024.02.29" }), fault: null },
    { record: record("two"), fault },
    { record: null, fault },
  ];
  let told = 0;
  const stop = onSavedGamesChange(() => (told += 1));
  const imported = await importRecords("some text", 77);
  stop();
  expect(imported.kept.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(imported.faults).toEqual([fault]);
  expect(told).toBe(1);
  const [latest, other] = await loadGames();
  expect(latest?.players).toEqual(["Ada", "Blue"]);
  expect(other?.fault).toEqual(fault);
  expect(getStorageProblem()).toBe("forbidden");
});

test("a record that is imported twice is kept once", async () => {
  read = [{ record: record("one"), fault: null }];
  await importRecords("x", 1);
  expect(await importRecords("x", 2)).toMatchObject({ kept: [], known: [{ text: "one" }] });
  expect(await loadGames()).toHaveLength(1);
});

test("a table that is over is kept with its result and its moments", async () => {
  saveOwnTable("t9", { token: "t", seats: [1], game: "vier3d", when: 1, invites: {} });
  const seat = (name: string) => ({ display_name: name });
  const result = {
    returns: [-1, 1],
    reason: "resigned",
    text: "Ben wins",
    why: "gave up",
    why_to: ["gave up", "gave up"],
  };
  tables = [
    {
      id: "t9",
      status: "over",
      actions: 2,
      order: [0, 1],
      last_event_at: 9,
      seats: [seat("Ada"), seat("Ben")],
      result,
    } as never,
  ];
  read = [{ record: record("the record"), fault: null }];
  const game = await saveTableGame("t9");
  expect(game).toMatchObject({ mine: [1], result: [-1, 1], why: "gave up", when: 9 });
  expect((await loadFrames("t9"))?.frames).toHaveLength(3);
  const before = asked.length;
  expect(await loadAllFrames(game!)).toHaveLength(3);
  expect(asked).toHaveLength(before); // no request
  expect(await saveTableGame("t9")).toEqual(game);
  expect(asked).toHaveLength(before + 1); // unchanged, so only its list entry is requested
});

test("a table at which nothing was played, or which goes on, is not kept", async () => {
  tables = [{ id: "t8", status: "over", actions: 0 }];
  expect(await saveTableGame("t8")).toBeNull();
  tables = [{ id: "t8", status: "playing", actions: 3 }];
  expect(await saveTableGame("t8")).toBeNull();
  expect(await loadGame("t8")).toBeUndefined();
});

test("missing frames are requested and kept", async () => {
  await saveGames([{ game: savedGame({ id: "m" }), board: null }]);
  expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  expect((await loadFrames("m"))?.frames).toHaveLength(3);
});

test("frames in another language are requested again, or shown where the hall is out of reach", async () => {
  settings.language = "de";
  await saveFrames("m", [frame, frame, frame]);
  settings.language = "en";
  const before = asked.length;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  vi.stubGlobal("fetch", fetch);
  for (let i = 0; i < 2; i++)
    expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  expect(asked.slice(before)).toEqual(["/api/records/frames"]);
  expect((await loadFrames("m"))?.language).toBe("en");
});

test("a game that was kept in another language is read again, except its names", async () => {
  const headers = { Player1: "Ada" };
  read = [{ record: { ...record("one", headers), seats: ["Red", "Blue"], why: "" }, fault: null }];
  const texts = { title: "Vier gewinnt 3D", variant: "zu dritt", why: "Ada gibt auf" };
  const german = savedGame({ ...texts, language: "de", players: ["Ada", "Blau"] });
  const found = await translateGame(german);
  const why = "Ada gibt auf"; // the record does not contain it
  expect(found).toEqual(savedGame({ players: ["Ada", "Blue"], why }));
  expect(await loadGame("t1")).toEqual(found);
  read = [];
  expect(await translateGame(german)).toBe(german);
});

test("days of records, and ids made from their text", () => {
  expect(new Date(parseDate({ headers: { Date: "2024.02.29" } }, 1)).getDate()).toBe(29);
  expect(new Date(parseDate({ headers: { Date: "2024" } }, 1)).getFullYear()).toBe(2024);
  expect(parseDate({ headers: { Date: "yesterday" } }, 1)).toBe(1);
  expect(makeRecordId("a")).toMatch(/^record-[0-9a-f]{16}$/);
  expect(makeRecordId("a")).not.toBe(makeRecordId("b"));
});

const GAME = '[Game "vier3d"]\n[Result "*"]\n\n1. a1 b1 *\n';

test("a short text is one portion, whatever it is", () => {
  expect(splitRecords("anything")).toEqual(["anything"]);
});

test("a long text is cut between games and nowhere else", () => {
  const parts = splitRecords(Array(10).fill(GAME).join("\n"), 100);
  expect(parts).toHaveLength(5);
  for (const part of parts) expect(part.match(/\[Game/g)).toHaveLength(2);
  expect(splitRecords(GAME.repeat(3).replaceAll("\n", "\r\n"), 10).join("")).toContain("[Result");
});

test("a single game that is too long stays whole: the hall says so", () => {
  const long = GAME.replace("a1", "a1 {" + "x".repeat(500) + "}");
  expect(splitRecords(`${long}\n${GAME}`, 200)).toHaveLength(2);
});

test("a list of JSON is cut between its elements", () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ n }));
  const parts = splitRecords(JSON.stringify(all), 20);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(all);
  expect(splitRecords('[{"n": 1}, {"n": ' + " ".repeat(50), 20)).toHaveLength(1);
});
