// The direction and distance from which the board is seen, and its changes by gestures.
import type { Point } from "./layout";
import type { Motion, Ticker } from "./motion";

export interface View {
  turn: number; // around the board, in radians; 0: from the first row
  tilt: number; // elevation of the eye, in radians; 0: level with the board
  zoom: number; // distance; 1: everything fits
}

export const DEFAULT_VIEW: View = { turn: -0.34, tilt: 0.46, zoom: 1 };
export const TILT_RANGE = { min: 0.08, max: 1.5 }; // from almost level to almost vertical
export const ZOOM_RANGE = { min: 0.5, max: 1.35 };

/** Return the default view of a board that is rotated clockwise. */
export function getDefaultView(degrees: number): View {
  return { ...DEFAULT_VIEW, turn: DEFAULT_VIEW.turn + (degrees * Math.PI) / 180 };
}

const RADIANS_PER_PICTURE = Math.PI * 1.2; // rotation by a drag across the whole picture
const TILT_FACTOR = 0.6; // tilting is slower than turning
const MIN_SPEED = 0.00001; // widths of the picture per millisecond
const DAMPING_PER_MS = 0.006; // of a rotating view

/** Return the view after a drag by (dx, dy), in widths and heights of the picture. */
export function rotateView(view: View, dx: number, dy: number): View {
  const tilt = view.tilt + dy * RADIANS_PER_PICTURE * TILT_FACTOR;
  return { ...view, turn: view.turn - dx * RADIANS_PER_PICTURE, tilt: clamp(tilt, TILT_RANGE) };
}

export function zoomView(view: View, factor: number): View {
  return { ...view, zoom: clamp(view.zoom * factor, ZOOM_RANGE) };
}

/** Return the speed after some milliseconds of damping; 0 once it is too slow to see. */
export function dampSpeed(speed: number, elapsedMs: number): number {
  const remaining = speed * Math.exp(-DAMPING_PER_MS * elapsedMs);
  return Math.abs(remaining) < MIN_SPEED ? 0 : remaining;
}

/** Interpolate between two views, with `progress` from 0 to 1 and easing; rotate in the shorter direction. */
export function interpolateViews(from: View, to: View, progress: number): View {
  const eased = progress * progress * (3 - 2 * progress);
  const fullTurns = Math.round((from.turn - to.turn) / (2 * Math.PI)) * 2 * Math.PI;
  const mix = (start: number, end: number) => start + (end - start) * eased;
  return {
    turn: mix(from.turn - fullTurns, to.turn),
    tilt: mix(from.tilt, to.tilt),
    zoom: mix(from.zoom, to.zoom),
  };
}

/** Return the position of the eye relative to the point that it looks at. */
export function getEyePosition(view: View, distance: number): Point {
  const horizontal = Math.cos(view.tilt) * distance * view.zoom;
  return [
    Math.sin(view.turn) * horizontal,
    Math.sin(view.tilt) * distance * view.zoom,
    Math.cos(view.turn) * horizontal,
  ];
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(Math.max(value, min), max);
}

const RESET_MS = 350;

/** The current view; it follows drags, continues to rotate after them, and can be reset. */
export class ViewController {
  private speed = { x: 0, y: 0 }; // widths and heights of the picture per millisecond
  private motion: Motion | null = null;

  constructor(
    private readonly ticker: Ticker,
    private readonly apply: (view: View) => void,
    public view: View,
  ) {}

  rotate(dx: number, dy: number): void {
    this.stop();
    this.set(rotateView(this.view, dx, dy));
  }

  /** Change the distance; return whether that was possible. */
  zoom(factor: number): boolean {
    const view = zoomView(this.view, factor);
    if (view.zoom === this.view.zoom) return false;
    this.stop();
    this.set(view);
    return true;
  }

  /** Continue to rotate at a speed, which decreases. */
  release(x: number, y: number): void {
    this.speed = { x, y };
    this.run((_, stepMs) => {
      this.set(rotateView(this.view, this.speed.x * stepMs, this.speed.y * stepMs));
      this.speed = { x: dampSpeed(this.speed.x, stepMs), y: dampSpeed(this.speed.y, stepMs) };
      return this.speed.x !== 0 || this.speed.y !== 0;
    });
  }

  /** Change to another view, with an animation or at once. */
  goTo(target: View, isAnimated: boolean): void {
    this.stop();
    const start = this.view;
    if (!isAnimated) return this.set(target);
    this.run((elapsedMs) => {
      this.set(interpolateViews(start, target, Math.min(elapsedMs / RESET_MS, 1)));
      return elapsedMs < RESET_MS;
    });
  }

  stop(): void {
    if (this.motion) this.ticker.stop(this.motion);
    this.motion = null;
  }

  private run(motion: Motion): void {
    this.stop();
    this.motion = motion;
    this.ticker.start(motion);
  }

  private set(view: View): void {
    this.view = view;
    this.apply(view);
    this.ticker.requestDraw();
  }
}
