import { expect, test } from "vitest";
import { atOf, curvesOf, isMistake, pathOf, tally, yOf } from "./curves";
import { evaluated } from "./evaluated.fixture";

const GAME = [
  evaluated(0, 0.5),
  evaluated(1, -1, "??"),
  evaluated(2, 0, "?!"),
  evaluated(3, 1, "!"),
];
const FIELD = { width: 400, height: 100, actions: 4 };

test("two players share a curve, and others have one each", () => {
  expect(curvesOf(GAME, 2)).toEqual([{ seat: 0, values: [0, 0.5, -1, 0, 1] }]);
  expect(curvesOf(GAME, 3).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  expect(curvesOf([], 2)).toEqual([]);
});

test("a curve is as wide as the part of the game that is evaluated", () => {
  const [curve] = curvesOf(GAME.slice(0, 2), 2);
  expect(curve && pathOf(curve, FIELD)).toBe("M0 50L100 25L200 100");
  expect(curve && pathOf(curve, FIELD, true)).toBe("M0 50L100 25L200 100L200 50L0 50Z");
  expect(yOf(1, FIELD)).toBe(0);
});

test("who points beside the game means its beginning or its end", () => {
  expect([-9, 149, 151, 999].map((x) => atOf(x, FIELD))).toEqual([0, 1, 2, 4]);
  expect(atOf(10, { width: 0, height: 0, actions: 0 })).toBe(0);
});

test("mistakes are counted for who made them", () => {
  expect(GAME.filter(isMistake).length).toBe(2);
  expect(tally(GAME, 1)).toEqual([
    ["?!", 0],
    ["?", 0],
    ["??", 1],
  ]);
});
