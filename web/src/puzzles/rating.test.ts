import { expect, test } from "vitest";
import { dayNumber } from "./days";
import { after, afterDaily, chance, NOTHING_YET, rated } from "./rating";

test("as strong as the puzzle: one half", () => {
  expect(chance(1500, 1500)).toBe(0.5);
  expect(chance(1900, 1500)).toBeCloseTo(10 / 11);
});

test("a hard puzzle solved is worth more than an easy one", () => {
  const easy = rated(1200, 10, 800, true) - 1200;
  const hard = rated(1200, 10, 1600, true) - 1200;
  expect(hard).toBeGreaterThan(easy);
  expect(easy).toBeGreaterThan(0);
  expect(rated(1200, 10, 800, false)).toBeLessThan(rated(1200, 10, 1600, false));
});

test("steps get smaller, but not too small", () => {
  const steps = [0, 5, 50, 5000, 6000].map((tried) => rated(1200, tried, 1200, true) - 1200);
  expect(steps).toEqual([...steps].sort((a, b) => b - a));
  expect(steps[0]).toBe(80);
  expect(steps.slice(3)).toEqual([8, 8]);
});

test("ratings stay within bounds", () => {
  expect(rated(2999, 0, 3000, true)).toBe(3000);
  expect(rated(401, 0, 400, false)).toBe(400);
});

test("somebody who solves half of the puzzles of 1800 comes near 1800", () => {
  let results = NOTHING_YET;
  for (let i = 0; i < 300; i++) results = after(results, { id: `${i}`, rating: 1800 }, i % 2 === 0);
  expect(results.rating).toBeGreaterThan(1760);
  expect(results.rating).toBeLessThan(1840);
});

test("a streak ends with a mistake, and the longest is remembered", () => {
  let results = NOTHING_YET;
  for (const solved of [true, true, true, false, true]) {
    results = after(results, { id: "a", rating: 1200 }, solved);
  }
  expect([results.streak, results.best, results.tried, results.seen.length]).toEqual([1, 3, 5, 5]);
  expect(NOTHING_YET.tried).toBe(0);
});

test("days in a row, over the end of a month, and once a day", () => {
  let results = afterDaily(NOTHING_YET, "2026-02-28");
  results = afterDaily(results, "2026-03-01");
  results = afterDaily(results, "2026-03-01");
  expect(results.days).toBe(2);
  expect(afterDaily(results, "2026-03-03").days).toBe(1);
  expect(dayNumber("1970-01-02")).toBe(1);
});
