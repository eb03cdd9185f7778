// What this browser remembers of who solves puzzles.
import { save, saved } from "../browser/browserStorage";
import { NOTHING_YET, type Results } from "./rating";

export function resultsOf(game: string): Results {
  return { ...NOTHING_YET, ...saved<Partial<Results>>(`puzzles.${game}`, {}) };
}

export function keepResults(game: string, results: Results): void {
  save(`puzzles.${game}`, results);
}

/** The day by the user's own clock: 2026-11-16. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
