// Which rod a ray from the eye means, and what pointing at it does.
import { type Layout, type Point, RADIUS, ROD, type Rod } from "./layout";
import type { Frame } from "../protocol";

export interface Ray {
  from: Point;
  along: Point; // of length 1
}

const MAX_MISS_DISTANCE = 0.46; // a ray that misses everything picks the nearest rod within this distance

// The rod of the first ball or rod that the ray meets, or else the rod that it passes closest by.
// Balls are given by their cells.
export function pickRod(ray: Ray, layout: Layout, balls: Iterable<number>): number | null {
  let met: { rod: number; depth: number } | null = null;
  const meet = (rod: number, depth: number | null) => {
    if (depth !== null && (met === null || depth < met.depth)) met = { rod, depth };
  };
  for (const cell of balls) {
    meet(layout.rodOf[cell]!, depthOfBall(ray, layout.places[cell]!, RADIUS));
  }
  const passes = layout.rods.map((rod) => passing(ray, rod.x, rod.z, layout.top));
  passes.forEach(({ gap, depth }, rod) => meet(rod, gap <= ROD ? depth : null));
  if (met !== null) return (met as { rod: number }).rod;
  const gaps = passes.map(({ gap }) => gap);
  const least = Math.min(...gaps);
  return least <= MAX_MISS_DISTANCE ? gaps.indexOf(least) : null;
}

// The place on that rod which the ray passes at its height: a ball's, where it meets one.
export function pickCell(ray: Ray, layout: Layout, balls: Iterable<number>): number | null {
  const number = pickRod(ray, layout, balls);
  if (number === null) return null;
  const { x, z, cells } = layout.rods[number]!;
  const height = ray.from[1] + ray.along[1] * passing(ray, x, z, layout.top).depth;
  const gap = (cell: number) => Math.abs(layout.places[cell]![1] - height);
  return cells.reduce((best, cell) => (gap(cell) < gap(best) ? cell : best));
}

// How far along the ray it enters a ball; null where it misses it.
export function depthOfBall(ray: Ray, middle: Point, radius: number): number | null {
  const to = minus(middle, ray.from);
  const nearest = dot(to, ray.along);
  const inside = radius ** 2 - (dot(to, to) - nearest ** 2);
  return nearest > 0 && inside >= 0 ? nearest - Math.sqrt(inside) : null;
}

// How closely a ray passes the upright segment from (x, 0, z) to (x, top, z), and how far along.
export function passing(
  ray: Ray,
  x: number,
  z: number,
  top: number,
): { gap: number; depth: number } {
  // 1. Seen from above, the ray is nearest to the rod after `depth`.
  const [dx, dy, dz] = ray.along;
  const flat = dx ** 2 + dz ** 2;
  const [fx, fy, fz] = ray.from;
  const level = flat > 1e-9 ? ((x - fx) * dx + (z - fz) * dz) / flat : 0;
  // 2. The height there, kept within the segment; then the ray's point nearest to that.
  const height = Math.min(Math.max(fy + dy * level, 0), top);
  const spot: Point = [x, height, z];
  const depth = Math.max(dot(minus(spot, ray.from), ray.along), 0);
  const at: Point = [fx + dx * depth, fy + dy * depth, fz + dz * depth];
  const apart = minus(spot, at);
  return { gap: Math.sqrt(dot(apart, apart)), depth };
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// What pointing at a rod means, read from the frame's targets alone.

export type Answer = { play: string } | { show: string | null };

// Where the ball of an action would come to rest.
export function landing(frame: Frame, action: string | null): number | null {
  return action === null ? null : (frame.targets[action]?.cells.at(-1) ?? null);
}

// The actions that drop a ball on a rod, those with a ball of the player to move first.
export function actionsOn(frame: Frame, rod: Rod): string[] {
  const here = Object.keys(frame.targets).filter((action) => {
    const cell = landing(frame, action);
    return cell !== null && rod.cells.includes(cell);
  });
  const isNeutral = (action: string) =>
    (frame.placeable[frame.targets[action]?.puts ?? ""]?.owner ?? null) === null;
  return here.sort((one, other) => Number(isNeutral(one)) - Number(isNeutral(other)));
}

// The action that pointing at a rod means: the one shown there, or else the plain one.
export function meant(frame: Frame, rod: Rod, hover: string | null): string | null {
  const actions = actionsOn(frame, rod);
  return hover !== null && actions.includes(hover) ? hover : (actions[0] ?? null);
}

// A mouse shows where the ball will land before its button goes down, so a click plays at once; a
// finger has to ask first: its tap plays what is shown already, and shows it otherwise.
export function tapped(
  frame: Frame,
  rod: Rod | null,
  hover: string | null,
  pointer: string,
): Answer {
  const action = rod && meant(frame, rod, hover);
  if (action === null) return { show: null };
  return pointer === "mouse" || action === hover ? { play: action } : { show: action };
}
