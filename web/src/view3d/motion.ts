// Motion of balls, and a ticker that draws only while something moves.
import type { Frame } from "../protocol";

const GRAVITY = 70; // rod distances per second squared
const BOUNCE = 0.2; // speed after the impact, relative to before
const MAX_FALLING_BALLS = 3; // if there are more, the frames are not adjacent
const PULSE_COUNT = 3;
const PULSE_SECONDS = 0.7;
const PULSE_GROWTH = 0.18; // of the scale, at the peak of a pulse

/** Return the height of a ball above its final position, after it was dropped from a height; null when it
 * rests. */
export function getFallingHeight(dropHeight: number, seconds: number): number | null {
  const fallSeconds = Math.sqrt((2 * dropHeight) / GRAVITY);
  if (seconds < fallSeconds) return dropHeight - (GRAVITY * seconds ** 2) / 2;
  const sinceImpact = seconds - fallSeconds;
  const speed = fallSeconds * GRAVITY * BOUNCE;
  const height = speed * sinceImpact - (GRAVITY * sinceImpact ** 2) / 2;
  return height > 0 || sinceImpact === 0 ? height : null;
}

/** Return the cells whose balls drop after the previous frame. */
export function getDroppedCells(previousFrame: Frame | null, frame: Frame): number[] {
  if (previousFrame === null) return [];
  const occupied = new Set(previousFrame.pieces.map((piece) => piece.cell));
  const added = frame.pieces.map((piece) => piece.cell).filter((cell) => !occupied.has(cell));
  return added.length <= MAX_FALLING_BALLS ? added : [];
}

/** Return the scale of the balls of a winning line, which pulse; null at the end. */
export function getPulseScale(seconds: number): number | null {
  if (seconds >= PULSE_COUNT * PULSE_SECONDS) return null;
  return 1 + (PULSE_GROWTH / 2) * (1 - Math.cos((seconds / PULSE_SECONDS) * 2 * Math.PI));
}

/** A step of an animation: `elapsedMs` since its start, `stepMs` since the last step; returns whether it
 * continues. */
export type Motion = (elapsedMs: number, stepMs: number) => boolean;

/** Draws once after each change, and repeatedly while there are motions. */
export class Ticker {
  private motions = new Map<Motion, number>(); // with their start times
  private request: number | null = null;
  private lastTick = 0;

  constructor(private readonly draw: () => void) {}

  /** Draw once. */
  requestDraw(): void {
    this.request ??= requestAnimationFrame((now) => this.tick(now));
  }

  start(motion: Motion): void {
    this.motions.set(motion, NaN);
    this.requestDraw();
  }

  stop(motion: Motion): void {
    this.motions.delete(motion);
  }

  dispose(): void {
    if (this.request !== null) cancelAnimationFrame(this.request);
    this.motions.clear();
  }

  private tick(now: number): void {
    this.request = null;
    for (const [motion, start] of this.motions) {
      const isNew = Number.isNaN(start);
      if (isNew) this.motions.set(motion, now);
      const continues = motion(isNew ? 0 : now - start, isNew ? 0 : now - this.lastTick);
      if (!continues) this.motions.delete(motion);
    }
    this.lastTick = now;
    this.draw();
    if (this.motions.size > 0) this.requestDraw();
  }
}
