// Small boards, frames and targets for tests.

import type { Board, Colour, Frame, PlayedAction, Kind, Piece, Target } from "../protocol";
import { EMPTY_BOARD } from "../fixtures";

/** Return a rectangle around cells, with space for labels. */
function getOutline(cells: Board["cells"]): Board["outline"] {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [left, low] = [Math.min(...xs) - 1.2, Math.min(...ys) - 1.2];
  const [right, high] = [Math.max(...xs) + 1.2, Math.max(...ys) + 1.2];
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ];
}

export function squareBoard(columns: number, rows: number): Board {
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return { name: `${"abcdefgh"[x]}${y + 1}`, x, y };
  });
  const labels = [
    ...Array.from({ length: columns }, (_, x) => ({ text: "abcdefgh"[x] ?? "", x, y: -0.85 })),
    ...Array.from({ length: rows }, (_, y) => ({ text: `${y + 1}`, x: -0.85, y })),
  ];
  return { ...EMPTY_BOARD, cells, labels, outline: getOutline(cells) };
}

/** Return a hexagonal board of points, without its centre. */
export function hexBoard(): Board {
  const cells = [-2, -1, 0, 1, 2].flatMap((column) => {
    const length = 5 - Math.abs(column);
    return Array.from({ length }, (_, i) => ({
      name: `${"ABCDE"[column + 2]}${i + 1}`,
      x: column * Math.sqrt(0.75),
      y: i - (length - 1) / 2,
    })).filter(({ x, y }) => x !== 0 || y !== 0);
  });
  return {
    ...EMPTY_BOARD,
    squares: false,
    cells,
    outline: getOutline(cells),
    panel: getOutline(cells),
  };
}

/** Return a board with sixteen rods of four cells each. */
export function towerBoard(): Board {
  const scene = Array.from({ length: 64 }, (_, i): [number, number, number] => [
    i % 4,
    Math.floor(i / 4) % 4,
    Math.floor(i / 16),
  ]);
  const cells = scene.map(([x, y, z]) => ({
    name: `${"abcd"[x]}${y + 1}.${z + 1}`,
    x,
    y,
  }));
  const labels = [0, 1, 2, 3].flatMap((i) => [
    { text: "abcd"[i] ?? "", x: i, y: -0.85 },
    { text: `${i + 1}`, x: -0.85, y: i },
  ]);
  const pillars = Array.from({ length: 16 }, (_, rod) => ({
    name: `${"abcd"[rod % 4]}${Math.floor(rod / 4) + 1}`,
    cells: [rod, rod + 16, rod + 32, rod + 48],
  }));
  return { ...EMPTY_BOARD, cells, labels, scene, pillars };
}

export function indexOf(board: Board, name: string): number {
  const index = board.cells.findIndex((cell) => cell.name === name);
  if (index < 0) throw new Error(`no cell ${name}`);
  return index;
}

export function piece(board: Board, name: string, colour: Colour = "red", height = 1): Piece {
  const cell = indexOf(board, name);
  const owner = ["red", "white"].includes(colour) ? 0 : 1;
  return { cell, colour, mark: "plain", letter: "r", height, owner };
}

/** Return the kind of an action and what it places, by its name in tests: `a1-a2`, `a1xa2`, `a1+a2`,
 * `a1a2`, `Z@a1`, `b3`, `b3y` or `pass`. */
function parseTestAction(action: string, cells: readonly number[]): { kind: Kind; puts: string } {
  const moveKind = ({ "-": "move", x: "capture", "+": "stack" } as const)[action[2] ?? ""];
  if (!cells.length) return { kind: "pass", puts: "" };
  if (cells.length > 1)
    return moveKind ? { kind: moveKind, puts: "" } : { kind: "tile", puts: "ox" };
  const letter = action[1] === "@" ? action[0] : action[2];
  return { kind: "place", puts: letter ?? "r" };
}

/** Return a played action. */
export function playedAction(
  action: string,
  cells: number[],
  changes: Partial<PlayedAction> = {},
): PlayedAction {
  const { kind } = parseTestAction(action, cells);
  return { action, sign: "", kind, cells, spoken: action, taken: [], lines: [], ...changes };
}

/** Return a frame with pieces, legal actions (with their cells, separated by spaces) and the last
 * action. */
export function makeFrame(
  board: Board,
  pieces: Piece[],
  actions: Record<string, string> = {},
  last: [action: string, cells: string] | null = null,
): Frame {
  const parseCells = (names: string) =>
    names.split(" ").flatMap((name) => (name ? [indexOf(board, name)] : []));
  const targets = Object.fromEntries(
    Object.entries(actions).map(([action, names]): [string, Target] => [
      action,
      { cells: parseCells(names), spoken: action, ...parseTestAction(action, parseCells(names)) },
    ]),
  );
  return {
    pieces,
    targets,
    placeable: {},
    turn: 0,
    starts_turn: true,
    prompt: "",
    counts: [],
    last: last ? [playedAction(last[0], parseCells(last[1]))] : [],
    winning_lines: [],
  };
}
