import { expect, test } from "vitest";
import { arrow } from "./arrow";

// The same as tests/draw/test_annotations.py has them: what is drawn here looks as in pictures.
test("an arrow leaves one cell and points at another", () => {
  expect(arrow([0, 0], [300, 0])).toEqual({
    line: "M22 0L256 0",
    head: "M290 0L256 25L256 -25Z",
  });
  expect(arrow([100, 100], [100, 0])).toEqual({
    line: "M100 78L100 44",
    head: "M100 10L125 44L75 44Z",
  });
});

test("between neighbours there is still a line before the head", () => {
  expect(arrow([0, 0], [60, 0]).line).toBe("M8 0L16 0");
});

test("both ends on one cell are a ring", () => {
  expect(arrow([50, -50], [50, -50])).toEqual({
    line: "M50 -94A44 44 0 1 1 50 -6A44 44 0 1 1 50 -94",
    head: "",
  });
});
