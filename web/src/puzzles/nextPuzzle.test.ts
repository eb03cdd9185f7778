import { expect, test } from "vitest";
import { getDailyPuzzle, makeRng, chooseNextPuzzle } from "./nextPuzzle";
import { makePuzzles, puzzle } from "./puzzles.fixture";

test("equal seeds produce equal, uniformly distributed numbers", () => {
  const first = makeRng("a");
  const second = makeRng("a");
  const numbers = Array.from({ length: 1000 }, first);
  expect(numbers).toEqual(Array.from({ length: 1000 }, second));
  expect(numbers).not.toEqual(Array.from({ length: 1000 }, makeRng("b")));
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
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

test("the next puzzle is near the rating", () => {
  const puzzles = makePuzzles(150);
  for (const rating of [800, 1500, 2290]) {
    for (const seed of ["a", "b", "c"]) {
      const next = chooseNextPuzzle(puzzles, { rating, seen: [] }, seed)!;
      expect(Math.abs(next.rating - rating)).toBeLessThanOrEqual(120);
    }
  }
});

test("consecutive puzzles have different themes", () => {
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

test("the choice among suitable puzzles is random", () => {
  const puzzles = makePuzzles(150);
  const chosen = Array.from(
    { length: 50 },
    (_, seed) => chooseNextPuzzle(puzzles, { rating: 1500, seen: [] }, `${seed}`)!.id,
  );
  expect(new Set(chosen).size).toBeGreaterThan(3);
});

test("a single puzzle is repeated; without puzzles the result is null", () => {
  const single = puzzle();
  expect(chooseNextPuzzle([single], { rating: 1200, seen: ["0"] }, "s")).toBe(single);
  expect(chooseNextPuzzle([], { rating: 1200, seen: [] }, "s")).toBeNull();
  expect(getDailyPuzzle([], "2026-11-16")).toBeNull();
});

test("the puzzle of the day is the same for all users and changes every day", () => {
  const puzzles = makePuzzles(30);
  const reversed = [...puzzles].reverse();
  const days = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
  const dailies = days.map((day) => getDailyPuzzle(puzzles, day)!.id);
  expect(days.map((day) => getDailyPuzzle(reversed, day)!.id)).toEqual(dailies);
  expect(new Set(dailies).size).toBe(30);
});
