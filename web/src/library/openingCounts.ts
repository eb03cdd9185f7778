// Opening statistics of saved games, by position.
import type { ExploredMessage, OpeningCounts, OpeningMove } from "../protocol";
import type { SavedGame } from "./savedGames";

export const NO_GAMES: OpeningCounts = { games: 0, won: 0, drawn: 0, lost: 0 };

/** Return the seat that played each action of a game. */
function getMovers({ turns }: SavedGame): number[] {
  return turns.flatMap(({ seat, actions }) => actions.map(() => seat));
}

/** Games in which the user had a seat, or games of others. */
export type Ownership = "own" | "others";

/** Count results by the key of each position reached, for the player who moved there. */
export function countOpenings(
  games: SavedGame[],
  id: string,
  ownership: Ownership,
): Map<string, OpeningCounts> {
  const counts = new Map<string, OpeningCounts>();
  for (const game of games) {
    const { result, opening, mine } = game;
    if (game.game !== id || !result || mine.length > 0 !== (ownership === "own")) continue;
    const seats = getMovers(game);
    opening.forEach((key, i) => {
      const { games, won, drawn, lost } = counts.get(key) ?? NO_GAMES;
      const value = result[seats[i] ?? 0] ?? 0;
      counts.set(key, {
        games: games + 1,
        won: won + (value > 0 ? 1 : 0),
        drawn: drawn + (value === 0 ? 1 : 0),
        lost: lost + (value < 0 ? 1 : 0),
      });
    });
  }
  return counts;
}

/** Return the score in per cent; a draw is half a point. */
export function getScorePercent({ games, won, drawn }: OpeningCounts): number {
  return Math.round((100 * (won + drawn / 2)) / games);
}

/** A move in the explorer, with its proven value and the games that continued with it. */
export type ExplorerRow = OpeningMove & { own: OpeningCounts; others: OpeningCounts };

/** Return the moves of a position, sorted by the number of own games, then by that of games of others. */
export function getExplorerRows(
  { moves, turn }: ExploredMessage,
  savedGames: SavedGame[],
  game: string,
): ExplorerRow[] {
  const own = countOpenings(savedGames, game, "own");
  const others = countOpenings(savedGames, game, "others");
  return moves
    .map(({ action, symmetric_actions, key, engine, verdict }) => ({
      action,
      symmetric_count: symmetric_actions.length + 1,
      key,
      engine,
      value: verdict && turn !== null ? (verdict.values[turn] ?? null) : null,
      own: own.get(key) ?? NO_GAMES,
      others: others.get(key) ?? NO_GAMES,
    }))
    .sort((a, b) => b.own.games - a.own.games || b.others.games - a.others.games);
}
