import { expect, test } from "vitest";
import { fragmentOf, pathOfRecord, pathOfTable, recordIn } from "./link";

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
