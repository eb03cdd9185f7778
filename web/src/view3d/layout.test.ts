import { describe, expect, it } from "vitest";
import { RADIUS, layoutOf } from "./layout";
import { rodBoard } from "./rods.fixture";

describe("layout", () => {
  const layout = layoutOf(rodBoard(4, 4));

  it("finds the rods and their places from the lowest up", () => {
    expect(layout.rods.map((rod) => rod.name).slice(0, 5)).toEqual(["a1", "b1", "c1", "d1", "a2"]);
    expect(layout.rods[5]!.cells).toEqual([5, 21, 37, 53]);
    expect(layout.rodOf[37]).toBe(5);
  });

  it("puts row 1 next to the viewer, column a to the left, the middle at the origin", () => {
    expect([layout.rods[0]!.x, layout.rods[0]!.z]).toEqual([-1.5, 1.5]);
    expect([layout.rods[15]!.x, layout.rods[15]!.z]).toEqual([1.5, -1.5]);
  });

  it("stacks balls without gaps on the plate and leaves a bit of rod above the last", () => {
    const heights = layout.rods[0]!.cells.map((cell) => layout.places[cell]![1]);
    expect(heights[0]).toBeLessThan(RADIUS); // the hole's rim rests on the plate
    expect(heights[1]! - heights[0]!).toBeCloseTo(2 * heights[0]!);
    expect(layout.top).toBeGreaterThan(heights[3]! + RADIUS);
  });

  it("names columns and rows once each", () => {
    expect(layout.columns.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
    expect(layout.rows.map(({ text }) => text)).toEqual(["1", "2", "3", "4"]);
  });

  it("shows any board with height", () => {
    const small = layoutOf(rodBoard(3, 2));
    expect(small.rods).toHaveLength(9);
    expect(small.rods[8]).toEqual({ name: "c3", x: 1, z: -1, cells: [8, 17] });
    expect(small.top).toBeLessThan(layout.top);
  });
});
