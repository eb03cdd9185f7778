// Where the keyboard stops, and where an arrow key leads to, on boards of any shape.

import type { Board, Piece } from "../../protocol";
import { type Point, pointOf } from "../layout";

/** A cell, or a rod with all its cells. */
export interface Stop {
  cells: readonly number[]; // from the bottom up
  cell: number; // the one that stands for all: the topmost with a piece, or else the lowest
}

/** Every cell that is on no pillar, and every pillar. */
export function stopsOf({ cells, pillars }: Board, pieces: readonly Piece[]): Stop[] {
  const taken = new Set(pieces.map(({ cell }) => cell));
  const onPillars = new Set(pillars.flatMap((pillar) => pillar.cells));
  const singles = cells.map((_, cell) => cell).filter((cell) => !onPillars.has(cell));
  const all = [...singles.map((cell) => [cell]), ...pillars.map((pillar) => pillar.cells)];
  return all.flatMap((stop) => {
    const cell = stop.findLast((one) => taken.has(one)) ?? stop[0];
    return cell === undefined ? [] : [{ cells: stop, cell }];
  });
}

// On the screen, where y points down
const HEADINGS: Record<string, Point> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const MAX_SLOPE = Math.tan((50 * Math.PI) / 180); // on hexagons, adjacent cells are at 30 and 60 degrees
const SIDEWAYS_COST = 1.4; // cost of a distance across, relative to one along

/** The next cell in the direction of an arrow key; null at the edge or for another key. */
export function step(cells: readonly Point[], from: number, key: string): number | null {
  const heading = HEADINGS[key];
  if (!heading) return null;
  const [x, y] = pointOf(cells, from);
  let best: number | null = null;
  let least = Infinity;
  cells.forEach(([cx, cy], cell) => {
    const along = (cx - x) * heading[0] + (cy - y) * heading[1];
    // Of two cells equally near, the one on the left-hand side: so going back leads back.
    const across = (cx - x) * heading[1] - (cy - y) * heading[0];
    if (along < 1 || Math.abs(across) > MAX_SLOPE * along + 1) return;
    const cost = along + SIDEWAYS_COST * Math.abs(across) - (across > 0 ? 1e-3 : 0);
    if (cost < least) [best, least] = [cell, cost];
  });
  return best;
}

/** As far as the arrow key leads. */
export function farthest(cells: readonly Point[], from: number, key: string): number {
  for (let at = from; ;) {
    const next = step(cells, at, key);
    if (next === null) return at;
    at = next;
  }
}

/** The next of some cells in reading order, around the end; null where there are none. */
export function nextOf(
  cells: readonly Point[],
  wanted: Iterable<number>,
  from: number,
  backward = false,
): number | null {
  const order = readingOrder(cells).flat();
  const rank = new Map(order.map((cell, i) => [cell, i]));
  const at = rank.get(from) ?? 0;
  const ranks = [...wanted].map((cell) => rank.get(cell) ?? 0).sort((a, b) => a - b);
  if (backward) ranks.reverse();
  const beyond = ranks.find((other) => (backward ? other < at : other > at)) ?? ranks[0];
  return beyond === undefined ? null : (order[beyond] ?? null);
}

/** The cells in rows from the top, each from the left. */
export function readingOrder(cells: readonly Point[]): number[][] {
  const rows = new Map<number, number[]>();
  cells.forEach(([, y], cell) => {
    const row = Math.round(y);
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  });
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => pointOf(cells, a)[0] - pointOf(cells, b)[0]));
}
