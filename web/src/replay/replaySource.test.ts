import { expect, test } from "vitest";
import {
  parseFragment,
  describePosition,
  getRecordPath,
  getTablePath,
  decompressRecord,
} from "./replaySource";
import { settings } from "../browser/settings.svelte";
import { savedGame } from "../library/savedGame.fixture";

test("a link to a position is parsed", () => {
  expect(getTablePath("t1", 12)).toBe("/game/t1#12");
  expect(parseFragment("#12")).toEqual({ at: 12, record: "" });
  expect(parseFragment("")).toEqual({ at: null, record: "" });
  expect(parseFragment("#elsewhere")).toEqual({ at: null, record: "" });
});

test("a link contains a whole record with any characters", async () => {
  const text = '[Game "vier3d"]\n[Player1 "Åda – ☃"]\n\n' + "1. a1 b1 ".repeat(150) + "*\n";
  const path = await getRecordPath(text, 3);
  expect(path).toMatch(/^\/replay#3\.[\w-]+$/);
  expect(path.length).toBeLessThan(300);
  const { at, record } = parseFragment(path.slice(path.indexOf("#")));
  expect(at).toBe(3);
  expect(await decompressRecord(record)).toBe(text);
});

test("a truncated link contains no record", async () => {
  const path = await getRecordPath("a record", 0);
  const { record } = parseFragment(path.slice(path.indexOf("#")));
  expect(await decompressRecord(record.slice(0, 12))).toBeNull();
  expect(await decompressRecord("")).toBeNull();
});

test("positions are described with the number of the turn", () => {
  settings.language = "en";
  const turns = [
    { seat: 0, actions: ["E4xF3"], signs: [""] },
    { seat: 1, actions: ["E5xF5", "E6+E7"], signs: ["", ""] },
  ];
  const game = savedGame({ turns, actions: 3 });
  const descriptions = [1, 2, 3].map((at) => {
    const last = [{ action: "", spoken: "played" }] as unknown as typeof game.frame.last;
    return describePosition(game, { ...game.frame, last }, at, undefined);
  });
  expect(descriptions).toEqual([
    "Turn 1 of 2: played",
    "Turn 2 of 2: played",
    "Turn 2 of 2: played",
  ]);
});
