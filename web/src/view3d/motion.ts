// Balls in motion, and the ticker that draws only while something moves.
import type { Frame } from "../protocol";

const GRAVITY = 70; // rod distances per second squared: lively, yet the eye can follow
const BOUNCE = 0.2; // of the speed comes back
const MAX_FALLING_BALLS = 3; // more new balls are a jump in the game, not a turn
const PULSES = 3;
const PULSE_SECONDS = 0.7;

// How high above its place a ball is that was let go `drop` above it; null when it rests.
export function height(drop: number, seconds: number): number | null {
  const falling = Math.sqrt((2 * drop) / GRAVITY);
  if (seconds < falling) return drop - (GRAVITY * seconds ** 2) / 2;
  const since = seconds - falling;
  const rising = falling * GRAVITY * BOUNCE; // speed after the impact
  const bounce = rising * since - (GRAVITY * since ** 2) / 2;
  return bounce > 0 || since === 0 ? bounce : null;
}

// The cells whose balls drop when a frame follows another.
export function dropping(before: Frame | null, frame: Frame): number[] {
  if (before === null) return [];
  const there = new Set(before.pieces.map((piece) => piece.cell));
  const fresh = frame.pieces.map((piece) => piece.cell).filter((cell) => !there.has(cell));
  return fresh.length <= MAX_FALLING_BALLS ? fresh : [];
}

// How large the balls of a won line are, 1 at rest; null when they have pulsed enough.
export function pulse(seconds: number): number | null {
  if (seconds >= PULSES * PULSE_SECONDS) return null;
  return 1 + 0.09 * (1 - Math.cos((seconds / PULSE_SECONDS) * 2 * Math.PI));
}

// Draws when something has changed, and goes on only while something moves: a still board costs
// nothing.

export type Motion = (elapsed: number, step: number) => boolean; // milliseconds; whether it goes on

export class Ticker {
  private motions = new Map<Motion, number>(); // when each began
  private request: number | null = null;
  private latest = 0;

  constructor(private readonly draw: () => void) {}

  // Something has changed: draw once.
  wake(): void {
    this.request ??= requestAnimationFrame((now) => this.tick(now));
  }

  // Something moves from now on.
  start(motion: Motion): void {
    this.motions.set(motion, NaN);
    this.wake();
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
    for (const [motion, begun] of this.motions) {
      const isNew = Number.isNaN(begun);
      if (isNew) this.motions.set(motion, now);
      const goesOn = motion(isNew ? 0 : now - begun, isNew ? 0 : now - this.latest);
      if (!goesOn) this.motions.delete(motion);
    }
    this.latest = now;
    this.draw();
    if (this.motions.size > 0) this.wake();
  }
}
