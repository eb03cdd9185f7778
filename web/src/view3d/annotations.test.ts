import { expect, test } from "vitest";
import { spans } from "./annotations";

test("solid and double lines are whole", () => {
  expect(spans("solid", 2)).toEqual([[0, 2]]);
  expect(spans("double", 2)).toEqual([[0, 2]]);
});

test("others are dashes of equal length within the line, more of them the shorter they are", () => {
  const counts = (["dashed", "planned", "dotted"] as const).map((kind) => {
    const parts = spans(kind, 3);
    const lengths = parts.map(([begin, end]) => end - begin);
    expect(Math.max(...lengths)).toBeCloseTo(Math.min(...lengths));
    expect(parts.at(-1)?.[1]).toBeLessThanOrEqual(3);
    parts.slice(1).forEach(([begin], i) => expect(begin).toBeGreaterThan(parts[i]?.[1] ?? 3));
    return parts.length;
  });
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts).size).toBe(3);
});

test("however short a line is, something of it is seen", () => {
  expect(spans("dashed", 0.05)).toHaveLength(1);
});
