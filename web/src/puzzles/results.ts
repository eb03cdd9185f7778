// Results of puzzles: rating, streaks, and repetition of failed puzzles; stored in this browser.
import { writeItem, readItem, listItems } from "../browser/storage";

// Dates in the user's time zone, as 2026-11-16

const DAY_MS = 86_400_000;

/** Return the date of a moment. */
export function today(now = new Date()): string {
  const pad = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** Return the number of days since 1970; NaN if the date is invalid. */
export function toDayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** Return the date a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date((toDayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10);
}

// Spaced repetition: failed puzzles are repeated at growing intervals until they have been solved
// after each.

/** Days until a puzzle is repeated: after it was failed, then after each time it was solved. */
export const INTERVALS_DAYS = [1, 3, 7, 16, 35];

export const REVIEW = "review"; // in addresses, instead of the id of a puzzle

interface Review {
  step: number; // the index of the current interval
  day: string; // when it is due: 2026-11-16
}

/** Puzzles to repeat, by id. */
export type Reviews = Readonly<Record<string, Review>>;

/** Return whether untrusted data are valid reviews. */
export function isReviews(data: unknown): data is Reviews {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return false;
  return Object.values(data).every((review: Partial<Review> | null) => {
    const step = review?.step ?? -1;
    return INTERVALS_DAYS[step] !== undefined && Number.isFinite(toDayNumber(String(review?.day)));
  });
}

/** Return the reviews after a puzzle was tried.  Solving it before it is due changes nothing. */
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

/** Return the ids of the puzzles that are due, in the order of their dates. */
export function getDuePuzzles(reviews: Reviews, today: string): string[] {
  const due = Object.entries(reviews).filter(([, review]) => isDue(review, today));
  return due.sort(([, a], [, b]) => toDayNumber(a.day) - toDayNumber(b.day)).map(([id]) => id);
}

/** Return the reviews of puzzles that still exist. */
export function filterReviews(reviews: Reviews, ids: ReadonlySet<string>): Reviews {
  return Object.fromEntries(Object.entries(reviews).filter(([id]) => ids.has(id)));
}

function isDue({ day }: Review, today: string): boolean {
  return toDayNumber(day) <= toDayNumber(today);
}

function scheduleReview(step: number, today: string): Review {
  return { step, day: addDays(today, INTERVALS_DAYS[step] ?? 0) };
}

// Results; the rating is an Elo rating with decreasing steps

/** The stored results of a user in the puzzles of a game. */
export interface Results {
  rating: number;
  tried: number; // puzzles, including repetitions
  streak: number; // number of puzzles solved in a row until now
  best: number; // the longest streak
  seen: string[]; // ids of tried puzzles, the latest last
  days: number; // consecutive days on which the puzzle of the day was solved
  day: string; // the last of these days; "": none
  reviews: Reviews; // failed puzzles to repeat
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

/** Return whether untrusted data are valid results. */
export function isResults(data: unknown): data is Results {
  if (typeof data !== "object" || data === null) return false;
  const { rating, tried, streak, best, seen, days, day, reviews } = data as Partial<Results>;
  const hasNumbers = [rating, tried, streak, best, days].every((value) => Number.isFinite(value));
  const hasIds = Array.isArray(seen) && seen.every((id) => typeof id === "string");
  return hasNumbers && hasIds && isReviews(reviews) && typeof day === "string";
}

const INITIAL_STAKE_POINTS = 160; // rating points won or lost at most, in the first puzzle
const MIN_STAKE_POINTS = 16; // after many puzzles
const STAKE_HALVING_PUZZLES = 6; // number of puzzles after which the stake is half as large
const MIN_RATING = 400;
const MAX_RATING = 3000;

const ELO_SCALE = 400; // the rating difference at which the odds are 10 to 1

/** Return the probability that a user with a rating solves a puzzle. */
export function getSolveProbability(rating: number, puzzleRating: number): number {
  return 1 / (1 + 10 ** ((puzzleRating - rating) / ELO_SCALE));
}

/** Return the rating after a puzzle was solved at the first try, or not; `tried` is the number of puzzles
 * tried before. */
export function updateRating(
  rating: number,
  tried: number,
  puzzleRating: number,
  solved: boolean,
): number {
  const stake = Math.max(
    MIN_STAKE_POINTS,
    INITIAL_STAKE_POINTS / (1 + tried / STAKE_HALVING_PUZZLES),
  );
  const updated = rating + stake * (Number(solved) - getSolveProbability(rating, puzzleRating));
  return Math.min(MAX_RATING, Math.max(MIN_RATING, updated));
}

/** Return the results after a puzzle was tried. */
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

/** Return the results after the puzzle of the day was solved; it counts once per day. */
export function addDailyResult(results: Results, day: string): Results {
  if (day === results.day) return results;
  const isConsecutive = results.day !== "" && toDayNumber(day) === toDayNumber(results.day) + 1;
  return { ...results, day, days: isConsecutive ? results.days + 1 : 1 };
}

// Storage

const STORAGE_PREFIX = "puzzles."; // before the name of the game

export function loadResults(game: string): Results {
  return readItem(STORAGE_PREFIX + game, NO_RESULTS);
}

export function saveResults(game: string, results: Results): void {
  writeItem(STORAGE_PREFIX + game, results);
}

/** Return the results of all games, by name. */
export function loadAllResults(): Record<string, Results> {
  const games = listItems(STORAGE_PREFIX).map((name) => name.slice(STORAGE_PREFIX.length));
  return Object.fromEntries(games.map((game) => [game, loadResults(game)]));
}
