// Annotations of a board: rings around cells and arrows between them, drawn by the user or suggested.
// They mean nothing to the game, and those of users stay in the browser.
import type { Frame, Target, PlaceablePiece } from "../../protocol";
import { type ANNOTATIONS, ARROW } from "../drawing/shapes";
import type { Point } from "../layout";

// Rings around cells and arrows between them: what they are and which kinds there are.

export type AnnotationKind = keyof typeof ANNOTATIONS;

/** An arrow between two cells, or a ring around one. */
export interface Annotation {
  kind: AnnotationKind;
  from: number;
  to: number; // the same: a ring
  rank?: number; // of a suggestion, counted from 1: told by a number
  puts?: readonly PlaceablePiece[]; // what a suggestion puts on the cells: drawn there as ghosts
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

// Where the line and the head of an arrow lie, as draw/elements/annotations.py has them in pictures.

/** Attributes `d`: of an arrow, or where both ends are the same of a ring, which has no head. */
export function arrow([ax, ay]: Point, [bx, by]: Point): { line: string; head: string } {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return { line: ring(ax, ay), head: "" };
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const along = (distance: number, aside = 0) =>
    written(ax + dx * distance - dy * aside, ay + dy * distance + dx * aside);
  const tip = length - ARROW.before;
  const neck = tip - ARROW.long;
  return {
    line: `M${along(Math.min(ARROW.after, neck / 2))}L${along(neck)}`,
    head: `M${along(tip)}L${along(neck, ARROW.wide)}L${along(neck, -ARROW.wide)}Z`,
  };
}

/** From the top. */
function ring(x: number, y: number): string {
  const arc = `${ARROW.ring} ${ARROW.ring} 0 1 1`;
  const [top, bottom] = [written(x, y - ARROW.ring), written(x, y + ARROW.ring)];
  return `M${top}A${arc} ${bottom}A${arc} ${top}`;
}

function written(x: number, y: number): string {
  return [x, y].map((value) => Math.round(value * 100) / 100 + 0).join(" ");
}

// Where the number of a suggestion stands, so that those of several are never at the same place.

const ALONG = 0.3; // of the way from the first cell to the second: two halves turned round differ
const AWAY = 34; // from the middle of a single cell
const LABEL_STEP_DEGREES = 72; // between the numbers around one cell

export function badgeAt([ax, ay]: Point, [bx, by]: Point, rank: number): Point {
  if (ax !== bx || ay !== by) return [ax + ALONG * (bx - ax), ay + ALONG * (by - ay)];
  const angle = ((LABEL_STEP_DEGREES * (rank - 1) - 45) * Math.PI) / 180;
  return [ax + AWAY * Math.cos(angle), ay + AWAY * Math.sin(angle)];
}

// Arrows and rings that show an action under consideration.

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
export function suggestion(target: Target, rank: number, looks: Frame["placeable"]): Annotation[] {
  const kind = RANKED[rank - 1] ?? "dotted";
  const puts = [...(target.puts ?? "")].flatMap((letter) => looks[letter] ?? []);
  const [first, second] = target.cells;
  if (first === undefined || puts.length !== target.cells.length || puts.length > 2)
    return annotationsOf(target, kind).map((one, i) => (i ? one : { ...one, rank }));
  return [{ kind, from: first, to: second ?? first, rank, puts }];
}

// The right mouse button, or a finger that stays where it is, draws: from the cell where it went down
// to the one where it is lifted.

/** What was drawn from one cell to another; no kind: the next one. */
export interface Stroke {
  kind: AnnotationKind | null;
  from: number;
  to: number;
}

export const LONG_PRESS_MS = 450; // of a finger until it draws

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
    }, LONG_PRESS_MS);
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

// What the user draws on a board: rings around cells and arrows between them.  It means nothing to
// the game and is not sent to anyone.

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

  /** Return the next kind, and none after the last one, for input without modifier keys. */
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
