// A piece that is dragged: from the palette or from a cell, to a cell or off the board.

const SLACK = 6; // pixels that a click may tremble

export interface Carried {
  letter: string;
  height: number;
  from: number | null; // the cell that it comes from; null: the palette
}

/** What is known of a pointer. */
export type Pointer = Pick<PointerEvent, "clientX" | "clientY">;

export class Drag {
  carried = $state.raw<Carried | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  justEnded = false; // the click that follows is none
  private pressed: (Carried & { x: number; y: number }) | null = null;

  /** Something can be dragged from here. */
  press(carried: Carried, { clientX, clientY }: Pointer): void {
    this.pressed = { ...carried, x: clientX, y: clientY };
    this.justEnded = false;
  }

  /** A pointer went down where there is nothing to drag. */
  pressNothing(): void {
    this.pressed = null;
    this.justEnded = false;
  }

  get isPressed(): boolean {
    return this.pressed !== null;
  }

  move({ clientX, clientY }: Pointer): void {
    if (!this.pressed) return;
    const { x, y, ...carried } = this.pressed;
    if (!this.carried && Math.hypot(clientX - x, clientY - y) < SLACK) return;
    this.carried = carried;
    this.at = { x: clientX, y: clientY };
  }

  /** The pointer was lifted; what was dragged, if anything was. */
  end(): Carried | null {
    const { carried } = this;
    this.pressed = this.carried = null;
    this.justEnded = carried !== null;
    return carried;
  }
}
