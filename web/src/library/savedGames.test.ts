import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { kept } from "./savedGame.fixture";
import {
  type KeptEvaluation,
  boardOf,
  evaluationOf,
  framesOf,
  keepEvaluation,
  keepFrames,
  keepGames,
  keptGame,
  readFrames,
  readGame,
} from "./savedGames";
import version1 from "./version1.fixture.json";

beforeEach(() => (settings.language = "de"));
afterEach(() => (settings.language = "en"));

// What earlier versions have stored, as IndexedDB returns it: a new copy each time.
const earlier = <T>(data: unknown): T => structuredClone(data) as T;
const [game] = version1.file.games;

test("a game of version 1 is read in the language that is set", () => {
  expect(readGame(earlier(game))).toMatchObject({
    language: "de",
    title: "Vier gewinnt 3D",
    variant: "der erste Vierer gewinnt",
    players: ["Ada", "Blau"],
    fault: "Zeile 3: „d2d3“ ist nicht möglich.",
    turns: game?.turns,
  });
  settings.language = "en";
  expect(readGame(earlier(game)).title).toBe("Four in a Row 3D");
});

test("data of version 1 are read in English for languages that they lack", () => {
  settings.language = "fr";
  expect(readGame(earlier(game))).toMatchObject({ language: "en", title: "Four in a Row 3D" });
  expect(readFrames(earlier(version1.frames))).toMatchObject({
    language: "en",
    frames: Array(3).fill({ prompt: "drop a ball on a rod" }),
  });
});

test("frames of version 1 are read in the language that is set", () => {
  const { language, frames } = readFrames(earlier(version1.frames));
  expect(language).toBe("de");
  expect(frames.map(({ prompt }) => prompt)).toEqual(
    Array(3).fill("Stecke eine Kugel auf einen Stab"),
  );
  expect(frames[1]?.last[0]?.spoken).toBe("Kugel auf a1, Ebene 1");
});

test("boards and evaluations of version 1 are read in the language that is set", async () => {
  await keepGames([{ game: kept(), board: earlier(version1.file.boards["vier3d"]) }]);
  expect((await boardOf(kept().game))?.choices).toMatchObject({ y: "neutrale Kugel" });
  const text = { en: "a blunder", de: "ein grober Fehler" };
  const found = { actions: [{ at: 1, word: text }], moments: [{ at: 1, text }], nodes: 9 };
  await keepEvaluation("t1", found as unknown as KeptEvaluation);
  const moments = [{ at: 1, text: text.de }];
  expect(await evaluationOf("t1")).toMatchObject({ moments, actions: [{ word: text.de }] });
});

test("what is stored now has the language of its texts", async () => {
  await keepFrames("t1", [kept().frame]);
  await keepGames([{ game: kept(), board: null }]);
  settings.language = "en";
  expect(await framesOf("t1")).toEqual({ language: "de", frames: [kept().frame] });
  expect(await keptGame("t1")).toEqual(kept());
});
