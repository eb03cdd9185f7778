import { rotateBoard, getRotations } from "./rotation";
import { describe, expect, test } from "vitest";
import { layout, levels, paper, plate, project, rods } from "./layout";
import { UNIT } from "./drawing/shapes";
import type { Board } from "../protocol";
import { hexBoard, piece, squareBoard, towerBoard } from "./boards.fixture";

describe("layout", () => {
  test("a flat board is one plank, with y pointing down", () => {
    const laid = layout(squareBoard(3, 2));
    expect(laid.planks).toHaveLength(1);
    expect(laid.cells[0]).toEqual([0, -0]);
    expect(laid.cells[5]).toEqual([2 * UNIT, -UNIT]);
    expect(laid.planks[0]?.title).toBeNull();
  });

  test("every cell and label lies within the box", () => {
    const boards = [squareBoard(6, 5), hexBoard(), towerBoard()];
    const everyTurn = boards.flatMap((board) =>
      getRotations(board).map((turn) => rotateBoard(board, turn)),
    );
    for (const board of everyTurn) {
      const { box, cells, labels } = layout(board);
      for (const [x, y] of [...cells, ...labels.map((label) => [label.x, label.y] as const)]) {
        expect(x).toBeGreaterThan(box.left + 20);
        expect(x).toBeLessThan(box.left + box.width - 20);
        expect(y).toBeGreaterThan(box.top + 20);
        expect(y).toBeLessThan(box.top + box.height - 20);
      }
    }
  });

  test("levels stand in rows, the lowest at the lower left, and none overlap", () => {
    const board = towerBoard();
    for (const columns of [2, 4]) {
      const { cells, planks } = layout(board, columns);
      expect(planks.map((plank) => plank.title?.level)).toEqual([1, 2, 3, 4]);
      const [first, second, third] = levels(board).map((floor) => cells[floor[0] ?? 0]);
      expect(second?.[0]).toBeGreaterThan((first?.[0] ?? 0) + 3 * UNIT);
      expect(second?.[1]).toBe(first?.[1]);
      if (columns === 2) expect(third?.[1]).toBeLessThan((first?.[1] ?? 0) - 3 * UNIT);
      else expect(third?.[1]).toBe(first?.[1]);
      expect(new Set(cells.map(String)).size).toBe(64);
    }
  });

  test("planks have gaps between them", () => {
    const corners = layout(towerBoard(), 4).planks.map(({ outline }) =>
      [...outline.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)),
    );
    for (const [i, next] of corners.slice(1).entries()) {
      expect(Math.min(...next) - Math.max(...(corners[i] ?? []))).toBeGreaterThan(20);
    }
  });

  test("each level has all labels", () => {
    expect(layout(towerBoard()).labels).toHaveLength(4 * 8);
  });

  test("what counts as a cell fills the board without gaps", () => {
    const most = (board: Board, axis: 0 | 1) =>
      Math.max(...layout(board).touch.map((corner) => corner[axis]));
    expect([0, 1].map((axis) => most(squareBoard(3, 3), axis as 0 | 1))).toEqual([50, 50]);
    expect(most(hexBoard(), 0)).toBeCloseTo(100 / Math.sqrt(3), 1); // hexagons side by side
    expect(most(hexBoard(), 1)).toBeCloseTo(50, 5);
  });

  test("on narrow screens, cells use the whole width", () => {
    for (const [board, columns, extent] of [
      [squareBoard(6, 6), 2, 6],
      [hexBoard(), 2, 4 * Math.sqrt(0.75) + 2 / Math.sqrt(3)],
      [towerBoard(), 2, 8],
    ] as const) {
      const { box, cells, labels, planks } = layout(board, columns, true);
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

test("rods come from the back to the front, balls from the bottom up", () => {
  const drawn = rods(board, [piece(board, "b3.2", "blue"), piece(board, "b3.1")]);
  expect(drawn).toHaveLength(16);
  expect(drawn.map(({ foot }) => foot)[0]).toBeLessThan(drawn.at(-1)?.foot ?? 0);
  const [rod, ...others] = drawn.filter(({ balls }) => balls.length);
  expect(others).toEqual([]);
  expect(rod?.balls.map((ball) => ball.piece.colour)).toEqual(["red", "blue"]);
  expect(rod?.balls[0]?.fall).toBeGreaterThan(rod?.balls[1]?.fall ?? 0);
});

test("all parts are within the picture", () => {
  const [left = 0, top = 0, width = 0, height = 0] = paper(board).split(" ").map(Number);
  for (const [x, y] of [...plate(board), project(0, 3, 3.35), project(3, 3, 3.35)]) {
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
  }
});
