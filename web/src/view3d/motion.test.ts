import { describe, expect, it } from "vitest";
import { layoutOf } from "./layout";
import { dropping, height, pulse } from "./motion";
import { ball, moment, rodBoard } from "./rods.fixture";

describe("motion", () => {
  const longest = layoutOf(rodBoard(4, 4)).top + 0.5;

  it("lets a ball fall faster and faster, bounce a little and rest within 450 ms", () => {
    expect(height(longest, 0)).toBe(longest);
    const heights = Array.from({ length: 46 }, (_, step) => height(longest, step / 100));
    expect(heights[45]).toBeNull();
    const landed = heights.findIndex(
      (now, step) => now !== null && now > (heights[step - 1] ?? 99),
    );
    expect(landed).toBeGreaterThan(10);
    const bounce = Math.max(...heights.slice(landed).map((now) => now ?? 0));
    expect(bounce).toBeGreaterThan(0.03);
    expect(bounce).toBeLessThan(0.2);
  });

  it("never sinks below its place", () => {
    for (let seconds = 0; seconds < 0.5; seconds += 0.001) {
      expect(height(longest, seconds) ?? 0).toBeGreaterThanOrEqual(0);
    }
  });

  it("drops what is new, nothing at first sight, nothing after a jump", () => {
    const one = moment({ pieces: [ball(3, "red", "plain")] });
    const two = moment({ pieces: [...one.pieces, ball(19, "blue", "ring")] });
    const many = moment({ pieces: [5, 6, 7, 8].map((cell) => ball(cell, "red", "plain")) });
    expect(dropping(one, two)).toEqual([19]);
    expect(dropping(two, one)).toEqual([]);
    expect(dropping(null, two)).toEqual([]);
    expect(dropping(one, many)).toEqual([]);
  });

  it("pulses a few times and ends as it began", () => {
    expect(pulse(0)).toBe(1);
    expect(pulse(0.35)).toBeGreaterThan(1.1);
    expect(pulse(60)).toBeNull();
  });
});
