import { expect, test } from "vitest";
import { fillShape, getDefinitions, getMarkShape } from "./svg";
import { GRID_LINES, PANEL, PLANK, WINNING_LINE, MOVE_PATH } from "./shapes";

test("all definitions have unique ids and no placeholders", () => {
  const shapes = getDefinitions();
  const ids = [...shapes.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? "");
  expect(ids.every((id) => id.startsWith("drawn-"))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("drawn-red-crown");
  expect(ids).toContain("drawn-wood-holes");
  for (const [, used] of shapes.matchAll(/url\(#([^)]*)\)/g)) expect(ids).toContain(used);
  expect(shapes).not.toMatch(/[{}~@]/);
});

test("the outline of a shape replaces its placeholder", () => {
  for (const shape of [PLANK, PANEL, GRID_LINES, MOVE_PATH, WINNING_LINE]) {
    const text = fillShape(shape, { outline: "M0 0L1 1" });
    expect(text).toContain('d="M0 0L1 1"');
    expect(text).not.toMatch(/[{}~@]/);
  }
});

test("the shape of a mark has the colour of the piece", () => {
  expect(getMarkShape("dot", "blue")).toContain("var(--blue-mark)");
  expect(getMarkShape("plain", "blue")).toBe("");
});
