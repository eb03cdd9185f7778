// Plane geometry for boards: hulls and margins.  x to the right, y upward.

export type Point = readonly [x: number, y: number];
type Edge = readonly [from: Point, to: Point];

/** The corners of the convex hull, anticlockwise (Andrew's monotone chain). */
export function hull(points: Iterable<Point>): Point[] {
  const ordered = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const back = [...ordered].reverse();
  return [...halfHull(ordered).slice(0, -1), ...halfHull(back).slice(0, -1)];
}

/** The corners met on the right-hand side on the way from the first point to the last. */
function halfHull(ordered: Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of ordered) {
    for (;;) {
      const [a, b] = corners.slice(-2);
      if (!a || !b || turn(a, b, point) > 1e-9) break;
      corners.pop();
    }
    corners.push(point);
  }
  return corners;
}

/** Positive if the way from a over b to c turns left. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** How far a point lies beyond the edges of a convex outline; negative inside. */
export function overhang(outline: Point[], point: Point): number {
  return Math.max(...edges(outline).map(([a, b]) => -turn(a, b, point) / distance(a, b)));
}

/** A convex outline with every edge moved outward. */
export function widened(outline: Point[], margin: number): Point[] {
  const around = edges(outline);
  return around.map((edge, i) => {
    const [ax, ay] = outward(around.at(i - 1) ?? edge);
    const [bx, by] = outward(edge);
    const stretch = margin / (1 + ax * bx + ay * by); // both normals, up to the new corner
    return [edge[0][0] + stretch * (ax + bx), edge[0][1] + stretch * (ay + by)];
  });
}

function edges(outline: Point[]): Edge[] {
  return outline.map((corner, i) => [corner, outline[(i + 1) % outline.length] ?? corner]);
}

/** The direction of length 1 that leaves an anticlockwise outline across this edge. */
function outward([a, b]: Edge): Point {
  const length = distance(a, b);
  return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
