// A moment of a game in words.
import type { KeptGame } from "../own/keptGames";
import type { EvaluatedAction, Frame, Verdict } from "../protocol";
import { say } from "../words/index.svelte";
import { percent } from "./curves";
import { r } from "./words.svelte";

/** What a position is worth, for whom it is worth most. */
export function verdictText({ certainty, values, within }: Verdict, game: KeptGame): string {
  const best = values.indexOf(Math.max(...values));
  const name = say(game.players[best] ?? { en: "", de: "" });
  if (certainty === "estimated") {
    const value = r().value(name, percent({ certainty, values, within }, best));
    return `${value} (${r().estimated})`;
  }
  const isWon = (values[best] ?? 0) > 0;
  const end = isWon ? r().wins(name) : r().drawn;
  const soon = within !== null && isWon ? ` ${r().within(within)}` : "";
  return `${end}${soon} (${r().proven})`;
}

/** What was played last and what it is worth. */
export function momentText(
  game: KeptGame,
  frame: Frame | undefined,
  at: number,
  found: EvaluatedAction | undefined,
): string {
  if (at === 0) return r().start;
  const last = frame?.last.at(-1);
  const played = last ? say(last.spoken) : "";
  const parts = [`${r().moveOf(at, game.actions)}: ${played}`];
  if (found?.mark) parts.push(`${found.mark} ${say(found.word)}`);
  if (found?.best && found.mark) parts.push(r().better(found.best.action));
  if (found) parts.push(verdictText(found.after, game));
  return parts.join(" · ");
}
