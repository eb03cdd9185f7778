// Arrows and rings that show an action of which somebody thinks.

import type { Frame, Target } from "../../protocol";
import type { Annotation, AnnotationKind } from "./annotation";

/** An arrow where a piece goes from one cell to another, else rings around all that it touches. */
export function annotationsOf({ kind: what, cells }: Target, kind: AnnotationKind): Annotation[] {
  const [from, to] = [cells[0], cells.at(-1)];
  const goes = ["move", "capture", "stack"].includes(what);
  if (goes && from !== undefined && to !== undefined && from !== to) return [{ kind, from, to }];
  return cells.map((cell) => ({ kind, from: cell, to: cell }));
}

/** Rings around cells at which one should look. */
export function rings(cells: readonly number[], kind: AnnotationKind): Annotation[] {
  return cells.map((cell) => ({ kind, from: cell, to: cell }));
}

const RANKED: readonly AnnotationKind[] = ["solid", "dashed", "double", "dotted", "dotted"];

/** A suggestion among several: told apart by the kind of its lines and by its number; what it puts on
 * the board is a ghost there. */
export function suggestion(target: Target, rank: number, looks: Frame["to_put"]): Annotation[] {
  const kind = RANKED[rank - 1] ?? "dotted";
  const puts = [...(target.puts ?? "")].flatMap((letter) => looks[letter] ?? []);
  const [first, second] = target.cells;
  if (first === undefined || puts.length !== target.cells.length || puts.length > 2)
    return annotationsOf(target, kind).map((one, i) => (i ? one : { ...one, rank }));
  return [{ kind, from: first, to: second ?? first, rank, puts }];
}
