// Navigation between cells by keys, on boards of any shape.

import type { Board, Piece } from "../../protocol";
import { type Point, getPoint } from "../layout";

/** What the keyboard focus can be on: a cell, or a pillar with all its cells. */
export interface Stop {
  cells: readonly number[]; // from the bottom up
  cell: number; // that represents the stop: the topmost with a piece, or else the lowest
}

/** Return a stop for every cell that is on no pillar, and for every pillar. */
export function getStops({ cells, pillars }: Board, pieces: readonly Piece[]): Stop[] {
  const occupied = new Set(pieces.map(({ cell }) => cell));
  const onPillars = new Set(pillars.flatMap((pillar) => pillar.cells));
  const singleCells = cells.map((_, cell) => cell).filter((cell) => !onPillars.has(cell));
  const all = [...singleCells.map((cell) => [cell]), ...pillars.map((pillar) => pillar.cells)];
  return all.flatMap((stopCells) => {
    const cell = stopCells.findLast((other) => occupied.has(other)) ?? stopCells[0];
    return cell === undefined ? [] : [{ cells: stopCells, cell }];
  });
}

// On the screen, where y points down
const DIRECTIONS: Record<string, Point> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const MAX_SLOPE = Math.tan((50 * Math.PI) / 180); // on hexagons, adjacent cells are at 30 and 60 degrees
const SIDEWAYS_COST = 1.4; // of a distance across the direction, relative to one along it

/** Return the index of the next point in the direction of an arrow key, or null at the edge. */
export function findNeighbour(points: readonly Point[], from: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const [x, y] = getPoint(points, from);
  let best: number | null = null;
  let minCost = Infinity;
  points.forEach(([px, py], i) => {
    const along = (px - x) * direction[0] + (py - y) * direction[1];
    const across = (px - x) * direction[1] - (py - y) * direction[0];
    if (along < 1 || Math.abs(across) > MAX_SLOPE * along + 1) return;
    // Of two points at the same distance, prefer the left one, so that the opposite key leads back.
    const cost = along + SIDEWAYS_COST * Math.abs(across) - (across > 0 ? 1e-3 : 0);
    if (cost < minCost) [best, minCost] = [i, cost];
  });
  return best;
}

/** Return the index of the last point in the direction of an arrow key. */
export function findFarthest(points: readonly Point[], from: number, key: string): number {
  for (let current = from; ;) {
    const next = findNeighbour(points, current, key);
    if (next === null) return current;
    current = next;
  }
}

/** Return the next of some candidates in reading order, wrapping around; null if there are none. */
export function findNextInReadingOrder(
  points: readonly Point[],
  candidates: Iterable<number>,
  from: number,
  backward = false,
): number | null {
  const order = getReadingOrder(points).flat();
  const positions = new Map(order.map((point, i) => [point, i]));
  const start = positions.get(from) ?? 0;
  const sorted = [...candidates].map((point) => positions.get(point) ?? 0).sort((a, b) => a - b);
  if (backward) sorted.reverse();
  const next = sorted.find((other) => (backward ? other < start : other > start)) ?? sorted[0];
  return next === undefined ? null : (order[next] ?? null);
}

/** Return the indices of the points in rows from the top, each from left to right. */
export function getReadingOrder(points: readonly Point[]): number[][] {
  const rows = new Map<number, number[]>();
  points.forEach(([, y], i) => {
    const row = Math.round(y);
    rows.set(row, [...(rows.get(row) ?? []), i]);
  });
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => getPoint(points, a)[0] - getPoint(points, b)[0]));
}
