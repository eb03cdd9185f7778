// Annotations of a board: rings around cells and arrows between them, drawn by the user or suggested.
// They have no effect on the game; those of the user stay in the browser.
import type { Frame, Target, PlaceablePiece } from "../../protocol";
import { type ANNOTATIONS, ARROW } from "../drawing/shapes";
import type { Point } from "../layout";

export type AnnotationKind = keyof typeof ANNOTATIONS;

/** An arrow from one cell to another, or a ring around a cell if both are equal. */
export interface Annotation {
  kind: AnnotationKind;
  from: number;
  to: number;
  rank?: number; // of a suggestion, from 1: shown as a number
  puts?: readonly PlaceablePiece[]; // pieces that a suggestion places on its cells: shown as ghosts
}

/** The kinds that users draw, in the order in which repeated input leads through them. */
export const ANNOTATION_KINDS: readonly AnnotationKind[] = ["solid", "dashed", "double", "dotted"];

type Modifiers = Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey">;

/** Return the kind that a mouse draws with modifier keys.  Ctrl has the same effect as Shift, because
 * Shift always opens the menu of Firefox. */
export function getKindByModifiers({ shiftKey, ctrlKey, altKey }: Modifiers): AnnotationKind {
  if (shiftKey || ctrlKey) return altKey ? "dotted" : "dashed";
  return altKey ? "double" : "solid";
}

// Shapes of arrows and rings, the same as in draw/elements/annotations.py

/** Return the paths of an arrow, or of a ring if both points are equal; a ring has no head. */
export function getArrowPaths([ax, ay]: Point, [bx, by]: Point): { line: string; head: string } {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return { line: getRingPath(ax, ay), head: "" };
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const pointAt = (distance: number, aside = 0) =>
    formatPoint(ax + dx * distance - dy * aside, ay + dy * distance + dx * aside);
  const tip = length - ARROW.before;
  const neck = tip - ARROW.long;
  return {
    line: `M${pointAt(Math.min(ARROW.after, neck / 2))}L${pointAt(neck)}`,
    head: `M${pointAt(tip)}L${pointAt(neck, ARROW.wide)}L${pointAt(neck, -ARROW.wide)}Z`,
  };
}

function getRingPath(x: number, y: number): string {
  const arc = `${ARROW.ring} ${ARROW.ring} 0 1 1`;
  const [top, bottom] = [formatPoint(x, y - ARROW.ring), formatPoint(x, y + ARROW.ring)];
  return `M${top}A${arc} ${bottom}A${arc} ${top}`;
}

function formatPoint(x: number, y: number): string {
  return [x, y].map((value) => Math.round(value * 100) / 100 + 0).join(" ");
}

// Numbers of suggestions

const BADGE_POSITION = 0.3; // of the distance between two cells, so that both directions differ
const BADGE_DISTANCE = 34; // from the centre of a single cell
const BADGE_STEP_DEGREES = 72; // between the numbers around one cell

/** Return the position of the number of a suggestion between two cells, or beside a single cell; the
 * numbers of different suggestions do not overlap. */
export function getBadgePosition([ax, ay]: Point, [bx, by]: Point, rank: number): Point {
  if (ax !== bx || ay !== by)
    return [ax + BADGE_POSITION * (bx - ax), ay + BADGE_POSITION * (by - ay)];
  const angle = ((BADGE_STEP_DEGREES * (rank - 1) - 45) * Math.PI) / 180;
  return [ax + BADGE_DISTANCE * Math.cos(angle), ay + BADGE_DISTANCE * Math.sin(angle)];
}

// Annotations of legal actions

/** Return an arrow if an action moves a piece, else rings around all its cells. */
export function annotateAction(target: Target, kind: AnnotationKind): Annotation[] {
  const { cells } = target;
  const [from, to] = [cells[0], cells.at(-1)];
  const isMove = ["move", "capture", "stack"].includes(target.kind);
  if (isMove && from !== undefined && to !== undefined && from !== to) return [{ kind, from, to }];
  return createRings(cells, kind);
}

export function createRings(cells: readonly number[], kind: AnnotationKind): Annotation[] {
  return cells.map((cell) => ({ kind, from: cell, to: cell }));
}

const KINDS_BY_RANK: readonly AnnotationKind[] = ["solid", "dashed", "double", "dotted", "dotted"];

/** Return the annotations of one of several suggestions; `rank` determines their kind and number, and
 * `looks` are the pieces that can be placed, by letter. */
export function annotateSuggestion(
  target: Target,
  rank: number,
  looks: Frame["placeable"],
): Annotation[] {
  const kind = KINDS_BY_RANK[rank - 1] ?? "dotted";
  const puts = [...(target.puts ?? "")].flatMap((letter) => looks[letter] ?? []);
  const [first, second] = target.cells;
  if (first === undefined || puts.length !== target.cells.length || puts.length > 2)
    return annotateAction(target, kind).map((item, i) => (i ? item : { ...item, rank }));
  return [{ kind, from: first, to: second ?? first, rank, puts }];
}

// Drawing by dragging with the right mouse button, or with a finger after a long press

/** A drawn line from one cell to another; without a kind, the next kind is drawn. */
export interface Stroke {
  kind: AnnotationKind | null;
  from: number;
  to: number;
}

export const LONG_PRESS_MS = 450; // after which a finger draws

/** The stroke that is being drawn. */
export class Pen {
  #from = $state<number | null>(null);
  #to = $state<number | null>(null);
  #kind = $state<AnnotationKind | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isDown(): boolean {
    return this.#from !== null;
  }

  /** The annotation that the stroke would draw. */
  get preview(): Annotation | null {
    const [from, to] = [this.#from, this.#to];
    const kind = this.#kind ?? ANNOTATION_KINDS[0]!;
    return from === null || to === null ? null : { kind, from, to };
  }

  /** Start a stroke immediately. */
  start(cell: number, kind: AnnotationKind | null): void {
    [this.#from, this.#to, this.#kind] = [cell, cell, kind];
  }

  /** Start a stroke after a long press, unless it is cancelled before. */
  startAfterLongPress(cell: number, onStart: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.start(cell, null);
      onStart();
    }, LONG_PRESS_MS);
  }

  /** Discard the stroke or the pending long press. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#from = this.#to = null;
  }

  move(cell: number | null): void {
    this.#to = cell;
  }

  /** End the stroke and return it; null if it ends outside the board. */
  finish(): Stroke | null {
    const [from, to, kind] = [this.#from, this.#to, this.#kind];
    this.cancel();
    return from === null || to === null ? null : { kind, from, to };
  }
}

/** The annotations that the user has drawn on a board. */
export class Annotations {
  list = $state.raw<readonly Annotation[]>([]);
  arrowStart = $state<number | null>(null); // the first cell of an arrow without an end yet
  readonly pen = new Pen();

  /** Return all annotations and the one that is being drawn; an arrow without an end points at the
   * pointed cell. */
  getVisible(pointedCell: number | null): readonly Annotation[] {
    const from = this.arrowStart;
    const kind = ANNOTATION_KINDS[0]!;
    const unfinished = from === null ? null : { kind, from, to: pointedCell ?? from };
    const preview = this.pen.preview ?? unfinished;
    return preview ? [...this.list, preview] : this.list;
  }

  add({ kind, from, to }: Stroke): void {
    if (kind === null) this.cycle(from, to);
    else this.toggle(kind, from, to);
  }

  /** Draw an annotation instead of any other on the same cells; remove it if it is already there. */
  toggle(kind: AnnotationKind, from: number, to: number): void {
    this.#replace(from, to, this.find(from, to)?.kind === kind ? null : kind);
  }

  /** Draw the next kind, or remove the annotation after the last kind. */
  cycle(from: number, to: number): void {
    const current = this.find(from, to);
    const next = current ? ANNOTATION_KINDS.indexOf(current.kind) + 1 : 0;
    this.#replace(from, to, ANNOTATION_KINDS[next] ?? null);
  }

  /** Begin an arrow on a cell, or end the arrow that has begun; a ring is drawn if both cells are the
   * same. */
  markArrowEnd(cell: number): void {
    const from = this.arrowStart;
    this.arrowStart = from === null ? cell : null;
    if (from !== null) this.cycle(from, cell);
  }

  find(from: number, to: number): Annotation | undefined {
    return this.list.find((annotation) => annotation.from === from && annotation.to === to);
  }

  /** Remove all annotations; return whether there were any. */
  clear(): boolean {
    const hadAny = this.list.length > 0 || this.arrowStart !== null;
    if (this.list.length) this.list = [];
    this.arrowStart = null;
    return hadAny;
  }

  #replace(from: number, to: number, kind: AnnotationKind | null): void {
    const others = this.list.filter((other) => other.from !== from || other.to !== to);
    this.list = kind ? [...others, { kind, from, to }] : others;
  }
}
