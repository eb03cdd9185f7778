// Picking of rods by rays from the eye, and the actions of the picked rod.
import { type Layout, type Point, BALL_RADIUS, ROD_RADIUS, type Rod } from "./layout";
import type { Frame } from "../protocol";

export interface Ray {
  origin: Point;
  direction: Point; // of length 1
}

const MAX_MISS_DISTANCE = 0.46; // from a ray to the nearest rod, which it picks if it hits nothing

/** Return the index of the rod whose ball or rod the ray hits first, or else of the nearest rod; `balls` are
 * the cells of the balls. */
export function pickRod(ray: Ray, layout: Layout, balls: Iterable<number>): number | null {
  let hit: { rod: number; depth: number } | null = null;
  const addHit = (rod: number, depth: number | null) => {
    if (depth !== null && (hit === null || depth < hit.depth)) hit = { rod, depth };
  };
  for (const cell of balls) {
    addHit(layout.rodByCell[cell]!, getBallDepth(ray, layout.centres[cell]!, BALL_RADIUS));
  }
  const approaches = layout.rods.map((rod) => getClosestApproach(ray, rod.x, rod.z, layout.top));
  approaches.forEach(({ gap, depth }, rod) => addHit(rod, gap <= ROD_RADIUS ? depth : null));
  if (hit !== null) return (hit as { rod: number }).rod;
  const gaps = approaches.map(({ gap }) => gap);
  const minGap = Math.min(...gaps);
  return minGap <= MAX_MISS_DISTANCE ? gaps.indexOf(minGap) : null;
}

/** Return the cell of the picked rod at the height where the ray passes it. */
export function pickCell(ray: Ray, layout: Layout, balls: Iterable<number>): number | null {
  const rod = pickRod(ray, layout, balls);
  if (rod === null) return null;
  const { x, z, cells } = layout.rods[rod]!;
  const height = ray.origin[1] + ray.direction[1] * getClosestApproach(ray, x, z, layout.top).depth;
  const getDistance = (cell: number) => Math.abs(layout.centres[cell]![1] - height);
  return cells.reduce((best, cell) => (getDistance(cell) < getDistance(best) ? cell : best));
}

/** Return the distance at which a ray enters a ball, or null if it misses the ball. */
export function getBallDepth(ray: Ray, centre: Point, radius: number): number | null {
  const to = subtract(centre, ray.origin);
  const nearest = dot(to, ray.direction);
  const squaredHalfChord = radius ** 2 - (dot(to, to) - nearest ** 2);
  return nearest > 0 && squaredHalfChord >= 0 ? nearest - Math.sqrt(squaredHalfChord) : null;
}

/** Return the gap between a ray and the vertical segment from (x, 0, z) to (x, top, z), and the distance along
 * the ray at which they are closest. */
export function getClosestApproach(
  ray: Ray,
  x: number,
  z: number,
  top: number,
): { gap: number; depth: number } {
  // 1. Seen from above, find where the ray is nearest to the segment.
  const [dx, dy, dz] = ray.direction;
  const squaredLength = dx ** 2 + dz ** 2;
  const [fx, fy, fz] = ray.origin;
  const depthFromAbove = squaredLength > 1e-9 ? ((x - fx) * dx + (z - fz) * dz) / squaredLength : 0;
  // 2. Limit the height there to the segment, and find the point of the ray nearest to that.
  const height = Math.min(Math.max(fy + dy * depthFromAbove, 0), top);
  const onSegment: Point = [x, height, z];
  const depth = Math.max(dot(subtract(onSegment, ray.origin), ray.direction), 0);
  const onRay: Point = [fx + dx * depth, fy + dy * depth, fz + dz * depth];
  const difference = subtract(onSegment, onRay);
  return { gap: Math.sqrt(dot(difference, difference)), depth };
}

function subtract(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Actions of rods, as the targets of the frame define them

export type TapEffect = { play: string } | { show: string | null };

/** Return the cell on which the ball of an action comes to rest. */
export function getLandingCell(frame: Frame, action: string | null): number | null {
  return action === null ? null : (frame.targets[action]?.cells.at(-1) ?? null);
}

/** Return the actions that drop a ball on a rod; those with a neutral ball come last. */
export function getActionsOnRod(frame: Frame, rod: Rod): string[] {
  const actions = Object.keys(frame.targets).filter((action) => {
    const cell = getLandingCell(frame, action);
    return cell !== null && rod.cells.includes(cell);
  });
  const isNeutral = (action: string) =>
    (frame.placeable[frame.targets[action]?.puts ?? ""]?.owner ?? null) === null;
  return actions.sort((a, b) => Number(isNeutral(a)) - Number(isNeutral(b)));
}

/** Return the action that selecting a rod means: the previewed one, if it is on that rod, or else the first. */
export function getRodAction(frame: Frame, rod: Rod, preview: string | null): string | null {
  const actions = getActionsOnRod(frame, rod);
  return preview !== null && actions.includes(preview) ? preview : (actions[0] ?? null);
}

/** Return the effect of a tap or click.  A click plays immediately, because the mouse pointer already shows a
 * preview; a tap shows the preview first, and a second tap plays. */
export function getTapEffect(
  frame: Frame,
  rod: Rod | null,
  preview: string | null,
  pointer: string,
): TapEffect {
  const action = rod && getRodAction(frame, rod, preview);
  if (action === null) return { show: null };
  return pointer === "mouse" || action === preview ? { play: action } : { show: action };
}
