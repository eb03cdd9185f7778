import { expect, test } from "vitest";
import { fragmentOf, momentText, pathOfRecord, pathOfTable, recordIn } from "./source";
import { settings } from "../browser/settings.svelte";
import { kept } from "../library/savedGame.fixture";

test("a link to a moment is read again", () => {
  expect(pathOfTable("t1", 12)).toBe("/game/t1#12");
  expect(fragmentOf("#12")).toEqual({ at: 12, record: "" });
  expect(fragmentOf("")).toEqual({ at: null, record: "" });
  expect(fragmentOf("#elsewhere")).toEqual({ at: null, record: "" });
});

test("a link carries a whole record, whatever letters are in it", async () => {
  const text = '[Game "vier3d"]\n[Player1 "Åda – ☃"]\n\n' + "1. a1 b1 ".repeat(150) + "*\n";
  const path = await pathOfRecord(text, 3);
  expect(path).toMatch(/^\/replay#3\.[\w-]+$/);
  expect(path.length).toBeLessThan(300);
  const { at, record } = fragmentOf(path.slice(path.indexOf("#")));
  expect(at).toBe(3);
  expect(await recordIn(record)).toBe(text);
});

test("a link that was cut holds no record", async () => {
  const path = await pathOfRecord("a record", 0);
  const { record } = fragmentOf(path.slice(path.indexOf("#")));
  expect(await recordIn(record.slice(0, 12))).toBeNull();
  expect(await recordIn("")).toBeNull();
});

test("a moment is counted in turns, of which each may have several actions", () => {
  settings.language = "en";
  const turns = [
    { seat: 0, actions: ["E4xF3"], signs: [""] },
    { seat: 1, actions: ["E5xF5", "E6+E7"], signs: ["", ""] },
  ];
  const game = kept({ turns, actions: 3 });
  const told = [1, 2, 3].map((at) => {
    const last = [{ action: "", spoken: "played" }] as unknown as typeof game.frame.last;
    return momentText(game, { ...game.frame, last }, at, undefined);
  });
  expect(told).toEqual(["Turn 1 of 2: played", "Turn 2 of 2: played", "Turn 2 of 2: played"]);
});
