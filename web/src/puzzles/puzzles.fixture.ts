// Puzzles for tests.
import type { Puzzle } from "../protocol";

export function puzzle(changes: Partial<Puzzle> = {}): Puzzle {
  return {
    id: "0",
    game: "vier3d",
    position: "-",
    goal: "win",
    turns: 2,
    task: "Win in 2 turns.",
    theme: "fork",
    rating: 1200,
    solution: ["a1 (b1) c1", "a1 (b1) d1"],
    ...changes,
  };
}

/** Return puzzles with increasing ratings from 800 and three alternating themes. */
export function makePuzzles(count: number): Puzzle[] {
  const themes = ["fork", "chain", "quiet"];
  return Array.from({ length: count }, (_, i) =>
    puzzle({ id: `p${i}`, rating: 800 + 10 * i, theme: themes[i % 3] }),
  );
}
