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
let requestedPaths: string[];
let readGames: ReadGame[];
let tables: Partial<LobbyEntry>[];

function createRecord(text: string, headers: Record<string, string> = {}): GameRecord {
  const { id: _, players: __, mine: ___, when: ____, ...game } = savedGame({ text });
  const seats = ["Red", "Blue"];
  return { ...game, start: "-", headers, seats, board: { cells: [] } as never };
}

beforeEach(() => {
  requestedPaths = [];
  vi.stubGlobal("fetch", (path: string) => {
    requestedPaths.push(path);
    const answers: Record<string, unknown> = {
      "/api/records": { games: readGames },
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

test("readable records are saved, with their players, dates and errors", async () => {
  const fault = "line 1";
  readGames = [
    { record: createRecord("one", { Player1: "Ada", Date: "2024.02.29" }), fault: null },
    { record: createRecord("two"), fault },
    { record: null, fault },
  ];
  let notifications = 0;
  const stop = onSavedGamesChange(() => (notifications += 1));
  const imported = await importRecords("some text", 77);
  stop();
  expect(imported.added.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(imported.errors).toEqual([fault]);
  expect(notifications).toBe(1);
  const [latest, other] = await loadGames();
  expect(latest?.players).toEqual(["Ada", "Blue"]);
  expect(other?.fault).toEqual(fault);
  expect(getStorageProblem()).toBe("forbidden");
});

test("a record that is imported twice is saved once", async () => {
  readGames = [{ record: createRecord("one"), fault: null }];
  await importRecords("x", 1);
  expect(await importRecords("x", 2)).toMatchObject({ added: [], existing: [{ text: "one" }] });
  expect(await loadGames()).toHaveLength(1);
});

test("the game of a finished table is saved with its result and frames", async () => {
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
  readGames = [{ record: createRecord("the record"), fault: null }];
  const game = await saveTableGame("t9");
  expect(game).toMatchObject({ mine: [1], result: [-1, 1], why: "gave up", when: 9 });
  expect((await loadFrames("t9"))?.frames).toHaveLength(3);
  const before = requestedPaths.length;
  expect(await loadAllFrames(game!)).toHaveLength(3);
  expect(requestedPaths).toHaveLength(before); // no request
  expect(await saveTableGame("t9")).toEqual(game);
  expect(requestedPaths).toHaveLength(before + 1); // unchanged, so only its list entry is requested
});

test("tables without moves and running tables are not saved", async () => {
  tables = [{ id: "t8", status: "over", actions: 0 }];
  expect(await saveTableGame("t8")).toBeNull();
  tables = [{ id: "t8", status: "playing", actions: 3 }];
  expect(await saveTableGame("t8")).toBeNull();
  expect(await loadGame("t8")).toBeUndefined();
});

test("missing frames are requested and stored", async () => {
  await saveGames([{ game: savedGame({ id: "m" }), board: null }]);
  expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  expect((await loadFrames("m"))?.frames).toHaveLength(3);
});

test("frames in another language are requested again, or shown if the server is unreachable", async () => {
  settings.language = "de";
  await saveFrames("m", [frame, frame, frame]);
  settings.language = "en";
  const before = requestedPaths.length;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  vi.stubGlobal("fetch", fetch);
  for (let i = 0; i < 2; i++) expect(await loadAllFrames(savedGame({ id: "m" }))).toHaveLength(3);
  expect(requestedPaths.slice(before)).toEqual(["/api/records/frames"]);
  expect((await loadFrames("m"))?.language).toBe("en");
});

test("a game saved in another language is translated, except the names", async () => {
  const headers = { Player1: "Ada" };
  readGames = [
    { record: { ...createRecord("one", headers), seats: ["Red", "Blue"], why: "" }, fault: null },
  ];
  const texts = { title: "Vier gewinnt 3D", variant: "zu dritt", why: "Ada gibt auf" };
  const german = savedGame({ ...texts, language: "de", players: ["Ada", "Blau"] });
  const translated = await translateGame(german);
  const why = "Ada gibt auf"; // the record does not contain it
  expect(translated).toEqual(savedGame({ players: ["Ada", "Blue"], why }));
  expect(await loadGame("t1")).toEqual(translated);
  readGames = [];
  expect(await translateGame(german)).toBe(german);
});

test("dates are parsed from headers, and ids are derived from the text", () => {
  expect(new Date(parseDate({ headers: { Date: "2024.02.29" } }, 1)).getDate()).toBe(29);
  expect(new Date(parseDate({ headers: { Date: "2024" } }, 1)).getFullYear()).toBe(2024);
  expect(parseDate({ headers: { Date: "yesterday" } }, 1)).toBe(1);
  expect(makeRecordId("a")).toMatch(/^record-[0-9a-f]{16}$/);
  expect(makeRecordId("a")).not.toBe(makeRecordId("b"));
});

const GAME = '[Game "vier3d"]\n[Result "*"]\n\n1. a1 b1 *\n';

test("a short text is a single portion", () => {
  expect(splitRecords("anything")).toEqual(["anything"]);
});

test("a long text is split between games only", () => {
  const portions = splitRecords(Array(10).fill(GAME).join("\n"), 100);
  expect(portions).toHaveLength(5);
  for (const portion of portions) expect(portion.match(/\[Game/g)).toHaveLength(2);
  expect(splitRecords(GAME.repeat(3).replaceAll("\n", "\r\n"), 10).join("")).toContain("[Result");
});

test("a single long game is not split", () => {
  const long = GAME.replace("a1", "a1 {" + "x".repeat(500) + "}");
  expect(splitRecords(`${long}\n${GAME}`, 200)).toHaveLength(2);
});

test("a JSON list is split between its elements", () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ n }));
  const portions = splitRecords(JSON.stringify(all), 20);
  expect(portions.length).toBeGreaterThan(2);
  expect(portions.flatMap((portion) => JSON.parse(portion) as unknown[])).toEqual(all);
  expect(splitRecords('[{"n": 1}, {"n": ' + " ".repeat(50), 20)).toHaveLength(1);
});
