// What the user draws on a board: rings around cells and arrows between them.  It means nothing to
// the game and is told to nobody.

import type { ANNOTATIONS } from "../drawing/shapes";

export type AnnotationKind = keyof typeof ANNOTATIONS;

/** An arrow between two cells, or a ring around one. */
export interface Annotation {
  kind: AnnotationKind;
  from: number;
  to: number; // the same: a ring
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

export class Annotations {
  list = $state.raw<readonly Annotation[]>([]);
  from = $state<number | null>(null); // where an arrow begins that has no end yet

  /** Draws it; the same once more takes it away, another kind takes its place. */
  draw(kind: AnnotationKind, from: number, to: number): void {
    const there = this.between(from, to);
    this.#put(from, to, there?.kind === kind ? null : kind);
  }

  /** The next kind, and after the last one none: for who has no modifier keys. */
  cycle(from: number, to: number): void {
    const there = this.between(from, to);
    this.#put(from, to, KINDS[there ? KINDS.indexOf(there.kind) + 1 : 0] ?? null);
  }

  /** An arrow begins on a cell, or ends there; on the cell where it began it is given up. */
  arrow(cell: number): void {
    const { from } = this;
    this.from = from === null ? cell : null;
    if (from !== null && from !== cell) this.cycle(from, cell);
  }

  between(from: number, to: number): Annotation | undefined {
    return this.list.find((one) => one.from === from && one.to === to);
  }

  /** Tells whether there was anything. */
  clear(): boolean {
    const had = this.list.length > 0 || this.from !== null;
    if (this.list.length) this.list = [];
    this.from = null;
    return had;
  }

  #put(from: number, to: number, kind: AnnotationKind | null): void {
    const others = this.list.filter((one) => one.from !== from || one.to !== to);
    this.list = kind ? [...others, { kind, from, to }] : others;
  }
}
