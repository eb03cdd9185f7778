// Which of the kept games somebody looks for.
import type { Language } from "../protocol";
import type { KeptGame } from "./keptGames";

export type Verdict = "won" | "lost" | "drawn" | "open" | "others";

export interface Wanted {
  text: string; // all of its words are somewhere in what is known about the game
  game: string; // its name, or "" for any
  opponent: string; // likewise
  verdict: Verdict | "";
  from: string; // a day, 2026-11-16, or ""
  to: string;
}

export const ANYTHING: Wanted = { text: "", game: "", opponent: "", verdict: "", from: "", to: "" };

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

/** A day as dates in forms have it: 2026-11-16. */
export function dayOf(when: number): string {
  const date = new Date(when);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function fits(game: KeptGame, wanted: Wanted, language: Language): boolean {
  const day = dayOf(game.when);
  if (wanted.game && game.name !== wanted.game) return false;
  if (wanted.verdict && verdictOf(game) !== wanted.verdict) return false;
  if (wanted.opponent && !opponents(game, language).includes(wanted.opponent)) return false;
  if ((wanted.from && day < wanted.from) || (wanted.to && day > wanted.to)) return false;
  const words = wanted.text.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  const known = knownOf(game, language);
  return words.every((word) => known.includes(word));
}

/** All that can be searched: what it is, who played, how it ended, when, and the record. */
function knownOf(game: KeptGame, language: Language): string {
  const { title, variant, players, why, when, text } = game;
  const said = [title, variant, ...players, why].map((words) => words[language]);
  const dates = [dayOf(when), new Date(when).toLocaleDateString(language)];
  return [...said, ...dates, text].join("\n").toLocaleLowerCase(language);
}
