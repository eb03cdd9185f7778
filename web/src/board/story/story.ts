// What the last turn did, as marks on the board: they stay until the next turn.

import type { Frame, Piece } from "../../protocol";

export interface Story {
  ways: number[][]; // cells of each action, in order
  tiles: number[][]; // cells of each tile that was laid
  gone: Ghost[]; // pieces that were taken
  lines: number[][]; // lines that were completed and then left the board
}

export interface Ghost {
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
    lit: lines,
    decided: [], // as yet
  };
}
