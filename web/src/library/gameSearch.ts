// Kept games: their outcome for this browser's player, their description, and the search for them.
import type { KeptGame } from "./savedGames";
import { today } from "../puzzles/results";
import { settings } from "../browser/settings.svelte";
import { o } from "./words";

// What a kept game was to this browser's player, and how it ended.

export type Verdict = "won" | "lost" | "drawn" | "noWinner" | "open" | "others";

/** Outcomes to search by: those of the user, and which player won. */
export type Outcome = Verdict | "firstWon" | "otherWon";

/** What a game meant to this browser's player; who played for all sides saw a game of others. */
export function verdictOf({ mine, players, result }: KeptGame): Verdict {
  const [seat] = mine;
  const isPlainPage = players.length === 1;
  if (result === null) return "open";
  if (seat === undefined || (mine.length === players.length && !isPlainPage)) return "others";
  const value = result[seat] ?? 0;
  return value > 0 ? "won" : value < 0 ? "lost" : withoutWinner(result);
}

/** Among three and more, the game ends without a winner when one resigns or runs out of time. */
function withoutWinner(result: readonly number[]): "drawn" | "noWinner" {
  return result.some((value) => value < 0) ? "noWinner" : "drawn";
}

/** Return the opponents of the user; in games of others, all players. */
export function opponents({ mine, players }: KeptGame): string[] {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return others.length ? others : players;
}

/** All outcomes that a game counts to: those of others have a result, too. */
function outcomesOf(game: KeptGame): Outcome[] {
  const { players, result, mine } = game;
  const verdict = verdictOf(game);
  if (!result) return mine.length ? ["open"] : ["open", "others"];
  if (players.length === 1) return [verdict];
  const best = Math.max(...result);
  if (best <= 0) return verdict === "others" ? ["others", withoutWinner(result)] : [verdict];
  return [verdict, (result[0] ?? 0) > 0 ? "firstWon" : "otherWon"];
}

// A kept game in words.

/** Return the opponents, or the players of a game of others. */
export function playersText(game: KeptGame): string {
  const { mine, players } = game;
  if (players.length > 1 && mine.length === players.length) return o().sides;
  const names = opponents(game);
  return mine.length ? names.join(", ") : names.join(" – ");
}

/** How it ended, for this browser's player where there is one. */
export function resultText(game: KeptGame): string {
  const verdict = verdictOf(game);
  const isPlainPage = game.players.length === 1;
  if (isPlainPage && verdict === "won") return o().solved;
  if (isPlainPage && verdict === "lost") return o().notSolved;
  if (verdict !== "others") return o()[verdict];
  const result = game.result ?? [];
  const winner = game.players[result.indexOf(1)];
  return winner ? o().winner(winner) : withoutWinner(result) === "drawn" ? o().draw : o().noWinner;
}

export function dateText(when: number): string {
  return new Date(when).toLocaleDateString(settings.language, { dateStyle: "medium" });
}

// Search in the kept games.

export interface Wanted {
  text: string; // all of its words are somewhere on the card of the game
  game: string; // its name, or "" for any
  opponent: string; // likewise
  outcome: Outcome | "";
  from: string; // a day, 2026-11-16, or ""
  to: string;
}

export const ANYTHING: Wanted = { text: "", game: "", opponent: "", outcome: "", from: "", to: "" };

export function fits(game: KeptGame, wanted: Wanted): boolean {
  const day = today(new Date(game.when));
  if (wanted.game && game.name !== wanted.game) return false;
  if (wanted.outcome && !outcomesOf(game).includes(wanted.outcome)) return false;
  if (wanted.opponent && !opponents(game).includes(wanted.opponent)) return false;
  if ((wanted.from && day < wanted.from) || (wanted.to && day > wanted.to)) return false;
  const words = wanted.text.toLocaleLowerCase(settings.language).split(/\s+/).filter(Boolean);
  const card = cardText(game);
  return words.every((word) => card.includes(word));
}

/** All that the card of a game shows, and its day as forms have it. */
function cardText(game: KeptGame): string {
  const { title, variant, players, why, when, turns, fault } = game;
  const told = [playersText(game), resultText(game), dateText(when), o().turns(turns.length)];
  if (fault) told.push(o().partly);
  const shown = [title, variant, ...players, why, ...told, today(new Date(when))];
  return shown.join("\n").toLocaleLowerCase(settings.language);
}
