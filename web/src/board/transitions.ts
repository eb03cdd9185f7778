// What happened between two frames and in the last turn, without knowing the game, and how pieces
// move on the board for that.
import type { Frame, PlayedAction, Kind, Piece } from "../protocol";
import type { Point } from "./layout";

export interface Change {
  glides: Map<number, number>; // to → from: a piece went
  arrived: Set<number>; // a piece came from outside
  grown: Set<number>; // a piece has changed where it stands
  gone: Gone[]; // pieces no longer there
}

interface Gone {
  piece: Piece;
  met: boolean; // by a piece that glides onto it; so it vanishes only when that arrives
  taken: boolean; // by another player, or from an empty place; otherwise it was covered
}

type Standing = Map<number, Piece>;

export const NO_CHANGE: Change = {
  glides: new Map(),
  arrived: new Set(),
  grown: new Set(),
  gone: [],
};

export function change(before: Frame | null, after: Frame): Change {
  if (!before || before === after) return NO_CHANGE;
  const [was, is] = [standing(before), standing(after)];
  const glides = wayOf(before, after, was, is);
  const left = new Set(glides.values());
  const arrived = new Set<number>();
  const grown = new Set<number>();
  for (const [cell, piece] of is) {
    const old = was.get(cell);
    if (glides.has(cell) || same(old, piece)) continue;
    if (old?.owner === piece.owner && !left.has(cell)) grown.add(cell);
    else arrived.add(cell);
  }
  const gone = [...was.values()].filter(({ cell }) => {
    const now = is.get(cell);
    return !left.has(cell) && (glides.has(cell) || now?.owner !== was.get(cell)?.owner);
  });
  return { glides, arrived, grown, gone: gone.map((piece) => departed(piece, glides, is)) };
}

function standing(frame: Frame): Standing {
  return new Map(frame.pieces.map((piece) => [piece.cell, piece]));
}

function same(a: Piece | undefined, b: Piece | undefined): boolean {
  return a?.colour === b?.colour && a?.mark === b?.mark && a?.height === b?.height;
}

function departed(piece: Piece, glides: Map<number, number>, is: Standing): Gone {
  const met = glides.has(piece.cell);
  return { piece, met, taken: is.get(piece.cell)?.owner !== piece.owner };
}

/** Which piece went where: as the last action says, forward or taken back, or as only one can. */
function wayOf(before: Frame, after: Frame, was: Standing, is: Standing): Map<number, number> {
  const forward = wayIn(after.last.at(-1));
  const back = wayIn(before.last.at(-1)).reverse();
  for (const cells of [forward, back]) {
    const [from, to] = [cells[0], cells.at(-1)];
    if (from !== undefined && to !== undefined && went(from, to, was, is)) {
      return new Map([[to, from]]);
    }
  }
  return onlyWay(was, is);
}

const GOING: readonly Kind[] = ["move", "capture", "stack"];

/** The cells from which and to which an action leads a piece. */
function wayIn(action: PlayedAction | undefined): number[] {
  return action && GOING.includes(action.kind) ? [...action.cells] : [];
}

/** Whether a piece left the one cell and stands on the other. */
function went(from: number, to: number, was: Standing, is: Standing): boolean {
  const changed = (cell: number) => !same(was.get(cell), is.get(cell));
  const owner = was.get(from)?.owner;
  return from !== to && changed(from) && changed(to) && is.get(to)?.owner === owner;
}

/** Where one piece is missing and one like it is new, it has gone there. */
function onlyWay(was: Standing, is: Standing): Map<number, number> {
  const missing = [...was.values()].filter(({ cell }) => !is.has(cell));
  const fresh = [...is.values()].filter(({ cell }) => !was.has(cell));
  const [from, to] = [missing[0], fresh[0]];
  const single = missing.length === 1 && fresh.length === 1;
  return single && from && to && same(from, to) ? new Map([[to.cell, from.cell]]) : new Map();
}

// What the last turn did, as marks on the board: they stay until the next turn.

export interface Story {
  ways: number[][]; // cells of each action, in order
  tiles: number[][]; // cells of each tile that was laid
  gone: Ghost[]; // pieces that were taken
  lines: number[][]; // lines that were completed and then left the board
}

interface Ghost {
  piece: Piece;
  hidden: boolean; // something stands there now
  place: number; // of several at one cell: the first is 0
}

export function story(frame: Frame): Story {
  const standing = new Set(frame.pieces.map(({ cell }) => cell));
  const touched = frame.last.filter(({ cells }) => cells.length > 0);
  const taken = frame.last.flatMap((one) => one.taken);
  return {
    ways: touched.filter(({ kind }) => kind !== "tile").map(({ cells }) => cells),
    tiles: touched.filter(({ kind }) => kind === "tile").map(({ cells }) => cells),
    gone: taken.map((piece, i) => ({
      piece,
      hidden: standing.has(piece.cell),
      place: taken.slice(0, i).filter(({ cell }) => cell === piece.cell).length,
    })),
    lines: frame.last.flatMap((one) => one.lines.filter((line) => isGone(line, standing))),
  };
}

function isGone(line: number[], standing: Set<number>): boolean {
  return line.some((cell) => !standing.has(cell));
}

/** The moment in which lines were full, just before they left the board; null: none did. */
export function fullLines(frame: Frame): Frame | null {
  const last = frame.last.at(-1);
  const standing = new Set(frame.pieces.map(({ cell }) => cell));
  const lines = last?.lines.filter((line) => isGone(line, standing)) ?? [];
  if (!last || lines.length === 0) return null;
  const again = last.taken.filter(({ cell }) => !standing.has(cell));
  const before = frame.last.map((one) => ({ ...one, taken: one === last ? [] : one.taken }));
  return {
    ...frame,
    pieces: [...frame.pieces, ...again],
    targets: {},
    last: before,
    winning_lines: lines,
    decisive_cells: [], // as yet
  };
}

// How pieces come and go.  Each motion is an attachment: it runs when the piece is drawn.

const GLIDE_MS = 260;
const ARRIVE_MS = 220;
const LEAVE_MS = 240;

type Motion = (element: Element) => void;

export function glide([fromX, fromY]: Point, [x, y]: Point): Motion {
  return (element) => {
    const start = `translate(${fromX - x}px, ${fromY - y}px)`;
    const middle = `translate(${(fromX - x) / 2}px, ${(fromY - y) / 2 - 8}px) scale(1.07)`;
    element.animate([{ transform: start }, { transform: middle }, { transform: "none" }], {
      duration: GLIDE_MS,
      easing: "ease-in-out",
    });
  };
}

/** Down from above: from a height, or out of the selection. */
export function arrive(height: number): Motion {
  return (element) => {
    if (height > 0) {
      const duration = ARRIVE_MS + 0.4 * height;
      const fall = [{ transform: `translate(0, ${-height}px)` }, { transform: "none" }];
      element.animate(fall, { duration, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
    } else {
      const lifted = { transform: "translate(0, -24px) scale(1.25)", opacity: 0 };
      element.animate([lifted, { transform: "none", opacity: 1 }], {
        duration: ARRIVE_MS,
        easing: "cubic-bezier(0.2, 0.7, 0.3, 1.2)",
      });
    }
  };
}

export function grow(element: Element): void {
  const pulse = [{ transform: "none" }, { transform: "scale(1.15)" }, { transform: "none" }];
  element.animate(pulse, { duration: ARRIVE_MS });
}

/** Out of sight; it stays so until it is no longer drawn. */
export function leave(met: boolean, taken: boolean): Motion {
  return (element) => {
    const away = taken ? "translate(0, -14px) scale(0.6)" : "none";
    element.animate([{ opacity: 1 }, { opacity: 0, transform: away }], {
      delay: met ? GLIDE_MS * 0.7 : 0,
      duration: taken ? LEAVE_MS : 60,
      fill: "forwards",
    });
  };
}

export function stay(): void {
  // a piece that has not moved
}

/** Whether motion is wanted by the page and by the system. */
export function mayMove(wanted: boolean): boolean {
  return wanted && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
