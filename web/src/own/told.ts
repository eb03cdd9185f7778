// A kept game in words.
import { settings } from "../browser/settings.svelte";
import { say } from "../words/index.svelte";
import type { KeptGame } from "./keptGames";
import { opponents, verdictOf } from "./outcome";
import { o } from "./words.svelte";

/** With whom it was played, or by whom. */
export function playersText(game: KeptGame): string {
  const { mine, players } = game;
  if (players.length > 1 && mine.length === players.length) return o().sides;
  const names = opponents(game, settings.language);
  return mine.length ? names.join(", ") : o().between(names);
}

/** How it ended, for this browser's player where there is one. */
export function resultText(game: KeptGame): string {
  const verdict = verdictOf(game);
  const isAlone = game.players.length === 1;
  const winner = game.players[game.result?.indexOf(1) ?? -1];
  if (isAlone && verdict === "won") return o().solved;
  if (isAlone && verdict === "lost") return o().notSolved;
  if (verdict !== "others") return o()[verdict];
  return winner ? o().winner(say(winner)) : o().draw;
}

export function dateText(when: number): string {
  return new Date(when).toLocaleDateString(settings.language, { dateStyle: "medium" });
}
