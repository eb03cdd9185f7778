// Where the number of a suggestion stands, so that those of several are never at the same place.
import type { Point } from "../oblique/layout";

const ALONG = 0.3; // of the way from the first cell to the second: two halves turned round differ
const AWAY = 34; // from the middle of a single cell
const FIFTH = 72; // degrees between the numbers around one cell

export function badgeAt([ax, ay]: Point, [bx, by]: Point, rank: number): Point {
  if (ax !== bx || ay !== by) return [ax + ALONG * (bx - ax), ay + ALONG * (by - ay)];
  const angle = ((FIFTH * (rank - 1) - 45) * Math.PI) / 180;
  return [ax + AWAY * Math.cos(angle), ay + AWAY * Math.sin(angle)];
}
