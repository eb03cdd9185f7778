// How kept games began, one's own and those of others: counted by the positions that they came to.
import type { OpeningCounts } from "../protocol";
import type { KeptGame } from "./keptGames";

export const NO_GAMES: OpeningCounts = { games: 0, won: 0, drawn: 0, lost: 0 };

/** Who played each action of a game, from the first on. */
function movers({ turns }: KeptGame): number[] {
  return turns.flatMap(({ seat, actions }) => actions.map(() => seat));
}

/** Games in which this browser's player had a seat, or in which nobody here played. */
export type Whose = "own" | "others";

/** Results of all such games of this id that have one, for who played the action that led to a
 * position. */
export function countOpenings(
  games: KeptGame[],
  id: string,
  whose: Whose,
): Map<string, OpeningCounts> {
  const counts = new Map<string, OpeningCounts>();
  for (const game of games) {
    const { result, opening, mine } = game;
    if (game.game !== id || !result || mine.length > 0 !== (whose === "own")) continue;
    const seats = movers(game);
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

/** How many of a hundred points who plays the action has got; a draw is half a point. */
export function score({ games, won, drawn }: OpeningCounts): number {
  return Math.round((100 * (won + drawn / 2)) / games);
}
