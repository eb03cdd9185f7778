import { expect, test } from "vitest";
import { daysLater } from "./days";
import { isResults, NOTHING_YET } from "./rating";
import { dueOn, INTERVALS, isReviews, reviewed, reviewsOf, type Reviews } from "./review";

const START = "2026-02-27";

test("a failed puzzle comes back the next day", () => {
  const reviews = reviewed({}, "a", false, START);
  expect(dueOn(reviews, START)).toEqual([]);
  expect(dueOn(reviews, "2026-02-28")).toEqual(["a"]);
  expect(dueOn(reviews, "2026-04-01")).toEqual(["a"]);
});

test("a solved puzzle that was never failed does not come back", () => {
  expect(reviewed({}, "a", true, START)).toEqual({});
});

test("the intervals grow as long as it is solved, and then it is known", () => {
  let reviews: Reviews = reviewed({}, "a", false, START);
  const waited: number[] = [];
  for (let day = START, last = START; reviews["a"]; day = daysLater(day, 1)) {
    if (!dueOn(reviews, day).length) continue;
    waited.push(Math.round((Date.parse(day) - Date.parse(last)) / 86_400_000));
    last = day;
    reviews = reviewed(reviews, "a", true, day);
  }
  expect(waited).toEqual(INTERVALS);
});

test("a puzzle that is failed again begins anew", () => {
  let reviews = reviewed({}, "a", false, START);
  reviews = reviewed(reviews, "a", true, "2026-02-28");
  expect(reviews["a"]).toEqual({ step: 1, day: "2026-03-03" });
  reviews = reviewed(reviews, "a", false, "2026-03-03");
  expect(reviews["a"]).toEqual({ step: 0, day: "2026-03-04" });
});

test("solving it before it is due changes nothing", () => {
  const reviews = reviewed({}, "a", false, START);
  expect(reviewed(reviews, "a", true, START)).toBe(reviews);
});

test("those that have waited the longest come first, and only puzzles that exist", () => {
  let reviews = reviewed({}, "late", false, "2026-03-05");
  reviews = reviewed(reviews, "early", false, START);
  reviews = reviewed(reviews, "gone", false, "2026-03-01");
  expect(dueOn(reviews, "2026-03-10")).toEqual(["early", "gone", "late"]);
  expect(Object.keys(reviewsOf(reviews, new Set(["late", "early"])))).toEqual(["late", "early"]);
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
  const { reviews, ...older } = NOTHING_YET;
  expect(isResults({ ...older, reviews })).toBe(true);
  expect(isResults(older)).toBe(true); // written before there were reviews
  expect(isResults({ ...older, reviews: { a: {} } })).toBe(false);
});
