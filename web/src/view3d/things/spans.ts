// Lines in space have no dashes of their own: the parts of them that are drawn.

import type { AnnotationKind } from "../../board";

const DASHES: Record<AnnotationKind, { dash: number; gap: number } | null> = {
  solid: null,
  dashed: { dash: 0.22, gap: 0.14 },
  double: null,
  dotted: { dash: 0.05, gap: 0.09 },
  planned: { dash: 0.1, gap: 0.07 },
};

/** Begins and ends along a line of some length, in distances of rods. */
export function spans(kind: AnnotationKind, length: number): [begin: number, end: number][] {
  const dashes = DASHES[kind];
  if (!dashes) return [[0, length]];
  const { dash, gap } = dashes;
  const number = Math.max(1, Math.round((length + gap) / (dash + gap)));
  const step = length / number; // so that the last one is as long as the first
  return Array.from({ length: number }, (_, i) => [
    i * step,
    i * step + (step * dash) / (dash + gap),
  ]);
}
