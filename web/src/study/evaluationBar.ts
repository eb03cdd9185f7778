// What an evaluation bar shows of a verdict.
import type { Colour, Frame, Verdict } from "../protocol";

/** The part of the bar that each seat has, from 0 to 1; who is alone shares it with failure. */
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
