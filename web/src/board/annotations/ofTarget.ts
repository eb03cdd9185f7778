// Arrows and rings that show an action of which somebody thinks.

import type { Target } from "../../protocol";
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
