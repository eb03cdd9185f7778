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

/** Many puzzles, of ratings from 800 on and with three themes that take turns. */
export function makePuzzles(n: number): Puzzle[] {
  const themes = ["fork", "chain", "quiet"];
  return Array.from({ length: n }, (_, i) =>
    puzzle({ id: `p${i}`, rating: 800 + 10 * i, theme: themes[i % 3] }),
  );
}
