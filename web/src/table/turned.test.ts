import { expect, test } from "vitest";
import { keepTurn, keptTurn, sitsOpposite } from "./turned";

test("the second seat sees the board from its own side", () => {
  expect(sitsOpposite([0])).toBe(false);
  expect(sitsOpposite([1])).toBe(true);
  expect(sitsOpposite([0, 1])).toBe(false);
  expect(sitsOpposite([])).toBe(false);
});

test("the choice is remembered for each table, the latest ones", () => {
  expect(keptTurn("one")).toBeUndefined();
  keepTurn("one", true);
  keepTurn("two", false);
  keepTurn("one", false);
  expect([keptTurn("one"), keptTurn("two")]).toEqual([false, false]);
  for (let i = 0; i < 60; i++) keepTurn(`later ${i}`, true);
  expect([keptTurn("one"), keptTurn("later 59")]).toEqual([undefined, true]);
});
