// Saved games: their outcome for the user, their description, and the search for them.
import type { SavedGame } from "./savedGames";
import { today } from "../puzzles/results";
import { settings } from "../browser/settings.svelte";
import { o } from "./words";

/** The outcome of a game for the user; `open`: no result; `others`: a game of other players, or one in
 * which the user played all sides. */
export type OwnOutcome = "won" | "lost" | "drawn" | "noWinner" | "open" | "others";

/** Outcomes to search for. */
export type Outcome = OwnOutcome | "firstWon" | "otherWon";

/** Return the outcome of a game for the user; games in which they played all sides count as `others`. */
export function getOwnOutcome({ mine, players, result }: SavedGame): OwnOutcome {
  const [seat] = mine;
  const isSolo = players.length === 1;
  if (result === null) return "open";
  if (seat === undefined || (mine.length === players.length && !isSolo)) return "others";
  const value = result[seat] ?? 0;
  return value > 0 ? "won" : value < 0 ? "lost" : getWinnerlessOutcome(result);
}

/** Return the outcome of a game without a winner: a draw, unless one of several players has lost. */
function getWinnerlessOutcome(result: readonly number[]): "drawn" | "noWinner" {
  return result.some((value) => value < 0) ? "noWinner" : "drawn";
}

/** Return the opponents of the user; in games of others, all players. */
export function getOpponents({ mine, players }: SavedGame): string[] {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return others.length ? others : players;
}

/** Return all outcomes for which a game is found. */
function getOutcomes(game: SavedGame): Outcome[] {
  const { players, result, mine } = game;
  const ownOutcome = getOwnOutcome(game);
  if (!result) return mine.length ? ["open"] : ["open", "others"];
  if (players.length === 1) return [ownOutcome];
  const best = Math.max(...result);
  if (best <= 0)
    return ownOutcome === "others" ? ["others", getWinnerlessOutcome(result)] : [ownOutcome];
  return [ownOutcome, (result[0] ?? 0) > 0 ? "firstWon" : "otherWon"];
}

// Saved games as text

/** Return the opponents, or the players of a game of others. */
export function getPlayersText(game: SavedGame): string {
  const { mine, players } = game;
  if (players.length > 1 && mine.length === players.length) return o().sides;
  const names = getOpponents(game);
  return mine.length ? names.join(", ") : names.join(" – ");
}

/** Return the result, from the perspective of the user if they played. */
export function getResultText(game: SavedGame): string {
  const ownOutcome = getOwnOutcome(game);
  const isSolo = game.players.length === 1;
  if (isSolo && ownOutcome === "won") return o().solved;
  if (isSolo && ownOutcome === "lost") return o().notSolved;
  if (ownOutcome !== "others") return o()[ownOutcome];
  const result = game.result ?? [];
  const winner = game.players[result.indexOf(1)];
  return winner
    ? o().winner(winner)
    : getWinnerlessOutcome(result) === "drawn"
      ? o().draw
      : o().noWinner;
}

export function formatDate(when: number): string {
  return new Date(when).toLocaleDateString(settings.language, { dateStyle: "medium" });
}

// Search

export interface SearchCriteria {
  text: string; // words; each must occur in the text shown for the game
  game: string; // its name, or "" for any
  opponent: string; // a name, or "" for any
  outcome: Outcome | ""; // "": any
  from: string; // the earliest date, 2026-11-16, or "" for any
  to: string; // the latest date, likewise
}

export const NO_CRITERIA: SearchCriteria = {
  text: "",
  game: "",
  opponent: "",
  outcome: "",
  from: "",
  to: "",
};

export function matches(game: SavedGame, criteria: SearchCriteria): boolean {
  const day = today(new Date(game.when));
  if (criteria.game && game.name !== criteria.game) return false;
  if (criteria.outcome && !getOutcomes(game).includes(criteria.outcome)) return false;
  if (criteria.opponent && !getOpponents(game).includes(criteria.opponent)) return false;
  if ((criteria.from && day < criteria.from) || (criteria.to && day > criteria.to)) return false;
  const words = criteria.text.toLocaleLowerCase(settings.language).split(/\s+/).filter(Boolean);
  const cardText = getCardText(game);
  return words.every((word) => cardText.includes(word));
}

/** Return all text shown for a game in lists, and its date as 2026-11-16, in lower case. */
function getCardText(game: SavedGame): string {
  const { title, variant, players, why, when, turns, fault } = game;
  const descriptions = [
    getPlayersText(game),
    getResultText(game),
    formatDate(when),
    o().turns(turns.length),
  ];
  if (fault) descriptions.push(o().incomplete);
  const parts = [title, variant, ...players, why, ...descriptions, today(new Date(when))];
  return parts.join("\n").toLocaleLowerCase(settings.language);
}
