import { rotateBoard, getRotations } from "./rotation";
import { describe, expect, test } from "vitest";
import {
  computeLayout,
  getLevels,
  getObliqueViewBox,
  getPlateCorners,
  project,
  getRods,
} from "./layout";
import { UNIT } from "./drawing/shapes";
import type { Board } from "../protocol";
import { hexBoard, piece, squareBoard, towerBoard } from "./boards.fixture";

describe("layout", () => {
  test("a flat board is one plank, and y points down", () => {
    const layout = computeLayout(squareBoard(3, 2));
    expect(layout.planks).toHaveLength(1);
    expect(layout.cells[0]).toEqual([0, -0]);
    expect(layout.cells[5]).toEqual([2 * UNIT, -UNIT]);
    expect(layout.planks[0]?.title).toBeNull();
  });

  test("all cells and labels are within the box", () => {
    const boards = [squareBoard(6, 5), hexBoard(), towerBoard()];
    const rotatedBoards = boards.flatMap((board) =>
      getRotations(board).map((degrees) => rotateBoard(board, degrees)),
    );
    for (const board of rotatedBoards) {
      const { box, cells, labels } = computeLayout(board);
      for (const [x, y] of [...cells, ...labels.map((label) => [label.x, label.y] as const)]) {
        expect(x).toBeGreaterThan(box.left + 20);
        expect(x).toBeLessThan(box.left + box.width - 20);
        expect(y).toBeGreaterThan(box.top + 20);
        expect(y).toBeLessThan(box.top + box.height - 20);
      }
    }
  });

  test("levels are arranged in rows from the lower left without overlaps", () => {
    const board = towerBoard();
    for (const columns of [2, 4]) {
      const { cells, planks } = computeLayout(board, columns);
      expect(planks.map((plank) => plank.title?.level)).toEqual([1, 2, 3, 4]);
      const [first, second, third] = getLevels(board).map((level) => cells[level[0] ?? 0]);
      expect(second?.[0]).toBeGreaterThan((first?.[0] ?? 0) + 3 * UNIT);
      expect(second?.[1]).toBe(first?.[1]);
      if (columns === 2) expect(third?.[1]).toBeLessThan((first?.[1] ?? 0) - 3 * UNIT);
      else expect(third?.[1]).toBe(first?.[1]);
      expect(new Set(cells.map(String)).size).toBe(64);
    }
  });

  test("there are gaps between planks", () => {
    const corners = computeLayout(towerBoard(), 4).planks.map(({ outline }) =>
      [...outline.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)),
    );
    for (const [i, next] of corners.slice(1).entries()) {
      expect(Math.min(...next) - Math.max(...(corners[i] ?? []))).toBeGreaterThan(20);
    }
  });

  test("each level has all labels", () => {
    expect(computeLayout(towerBoard()).labels).toHaveLength(4 * 8);
  });

  test("the outlines of cells fill the board without gaps", () => {
    const getMax = (board: Board, axis: 0 | 1) =>
      Math.max(...computeLayout(board).cellOutline.map((corner) => corner[axis]));
    expect([0, 1].map((axis) => getMax(squareBoard(3, 3), axis as 0 | 1))).toEqual([50, 50]);
    expect(getMax(hexBoard(), 0)).toBeCloseTo(100 / Math.sqrt(3), 1); // hexagons side by side
    expect(getMax(hexBoard(), 1)).toBeCloseTo(50, 5);
  });

  test("on narrow screens, cells use the whole width", () => {
    for (const [board, columns, extent] of [
      [squareBoard(6, 6), 2, 6],
      [hexBoard(), 2, 4 * Math.sqrt(0.75) + 2 / Math.sqrt(3)],
      [towerBoard(), 2, 8],
    ] as const) {
      const { box, cells, labels, planks } = computeLayout(board, columns, true);
      expect(box.width / UNIT).toBeLessThan(extent + 0.6);
      for (const [x] of cells) {
        expect(x - box.left).toBeGreaterThan(50);
        expect(box.left + box.width - x).toBeGreaterThan(50);
      }
      for (const { x } of labels) expect(x).toBeGreaterThan(box.left + 10);
      for (const { outline } of planks)
        for (const [, x] of outline.matchAll(/(-?[\d.]+) -?[\d.]+/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(box.left - 0.1);
          expect(Number(x)).toBeLessThanOrEqual(box.left + box.width + 0.1);
        }
    }
  });
});

const board = towerBoard();

test("rods are ordered from back to front, balls from bottom to top", () => {
  const allRods = getRods(board, [piece(board, "b3.2", "blue"), piece(board, "b3.1")]);
  expect(allRods).toHaveLength(16);
  expect(allRods.map(({ foot }) => foot)[0]).toBeLessThan(allRods.at(-1)?.foot ?? 0);
  const [rod, ...others] = allRods.filter(({ balls }) => balls.length);
  expect(others).toEqual([]);
  expect(rod?.balls.map((ball) => ball.piece.colour)).toEqual(["red", "blue"]);
  expect(rod?.balls[0]?.fallHeight).toBeGreaterThan(rod?.balls[1]?.fallHeight ?? 0);
});

test("all parts of the oblique view are within its view box", () => {
  const [left = 0, top = 0, width = 0, height = 0] = getObliqueViewBox(board)
    .split(" ")
    .map(Number);
  const rodEnds = [project(0, 3, 3.35), project(3, 3, 3.35)]; // of the rods at the back
  for (const [x, y] of [...getPlateCorners(board), ...rodEnds]) {
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
  }
});
