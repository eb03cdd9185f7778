// Pointers on the picture, told as what is meant: point, tap, turn, zoom, draw.

interface PenHandlers {
  down(x: number, y: number, event: PointerEvent): void; // it may begin to draw, now or later
  move(x: number, y: number): boolean; // whether it draws
  cancel(): void; // it means something else
  up(): boolean; // whether it has drawn
  isDown(): boolean;
}

export interface GestureHandlers {
  pen: PenHandlers;
  point(x: number, y: number): void; // a mouse or pen over the picture; (0, 0) is its middle
  leave(): void;
  tap(x: number, y: number, pointer: string): void;
  turn(dx: number, dy: number): void; // in widths and heights of the picture
  release(x: number, y: number): void; // the speed on letting go, per millisecond
  zoom(factor: number): boolean; // whether there was room to zoom
}

const TAP_SLACK_PIXELS = { mouse: 4, touch: 10 }; // movement allowed during a tap
const MAX_THROW_DELAY_MS = 60; // after a longer stop, lifting the pointer throws nothing
const ZOOM_PER_WHEEL_PIXEL = 0.0012;

interface Spot {
  x: number;
  y: number;
}

interface Touch extends Spot {
  start: Spot;
}

// Listens until the function it returns is called.
export function watch(canvas: HTMLElement, handlers: GestureHandlers): () => void {
  const down = new Map<number, Touch>();
  const listening = new AbortController();
  let wandered = false; // this is a drag, no tap
  let speed = { x: 0, y: 0, at: 0 };

  const size = () => canvas.getBoundingClientRect();
  const place = (event: PointerEvent): [number, number] => {
    const box = size();
    return [
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    ];
  };

  const press = (event: PointerEvent) => {
    handlers.pen.down(...place(event), event);
    canvas.setPointerCapture(event.pointerId);
    if (event.button !== 0) return;
    if (down.size === 0) wandered = false;
    else {
      wandered = true; // two fingers never tap
      handlers.pen.cancel();
    }
    const spot = { x: event.clientX, y: event.clientY };
    down.set(event.pointerId, { ...spot, start: spot });
    speed = { x: 0, y: 0, at: event.timeStamp };
  };

  const move = (event: PointerEvent) => {
    if (handlers.pen.move(...place(event))) return;
    const touch = down.get(event.pointerId);
    if (!touch) {
      if (event.pointerType !== "touch") handlers.point(...place(event));
      return;
    }
    const spot = { x: event.clientX, y: event.clientY };
    const still = event.pointerType === "mouse" ? TAP_SLACK_PIXELS.mouse : TAP_SLACK_PIXELS.touch;
    wandered ||= apart(spot, touch.start) > still;
    const others = [...down.values()].filter((other) => other !== touch);
    if (others[0]) handlers.zoom(apart(touch, others[0]) / Math.max(apart(spot, others[0]), 1));
    if (wandered) handlers.pen.cancel();
    if (wandered) drag(event, touch, spot, down.size);
    Object.assign(touch, spot);
  };

  // Two fingers move the board half as fast each, so that both together move it once.
  const drag = (event: PointerEvent, from: Spot, to: Spot, fingers: number) => {
    const box = size();
    const dx = (to.x - from.x) / box.width / fingers;
    const dy = (to.y - from.y) / box.height / fingers;
    const elapsed = Math.max(event.timeStamp - speed.at, 1);
    speed = { x: dx / elapsed, y: dy / elapsed, at: event.timeStamp };
    handlers.turn(dx, dy);
  };

  const lift = (event: PointerEvent) => {
    const drew = handlers.pen.up();
    if (!down.delete(event.pointerId) || down.size > 0 || drew) return;
    if (!wandered) handlers.tap(...place(event), event.pointerType);
    else if (event.timeStamp - speed.at < MAX_THROW_DELAY_MS) handlers.release(speed.x, speed.y);
  };

  const wheel = (event: WheelEvent) => {
    const pixels =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 30;
    const zoomed = handlers.zoom(Math.exp(pixels * ZOOM_PER_WHEEL_PIXEL * (event.ctrlKey ? 8 : 1)));
    if (zoomed || event.ctrlKey) event.preventDefault(); // at the end of the zoom the page scrolls
  };

  // Swiping up and down with one finger scrolls the page (touch-action: pan-y); two are ours.
  const touches = (event: TouchEvent) => {
    if (event.touches.length > 1) event.preventDefault();
  };

  // A finger that draws does not scroll.
  const slide = (event: TouchEvent) => {
    if (handlers.pen.isDown() && event.cancelable) event.preventDefault();
  };

  const cancel = (event: PointerEvent) => {
    down.delete(event.pointerId);
    handlers.pen.cancel();
  };

  const { signal } = listening;
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", lift, { signal });
  canvas.addEventListener("pointercancel", cancel, { signal });
  canvas.addEventListener("pointerleave", () => handlers.leave(), { signal });
  canvas.addEventListener("wheel", wheel, { signal, passive: false });
  canvas.addEventListener("touchstart", touches, { signal, passive: false });
  canvas.addEventListener("touchmove", slide, { signal, passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return () => listening.abort();
}

function apart(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
