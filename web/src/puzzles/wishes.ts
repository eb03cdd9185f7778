// What somebody wants the next puzzle to be like.
import type { Puzzle } from "../protocol";

/** How far from the own rating a puzzle is to be. */
export const DIFFICULTIES = { easier: -250, fitting: 0, harder: 250 };
export type Difficulty = keyof typeof DIFFICULTIES;

export interface Wish {
  theme: string; // empty: any
  difficulty: Difficulty;
}

/** The puzzles of a theme; all where there are none of it. */
export function fitting(puzzles: readonly Puzzle[], theme: string): readonly Puzzle[] {
  const found = puzzles.filter((puzzle) => puzzle.theme === theme);
  return found.length ? found : puzzles;
}
