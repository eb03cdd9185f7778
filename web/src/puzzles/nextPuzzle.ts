// Which puzzle comes next: one that fits the player, of another theme, and none twice before all.
import type { Puzzle } from "../protocol";
import { type Results, toDayNumber } from "./results";

// Wishes for the next puzzle.

/** How far from the own rating a puzzle is to be. */
export const DIFFICULTIES = { easier: -250, fitting: 0, harder: 250 };
export type Difficulty = keyof typeof DIFFICULTIES;

export interface PuzzleFilter {
  theme: string; // empty: any
  difficulty: Difficulty;
}

/** The puzzles of a theme; all where there are none of it. */
export function filterByTheme(puzzles: readonly Puzzle[], theme: string): readonly Puzzle[] {
  const found = puzzles.filter((puzzle) => puzzle.theme === theme);
  return found.length ? found : puzzles;
}

const CANDIDATES = 24; // puzzles getNearest to the rating
const DRAWN_CANDIDATES = 8; // of these, from which one is drawn by lot
const MIN_PUZZLES_BETWEEN_THEMES = 2; // before a theme is repeated, where there is another

/** A stream of numbers from 0 to 1 that is the same for the same text (FNV-1a and mulberry32). */
export function makeRng(text: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Return the next puzzle for these results; null where there is none. */
export function chooseNextPuzzle(
  puzzles: readonly Puzzle[],
  results: Pick<Results, "rating" | "seen">,
  seed: string,
): Puzzle | null {
  const times = new Map<string, number>();
  for (const id of results.seen) times.set(id, (times.get(id) ?? 0) + 1);
  const least = Math.min(...puzzles.map((puzzle) => times.get(puzzle.id) ?? 0));
  const open = puzzles.filter((puzzle) => (times.get(puzzle.id) ?? 0) === least);
  const last = results.seen.at(-1);
  const fresh = open.length > 1 ? open.filter((puzzle) => puzzle.id !== last) : open;
  const near = preferOtherThemes(getNearest(fresh, results.rating), puzzles, results.seen).slice(
    0,
    DRAWN_CANDIDATES,
  );
  const random = makeRng(`${seed} ${results.seen.length}`)();
  return near[Math.floor(random * near.length)] ?? null;
}

/** Those whose theme was not there just now; all of them where nothing else is left. */
function preferOtherThemes(
  open: Puzzle[],
  all: readonly Puzzle[],
  seen: readonly string[],
): Puzzle[] {
  const recent = seen.slice(-MIN_PUZZLES_BETWEEN_THEMES);
  const themes = all.filter((puzzle) => recent.includes(puzzle.id)).map((puzzle) => puzzle.theme);
  const others = open.filter((puzzle) => !themes.includes(puzzle.theme));
  return others.length > 0 ? others : open;
}

/** Those that are getNearest to a rating; of equally near ones the order of their ids decides. */
function getNearest(puzzles: readonly Puzzle[], rating: number): Puzzle[] {
  const away = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating);
  const sorted = [...puzzles].sort((a, b) => away(a) - away(b) || (a.id < b.id ? -1 : 1));
  return sorted.slice(0, CANDIDATES);
}

/** The puzzle of a day, the same for everybody.  Ids are as good as random, so their order is. */
export function getDailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const sorted = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sorted[toDayNumber(day) % sorted.length] ?? null;
}
