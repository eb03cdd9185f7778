// What a verdict means: in a few words, and as an evaluation bar.
import type { Colour, Frame, Verdict } from "../protocol";
import { formatPercent } from "../words";
import { s } from "./words";

/** "Red wins in at most 3 turns", "draw", "Red 62%": the outcome, or what the player to move can expect. */
export function verdictText(
  { certainty, values, turns }: Verdict,
  called: readonly string[],
  turn: number | null,
): string {
  const best = values.indexOf(Math.max(...values));
  if (certainty === "estimated") {
    const seat = turn ?? best;
    return s().share(
      called[seat] ?? "",
      formatPercent(percent(((values[seat] ?? 0) + 1) / 2, certainty)),
    );
  }
  const maxTurns = turns || null;
  if (values.length === 1) return (values[0] ?? 0) > 0 ? solvedText(maxTurns) : s().unsolved;
  return (values[best] ?? 0) > 0 ? winText(called[best] ?? "", maxTurns) : s().draw;
}

const solvedText = (maxTurns: number | null): string =>
  maxTurns === null ? s().solved : s().solvedWithin(maxTurns);

const winText = (winner: string, maxTurns: number | null): string =>
  maxTurns === null ? s().wins(winner) : s().winsWithin(winner, maxTurns);

/** A part from 0 to 1 in per cent; of an estimate never 0 or 100, because only what is proven is certain. */
export function percent(part: number, certainty: Verdict["certainty"]): number {
  const rounded = Math.round(100 * part);
  return certainty === "estimated" ? Math.min(99, Math.max(1, rounded)) : rounded;
}

// What an evaluation bar shows of a verdict.

/** The part of the bar that each seat has, from 0 to 1; a single player shares it with failure. */
export function shares({ values }: Pick<Verdict, "values">): number[] {
  const expected = values.map((value) => (value + 1) / 2);
  if (expected.length === 1) return [expected[0] ?? 0, 1 - (expected[0] ?? 0)];
  const all = expected.reduce((sum, one) => sum + one, 0);
  return expected.map((one) => (all > 0 ? one / all : 1 / expected.length));
}

/** The colour of each seat's pieces; null for all where they have none of their own, or the same. */
export function coloursOf(frame: Frame | null, seats: number): (Colour | null)[] {
  const looks = [...(frame?.pieces ?? []), ...Object.values(frame?.to_put ?? {})];
  const found = Array.from(
    { length: seats },
    (_, seat) => looks.find(({ owner }) => owner === seat)?.colour ?? null,
  );
  const isToldApart = !found.includes(null) && new Set(found).size === seats;
  return isToldApart ? found : found.map(() => null);
}
