// How one looks at the board: turned around it, tilted, near or far.  Never from below.
import type { Point } from "./layout";
import type { Motion, Ticker } from "./motion";

export interface View {
  turn: number; // around the board, in radians; 0: from the first row
  tilt: number; // upward, in radians; 0: level with the board
  zoom: number; // distance; 1: everything fits
}

export const HOME: View = { turn: -0.34, tilt: 0.46, zoom: 1 };
export const TILT = { least: 0.08, most: 1.5 }; // almost level, almost from straight above
export const ZOOM = { least: 0.5, most: 1.35 };

/** Return the view of a board rotated clockwise, in degrees. */
export function homeOf(degrees: number): View {
  return { ...HOME, turn: HOME.turn + (degrees * Math.PI) / 180 };
}

const FULL_DRAG = Math.PI * 1.2; // what a drag across the whole picture turns
const MIN_SPEED = 0.00001; // widths of the picture per millisecond; invisible below
const DAMPING = 0.006; // of a turning view, per millisecond

// A drag by (dx, dy), in widths and heights of the picture: the board follows the finger.
export function turned(view: View, dx: number, dy: number): View {
  const tilt = view.tilt + dy * FULL_DRAG * 0.6;
  return { ...view, turn: view.turn - dx * FULL_DRAG, tilt: within(tilt, TILT) };
}

export function zoomed(view: View, factor: number): View {
  return { ...view, zoom: within(view.zoom * factor, ZOOM) };
}

// What is left of a speed after some milliseconds; nothing once it is too slow to see.
export function slowed(speed: number, elapsed: number): number {
  const left = speed * Math.exp(-DAMPING * elapsed);
  return Math.abs(left) < MIN_SPEED ? 0 : left;
}

// The way back, `part` from 0 to 1: the short way round, starting and ending gently.
export function between(from: View, to: View, part: number): View {
  const eased = part * part * (3 - 2 * part);
  const rounds = Math.round((from.turn - to.turn) / (2 * Math.PI)) * 2 * Math.PI;
  const mix = (one: number, other: number) => one + (other - one) * eased;
  return {
    turn: mix(from.turn - rounds, to.turn),
    tilt: mix(from.tilt, to.tilt),
    zoom: mix(from.zoom, to.zoom),
  };
}

// Where the eye is, seen from the point it looks at.
export function eye(view: View, distance: number): Point {
  const flat = Math.cos(view.tilt) * distance * view.zoom;
  return [
    Math.sin(view.turn) * flat,
    Math.sin(view.tilt) * distance * view.zoom,
    Math.cos(view.turn) * flat,
  ];
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(Math.max(value, least), most);
}

// Turns the view: follows the hand, runs on a little, and finds the way home.

const RESET_MS = 350;

export class Turntable {
  private speed = { x: 0, y: 0 }; // widths and heights of the picture per millisecond
  private motion: Motion | null = null;

  constructor(
    private readonly ticker: Ticker,
    private readonly apply: (view: View) => void,
    public view: View,
  ) {}

  turn(dx: number, dy: number): void {
    this.halt();
    this.set(turned(this.view, dx, dy));
  }

  // Whether there was room to zoom.
  zoom(factor: number): boolean {
    const view = zoomed(this.view, factor);
    if (view.zoom === this.view.zoom) return false;
    this.halt();
    this.set(view);
    return true;
  }

  // Lets go at a speed; the view slows down by itself.
  release(x: number, y: number): void {
    this.speed = { x, y };
    this.run((_, step) => {
      this.set(turned(this.view, this.speed.x * step, this.speed.y * step));
      this.speed = { x: slowed(this.speed.x, step), y: slowed(this.speed.y, step) };
      return this.speed.x !== 0 || this.speed.y !== 0;
    });
  }

  goTo(goal: View, gently: boolean): void {
    this.halt();
    const start = this.view;
    if (!gently) return this.set(goal);
    this.run((elapsed) => {
      this.set(between(start, goal, Math.min(elapsed / RESET_MS, 1)));
      return elapsed < RESET_MS;
    });
  }

  halt(): void {
    if (this.motion) this.ticker.stop(this.motion);
    this.motion = null;
  }

  private run(motion: Motion): void {
    this.halt();
    this.motion = motion;
    this.ticker.start(motion);
  }

  private set(view: View): void {
    this.view = view;
    this.apply(view);
    this.ticker.wake();
  }
}
