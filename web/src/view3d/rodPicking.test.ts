import { describe, expect, it } from "vitest";
import { type Point, RADIUS, layoutOf } from "./layout";
import {
  type Ray,
  actionsOn,
  depthOfBall,
  landing,
  meant,
  passing,
  pickCell,
  pickRod,
  tapped,
} from "./rodPicking";
import { moment, rodBoard, target } from "./rods.fixture";

const layout = layoutOf(rodBoard(4, 4));

function rayTo(to: Point, from: Point = [0, 6, 12]): Ray {
  const way = to.map((value, axis) => value - from[axis]!);
  const length = Math.hypot(...way);
  return { from, along: way.map((value) => value / length) as unknown as Point };
}

function picked(ray: Ray, balls: number[] = []): string | null {
  const rod = pickRod(ray, layout, balls);
  return rod === null ? null : layout.rods[rod]!.name;
}

describe("picking", () => {
  it("enters a ball where its surface is", () => {
    const ray: Ray = { from: [0, 0, 10], along: [0, 0, -1] };
    expect(depthOfBall(ray, [0, 0, 0], RADIUS)).toBeCloseTo(10 - RADIUS);
    expect(depthOfBall(ray, [RADIUS * 1.01, 0, 0], RADIUS)).toBeNull();
    expect(depthOfBall(ray, [0, 0, 20], RADIUS)).toBeNull(); // behind the eye
  });

  it("measures how closely a ray passes a rod", () => {
    const ray: Ray = { from: [0.3, 1, 10], along: [0, 0, -1] };
    expect(passing(ray, 0, 0, 3)).toEqual({ gap: expect.closeTo(0.3), depth: expect.closeTo(10) });
    const above: Ray = { from: [0, 4, 10], along: [0, 0, -1] };
    expect(passing(above, 0, 0, 3).gap).toBeCloseTo(1);
    const down: Ray = { from: [0.2, 9, 0], along: [0, -1, 0] };
    expect(passing(down, 0, 0, 3).gap).toBeCloseTo(0.2);
  });

  it("picks every rod at its foot, in its middle and near its top", () => {
    for (const { name, x, z } of layout.rods) {
      // straight at it, from where nothing stands in between
      for (const y of [0.1, 1.5, layout.top - 0.1]) {
        expect(picked(rayTo([x, y, z], [x + 0.4, y + 8, z + 0.8]))).toBe(name);
      }
    }
  });

  it("takes the nearer of two things in line, and a ball before the bare rod behind it", () => {
    const ray = rayTo([0.5, 1, -1.5], [0.5, 1, 12]); // along column c
    expect(picked(ray)).toBe("c1");
    const aside = rayTo([0.75, layout.places[6]![1], 0.5], [0.75, layout.places[6]![1], 12]);
    expect(picked(aside, [6])).toBe("c2"); // beside the rod, but on its ball
  });

  it("picks the nearest rod within a tolerance", () => {
    expect(picked(rayTo([-1.5, layout.top + 0.3, 1.5], [-1.5, layout.top + 0.3, 12]))).toBe("a1");
    expect(picked(rayTo([-2.3, 1, 1.5], [-2.3, 1, 12]))).toBeNull();
    expect(picked({ from: [0, 6, 12], along: [0, 1, 0] })).toBeNull();
  });

  it("picks every place of a rod by its height, and a ball before what is behind it", () => {
    for (const { cells } of layout.rods.filter(({ z }) => z > 1))
      for (const cell of cells) {
        const [x, y, z] = layout.places[cell]!;
        expect(pickCell(rayTo([x, y, z], [x, y + 1, 12]), layout, [cell])).toBe(cell);
        expect(pickCell(rayTo([x, y, z], [x, y + 1, 12]), layout, [])).toBe(cell);
      }
    expect(pickCell(rayTo([9, 0, 0]), layout, [])).toBeNull();
  });
});

const { rods } = layoutOf(rodBoard(4, 4));
const [a1, b1, c1] = rods as [(typeof rods)[0], (typeof rods)[0], (typeof rods)[0]];
const frame = moment({
  // c1 is full
  targets: { a1y: target(0, "y"), a1: target(0), b1: target(17), b1y: target(17, "y") },
});

describe("choice", () => {
  it("knows where a ball lands, on cell 0 too", () => {
    expect(landing(frame, "a1")).toBe(0);
    expect(landing(frame, "b1y")).toBe(17);
    expect(landing(frame, "c1")).toBeNull();
    expect(landing(frame, null)).toBeNull();
  });

  it("takes the plain action of a rod, unless the other one is shown on it", () => {
    expect(actionsOn(frame, a1)).toEqual(["a1", "a1y"]);
    expect(meant(frame, a1, null)).toBe("a1");
    expect(meant(frame, a1, "a1y")).toBe("a1y");
    expect(meant(frame, a1, "b1y")).toBe("a1");
    expect(meant(frame, c1, "a1")).toBeNull();
  });

  it("plays a click of the mouse at once", () => {
    expect(tapped(frame, b1, null, "mouse")).toEqual({ play: "b1" });
    expect(tapped(frame, b1, "b1y", "mouse")).toEqual({ play: "b1y" });
    expect(tapped(frame, c1, null, "mouse")).toEqual({ show: null });
    expect(tapped(frame, null, "b1", "mouse")).toEqual({ show: null });
  });

  it("shows at the first tap of a finger and plays at the second on the same rod", () => {
    expect(tapped(frame, b1, null, "touch")).toEqual({ show: "b1" });
    expect(tapped(frame, b1, "b1", "touch")).toEqual({ play: "b1" });
    expect(tapped(frame, b1, "b1y", "touch")).toEqual({ play: "b1y" });
    expect(tapped(frame, a1, "b1", "touch")).toEqual({ show: "a1" });
    expect(tapped(frame, null, "b1", "touch")).toEqual({ show: null });
  });
});
