import { describe, expect, it } from "vitest";
import { BALL_RADIUS, computeLayout } from "./layout";
import { rodBoard } from "./rods.fixture";

describe("layout", () => {
  const layout = computeLayout(rodBoard(4, 4));

  it("lists the rods and their cells from the bottom up", () => {
    expect(layout.rods.map((rod) => rod.name).slice(0, 5)).toEqual(["a1", "b1", "c1", "d1", "a2"]);
    expect(layout.rods[5]!.cells).toEqual([5, 21, 37, 53]);
    expect(layout.rodByCell[37]).toBe(5);
  });

  it("puts row 1 in front, column a to the left and the origin in the centre", () => {
    expect([layout.rods[0]!.x, layout.rods[0]!.z]).toEqual([-1.5, 1.5]);
    expect([layout.rods[15]!.x, layout.rods[15]!.z]).toEqual([1.5, -1.5]);
  });

  it("stacks balls without gaps on the plate, below the ends of the rods", () => {
    const heights = layout.rods[0]!.cells.map((cell) => layout.centres[cell]![1]);
    expect(heights[0]).toBeLessThan(BALL_RADIUS); // the hole's rim rests on the plate
    expect(heights[1]! - heights[0]!).toBeCloseTo(2 * heights[0]!);
    expect(layout.top).toBeGreaterThan(heights[3]! + BALL_RADIUS);
  });

  it("has one label for each column and row", () => {
    expect(layout.columns.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
    expect(layout.rows.map(({ text }) => text)).toEqual(["1", "2", "3", "4"]);
  });

  it("works for rods of any number and height", () => {
    const small = computeLayout(rodBoard(3, 2));
    expect(small.rods).toHaveLength(9);
    expect(small.rods[8]).toEqual({ name: "c3", x: 1, z: -1, cells: [8, 17] });
    expect(small.top).toBeLessThan(layout.top);
  });
});
