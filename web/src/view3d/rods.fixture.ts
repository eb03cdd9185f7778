// Boards of rods and frames of them, for tests.

import { EMPTY_BOARD } from "../fixtures";
import type { Board, Frame, Piece, Target } from "../protocol";

/** Return a square board of rods a1, b1, ... with `height` cells each. */
export function rodBoard(side: number, height: number): Board {
  const scene: Board["scene"] = [];
  const cells: Board["cells"] = [];
  for (let z = 0; z < height; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        scene.push([x, y, z]);
        cells.push({ name: `${"abcdefgh"[x]}${y + 1}.${z + 1}`, x, y });
      }
  const rods = side * side;
  const pillars = Array.from({ length: rods }, (_, rod) => ({
    name: `${"abcdefgh"[rod % side]}${Math.floor(rod / side) + 1}`,
    cells: Array.from({ length: height }, (_, z) => rod + z * rods),
  }));
  const labels = Array.from({ length: side }, (_, i) => [
    { text: "abcdefgh"[i]!, x: i, y: -0.85 },
    { text: `${i + 1}`, x: -0.85, y: i },
  ]).flat();
  return { ...EMPTY_BOARD, cells, labels, scene, pillars };
}

export function makeTarget(cell: number, puts = "r"): Target {
  return { kind: "place", cells: [cell], puts, spoken: "" };
}

export function makeBall(cell: number, colour: Piece["colour"], mark: Piece["mark"]): Piece {
  const letter = colour[0]!;
  return { cell, colour, mark, letter, height: 1, owner: null };
}

export function makeFrame(changes: Partial<Frame>): Frame {
  return {
    pieces: [],
    targets: {},
    placeable: {
      r: { colour: "red", mark: "plain", owner: 0 },
      y: { colour: "yellow", mark: "dot", owner: null },
    },
    turn: 0,
    starts_turn: true,
    prompt: "",
    counts: [],
    last: [],
    winning_lines: [],
    ...changes,
  };
}
