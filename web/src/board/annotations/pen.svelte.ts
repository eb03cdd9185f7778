// The right mouse button, or a finger that stays where it is, draws: from the cell where it went down
// to the one where it is lifted.

import { type Annotation, type AnnotationKind, KINDS } from "./annotation";

/** What was drawn from one cell to another; no kind: the next one. */
export interface Stroke {
  kind: AnnotationKind | null;
  from: number;
  to: number;
}

export const LONG = 450; // milliseconds that a finger stays until it draws

export class Pen {
  #from = $state<number | null>(null);
  #to = $state<number | null>(null);
  #kind = $state<AnnotationKind | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** While something is being drawn. */
  get isDown(): boolean {
    return this.#from !== null;
  }

  /** What it would become. */
  get preview(): Annotation | null {
    const [from, to] = [this.#from, this.#to];
    return from === null || to === null ? null : { kind: this.#kind ?? KINDS[0]!, from, to };
  }

  /** It draws at once: a mouse in a kind of its choice. */
  press(cell: number, kind: AnnotationKind | null): void {
    [this.#from, this.#to, this.#kind] = [cell, cell, kind];
  }

  /** A finger draws when it has stayed for a while, and leads through all kinds. */
  wait(cell: number, begun: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      [this.#from, this.#to, this.#kind] = [cell, cell, null];
      begun();
    }, LONG);
  }

  /** The finger moved too early, or was lifted: it meant something else. */
  giveUp(): void {
    clearTimeout(this.#timer);
    this.#from = this.#to = null;
  }

  move(cell: number | null): void {
    this.#to = cell;
  }

  /** What was drawn: nothing where it ends off the board. */
  lift(): Stroke | null {
    const [from, to, kind] = [this.#from, this.#to, this.#kind];
    this.giveUp();
    return from === null || to === null ? null : { kind, from, to };
  }
}
