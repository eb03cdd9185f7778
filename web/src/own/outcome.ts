// What a kept game was to this browser's player, and how it ended.
import type { Language } from "../protocol";
import type { KeptGame } from "./keptGames";

export type Verdict = "won" | "lost" | "drawn" | "open" | "others";

/** What games can be looked for by: the same, and who won, whoever played. */
export type Outcome = Verdict | "firstWon" | "otherWon";

/** What a game meant to this browser's player; who played for all sides saw a game of others. */
export function verdictOf({ mine, players, result }: KeptGame): Verdict {
  const [seat] = mine;
  const isAlone = players.length === 1;
  if (result === null) return "open";
  if (seat === undefined || (mine.length === players.length && !isAlone)) return "others";
  const value = result[seat] ?? 0;
  return value > 0 ? "won" : value < 0 ? "lost" : "drawn";
}

/** With whom one played; in games of others, everybody. */
export function opponents({ mine, players }: KeptGame, language: Language): string[] {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return (others.length ? others : players).map((player) => player[language]);
}

/** All outcomes that a game counts to: those of others have a result, too. */
export function outcomesOf(game: KeptGame): Outcome[] {
  const { players, result, mine } = game;
  const verdict = verdictOf(game);
  if (!result) return mine.length ? ["open"] : ["open", "others"];
  if (players.length === 1) return [verdict];
  const best = Math.max(...result);
  if (best <= 0) return verdict === "others" ? ["others", "drawn"] : [verdict];
  return [verdict, (result[0] ?? 0) > 0 ? "firstWon" : "otherWon"];
}
