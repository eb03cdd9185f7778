import { expect, test } from "vitest";
import type { Target } from "../../protocol";
import { annotationsOf, rings, suggestion } from "./ofTarget";

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

const blank = { colour: "wood", mark: "plain", owner: 0 } as const;
const hole = { colour: "wood", mark: "holes", owner: 1 } as const;

test("what a suggestion puts on the board is a ghost", () => {
  const tile = { ...target("tile", 1, 2), puts: "ox" };
  const looks = { o: blank, x: hole };
  expect(suggestion(tile, 1, looks)).toEqual([
    { kind: "solid", from: 1, to: 2, rank: 1, puts: [blank, hole] },
  ]);
  const ball = { ...target("place", 7), puts: "o" };
  expect(suggestion(ball, 3, looks)).toEqual([
    { kind: "double", from: 7, to: 7, rank: 3, puts: [blank] },
  ]);
});

test("suggestions are told apart by kind and number; unknown pieces are rings", () => {
  const move = target("capture", 3, 9);
  const told = [1, 2, 3, 4, 5].map((rank) => suggestion(move, rank, {})[0]);
  expect(told.map((one) => one?.kind)).toEqual(["solid", "dashed", "double", "dotted", "dotted"]);
  expect(told.map((one) => one?.rank)).toEqual([1, 2, 3, 4, 5]);
  const rest = suggestion({ ...target("tile", 1, 2), puts: "ox" }, 2, {});
  expect(rest).toEqual([
    { kind: "dashed", from: 1, to: 1, rank: 2 },
    { kind: "dashed", from: 2, to: 2 },
  ]);
});
