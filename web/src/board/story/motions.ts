// How pieces come and go.  Each motion is an attachment: it runs when the piece is drawn.

import type { Point } from "../oblique/layout";

const GLIDE = 260; // milliseconds
const ARRIVE = 220;
const LEAVE = 240;

type Motion = (element: Element) => void;

export function glide([fromX, fromY]: Point, [x, y]: Point): Motion {
  return (element) => {
    const start = `translate(${fromX - x}px, ${fromY - y}px)`;
    const middle = `translate(${(fromX - x) / 2}px, ${(fromY - y) / 2 - 8}px) scale(1.07)`;
    element.animate([{ transform: start }, { transform: middle }, { transform: "none" }], {
      duration: GLIDE,
      easing: "ease-in-out",
    });
  };
}

/** Down from above: from a height, or out of the selection. */
export function arrive(height: number): Motion {
  return (element) => {
    if (height > 0) {
      const duration = ARRIVE + 0.4 * height;
      const fall = [{ transform: `translate(0, ${-height}px)` }, { transform: "none" }];
      element.animate(fall, { duration, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
    } else {
      const lifted = { transform: "translate(0, -24px) scale(1.25)", opacity: 0 };
      element.animate([lifted, { transform: "none", opacity: 1 }], {
        duration: ARRIVE,
        easing: "cubic-bezier(0.2, 0.7, 0.3, 1.2)",
      });
    }
  };
}

export function grow(element: Element): void {
  const pulse = [{ transform: "none" }, { transform: "scale(1.15)" }, { transform: "none" }];
  element.animate(pulse, { duration: ARRIVE });
}

/** Out of sight; it stays so until it is no longer drawn. */
export function leave(met: boolean, taken: boolean): Motion {
  return (element) => {
    const away = taken ? "translate(0, -14px) scale(0.6)" : "none";
    element.animate([{ opacity: 1 }, { opacity: 0, transform: away }], {
      delay: met ? GLIDE * 0.7 : 0,
      duration: taken ? LEAVE : 60,
      fill: "forwards",
    });
  };
}

export function stay(): void {
  // a piece that has not moved
}

/** Whether motion is wanted by the page and by the system. */
export function mayMove(wanted: boolean): boolean {
  return wanted && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
