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

test("as strong as the puzzle: one half", () => {
  expect(getSolveProbability(1500, 1500)).toBe(0.5);
  expect(getSolveProbability(1900, 1500)).toBeCloseTo(10 / 11);
});

test("a hard puzzle solved is worth more than an easy one", () => {
  const easy = updateRating(1200, 10, 800, true) - 1200;
  const hard = updateRating(1200, 10, 1600, true) - 1200;
  expect(hard).toBeGreaterThan(easy);
  expect(easy).toBeGreaterThan(0);
  expect(updateRating(1200, 10, 800, false)).toBeLessThan(updateRating(1200, 10, 1600, false));
});

test("steps get smaller, but not too small", () => {
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

test("days in a row, over the end of a month, and once a day", () => {
  let results = addDailyResult(NO_RESULTS, "2026-02-28");
  results = addDailyResult(results, "2026-03-01");
  results = addDailyResult(results, "2026-03-01");
  expect(results.days).toBe(2);
  expect(addDailyResult(results, "2026-03-03").days).toBe(1);
  expect(toDayNumber("1970-01-02")).toBe(1);
});

const START = "2026-02-27";

test("a failed puzzle comes back the next day", () => {
  const reviews = updateReviews({}, "a", false, START);
  expect(getDuePuzzles(reviews, START)).toEqual([]);
  expect(getDuePuzzles(reviews, "2026-02-28")).toEqual(["a"]);
  expect(getDuePuzzles(reviews, "2026-04-01")).toEqual(["a"]);
});

test("a solved puzzle that was never failed does not come back", () => {
  expect(updateReviews({}, "a", true, START)).toEqual({});
});

test("the intervals grow as long as it is solved, and then it is known", () => {
  let reviews: Reviews = updateReviews({}, "a", false, START);
  const waited: number[] = [];
  for (let day = START, last = START; reviews["a"]; day = addDays(day, 1)) {
    if (!getDuePuzzles(reviews, day).length) continue;
    waited.push(Math.round((Date.parse(day) - Date.parse(last)) / 86_400_000));
    last = day;
    reviews = updateReviews(reviews, "a", true, day);
  }
  expect(waited).toEqual(INTERVALS_DAYS);
});

test("a puzzle that is failed again begins anew", () => {
  let reviews = updateReviews({}, "a", false, START);
  reviews = updateReviews(reviews, "a", true, "2026-02-28");
  expect(reviews["a"]).toEqual({ step: 1, day: "2026-03-03" });
  reviews = updateReviews(reviews, "a", false, "2026-03-03");
  expect(reviews["a"]).toEqual({ step: 0, day: "2026-03-04" });
});

test("solving it before it is due changes nothing", () => {
  const reviews = updateReviews({}, "a", false, START);
  expect(updateReviews(reviews, "a", true, START)).toBe(reviews);
});

test("those that have waited the longest come first, and only puzzles that exist", () => {
  let reviews = updateReviews({}, "late", false, "2026-03-05");
  reviews = updateReviews(reviews, "early", false, START);
  reviews = updateReviews(reviews, "gone", false, "2026-03-01");
  expect(getDuePuzzles(reviews, "2026-03-10")).toEqual(["early", "gone", "late"]);
  expect(Object.keys(filterReviews(reviews, new Set(["late", "early"])))).toEqual([
    "late",
    "early",
  ]);
});

test("reviews from a file are checked", () => {
  expect(isReviews({ a: { step: 4, day: START } })).toBe(true);
  for (const wrong of [
    null,
    [],
    "a",
    { a: null },
    { a: { step: 5, day: START } },
    { a: { step: 0, day: "soon" } },
    { a: { step: 0 } },
  ])
    expect(isReviews(wrong)).toBe(false);
  expect(isResults(NO_RESULTS)).toBe(true);
  expect(isResults({ ...NO_RESULTS, reviews: undefined })).toBe(false);
  expect(isResults({ ...NO_RESULTS, reviews: { a: {} } })).toBe(false);
});
