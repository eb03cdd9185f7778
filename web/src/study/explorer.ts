// What the explorer shows of a position: moves with what is proven of them, and all games that went on so.
import { countOpenings, NO_GAMES } from "../own/openingCounts";
import type { KeptGame } from "../own/keptGames";
import type { ExploredMessage, OpeningCounts, OpeningMove } from "../protocol";

export type ExploredRow = OpeningMove & { own: OpeningCounts; others: OpeningCounts };

/** The moves of a position: those of one's own games first, then of others and of the engine. */
export function explorerRows(
  { moves, turn }: ExploredMessage,
  kept: KeptGame[],
  game: string,
): ExploredRow[] {
  const own = countOpenings(kept, game, "own");
  const others = countOpenings(kept, game, "others");
  return moves
    .map(({ action, alike, key, engine, verdict }) => ({
      action,
      alike: alike.length + 1,
      key,
      engine,
      value: verdict && turn !== null ? (verdict.values[turn] ?? null) : null,
      own: own.get(key) ?? NO_GAMES,
      others: others.get(key) ?? NO_GAMES,
    }))
    .sort((a, b) => b.own.games - a.own.games || b.others.games - a.others.games);
}
