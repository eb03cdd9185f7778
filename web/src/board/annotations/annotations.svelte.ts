// What the user draws on a board: rings around cells and arrows between them.  It means nothing to
// the game and is told to nobody.

import { type Annotation, type AnnotationKind, KINDS } from "./annotation";
import { Pen, type Stroke } from "./pen.svelte";

export class Annotations {
  list = $state.raw<readonly Annotation[]>([]);
  from = $state<number | null>(null); // where an arrow begins that has no end yet
  readonly pen = new Pen();

  /** All that is seen, and what is being drawn: an arrow without an end leads to the cell that is
   * pointed at. */
  shown(spot: number | null): readonly Annotation[] {
    const { from } = this;
    const begun = from === null ? null : { kind: KINDS[0]!, from, to: spot ?? from };
    const preview = this.pen.preview ?? begun;
    return preview ? [...this.list, preview] : this.list;
  }

  /** What the pen drew. */
  add({ kind, from, to }: Stroke): void {
    if (kind === null) this.cycle(from, to);
    else this.draw(kind, from, to);
  }

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

  /** An arrow begins on a cell, or ends there; where it ends on the same, it is a ring. */
  point(cell: number): void {
    const { from } = this;
    this.from = from === null ? cell : null;
    if (from !== null) this.cycle(from, cell);
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
