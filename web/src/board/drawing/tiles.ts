// Tiles under the pointer: which placements cover a cell, and how they follow on each other when
// the tile is turned.

import { pointOf, type Point } from "../oblique/layout";
import type { TileChoice } from "../picking/picking";

/** How the user holds a tile: which way it points from the cell under the pointer, and which of
 * its halves lies there. */
export interface Grip {
  angle: number; // degrees clockwise from the right, 0 to 359
  flipped: boolean; // the second half lies under the pointer
}

export interface Placement extends Grip, TileChoice {}

export const FIRST_GRIP: Grip = { angle: 0, flipped: false };

/** The placements that cover a cell, in the order of turning clockwise; then flipped. */
export function placements(
  tiles: readonly TileChoice[],
  cells: readonly Point[],
  at: number,
): Placement[] {
  return tiles
    .filter(({ first, second }) => first === at || second === at)
    .map((tile) => {
      const flipped = tile.second === at;
      const [x, y] = pointOf(cells, at);
      const [toX, toY] = pointOf(cells, flipped ? tile.first : tile.second);
      const angle = Math.round((Math.atan2(toY - y, toX - x) * 180) / Math.PI + 360) % 360;
      return { ...tile, angle, flipped };
    })
    .sort((a, b) => Number(a.flipped) - Number(b.flipped) || a.angle - b.angle);
}

/** The placement that comes nearest to how the tile was held before. */
export function nearestTo(grip: Grip, options: readonly Placement[]): Placement | null {
  const cost = (option: Placement): number =>
    between(option.angle, grip.angle) + (option.flipped === grip.flipped ? 0 : 1000);
  return options.reduce<Placement | null>(
    (best, option) => (best && cost(best) <= cost(option) ? best : option),
    null,
  );
}

/** The angle between two directions. */
function between(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** The next placement, clockwise or back. */
export function turned(
  options: readonly Placement[],
  now: Placement,
  clockwise = true,
): Placement | null {
  const at = options.findIndex(({ action }) => action === now.action);
  return options[(at + (clockwise ? 1 : options.length - 1)) % options.length] ?? null;
}

/** The same two cells with the halves changed, or else the other half under the pointer. */
export function flipped(options: readonly Placement[], now: Placement): Placement | null {
  const others = options.filter((option) => option.flipped !== now.flipped);
  return nearestTo({ angle: now.angle, flipped: !now.flipped }, others);
}
