import { expect, test } from "vitest";
import type { Target } from "../../protocol";
import { annotationsOf, rings } from "./ofTarget";

const target = (kind: Target["kind"], ...cells: number[]): Target => ({ kind, cells, spoken: "" });

test("a piece that goes somewhere is an arrow, whatever lies between", () => {
  const arrow = [{ kind: "solid", from: 3, to: 9 }];
  expect(annotationsOf(target("capture", 3, 9), "solid")).toEqual(arrow);
  expect(annotationsOf(target("move", 3, 6, 9), "solid")).toEqual(arrow);
});

test("what comes onto cells has rings around them", () => {
  expect(annotationsOf(target("tile", 1, 2), "dashed")).toEqual(rings([1, 2], "dashed"));
  expect(annotationsOf(target("take", 5), "dashed")).toEqual([{ kind: "dashed", from: 5, to: 5 }]);
  expect(annotationsOf(target("pass"), "dashed")).toEqual([]);
});
