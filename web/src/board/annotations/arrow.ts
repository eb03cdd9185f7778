// Where the line and the head of an arrow lie, as draw/elements/annotations.py has them in pictures.

import { ARROW } from "../drawing/outlines";
import type { Point } from "../oblique/layout";

/** Attributes `d`: of an arrow, or where both ends are the same of a ring, which has no head. */
export function arrow([ax, ay]: Point, [bx, by]: Point): { line: string; head: string } {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return { line: ring(ax, ay), head: "" };
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const along = (distance: number, aside = 0) =>
    written(ax + dx * distance - dy * aside, ay + dy * distance + dx * aside);
  const tip = length - ARROW.before;
  const neck = tip - ARROW.long;
  return {
    line: `M${along(Math.min(ARROW.after, neck / 2))}L${along(neck)}`,
    head: `M${along(tip)}L${along(neck, ARROW.wide)}L${along(neck, -ARROW.wide)}Z`,
  };
}

/** From the top. */
function ring(x: number, y: number): string {
  const arc = `${ARROW.ring} ${ARROW.ring} 0 1 1`;
  const [top, bottom] = [written(x, y - ARROW.ring), written(x, y + ARROW.ring)];
  return `M${top}A${arc} ${bottom}A${arc} ${top}`;
}

function written(x: number, y: number): string {
  return [x, y].map((value) => Math.round(value * 100) / 100 + 0).join(" ");
}
