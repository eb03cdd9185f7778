import { expect, test } from "vitest";
import { definitions, drawn, inlay } from "./svg";
import { GRID_LINES, PANEL, PLANK, WINNING_LINE, MOVE_PATH } from "./shapes";

test("all that boards draw has an id, each once, and nothing is left to fill in", () => {
  const shapes = definitions();
  const ids = [...shapes.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? "");
  expect(ids.every((id) => id.startsWith("drawn-"))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("drawn-red-crown");
  expect(ids).toContain("drawn-wood-holes");
  for (const [, used] of shapes.matchAll(/url\(#([^)]*)\)/g)) expect(ids).toContain(used);
  expect(shapes).not.toMatch(/[{}~@]/);
});

test("wood, lines and ways have the outline they are given", () => {
  for (const shape of [PLANK, PANEL, GRID_LINES, MOVE_PATH, WINNING_LINE]) {
    const text = drawn(shape, { outline: "M0 0L1 1" });
    expect(text).toContain('d="M0 0L1 1"');
    expect(text).not.toMatch(/[{}~@]/);
  }
});

test("a mark has the colour of its piece", () => {
  expect(inlay("dot", "blue")).toContain("var(--blue-mark)");
  expect(inlay("plain", "blue")).toBe("");
});
