// What this browser remembers of who solves puzzles.
import { save, saved, savedNames } from "../browser/browserStorage";
import { NOTHING_YET, type Results } from "./rating";

const KEPT = "puzzles."; // before the name of the game

export function resultsOf(game: string): Results {
  return { ...NOTHING_YET, ...saved<Partial<Results>>(KEPT + game, {}) };
}

export function keepResults(game: string, results: Results): void {
  save(KEPT + game, results);
}

/** The results of all games, by name. */
export function allResults(): Record<string, Results> {
  const games = savedNames(KEPT).map((name) => name.slice(KEPT.length));
  return Object.fromEntries(games.map((game) => [game, resultsOf(game)]));
}
