import { describe, expect, it } from "vitest";
import { computeLayout } from "./layout";
import { getDroppedCells, getFallingHeight, getPulseScale } from "./motion";
import { makeBall, makeFrame, rodBoard } from "./rods.fixture";

describe("motion", () => {
  const dropHeight = computeLayout(rodBoard(4, 4)).top + 0.5;

  it("lets a ball fall, bounce once and rest within 450 ms", () => {
    expect(getFallingHeight(dropHeight, 0)).toBe(dropHeight);
    const heights = Array.from({ length: 46 }, (_, step) =>
      getFallingHeight(dropHeight, step / 100),
    );
    expect(heights[45]).toBeNull();
    const landed = heights.findIndex(
      (height, step) => height !== null && height > (heights[step - 1] ?? 99),
    );
    expect(landed).toBeGreaterThan(10);
    const bounce = Math.max(...heights.slice(landed).map((height) => height ?? 0));
    expect(bounce).toBeGreaterThan(0.03);
    expect(bounce).toBeLessThan(0.2);
  });

  it("never lets a ball sink below its final position", () => {
    for (let seconds = 0; seconds < 0.5; seconds += 0.001) {
      expect(getFallingHeight(dropHeight, seconds) ?? 0).toBeGreaterThanOrEqual(0);
    }
  });

  it("drops new balls, but none in the first frame or after a jump", () => {
    const oneBall = makeFrame({ pieces: [makeBall(3, "red", "plain")] });
    const twoBalls = makeFrame({ pieces: [...oneBall.pieces, makeBall(19, "blue", "ring")] });
    const otherBalls = makeFrame({
      pieces: [5, 6, 7, 8].map((cell) => makeBall(cell, "red", "plain")),
    });
    expect(getDroppedCells(oneBall, twoBalls)).toEqual([19]);
    expect(getDroppedCells(twoBalls, oneBall)).toEqual([]);
    expect(getDroppedCells(null, twoBalls)).toEqual([]);
    expect(getDroppedCells(oneBall, otherBalls)).toEqual([]);
  });

  it("pulses between the original size and a larger one, and ends", () => {
    expect(getPulseScale(0)).toBe(1);
    expect(getPulseScale(0.35)).toBeGreaterThan(1.1);
    expect(getPulseScale(60)).toBeNull();
  });
});
