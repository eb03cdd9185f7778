// Turns the view: follows the hand, runs on a little, and finds the way home.

import type { Motion, Ticker } from "../ticker";
import { between, slowed, turned, type View, zoomed } from "../view";

const WAY_HOME = 350; // milliseconds

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
      this.set(between(start, goal, Math.min(elapsed / WAY_HOME, 1)));
      return elapsed < WAY_HOME;
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
