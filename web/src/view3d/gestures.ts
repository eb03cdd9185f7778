// Gestures on the 3D picture: point, tap, rotate, zoom and draw.  Positions are relative to the picture: (0, 0)
// is its centre, (1, 1) the upper right corner.

/** The pen draws rings and arrows: with the right button, in drawing mode, or after a long press. */
interface PenHandlers {
  down(x: number, y: number, event: PointerEvent): void; // starts a stroke, at once or after a long press
  move(x: number, y: number): boolean; // returns whether a stroke is being drawn
  cancel(): void; // the gesture is not a stroke
  up(): boolean; // returns whether a stroke was drawn
  isDown(): boolean;
}

export interface GestureHandlers {
  pen: PenHandlers;
  point(x: number, y: number): void; // a pointer that is not down moves over the picture
  leave(): void;
  tap(x: number, y: number, pointer: string): void;
  rotate(dx: number, dy: number): void; // in widths and heights of the picture
  release(x: number, y: number): void; // ends a drag at a speed, per millisecond
  zoom(factor: number): boolean; // returns whether the view has changed
}

const TAP_SLACK_PIXELS = { mouse: 4, touch: 10 }; // movement allowed during a tap
const MAX_RELEASE_DELAY_MS = 60; // after a longer stop, releasing the pointer has no speed
const ZOOM_PER_WHEEL_PIXEL = 0.0012;
const PIXELS_PER_WHEEL_LINE = 30; // in browsers that report lines
const PINCH_FACTOR = 8; // pinching a touchpad is reported as Ctrl and a small wheel movement

interface Position {
  x: number;
  y: number;
}

/** A pointer that is down. */
interface Touch extends Position {
  start: Position;
}

/** Listen to the pointers on a canvas; return a function that stops it. */
export function listenToGestures(canvas: HTMLElement, handlers: GestureHandlers): () => void {
  const touches = new Map<number, Touch>();
  const controller = new AbortController();
  let isDrag = false; // or else a tap
  let speed = { x: 0, y: 0, at: 0 };

  const getBox = () => canvas.getBoundingClientRect();
  const toPicture = (event: PointerEvent): [number, number] => {
    const box = getBox();
    return [
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    ];
  };

  const onDown = (event: PointerEvent) => {
    handlers.pen.down(...toPicture(event), event);
    canvas.setPointerCapture(event.pointerId);
    if (event.button !== 0) return;
    if (touches.size === 0) isDrag = false;
    else {
      isDrag = true; // two fingers never tap
      handlers.pen.cancel();
    }
    const position = { x: event.clientX, y: event.clientY };
    touches.set(event.pointerId, { ...position, start: position });
    speed = { x: 0, y: 0, at: event.timeStamp };
  };

  const onMove = (event: PointerEvent) => {
    if (handlers.pen.move(...toPicture(event))) return;
    const touch = touches.get(event.pointerId);
    if (!touch) {
      if (event.pointerType !== "touch") handlers.point(...toPicture(event));
      return;
    }
    const position = { x: event.clientX, y: event.clientY };
    const slack = event.pointerType === "mouse" ? TAP_SLACK_PIXELS.mouse : TAP_SLACK_PIXELS.touch;
    isDrag ||= getDistance(position, touch.start) > slack;
    const others = [...touches.values()].filter((other) => other !== touch);
    if (others[0])
      handlers.zoom(getDistance(touch, others[0]) / Math.max(getDistance(position, others[0]), 1));
    if (isDrag) handlers.pen.cancel();
    if (isDrag) drag(event, touch, position, touches.size);
    Object.assign(touch, position);
  };

  // With several fingers, each contributes its share of the movement.
  const drag = (event: PointerEvent, from: Position, to: Position, fingers: number) => {
    const box = getBox();
    const dx = (to.x - from.x) / box.width / fingers;
    const dy = (to.y - from.y) / box.height / fingers;
    const elapsed = Math.max(event.timeStamp - speed.at, 1);
    speed = { x: dx / elapsed, y: dy / elapsed, at: event.timeStamp };
    handlers.rotate(dx, dy);
  };

  const onUp = (event: PointerEvent) => {
    const hasDrawn = handlers.pen.up();
    if (!touches.delete(event.pointerId) || touches.size > 0 || hasDrawn) return;
    if (!isDrag) handlers.tap(...toPicture(event), event.pointerType);
    else if (event.timeStamp - speed.at < MAX_RELEASE_DELAY_MS) handlers.release(speed.x, speed.y);
  };

  const onWheel = (event: WheelEvent) => {
    const pixels =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL
        ? event.deltaY
        : event.deltaY * PIXELS_PER_WHEEL_LINE;
    const hasZoomed = handlers.zoom(
      Math.exp(pixels * ZOOM_PER_WHEEL_PIXEL * (event.ctrlKey ? PINCH_FACTOR : 1)),
    );
    if (hasZoomed || event.ctrlKey) event.preventDefault(); // at the limit of the zoom, the wheel scrolls the page
  };

  // One finger scrolls the page up and down (touch-action: pan-y); two fingers do not.
  const onTouchStart = (event: TouchEvent) => {
    if (event.touches.length > 1) event.preventDefault();
  };

  // A finger that draws does not scroll.
  const onTouchMove = (event: TouchEvent) => {
    if (handlers.pen.isDown() && event.cancelable) event.preventDefault();
  };

  const onCancel = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    handlers.pen.cancel();
  };

  const { signal } = controller;
  canvas.addEventListener("pointerdown", onDown, { signal });
  canvas.addEventListener("pointermove", onMove, { signal });
  canvas.addEventListener("pointerup", onUp, { signal });
  canvas.addEventListener("pointercancel", onCancel, { signal });
  canvas.addEventListener("pointerleave", () => handlers.leave(), { signal });
  canvas.addEventListener("wheel", onWheel, { signal, passive: false });
  canvas.addEventListener("touchstart", onTouchStart, { signal, passive: false });
  canvas.addEventListener("touchmove", onTouchMove, { signal, passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return () => controller.abort();
}

function getDistance(a: Position, b: Position): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
