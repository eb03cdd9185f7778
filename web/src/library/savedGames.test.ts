import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { savedGame } from "./savedGame.fixture";
import {
  type SavedEvaluation,
  loadBoard,
  loadEvaluation,
  loadFrames,
  saveEvaluation,
  saveFrames,
  saveGames,
  loadGame,
  readStoredFrames,
  readStoredGame,
} from "./savedGames";
import version1 from "./version1.fixture.json";

beforeEach(() => (settings.language = "de"));
afterEach(() => (settings.language = "en"));

// IndexedDB returns a new copy of stored data each time, and reading old data changes it in place.
const clone = <T>(data: unknown): T => structuredClone(data) as T;
const [game] = version1.file.games;

test("a game of version 1 is read in the language that is set", () => {
  expect(readStoredGame(clone(game))).toMatchObject({
    language: "de",
    title: "Vier gewinnt 3D",
    variant: "der erste Vierer gewinnt",
    players: ["Ada", "Blau"],
    fault: "Zeile 3: „d2d3“ ist nicht möglich.",
    turns: game?.turns,
    frame: { placeable: {}, winning_lines: [] },
  });
  settings.language = "en";
  expect(readStoredGame(clone(game)).title).toBe("Four in a Row 3D");
});

test("data of version 1 are read in English if they lack the language", () => {
  settings.language = "fr";
  expect(readStoredGame(clone(game))).toMatchObject({
    language: "en",
    title: "Four in a Row 3D",
  });
  expect(readStoredFrames(clone(version1.frames))).toMatchObject({
    language: "en",
    frames: Array(3).fill({ prompt: "drop a ball on a rod" }),
  });
});

test("frames of version 1 are read in the language that is set", () => {
  const { language, frames } = readStoredFrames(clone(version1.frames));
  expect(language).toBe("de");
  expect(frames.map(({ prompt }) => prompt)).toEqual(
    Array(3).fill("Stecke eine Kugel auf einen Stab"),
  );
  expect(frames[1]?.last[0]?.spoken).toBe("Kugel auf a1, Ebene 1");
});

test("boards and evaluations of version 1 are read in the language that is set", async () => {
  await saveGames([{ game: savedGame(), board: clone(version1.file.boards["vier3d"]) }]);
  expect((await loadBoard(savedGame().game))?.choices).toMatchObject({ y: "neutrale Kugel" });
  const text = { en: "a blunder", de: "ein grober Fehler" };
  const found = { actions: [{ at: 1, word: text }], moments: [{ at: 1, text }], nodes: 9 };
  await saveEvaluation("t1", found as unknown as SavedEvaluation);
  const moments = [{ at: 1, text: text.de }];
  expect(await loadEvaluation("t1")).toMatchObject({ moments, actions: [{ word: text.de }] });
});

test("stored data include the language of their texts", async () => {
  await saveFrames("t1", [savedGame().frame]);
  await saveGames([{ game: savedGame(), board: null }]);
  settings.language = "en";
  expect(await loadFrames("t1")).toEqual({ language: "de", frames: [savedGame().frame] });
  expect(await loadGame("t1")).toEqual(savedGame());
});
