import { expect, test } from "vitest";
import { puzzle } from "./puzzles.fixture";
import { isSolved, placeInMainLine, replies, right } from "./solving";

test("what is right, and what the opponent replies", () => {
  expect(right(puzzle(), [])).toEqual(["a1"]);
  expect(replies(puzzle(), [])).toEqual([]);
  expect(right(puzzle(), ["a1"])).toEqual([]);
  expect(replies(puzzle(), ["a1"])).toEqual(["b1"]);
  expect(right(puzzle(), ["a1", "b1"])).toEqual(["c1", "d1"]);
});

test("a puzzle is solved at the end of any line", () => {
  expect(isSolved(puzzle(), ["a1", "b1"])).toBe(false);
  expect(isSolved(puzzle(), ["a1", "b1", "d1"])).toBe(true);
  expect(isSolved(puzzle(), ["a1", "b1", "e1"])).toBe(false);
  expect(right(puzzle(), ["a1", "b1", "d1"])).toEqual([]);
});

test("turns of several actions", () => {
  const long = puzzle({ solution: ["x y (p) (q) z", "x y (p) (q) w v"] });
  expect(right(long, ["x"])).toEqual(["y"]);
  expect(replies(long, ["x"])).toEqual([]);
  expect(replies(long, ["x", "y"])).toEqual(["p", "q"]);
  expect(right(long, ["x", "y", "p", "q"])).toEqual(["z", "w"]);
  expect(right(long, ["x", "y", "p", "q", "w"])).toEqual(["v"]);
});

test("after a wrong action nothing is right", () => {
  expect(right(puzzle(), ["z9"])).toEqual([]);
  expect(replies(puzzle(), ["z9"])).toEqual([]);
});

test("where in the main line somebody is", () => {
  const long = puzzle({ solution: ["x y (p) z", "x v (p) z"] });
  expect(placeInMainLine(long, [])).toBe(0);
  expect(placeInMainLine(long, ["x"])).toBe(1);
  expect(placeInMainLine(long, ["x", "y", "p"])).toBe(2);
  expect(placeInMainLine(long, ["x", "v"])).toBeNull();
});
