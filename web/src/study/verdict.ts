// What a verdict means, in a few words.
import type { Verdict } from "../protocol";
import { s } from "./words.svelte";

/** "Red wins in 3 turns", "draw", "Red 62 %": for whom it is best, or how much whoever acts can expect. */
export function verdictText(
  { certainty, values, turns }: Verdict,
  called: readonly string[],
  turn: number | null,
): string {
  const best = values.indexOf(Math.max(...values));
  if (certainty === "estimated") {
    const seat = turn ?? best;
    return s().share(called[seat] ?? "", percent(values[seat] ?? 0));
  }
  const most = turns || null;
  if (values.length === 1) return (values[0] ?? 0) > 0 ? s().solved(most) : s().unsolved;
  return (values[best] ?? 0) > 0 ? s().wins(called[best] ?? "", most) : s().draw;
}

/** The expected result: 0 a lost game, 100 a won one. */
export function percent(value: number): number {
  return Math.round(50 * (value + 1));
}
