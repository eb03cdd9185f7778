// How well somebody solves the puzzles of a game: Elo, with steps that get smaller.
import { dayNumber } from "./days";
import { isReviews, type Reviews } from "./review";

/** What this browser remembers of the puzzles of a game. */
export interface Results {
  rating: number;
  tried: number; // puzzles, those that come again counted again
  streak: number; // solved in a row, up to now
  best: number; // the longest such row
  seen: string[]; // ids of all that were tried, the latest last
  days: number; // days in a row on which the puzzle of the day was solved
  day: string; // the last of them: 2026-11-16; empty before the first
  reviews: Reviews; // failed puzzles that are to come back
}

export const NOTHING_YET: Results = {
  rating: 1200,
  tried: 0,
  streak: 0,
  best: 0,
  seen: [],
  days: 0,
  day: "",
  reviews: {},
};

/** Whether data are results: they may come from a file, also from one without reviews. */
export function isResults(data: unknown): data is Omit<Results, "reviews"> & Partial<Results> {
  if (typeof data !== "object" || data === null) return false;
  const { rating, tried, streak, best, seen, days, day, reviews } = data as Partial<Results>;
  const numbers = [rating, tried, streak, best, days].every((one) => Number.isFinite(one));
  const ids = Array.isArray(seen) && seen.every((id) => typeof id === "string");
  const comeBack = reviews === undefined || isReviews(reviews);
  return numbers && ids && comeBack && typeof day === "string";
}

const FIRST_STEP = 160; // points at stake in the first puzzle
const LAST_STEP = 16; // in all after many
const HALVING = 6; // puzzles until the step is half as large
const LEAST = 400;
const MOST = 3000;

/** The chance that somebody solves a puzzle. */
export function chance(rating: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((puzzle - rating) / 400));
}

/** The rating after a puzzle that was solved at the first try, or not. */
export function rated(rating: number, tried: number, puzzle: number, solved: boolean): number {
  const step = Math.max(LAST_STEP, FIRST_STEP / (1 + tried / HALVING));
  const moved = rating + step * (Number(solved) - chance(rating, puzzle));
  return Math.min(MOST, Math.max(LEAST, moved));
}

/** The results after a puzzle. */
export function after(
  results: Results,
  puzzle: { id: string; rating: number },
  solved: boolean,
): Results {
  const streak = solved ? results.streak + 1 : 0;
  return {
    ...results,
    rating: rated(results.rating, results.tried, puzzle.rating, solved),
    tried: results.tried + 1,
    streak,
    best: Math.max(results.best, streak),
    seen: [...results.seen, puzzle.id],
  };
}

/** The results after the puzzle of a day was solved; twice on one day counts once. */
export function afterDaily(results: Results, day: string): Results {
  if (day === results.day) return results;
  const goesOn = results.day !== "" && dayNumber(day) === dayNumber(results.day) + 1;
  return { ...results, day, days: goesOn ? results.days + 1 : 1 };
}
