// Verdicts as short texts, and as shares of an evaluation bar.
import type { Colour, Frame, Verdict } from "../protocol";
import { formatPercent } from "../words";
import { s } from "./words";

/** Return "Red wins in at most 3 turns", "draw" or, for an estimate, "Red 62%".  Estimates are for the
 * seat `turn`; if it is null, for the best one. */
export function getVerdictText(
  { certainty, values, turns }: Verdict,
  seatNames: readonly string[],
  turn: number | null,
): string {
  const best = values.indexOf(Math.max(...values));
  if (certainty === "estimated") {
    const seat = turn ?? best;
    return s().share(
      seatNames[seat] ?? "",
      formatPercent(toPercent(((values[seat] ?? 0) + 1) / 2, certainty)),
    );
  }
  const maxTurns = turns || null;
  if (values.length === 1) return (values[0] ?? 0) > 0 ? getSolvedText(maxTurns) : s().unsolved;
  return (values[best] ?? 0) > 0 ? getWinText(seatNames[best] ?? "", maxTurns) : s().draw;
}

const getSolvedText = (maxTurns: number | null): string =>
  maxTurns === null ? s().solved : s().solvedWithin(maxTurns);

const getWinText = (winner: string, maxTurns: number | null): string =>
  maxTurns === null ? s().wins(winner) : s().winsWithin(winner, maxTurns);

/** Convert a share from 0 to 1 to per cent; estimates are limited to 1–99, as they are uncertain. */
export function toPercent(share: number, certainty: Verdict["certainty"]): number {
  const rounded = Math.round(100 * share);
  return certainty === "estimated" ? Math.min(99, Math.max(1, rounded)) : rounded;
}

/** Return the share of each seat in the evaluation bar; for one player: of success and failure. */
export function getShares({ values }: Pick<Verdict, "values">): number[] {
  const expected = values.map((value) => (value + 1) / 2);
  if (expected.length === 1) return [expected[0] ?? 0, 1 - (expected[0] ?? 0)];
  const total = expected.reduce((sum, value) => sum + value, 0);
  return expected.map((value) => (total > 0 ? value / total : 1 / expected.length));
}

/** Return the colour of each seat's pieces; null for all unless each seat has a colour of its own. */
export function getSeatColours(frame: Frame | null, seats: number): (Colour | null)[] {
  const looks = [...(frame?.pieces ?? []), ...Object.values(frame?.placeable ?? {})];
  const colours = Array.from(
    { length: seats },
    (_, seat) => looks.find(({ owner }) => owner === seat)?.colour ?? null,
  );
  const isUnambiguous = !colours.includes(null) && new Set(colours).size === seats;
  return isUnambiguous ? colours : colours.map(() => null);
}
