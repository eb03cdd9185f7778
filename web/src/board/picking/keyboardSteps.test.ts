import { describe, expect, test } from "vitest";
import { hexBoard, indexOf, squareBoard, towerBoard } from "../boards.fixture";
import { layout } from "../oblique/layout";
import { farthest, nextOf, readingOrder, step } from "./keyboardSteps";

const BACK: Record<string, string> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
};

describe("arrow keys", () => {
  test("go to the neighbour on squares, and stop at the edge", () => {
    const board = squareBoard(4, 4);
    const { cells } = layout(board);
    const from = indexOf(board, "b2");
    const names = Object.keys(BACK).map((key) => board.cells[step(cells, from, key) ?? -1]?.name);
    expect(names).toEqual(["a2", "c2", "b3", "b1"]);
    expect(step(cells, indexOf(board, "a1"), "ArrowLeft")).toBeNull();
    expect(step(cells, from, "Enter")).toBeNull();
  });

  test("reach every cell of every board", () => {
    for (const board of [squareBoard(6, 5), hexBoard(), towerBoard()]) {
      const { cells } = layout(board);
      const reached = new Set([0]);
      for (const cell of reached) {
        for (const key of Object.keys(BACK)) {
          const next = step(cells, cell, key);
          if (next !== null) reached.add(next);
        }
      }
      expect(reached.size).toBe(cells.length);
    }
  });

  test("lead back on hexagons between neighbours", () => {
    const board = hexBoard();
    const { cells } = layout(board);
    const from = indexOf(board, "A2");
    const right = step(cells, from, "ArrowRight") ?? -1;
    expect(board.cells[right]?.name).toBe("B3");
    expect(step(cells, right, "ArrowLeft")).toBe(from);
  });

  test("jump over the hole in the middle", () => {
    const board = hexBoard();
    const { cells } = layout(board);
    expect(step(cells, indexOf(board, "C2"), "ArrowUp")).toBe(indexOf(board, "C4"));
  });

  test("Home and End go to the ends of a row", () => {
    const board = squareBoard(5, 2);
    expect(farthest(layout(board).cells, 2, "ArrowLeft")).toBe(0);
    expect(farthest(layout(board).cells, 2, "ArrowRight")).toBe(4);
  });
});

describe("the next cell that may be chosen", () => {
  const { cells } = layout(squareBoard(3, 3)); // read 6 7 8, 3 4 5, 0 1 2

  test("comes in reading order, around the end", () => {
    expect(readingOrder(cells).flat()).toEqual([6, 7, 8, 3, 4, 5, 0, 1, 2]);
    expect(nextOf(cells, [8, 4, 0], 8)).toBe(4);
    expect(nextOf(cells, [8, 4, 0], 0)).toBe(8);
    expect(nextOf(cells, [8, 4, 0], 8, true)).toBe(0);
    expect(nextOf(cells, [], 8)).toBeNull();
  });
});
