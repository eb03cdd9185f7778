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
