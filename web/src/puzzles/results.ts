// Results of puzzles: days, repetition of failed ones, the player's rating, and their storage.
import { writeItem, readItem, listItems } from "../browser/storage";

// Days by the user's own clock, written 2026-11-16.

const DAY_MS = 86_400_000;

/** The day of a moment. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days since 1970; not a number where the text is no day. */
export function toDayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** Return the day a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date((toDayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10);
}

// Spaced repetition: failed puzzles come back after growing intervals until they are known.

/** Days until a puzzle comes back: after it was failed, then each time that it was solved. */
export const INTERVALS_DAYS = [1, 3, 7, 16, 35];

export const REVIEW = "review"; // in addresses, in place of a puzzle's id

interface Review {
  step: number; // the interval that is running
  day: string; // when it is due: 2026-11-16
}

/** Puzzles that are to come back, by id. */
export type Reviews = Readonly<Record<string, Review>>;

/** Whether data are reviews: they may come from a file. */
export function isReviews(data: unknown): data is Reviews {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return false;
  return Object.values(data).every((one: Partial<Review> | null) => {
    const step = one?.step ?? -1;
    return INTERVALS_DAYS[step] !== undefined && Number.isFinite(toDayNumber(String(one?.day)));
  });
}

/** The reviews after a puzzle was tried.  Solving it before it is due changes nothing. */
export function updateReviews(
  reviews: Reviews,
  id: string,
  solved: boolean,
  today: string,
): Reviews {
  if (!solved) return { ...reviews, [id]: scheduleReview(0, today) };
  const review = reviews[id];
  if (!review || !isDue(review, today)) return reviews;
  const { [id]: _, ...others } = reviews;
  const step = review.step + 1;
  return step < INTERVALS_DAYS.length ? { ...others, [id]: scheduleReview(step, today) } : others;
}

/** The ids of the puzzles that are due, those that have waited the longest first. */
export function getDuePuzzles(reviews: Reviews, today: string): string[] {
  const due = Object.entries(reviews).filter(([, review]) => isDue(review, today));
  return due.sort(([, a], [, b]) => toDayNumber(a.day) - toDayNumber(b.day)).map(([id]) => id);
}

/** The reviews of puzzles that still exist. */
export function filterReviews(reviews: Reviews, ids: ReadonlySet<string>): Reviews {
  return Object.fromEntries(Object.entries(reviews).filter(([id]) => ids.has(id)));
}

function isDue({ day }: Review, today: string): boolean {
  return toDayNumber(day) <= toDayNumber(today);
}

function scheduleReview(step: number, today: string): Review {
  return { step, day: addDays(today, INTERVALS_DAYS[step] ?? 0) };
}

// The rating of the user in a game: Elo, with decreasing steps.

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

export const NO_RESULTS: Results = {
  rating: 1200,
  tried: 0,
  streak: 0,
  best: 0,
  seen: [],
  days: 0,
  day: "",
  reviews: {},
};

/** Whether data are results: they may come from a file. */
export function isResults(data: unknown): data is Results {
  if (typeof data !== "object" || data === null) return false;
  const { rating, tried, streak, best, seen, days, day, reviews } = data as Partial<Results>;
  const numbers = [rating, tried, streak, best, days].every((one) => Number.isFinite(one));
  const ids = Array.isArray(seen) && seen.every((id) => typeof id === "string");
  return numbers && ids && isReviews(reviews) && typeof day === "string";
}

const INITIAL_STAKE_POINTS = 160; // rating points at stake in the first puzzle
const MIN_STAKE_POINTS = 16; // after many
const STAKE_HALVING_PUZZLES = 6; // puzzles until the step is half as large
const MIN_RATING = 400;
const MAX_RATING = 3000;

/** Return the probability of solving a puzzle. */
export function getSolveProbability(rating: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((puzzle - rating) / 400));
}

/** The rating after a puzzle that was solved at the first try, or not. */
export function updateRating(
  rating: number,
  tried: number,
  puzzle: number,
  solved: boolean,
): number {
  const step = Math.max(
    MIN_STAKE_POINTS,
    INITIAL_STAKE_POINTS / (1 + tried / STAKE_HALVING_PUZZLES),
  );
  const moved = rating + step * (Number(solved) - getSolveProbability(rating, puzzle));
  return Math.min(MAX_RATING, Math.max(MIN_RATING, moved));
}

/** The results after a puzzle. */
export function addResult(
  results: Results,
  puzzle: { id: string; rating: number },
  solved: boolean,
): Results {
  const streak = solved ? results.streak + 1 : 0;
  return {
    ...results,
    rating: updateRating(results.rating, results.tried, puzzle.rating, solved),
    tried: results.tried + 1,
    streak,
    best: Math.max(results.best, streak),
    seen: [...results.seen, puzzle.id],
  };
}

/** The results after the puzzle of a day was solved; twice on one day counts once. */
export function addDailyResult(results: Results, day: string): Results {
  if (day === results.day) return results;
  const goesOn = results.day !== "" && toDayNumber(day) === toDayNumber(results.day) + 1;
  return { ...results, day, days: goesOn ? results.days + 1 : 1 };
}

// What this browser remembers of who solves puzzles.

const STORAGE_PREFIX = "puzzles."; // before the name of the game

export function loadResults(game: string): Results {
  return readItem(STORAGE_PREFIX + game, NO_RESULTS);
}

export function saveResults(game: string, results: Results): void {
  writeItem(STORAGE_PREFIX + game, results);
}

/** The results of all games, by name. */
export function loadAllResults(): Record<string, Results> {
  const games = listItems(STORAGE_PREFIX).map((name) => name.slice(STORAGE_PREFIX.length));
  return Object.fromEntries(games.map((game) => [game, loadResults(game)]));
}
