// A board of rods and moments on it, for tests.

import type { Board, Frame, Piece, Target } from "../protocol";

const NOTHING = { en: "", de: "" };

// Rods a1, b1, ... in a square, each with room for `height` balls; cells level by level.
export function rodBoard(side: number, height: number): Board {
  const scene: Board["scene"] = [];
  const cells: Board["cells"] = [];
  for (let z = 0; z < height; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        scene.push([x, y, z]);
        cells.push({ name: `${"abcdefgh"[x]}${y + 1}.${z + 1}`, x: x + z * (side + 1), y });
      }
  return { squares: true, cells, lines: [], marked: [], labels: [], scene };
}

export function target(...cells: number[]): Target {
  return { cells, spoken: NOTHING };
}

export function ball(cell: number, colour: Piece["colour"], mark: Piece["mark"]): Piece {
  return { cell, colour, mark, letter: colour[0]!, height: 1, joined: null, kind: NOTHING };
}

export function moment(parts: Partial<Frame>): Frame {
  return {
    pieces: [],
    targets: {},
    hand: {},
    turn: 0,
    starts_turn: true,
    due: NOTHING,
    info: NOTHING,
    counts: [],
    last: [],
    lit: [],
    decided: [],
    ...parts,
  };
}
