// Which of the kept games somebody looks for.
import type { Language } from "../protocol";
import { dateText, playersText, resultText } from "./told";
import type { KeptGame } from "./keptGames";
import { opponents, outcomesOf, type Outcome } from "./outcome";
import { o } from "./words.svelte";

export interface Wanted {
  text: string; // all of its words are somewhere on the card of the game
  game: string; // its name, or "" for any
  opponent: string; // likewise
  outcome: Outcome | "";
  from: string; // a day, 2026-11-16, or ""
  to: string;
}

export const ANYTHING: Wanted = { text: "", game: "", opponent: "", outcome: "", from: "", to: "" };

/** A day as dates in forms have it: 2026-11-16. */
export function dayOf(when: number): string {
  const date = new Date(when);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function fits(game: KeptGame, wanted: Wanted, language: Language): boolean {
  const day = dayOf(game.when);
  if (wanted.game && game.name !== wanted.game) return false;
  if (wanted.outcome && !outcomesOf(game).includes(wanted.outcome)) return false;
  if (wanted.opponent && !opponents(game, language).includes(wanted.opponent)) return false;
  if ((wanted.from && day < wanted.from) || (wanted.to && day > wanted.to)) return false;
  const words = wanted.text.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  const card = cardText(game, language);
  return words.every((word) => card.includes(word));
}

/** All that the card of a game shows, and its day as forms have it. */
function cardText(game: KeptGame, language: Language): string {
  const { title, variant, players, why, when, turns, fault } = game;
  const names = [title, variant, ...players, why].map((words) => words[language]);
  const told = [playersText(game), resultText(game), dateText(when), o().moves(turns.length)];
  if (fault) told.push(o().partly);
  return [...names, ...told, dayOf(when)].join("\n").toLocaleLowerCase(language);
}
