// What changes from one frame to the next and what the last turn did, derived without knowledge of the
// game, and the animations of pieces.
import type { Frame, Kind, Piece, PlayedAction } from "../protocol";
import type { Point } from "./layout";

/** The changes of pieces from one frame to the next. */
export interface Transition {
  moves: Map<number, number>; // of pieces, from cell by target cell
  arrivals: Set<number>; // cells with a piece that was not on the board before
  resized: Set<number>; // cells whose piece has changed without moving
  removed: RemovedPiece[];
}

interface RemovedPiece {
  piece: Piece;
  isHitByMove: boolean; // another piece moves onto its cell; this one disappears when the other arrives
  isCaptured: boolean; // false: a piece of the same player covers it
}

type PiecesByCell = Map<number, Piece>;

export const NO_TRANSITION: Transition = {
  moves: new Map(),
  arrivals: new Set(),
  resized: new Set(),
  removed: [],
};

export function getTransition(before: Frame | null, after: Frame): Transition {
  if (!before || before === after) return NO_TRANSITION;
  const [oldPieces, newPieces] = [getPiecesByCell(before), getPiecesByCell(after)];
  const moves = findMoves(before, after, oldPieces, newPieces);
  const origins = new Set(moves.values());
  const arrivals = new Set<number>();
  const resized = new Set<number>();
  for (const [cell, piece] of newPieces) {
    const old = oldPieces.get(cell);
    if (moves.has(cell) || looksSame(old, piece)) continue;
    if (old?.owner === piece.owner && !origins.has(cell)) resized.add(cell);
    else arrivals.add(cell);
  }
  const removed = [...oldPieces.values()]
    .filter(({ cell, owner }) => {
      const isReplaced = moves.has(cell) || newPieces.get(cell)?.owner !== owner;
      return isReplaced && !origins.has(cell);
    })
    .map((piece) => ({
      piece,
      isHitByMove: moves.has(piece.cell),
      isCaptured: newPieces.get(piece.cell)?.owner !== piece.owner,
    }));
  return { moves, arrivals, resized, removed };
}

function getPiecesByCell(frame: Frame): PiecesByCell {
  return new Map(frame.pieces.map((piece) => [piece.cell, piece]));
}

function looksSame(a: Piece | undefined, b: Piece | undefined): boolean {
  return a?.colour === b?.colour && a?.mark === b?.mark && a?.height === b?.height;
}

/** Return the moves of pieces, from cell by target cell: the move of the last action, or its reverse if
 * that action was undone, or else the only move that explains the change. */
function findMoves(
  before: Frame,
  after: Frame,
  oldPieces: PiecesByCell,
  newPieces: PiecesByCell,
): Map<number, number> {
  const played = getMoveCells(after.last.at(-1));
  const undone = getMoveCells(before.last.at(-1)).reverse();
  for (const cells of [played, undone]) {
    const [from, to] = [cells[0], cells.at(-1)];
    if (from !== undefined && to !== undefined && hasMoved(from, to, oldPieces, newPieces)) {
      return new Map([[to, from]]);
    }
  }
  return findOnlyPossibleMove(oldPieces, newPieces);
}

const MOVE_KINDS: readonly Kind[] = ["move", "capture", "stack"];

/** Return the cells of an action that moves a piece; of any other action none. */
function getMoveCells(action: PlayedAction | undefined): number[] {
  return action && MOVE_KINDS.includes(action.kind) ? [...action.cells] : [];
}

/** Whether a piece has left one cell and stands on another. */
function hasMoved(
  from: number,
  to: number,
  oldPieces: PiecesByCell,
  newPieces: PiecesByCell,
): boolean {
  const hasChanged = (cell: number) => !looksSame(oldPieces.get(cell), newPieces.get(cell));
  const owner = oldPieces.get(from)?.owner;
  return from !== to && hasChanged(from) && hasChanged(to) && newPieces.get(to)?.owner === owner;
}

/** If exactly one piece is missing and exactly one is new, and both look the same, it has moved. */
function findOnlyPossibleMove(
  oldPieces: PiecesByCell,
  newPieces: PiecesByCell,
): Map<number, number> {
  const missing = [...oldPieces.values()].filter(({ cell }) => !newPieces.has(cell));
  const added = [...newPieces.values()].filter(({ cell }) => !oldPieces.has(cell));
  const [from, to] = [missing[0], added[0]];
  const isUnique = missing.length === 1 && added.length === 1;
  return isUnique && from && to && looksSame(from, to)
    ? new Map([[to.cell, from.cell]])
    : new Map();
}

// Marks of the last turn, which stay on the board until the next turn

export interface TurnMarks {
  paths: number[][]; // cells of each action, in order
  tiles: number[][]; // cells of each tile that was placed
  captured: CapturedPiece[];
  removedLines: number[][]; // lines that were completed and then left the board
}

interface CapturedPiece {
  piece: Piece;
  isCovered: boolean; // another piece stands on its cell now
  index: number; // among the captured pieces of its cell
}

export function getTurnMarks(frame: Frame): TurnMarks {
  const occupied = new Set(frame.pieces.map(({ cell }) => cell));
  const actions = frame.last.filter(({ cells }) => cells.length > 0);
  const taken = frame.last.flatMap((action) => action.taken);
  return {
    paths: actions.filter(({ kind }) => kind !== "tile").map(({ cells }) => cells),
    tiles: actions.filter(({ kind }) => kind === "tile").map(({ cells }) => cells),
    captured: taken.map((piece, i) => ({
      piece,
      isCovered: occupied.has(piece.cell),
      index: taken.slice(0, i).filter(({ cell }) => cell === piece.cell).length,
    })),
    removedLines: frame.last.flatMap(({ lines }) =>
      lines.filter((line) => hasLeftBoard(line, occupied)),
    ),
  };
}

function hasLeftBoard(line: number[], occupied: Set<number>): boolean {
  return line.some((cell) => !occupied.has(cell));
}

/** Return the frame just before full lines left the board, or null if none did. */
export function getFullLinesFrame(frame: Frame): Frame | null {
  const last = frame.last.at(-1);
  const occupied = new Set(frame.pieces.map(({ cell }) => cell));
  const lines = last?.lines.filter((line) => hasLeftBoard(line, occupied)) ?? [];
  if (!last || lines.length === 0) return null;
  const restored = last.taken.filter(({ cell }) => !occupied.has(cell));
  return {
    ...frame,
    pieces: [...frame.pieces, ...restored],
    targets: {},
    last: frame.last.map((action) => (action === last ? { ...action, taken: [] } : action)),
    winning_lines: lines,
    decisive_cells: [], // not decided yet
  };
}

// Animations of pieces.  Each is an attachment, which runs when the element of the piece is created.

const MOVE_MS = 260;
const HIT_TIME = 0.7; // of a move, after which the piece on its target disappears; from 0 to 1
const ARRIVAL_MS = 220;
const REMOVAL_MS = 240;
const COVERED_REMOVAL_MS = 60; // of a piece that another one covers
const FALL_MS_PER_UNIT = 0.4; // added to `ARRIVAL_MS`, by the height of the fall in units of the SVG

type PieceAnimation = (element: Element) => void;

export function animateMove([fromX, fromY]: Point, [x, y]: Point): PieceAnimation {
  return (element) => {
    const start = `translate(${fromX - x}px, ${fromY - y}px)`;
    const middle = `translate(${(fromX - x) / 2}px, ${(fromY - y) / 2 - 8}px) scale(1.07)`;
    element.animate([{ transform: start }, { transform: middle }, { transform: "none" }], {
      duration: MOVE_MS,
      easing: "ease-in-out",
    });
  };
}

/** Animate the arrival of a piece: it falls from a height, or fades in slightly above its cell if the
 * height is 0. */
export function animateArrival(height: number): PieceAnimation {
  return (element) => {
    if (height > 0) {
      const duration = ARRIVAL_MS + FALL_MS_PER_UNIT * height;
      const fall = [{ transform: `translate(0, ${-height}px)` }, { transform: "none" }];
      element.animate(fall, { duration, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
    } else {
      const lifted = { transform: "translate(0, -24px) scale(1.25)", opacity: 0 };
      element.animate([lifted, { transform: "none", opacity: 1 }], {
        duration: ARRIVAL_MS,
        easing: "cubic-bezier(0.2, 0.7, 0.3, 1.2)",
      });
    }
  };
}

/** Enlarge a piece for a moment: it has changed without moving. */
export function animateGrowth(element: Element): void {
  const pulse = [{ transform: "none" }, { transform: "scale(1.15)" }, { transform: "none" }];
  element.animate(pulse, { duration: ARRIVAL_MS });
}

/** Fade a removed piece out; it stays invisible until its element is removed. */
export function animateRemoval(isHitByMove: boolean, isCaptured: boolean): PieceAnimation {
  return (element) => {
    const away = isCaptured ? "translate(0, -14px) scale(0.6)" : "none";
    element.animate([{ opacity: 1 }, { opacity: 0, transform: away }], {
      delay: isHitByMove ? MOVE_MS * HIT_TIME : 0,
      duration: isCaptured ? REMOVAL_MS : COVERED_REMOVAL_MS,
      fill: "forwards",
    });
  };
}

export function noAnimation(): void {
  // for a piece that has not changed
}

/** Whether both the settings and the system allow animations. */
export function isMotionAllowed(isMotionOn: boolean): boolean {
  return isMotionOn && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
