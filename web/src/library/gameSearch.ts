// Kept games: their outcome for this browser's player, their description, and the search for them.
import type { SavedGame } from "./savedGames";
import { today } from "../puzzles/results";
import { settings } from "../browser/settings.svelte";
import { o } from "./words";

// What a kept game was to this browser's player, and how it ended.

export type OwnOutcome = "won" | "lost" | "drawn" | "noWinner" | "open" | "others";

/** Outcomes to search by: those of the user, and which player won. */
export type Outcome = OwnOutcome | "firstWon" | "otherWon";

/** What a game meant to this browser's player; who played for all sides saw a game of others. */
export function getOwnOutcome({ mine, players, result }: SavedGame): OwnOutcome {
  const [seat] = mine;
  const isSolo = players.length === 1;
  if (result === null) return "open";
  if (seat === undefined || (mine.length === players.length && !isSolo)) return "others";
  const value = result[seat] ?? 0;
  return value > 0 ? "won" : value < 0 ? "lost" : getWinnerlessOutcome(result);
}

/** Among three and more, the game ends without a winner when one resigns or runs out of time. */
function getWinnerlessOutcome(result: readonly number[]): "drawn" | "noWinner" {
  return result.some((value) => value < 0) ? "noWinner" : "drawn";
}

/** Return the opponents of the user; in games of others, all players. */
export function getOpponents({ mine, players }: SavedGame): string[] {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return others.length ? others : players;
}

/** All outcomes that a game counts to: those of others have a result, too. */
function getOutcomes(game: SavedGame): Outcome[] {
  const { players, result, mine } = game;
  const verdict = getOwnOutcome(game);
  if (!result) return mine.length ? ["open"] : ["open", "others"];
  if (players.length === 1) return [verdict];
  const best = Math.max(...result);
  if (best <= 0) return verdict === "others" ? ["others", getWinnerlessOutcome(result)] : [verdict];
  return [verdict, (result[0] ?? 0) > 0 ? "firstWon" : "otherWon"];
}

// A kept game in words.

/** Return the opponents, or the players of a game of others. */
export function playersText(game: SavedGame): string {
  const { mine, players } = game;
  if (players.length > 1 && mine.length === players.length) return o().sides;
  const names = getOpponents(game);
  return mine.length ? names.join(", ") : names.join(" – ");
}

/** How it ended, for this browser's player where there is one. */
export function resultText(game: SavedGame): string {
  const verdict = getOwnOutcome(game);
  const isSolo = game.players.length === 1;
  if (isSolo && verdict === "won") return o().solved;
  if (isSolo && verdict === "lost") return o().notSolved;
  if (verdict !== "others") return o()[verdict];
  const result = game.result ?? [];
  const winner = game.players[result.indexOf(1)];
  return winner
    ? o().winner(winner)
    : getWinnerlessOutcome(result) === "drawn"
      ? o().draw
      : o().noWinner;
}

export function dateText(when: number): string {
  return new Date(when).toLocaleDateString(settings.language, { dateStyle: "medium" });
}

// Search in the kept games.

export interface SearchCriteria {
  text: string; // all of its words are somewhere on the card of the game
  game: string; // its name, or "" for any
  opponent: string; // likewise
  outcome: Outcome | "";
  from: string; // a day, 2026-11-16, or ""
  to: string;
}

export const NO_CRITERIA: SearchCriteria = {
  text: "",
  game: "",
  opponent: "",
  outcome: "",
  from: "",
  to: "",
};

export function matches(game: SavedGame, wanted: SearchCriteria): boolean {
  const day = today(new Date(game.when));
  if (wanted.game && game.name !== wanted.game) return false;
  if (wanted.outcome && !getOutcomes(game).includes(wanted.outcome)) return false;
  if (wanted.opponent && !getOpponents(game).includes(wanted.opponent)) return false;
  if ((wanted.from && day < wanted.from) || (wanted.to && day > wanted.to)) return false;
  const words = wanted.text.toLocaleLowerCase(settings.language).split(/\s+/).filter(Boolean);
  const card = cardText(game);
  return words.every((word) => card.includes(word));
}

/** All that the card of a game shows, and its day as forms have it. */
function cardText(game: SavedGame): string {
  const { title, variant, players, why, when, turns, fault } = game;
  const told = [playersText(game), resultText(game), dateText(when), o().turns(turns.length)];
  if (fault) told.push(o().partly);
  const shown = [title, variant, ...players, why, ...told, today(new Date(when))];
  return shown.join("\n").toLocaleLowerCase(settings.language);
}
