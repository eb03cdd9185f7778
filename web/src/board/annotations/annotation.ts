// Rings around cells and arrows between them: what they are and which kinds there are.

import type { ToPut } from "../../protocol";
import type { ANNOTATIONS } from "../drawing/shapes";

export type AnnotationKind = keyof typeof ANNOTATIONS;

/** An arrow between two cells, or a ring around one. */
export interface Annotation {
  kind: AnnotationKind;
  from: number;
  to: number; // the same: a ring
  rank?: number; // of a suggestion, counted from 1: told by a number
  puts?: readonly ToPut[]; // what a suggestion puts on the cells: drawn there as ghosts
}

/** Those that people draw, in the order in which keys and fingers lead through them. */
export const KINDS: readonly AnnotationKind[] = ["solid", "dashed", "double", "dotted"];

type Modifiers = Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey">;

/** Which kind a mouse draws: with Shift, Alt or both another one.  Ctrl is as good as Shift, with
 * which Firefox always shows its menu. */
export function kindOf({ shiftKey, ctrlKey, altKey }: Modifiers): AnnotationKind {
  if (shiftKey || ctrlKey) return altKey ? "dotted" : "dashed";
  return altKey ? "double" : "solid";
}
