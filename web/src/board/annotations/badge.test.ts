import { expect, test } from "vitest";
import { badgeAt } from "./badge";

const RADIUS = 17;

function apart(points: (readonly [number, number])[]): number {
  const others = points.flatMap((a, i) =>
    points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])),
  );
  return Math.min(...others);
}

test("numbers of suggestions do not cover each other", () => {
  const at = [200, 200] as const;
  expect(apart([1, 2, 3, 4, 5].map((rank) => badgeAt(at, at, rank)))).toBeGreaterThan(2 * RADIUS);
  const ways = [
    [300, 200],
    [100, 200],
    [200, 300],
    [200, 100],
  ] as const;
  const tiles = ways.flatMap((to) => [badgeAt(at, to, 1), badgeAt(to, at, 2)]);
  expect(apart(tiles)).toBeGreaterThan(2 * RADIUS);
});
