// The board seen from another side: everything turned around its middle, letters upright.

import type { Board } from "../../protocol";

const STEPS = [60, 90, 120]; // degrees: on hexagons, squares and triangles every cell meets another

const NEAR = 0.05; // of a square: games round where their cells lie

/** By how many degrees a board can be turned.  A board that stands upright, so that pieces fall
 * down on it, stays as it is; any other can be seen from the opposite side. */
export function turnsOf(board: Board): number[] {
  if (board.pillars.length && !board.scene.length) return [0];
  const step = STEPS.find((degrees) => coversItself(board, degrees)) ?? 180;
  return Array.from({ length: 360 / step }, (_, i) => i * step);
}

/** Whether each cell comes to lie where a cell was. */
function coversItself({ cells }: Board, degrees: number): boolean {
  const middle = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [middle(cells.map((cell) => cell.x)), middle(cells.map((cell) => cell.y))];
  const spots = cells.map((cell): [number, number] => [cell.x - x, cell.y - y]);
  return spots.every((spot) => {
    const [toX, toY] = turnedPoint(spot, degrees);
    return spots.some(([otherX, otherY]) => Math.hypot(otherX - toX, otherY - toY) < NEAR);
  });
}

/** One step further, clockwise or back. */
export function nextTurn(board: Board, degrees: number, clockwise = true): number {
  const turns = turnsOf(board);
  const at = turns.indexOf(degrees) + (clockwise ? 1 : -1);
  return turns[(at + turns.length) % turns.length] ?? 0;
}

/** The board turned clockwise around the origin. */
export function turnedBy(board: Board, degrees: number): Board {
  if (degrees === 0) return board;
  const point = (at: readonly [number, number]) => turnedPoint(at, degrees);
  const placed = <T extends { x: number; y: number }>(one: T): T => {
    const [x, y] = point([one.x, one.y]);
    return { ...one, x, y };
  };
  return {
    ...board,
    cells: board.cells.map(placed),
    lines: board.lines.map(([ax, ay, bx, by]) => [...point([ax, ay]), ...point([bx, by])]),
    outline: board.outline.map(point),
    panel: board.panel.map(point),
    labels: board.labels.map(placed),
  };
}

function turnedPoint([x, y]: readonly [number, number], degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [rounded(x * cos + y * sin), rounded(y * cos - x * sin)];
}

/** Without what computing with angles leaves behind; never -0. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
