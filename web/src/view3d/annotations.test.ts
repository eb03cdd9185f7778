import { expect, test } from "vitest";
import { getDashes } from "./annotations";

test("solid and double lines have no gaps", () => {
  expect(getDashes("solid", 2)).toEqual([[0, 2]]);
  expect(getDashes("double", 2)).toEqual([[0, 2]]);
});

test("other lines have dashes of equal length within the line", () => {
  const counts = (["dashed", "planned", "dotted"] as const).map((kind) => {
    const parts = getDashes(kind, 3);
    const lengths = parts.map(([begin, end]) => end - begin);
    expect(Math.max(...lengths)).toBeCloseTo(Math.min(...lengths));
    expect(parts.at(-1)?.[1]).toBeLessThanOrEqual(3);
    parts.slice(1).forEach(([begin], i) => expect(begin).toBeGreaterThan(parts[i]?.[1] ?? 3));
    return parts.length;
  });
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts).size).toBe(3);
});

test("a short line has at least one dash", () => {
  expect(getDashes("dashed", 0.05)).toHaveLength(1);
});
