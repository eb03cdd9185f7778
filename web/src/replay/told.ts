// A moment of a game in words.
import type { KeptGame } from "../own/keptGames";
import type { EvaluatedAction, Frame } from "../protocol";
import { verdictText } from "../study/verdict";
import { say } from "../words/index.svelte";
import { r } from "./words.svelte";

/** The number of the turn to which an action belongs: a turn may have several. */
function turnOf({ turns }: Pick<KeptGame, "turns">, action: number): number {
  let before = 0;
  const turn = turns.findIndex(({ actions }) => (before += actions.length) >= action);
  return turn + 1;
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
  const parts = [`${r().moveOf(turnOf(game, at), game.turns.length)}: ${played}`];
  if (found?.mark) parts.push(`${found.mark} ${say(found.word)}`);
  if (found?.best && found.mark) parts.push(r().better(found.best.action));
  if (found) {
    const value = verdictText(found.after, game.players.map(say), null);
    parts.push(`${value} (${r()[found.after.certainty]})`);
  }
  return parts.join(" · ");
}
