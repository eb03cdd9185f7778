// The choice of the next puzzle: near the user's rating, with varied themes, without repetitions.
import type { Puzzle } from "../protocol";
import { type Results, toDayNumber } from "./results";

/** Rating of a puzzle relative to the user's. */
export const DIFFICULTIES = { easier: -250, fitting: 0, harder: 250 };
export type Difficulty = keyof typeof DIFFICULTIES;

export interface PuzzleFilter {
  theme: string; // "": any
  difficulty: Difficulty;
}

/** Return the puzzles of a theme, or all if there are none. */
export function filterByTheme(puzzles: readonly Puzzle[], theme: string): readonly Puzzle[] {
  const ofTheme = puzzles.filter((puzzle) => puzzle.theme === theme);
  return ofTheme.length ? ofTheme : puzzles;
}

const MAX_NEAR_PUZZLES = 24; // puzzles nearest to the rating
const MAX_CANDIDATES = 8; // of these, from which one is chosen at random
const RECENT_PUZZLES = 2; // their themes are avoided

/** Return a random number generator with a seed (FNV-1a and mulberry32). */
export function makeRng(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choose the next puzzle for these results; null if there are no puzzles. */
export function chooseNextPuzzle(
  puzzles: readonly Puzzle[],
  results: Pick<Results, "rating" | "seen">,
  seed: string,
): Puzzle | null {
  const tryCounts = new Map<string, number>();
  for (const id of results.seen) tryCounts.set(id, (tryCounts.get(id) ?? 0) + 1);
  const minTries = Math.min(...puzzles.map((puzzle) => tryCounts.get(puzzle.id) ?? 0));
  const leastTried = puzzles.filter((puzzle) => (tryCounts.get(puzzle.id) ?? 0) === minTries);
  const last = results.seen.at(-1);
  const candidates =
    leastTried.length > 1 ? leastTried.filter((puzzle) => puzzle.id !== last) : leastTried;
  const near = preferOtherThemes(
    getNearest(candidates, results.rating),
    puzzles,
    results.seen,
  ).slice(0, MAX_CANDIDATES);
  const random = makeRng(`${seed} ${results.seen.length}`)();
  return near[Math.floor(random * near.length)] ?? null;
}

/** Return the candidates without the themes of recent puzzles; all of them if none are left. */
function preferOtherThemes(
  candidates: Puzzle[],
  all: readonly Puzzle[],
  seen: readonly string[],
): Puzzle[] {
  const recent = seen.slice(-RECENT_PUZZLES);
  const themes = all.filter((puzzle) => recent.includes(puzzle.id)).map((puzzle) => puzzle.theme);
  const others = candidates.filter((puzzle) => !themes.includes(puzzle.theme));
  return others.length > 0 ? others : candidates;
}

/** Return the puzzles nearest to a rating; ties are broken by id. */
function getNearest(puzzles: readonly Puzzle[], rating: number): Puzzle[] {
  const getDistance = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating);
  const sorted = [...puzzles].sort(
    (a, b) => getDistance(a) - getDistance(b) || (a.id < b.id ? -1 : 1),
  );
  return sorted.slice(0, MAX_NEAR_PUZZLES);
}

/** Return the puzzle of a day, the same for all users.  The order by id is practically random. */
export function getDailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const sorted = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sorted[toDayNumber(day) % sorted.length] ?? null;
}
