// Balls in motion: how a ball drops, which balls are new, how a won line pulses.

import type { Frame } from "../protocol";

const GRAVITY = 70; // rod distances per second squared: lively, yet the eye can follow
const BOUNCE = 0.2; // of the speed comes back
const AT_ONCE = 3; // more new balls than this are a jump in the game, not something played
const PULSES = 3;
const PULSE = 0.7; // seconds

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
  return fresh.length <= AT_ONCE ? fresh : [];
}

// How large the balls of a won line are, 1 at rest; null when they have pulsed enough.
export function pulse(seconds: number): number | null {
  if (seconds >= PULSES * PULSE) return null;
  return 1 + 0.09 * (1 - Math.cos((seconds / PULSE) * 2 * Math.PI));
}
