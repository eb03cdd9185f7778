import { expect, test } from "vitest";
import {
  INTERVALS_DAYS,
  NO_RESULTS,
  type Reviews,
  addResult,
  addDailyResult,
  getSolveProbability,
  toDayNumber,
  addDays,
  getDuePuzzles,
  isResults,
  isReviews,
  updateRating,
  updateReviews,
  filterReviews,
} from "./results";

test("a puzzle of equal rating is solved with probability 1/2", () => {
  expect(getSolveProbability(1500, 1500)).toBe(0.5);
  expect(getSolveProbability(1900, 1500)).toBeCloseTo(10 / 11);
});

test("solving a hard puzzle gains more rating than an easy one", () => {
  const easy = updateRating(1200, 10, 800, true) - 1200;
  const hard = updateRating(1200, 10, 1600, true) - 1200;
  expect(hard).toBeGreaterThan(easy);
  expect(easy).toBeGreaterThan(0);
  expect(updateRating(1200, 10, 800, false)).toBeLessThan(updateRating(1200, 10, 1600, false));
});

test("rating steps decrease to a minimum", () => {
  const steps = [0, 5, 50, 5000, 6000].map((tried) => updateRating(1200, tried, 1200, true) - 1200);
  expect(steps).toEqual([...steps].sort((a, b) => b - a));
  expect(steps[0]).toBe(80);
  expect(steps.slice(3)).toEqual([8, 8]);
});

test("ratings stay within bounds", () => {
  expect(updateRating(2999, 0, 3000, true)).toBe(3000);
  expect(updateRating(401, 0, 400, false)).toBe(400);
});

test("solving half of the puzzles rated 1800 leads to a rating near 1800", () => {
  let results = NO_RESULTS;
  for (let i = 0; i < 300; i++)
    results = addResult(results, { id: `${i}`, rating: 1800 }, i % 2 === 0);
  expect(results.rating).toBeGreaterThan(1760);
  expect(results.rating).toBeLessThan(1840);
});

test("a streak ends with a mistake, and the longest is remembered", () => {
  let results = NO_RESULTS;
  for (const solved of [true, true, true, false, true]) {
    results = addResult(results, { id: "a", rating: 1200 }, solved);
  }
  expect([results.streak, results.best, results.tried, results.seen.length]).toEqual([1, 3, 5, 5]);
  expect(NO_RESULTS.tried).toBe(0);
});

test("consecutive days are counted once each, across months", () => {
  let results = addDailyResult(NO_RESULTS, "2026-02-28");
  results = addDailyResult(results, "2026-03-01");
  results = addDailyResult(results, "2026-03-01");
  expect(results.days).toBe(2);
  expect(addDailyResult(results, "2026-03-03").days).toBe(1);
  expect(toDayNumber("1970-01-02")).toBe(1);
});

const START = "2026-02-27";

test("a failed puzzle is due the next day", () => {
  const reviews = updateReviews({}, "a", false, START);
  expect(getDuePuzzles(reviews, START)).toEqual([]);
  expect(getDuePuzzles(reviews, "2026-02-28")).toEqual(["a"]);
  expect(getDuePuzzles(reviews, "2026-04-01")).toEqual(["a"]);
});

test("a puzzle that was never failed is not repeated", () => {
  expect(updateReviews({}, "a", true, START)).toEqual({});
});

test("the intervals grow while the puzzle is solved, then the repetition ends", () => {
  let reviews: Reviews = updateReviews({}, "a", false, START);
  const intervals: number[] = [];
  for (let day = START, last = START; reviews["a"]; day = addDays(day, 1)) {
    if (!getDuePuzzles(reviews, day).length) continue;
    intervals.push(Math.round((Date.parse(day) - Date.parse(last)) / 86_400_000));
    last = day;
    reviews = updateReviews(reviews, "a", true, day);
  }
  expect(intervals).toEqual(INTERVALS_DAYS);
});

test("a puzzle that is failed again restarts with the first interval", () => {
  let reviews = updateReviews({}, "a", false, START);
  reviews = updateReviews(reviews, "a", true, "2026-02-28");
  expect(reviews["a"]).toEqual({ step: 1, day: "2026-03-03" });
  reviews = updateReviews(reviews, "a", false, "2026-03-03");
  expect(reviews["a"]).toEqual({ step: 0, day: "2026-03-04" });
});

test("solving a puzzle before it is due changes nothing", () => {
  const reviews = updateReviews({}, "a", false, START);
  expect(updateReviews(reviews, "a", true, START)).toBe(reviews);
});

test("due puzzles are ordered by date; removed puzzles are dropped", () => {
  let reviews = updateReviews({}, "late", false, "2026-03-05");
  reviews = updateReviews(reviews, "early", false, START);
  reviews = updateReviews(reviews, "gone", false, "2026-03-01");
  expect(getDuePuzzles(reviews, "2026-03-10")).toEqual(["early", "gone", "late"]);
  expect(Object.keys(filterReviews(reviews, new Set(["late", "early"])))).toEqual([
    "late",
    "early",
  ]);
});

test("reviews and results are validated", () => {
  expect(isReviews({ a: { step: 4, day: START } })).toBe(true);
  for (const invalid of [
    null,
    [],
    "a",
    { a: null },
    { a: { step: 5, day: START } },
    { a: { step: 0, day: "soon" } },
    { a: { step: 0 } },
  ])
    expect(isReviews(invalid)).toBe(false);
  expect(isResults(NO_RESULTS)).toBe(true);
  expect(isResults({ ...NO_RESULTS, reviews: undefined })).toBe(false);
  expect(isResults({ ...NO_RESULTS, reviews: { a: {} } })).toBe(false);
});
