import { expect, test } from "vitest";
import { getDailyPuzzle, makeRng, chooseNextPuzzle } from "./nextPuzzle";
import { makePuzzles, puzzle } from "./puzzles.fixture";

test("the same seed draws the same numbers, and they are spread", () => {
  const one = makeRng("a");
  const two = makeRng("a");
  const drawn = Array.from({ length: 1000 }, one);
  expect(drawn).toEqual(Array.from({ length: 1000 }, two));
  expect(drawn).not.toEqual(Array.from({ length: 1000 }, makeRng("b")));
  const mean = drawn.reduce((sum, number) => sum + number, 0) / drawn.length;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
});

test("no puzzle is repeated before all were shown", () => {
  const puzzles = makePuzzles(40);
  const seen: string[] = [];
  for (let i = 0; i < 120; i++) {
    seen.push(chooseNextPuzzle(puzzles, { rating: 1000, seen }, "s")!.id);
  }
  for (const round of [0, 40, 80]) expect(new Set(seen.slice(round, round + 40)).size).toBe(40);
  expect(seen.some((id, i) => id === seen[i - 1])).toBe(false);
});

test("it is near the rating", () => {
  const puzzles = makePuzzles(150);
  for (const rating of [800, 1500, 2290]) {
    for (const seed of ["a", "b", "c"]) {
      const next = chooseNextPuzzle(puzzles, { rating, seen: [] }, seed)!;
      expect(Math.abs(next.rating - rating)).toBeLessThanOrEqual(120);
    }
  }
});

test("themes change", () => {
  const puzzles = makePuzzles(150);
  const seen: string[] = [];
  const themes: string[] = [];
  for (let i = 0; i < 60; i++) {
    const next = chooseNextPuzzle(puzzles, { rating: 1500, seen }, "s")!;
    seen.push(next.id);
    themes.push(next.theme);
  }
  expect(themes.some((theme, i) => theme === themes[i - 1])).toBe(false);
});

test("chance decides among those that fit", () => {
  const puzzles = makePuzzles(150);
  const firsts = Array.from(
    { length: 50 },
    (_, seed) => chooseNextPuzzle(puzzles, { rating: 1500, seen: [] }, `${seed}`)!.id,
  );
  expect(new Set(firsts).size).toBeGreaterThan(3);
});

test("a single puzzle is repeated; without puzzles there is none", () => {
  const one = puzzle();
  expect(chooseNextPuzzle([one], { rating: 1200, seen: ["0"] }, "s")).toBe(one);
  expect(chooseNextPuzzle([], { rating: 1200, seen: [] }, "s")).toBeNull();
  expect(getDailyPuzzle([], "2026-11-16")).toBeNull();
});

test("the puzzle of the day is the same for everybody, and another one tomorrow", () => {
  const puzzles = makePuzzles(30);
  const backwards = [...puzzles].reverse();
  const days = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
  const dailies = days.map((day) => getDailyPuzzle(puzzles, day)!.id);
  expect(days.map((day) => getDailyPuzzle(backwards, day)!.id)).toEqual(dailies);
  expect(new Set(dailies).size).toBe(30);
});
