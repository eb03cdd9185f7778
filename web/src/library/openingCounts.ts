// Openings of kept games, the user's and those of others, counted by the positions that they reach.
import type { ExploredMessage, OpeningCounts, OpeningMove } from "../protocol";
import type { SavedGame } from "./savedGames";

export const NO_GAMES: OpeningCounts = { games: 0, won: 0, drawn: 0, lost: 0 };

/** Who played each action of a game, from the first on. */
function getMovers({ turns }: SavedGame): number[] {
  return turns.flatMap(({ seat, actions }) => actions.map(() => seat));
}

/** Games in which this browser's user had a seat, or games of others. */
export type Ownership = "own" | "others";

/** Results of all such games of this id that have one, for who played the action that led to a
 * position. */
export function countOpenings(
  games: SavedGame[],
  id: string,
  whose: Ownership,
): Map<string, OpeningCounts> {
  const counts = new Map<string, OpeningCounts>();
  for (const game of games) {
    const { result, opening, mine } = game;
    if (game.game !== id || !result || mine.length > 0 !== (whose === "own")) continue;
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

/** Return the score of the player of the action in per cent; a draw is half a point. */
export function getScorePercent({ games, won, drawn }: OpeningCounts): number {
  return Math.round((100 * (won + drawn / 2)) / games);
}

// What the explorer shows of a position: moves with what is proven of them, and all games that went on so.

export type ExploredRow = OpeningMove & { own: OpeningCounts; others: OpeningCounts };

/** The moves of a position: those of the user's games first, then of others and of the engine. */
export function getExplorerRows(
  { moves, turn }: ExploredMessage,
  kept: SavedGame[],
  game: string,
): ExploredRow[] {
  const own = countOpenings(kept, game, "own");
  const others = countOpenings(kept, game, "others");
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
