// Small boards, frames and targets for tests.

import type { Board, Colour, Frame, Happened, Piece, Target } from "../protocol";

const words = (text: string) => ({ en: text, de: text });

export function squareBoard(columns: number, rows: number): Board {
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return { name: `${"abcdefgh"[x]}${y + 1}`, x, y };
  });
  const labels = [
    ...Array.from({ length: columns }, (_, x) => ({ text: "abcdefgh"[x] ?? "", x, y: -0.85 })),
    ...Array.from({ length: rows }, (_, y) => ({ text: `${y + 1}`, x: -0.85, y })),
  ];
  return { squares: true, cells, lines: [], marked: [], labels, scene: [] };
}

/** A hexagon of points, in columns, without its centre. */
export function hexBoard(): Board {
  const cells = [-2, -1, 0, 1, 2].flatMap((column) => {
    const length = 5 - Math.abs(column);
    return Array.from({ length }, (_, i) => ({
      name: `${"ABCDE"[column + 2]}${i + 1}`,
      x: column * Math.sqrt(0.75),
      y: i - (length - 1) / 2,
    })).filter(({ x, y }) => x !== 0 || y !== 0);
  });
  return { squares: false, cells, lines: [], marked: [], labels: [], scene: [] };
}

/** Sixteen rods with four places each. */
export function towerBoard(): Board {
  const scene = Array.from({ length: 64 }, (_, i): [number, number, number] => [
    i % 4,
    Math.floor(i / 4) % 4,
    Math.floor(i / 16),
  ]);
  const cells = scene.map(([x, y, z]) => ({
    name: `${"abcd"[x]}${y + 1}.${z + 1}`,
    x: x + 5 * z,
    y,
  }));
  const labels = [0, 1, 2, 3].flatMap((i) => [
    { text: "abcd"[i] ?? "", x: i, y: -0.85 },
    { text: `${i + 1}`, x: -0.85, y: i },
  ]);
  return { squares: true, cells, lines: [], marked: [], labels, scene };
}

export function indexOf(board: Board, name: string): number {
  const index = board.cells.findIndex((cell) => cell.name === name);
  if (index < 0) throw new Error(`no cell ${name}`);
  return index;
}

export function piece(board: Board, name: string, colour: Colour = "red", height = 1): Piece {
  const cell = indexOf(board, name);
  const kind = words(`${colour} stone`);
  return { cell, colour, mark: "plain", letter: "r", height, joined: null, kind };
}

/** An action that was played. */
export function happened(action: string, cells: number[], more: Partial<Happened> = {}): Happened {
  return { action, sign: "", cells, spoken: words(action), taken: [], lines: [], ...more };
}

/** A frame with pieces, with legal actions by the cells they name, and with the last action. */
export function frameOf(
  board: Board,
  pieces: Piece[],
  actions: Record<string, string> = {},
  last: [action: string, cells: string] | null = null,
): Frame {
  const cellsOf = (names: string) =>
    names.split(" ").flatMap((name) => (name ? [indexOf(board, name)] : []));
  const targets = Object.fromEntries(
    Object.entries(actions).map(([action, names]): [string, Target] => [
      action,
      { cells: cellsOf(names), spoken: words(action) },
    ]),
  );
  return {
    pieces,
    targets,
    hand: {},
    turn: 0,
    starts_turn: true,
    due: words(""),
    info: words(""),
    counts: [],
    last: last ? [happened(last[0], cellsOf(last[1]))] : [],
    lit: [],
    decided: [],
  };
}
