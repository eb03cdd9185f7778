// Spaced repetition: failed puzzles come back after growing intervals until they are known.
import { dayNumber, daysLater } from "./days";

/** Days until a puzzle comes back: after it was failed, then each time that it was solved. */
export const INTERVALS = [1, 3, 7, 16, 35];

export const REVIEW = "review"; // in addresses, in place of a puzzle's id

export interface Review {
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
    return INTERVALS[step] !== undefined && Number.isFinite(dayNumber(String(one?.day)));
  });
}

/** The reviews after a puzzle was tried.  Solving it before it is due changes nothing. */
export function reviewed(reviews: Reviews, id: string, solved: boolean, today: string): Reviews {
  if (!solved) return { ...reviews, [id]: inInterval(0, today) };
  const review = reviews[id];
  if (!review || !isDue(review, today)) return reviews;
  const { [id]: _, ...others } = reviews;
  const step = review.step + 1;
  return step < INTERVALS.length ? { ...others, [id]: inInterval(step, today) } : others;
}

/** The ids of the puzzles that are due, those that have waited the longest first. */
export function dueOn(reviews: Reviews, today: string): string[] {
  const due = Object.entries(reviews).filter(([, review]) => isDue(review, today));
  return due.sort(([, a], [, b]) => dayNumber(a.day) - dayNumber(b.day)).map(([id]) => id);
}

/** The reviews of puzzles that still exist. */
export function reviewsOf(reviews: Reviews, ids: ReadonlySet<string>): Reviews {
  return Object.fromEntries(Object.entries(reviews).filter(([id]) => ids.has(id)));
}

function isDue({ day }: Review, today: string): boolean {
  return dayNumber(day) <= dayNumber(today);
}

function inInterval(step: number, today: string): Review {
  return { step, day: daysLater(today, INTERVALS[step] ?? 0) };
}
