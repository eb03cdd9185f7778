import { describe, expect, it } from "vitest";
import { type Point, BALL_RADIUS, computeLayout } from "./layout";
import {
  type Ray,
  getActionsOnRod,
  getBallDepth,
  getLandingCell,
  getRodAction,
  getClosestApproach,
  pickCell,
  pickRod,
  getTapEffect,
} from "./rodPicking";
import { makeFrame, rodBoard, makeTarget } from "./rods.fixture";

const layout = computeLayout(rodBoard(4, 4));

function rayTo(to: Point, origin: Point = [0, 6, 12]): Ray {
  const difference = to.map((value, axis) => value - origin[axis]!);
  const length = Math.hypot(...difference);
  return { origin, direction: difference.map((value) => value / length) as unknown as Point };
}

function getPickedRod(ray: Ray, balls: number[] = []): string | null {
  const rod = pickRod(ray, layout, balls);
  return rod === null ? null : layout.rods[rod]!.name;
}

describe("picking", () => {
  it("a ray enters a ball at its surface", () => {
    const ray: Ray = { origin: [0, 0, 10], direction: [0, 0, -1] };
    expect(getBallDepth(ray, [0, 0, 0], BALL_RADIUS)).toBeCloseTo(10 - BALL_RADIUS);
    expect(getBallDepth(ray, [BALL_RADIUS * 1.01, 0, 0], BALL_RADIUS)).toBeNull();
    expect(getBallDepth(ray, [0, 0, 20], BALL_RADIUS)).toBeNull(); // behind the eye
  });

  it("computes the gap between a ray and a rod", () => {
    const ray: Ray = { origin: [0.3, 1, 10], direction: [0, 0, -1] };
    expect(getClosestApproach(ray, 0, 0, 3)).toEqual({
      gap: expect.closeTo(0.3),
      depth: expect.closeTo(10),
    });
    const above: Ray = { origin: [0, 4, 10], direction: [0, 0, -1] };
    expect(getClosestApproach(above, 0, 0, 3).gap).toBeCloseTo(1);
    const down: Ray = { origin: [0.2, 9, 0], direction: [0, -1, 0] };
    expect(getClosestApproach(down, 0, 0, 3).gap).toBeCloseTo(0.2);
  });

  it("picks every rod at its bottom, middle and top", () => {
    for (const { name, x, z } of layout.rods) {
      // from a point with a free view of the rod
      for (const y of [0.1, 1.5, layout.top - 0.1]) {
        expect(getPickedRod(rayTo([x, y, z], [x + 0.4, y + 8, z + 0.8]))).toBe(name);
      }
    }
  });

  it("picks the nearer of two rods, and a ball in front of another rod", () => {
    const ray = rayTo([0.5, 1, -1.5], [0.5, 1, 12]); // along column c
    expect(getPickedRod(ray)).toBe("c1");
    const aside = rayTo([0.75, layout.centres[6]![1], 0.5], [0.75, layout.centres[6]![1], 12]);
    expect(getPickedRod(aside, [6])).toBe("c2"); // beside the rod, but on its ball
  });

  it("picks the nearest rod within a tolerance", () => {
    expect(getPickedRod(rayTo([-1.5, layout.top + 0.3, 1.5], [-1.5, layout.top + 0.3, 12]))).toBe(
      "a1",
    );
    expect(getPickedRod(rayTo([-2.3, 1, 1.5], [-2.3, 1, 12]))).toBeNull();
    expect(getPickedRod({ origin: [0, 6, 12], direction: [0, 1, 0] })).toBeNull();
  });

  it("picks every cell of a rod by its height", () => {
    for (const { cells } of layout.rods.filter(({ z }) => z > 1))
      for (const cell of cells) {
        const [x, y, z] = layout.centres[cell]!;
        expect(pickCell(rayTo([x, y, z], [x, y + 1, 12]), layout, [cell])).toBe(cell);
        expect(pickCell(rayTo([x, y, z], [x, y + 1, 12]), layout, [])).toBe(cell);
      }
    expect(pickCell(rayTo([9, 0, 0]), layout, [])).toBeNull();
  });
});

const { rods } = computeLayout(rodBoard(4, 4));
const [a1, b1, c1] = rods as [(typeof rods)[0], (typeof rods)[0], (typeof rods)[0]];
const frame = makeFrame({
  // c1 is full
  targets: {
    a1y: makeTarget(0, "y"),
    a1: makeTarget(0),
    b1: makeTarget(17),
    b1y: makeTarget(17, "y"),
  },
});

describe("actions of rods", () => {
  it("the landing cell of an action is its last cell", () => {
    expect(getLandingCell(frame, "a1")).toBe(0);
    expect(getLandingCell(frame, "b1y")).toBe(17);
    expect(getLandingCell(frame, "c1")).toBeNull();
    expect(getLandingCell(frame, null)).toBeNull();
  });

  it("the action of a rod is the previewed one, or else the one with a ball of the player", () => {
    expect(getActionsOnRod(frame, a1)).toEqual(["a1", "a1y"]);
    expect(getRodAction(frame, a1, null)).toBe("a1");
    expect(getRodAction(frame, a1, "a1y")).toBe("a1y");
    expect(getRodAction(frame, a1, "b1y")).toBe("a1");
    expect(getRodAction(frame, c1, "a1")).toBeNull();
  });

  it("a click plays immediately", () => {
    expect(getTapEffect(frame, b1, null, "mouse")).toEqual({ play: "b1" });
    expect(getTapEffect(frame, b1, "b1y", "mouse")).toEqual({ play: "b1y" });
    expect(getTapEffect(frame, c1, null, "mouse")).toEqual({ show: null });
    expect(getTapEffect(frame, null, "b1", "mouse")).toEqual({ show: null });
  });

  it("the first tap shows a preview, the second on the same rod plays", () => {
    expect(getTapEffect(frame, b1, null, "touch")).toEqual({ show: "b1" });
    expect(getTapEffect(frame, b1, "b1", "touch")).toEqual({ play: "b1" });
    expect(getTapEffect(frame, b1, "b1y", "touch")).toEqual({ play: "b1y" });
    expect(getTapEffect(frame, a1, "b1", "touch")).toEqual({ show: "a1" });
    expect(getTapEffect(frame, null, "b1", "touch")).toEqual({ show: null });
  });
});
