import { expect, test } from "vitest";
import { keepTurn, keptTurn, ownSide, seenFrom } from "./turned";

const QUARTERS = [0, 90, 180, 270];

test("the second seat sees the board from its own side", () => {
  expect(ownSide([0])).toBe(0);
  expect(ownSide([1])).toBe(180);
  expect(ownSide([0, 1])).toBe(0);
  expect(ownSide([])).toBe(0);
});

test("the choice is remembered for each game", () => {
  expect(keptTurn("tzaar")).toBe(0);
  keepTurn("tzaar", 60);
  keepTurn("vier3d", 90);
  keepTurn("tzaar", 120);
  expect([keptTurn("tzaar"), keptTurn("vier3d"), keptTurn("hex")]).toEqual([120, 90, 0]);
});

test("it counts from the own side, which changes in a rematch", () => {
  expect(seenFrom(QUARTERS, [0], 90)).toBe(90);
  expect(seenFrom(QUARTERS, [1], 90)).toBe(270);
  expect(seenFrom(QUARTERS, [1], 180)).toBe(0);
});

test("what this board does not allow is left out", () => {
  expect(seenFrom([0, 180], [1], 90)).toBe(180);
  expect(seenFrom([0], [1], 0)).toBe(0);
});
