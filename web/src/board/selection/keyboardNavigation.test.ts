import { describe, expect, test } from "vitest";
import { hexBoard, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { layout, pointOf } from "../layout";
import { farthest, nextOf, readingOrder, step, stopsOf } from "./keyboardNavigation";

const BACK: Record<string, string> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
};

describe("arrow keys", () => {
  test("arrow keys go to the adjacent square and stop at the edge", () => {
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

  test("opposite keys lead back between adjacent hexagons", () => {
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

describe("on boards with rods the keyboard", () => {
  const board = towerBoard();
  const on = (name: string) => piece(board, name);
  const pieces = ["b2.1", "b2.2", "c2.1"].map(on);
  const stops = stopsOf(board, pieces);
  const nameOf = (stop: number | null) => board.cells[stops[stop ?? -1]?.cell ?? -1]?.name;

  test("stops once a rod, on its topmost ball or its lowest place", () => {
    expect(stops).toHaveLength(16);
    expect(
      stops.map(({ cell }) => board.cells[cell]?.name).filter((it) => !it?.endsWith(".1")),
    ).toEqual(["b2.2"]);
    expect(new Set(stops.flatMap(({ cells }) => cells)).size).toBe(64);
    expect(stopsOf(squareBoard(3, 3), []).map(({ cell }) => cell)).toEqual(
      squareBoard(3, 3).cells.map((_, cell) => cell),
    );
  });

  test.each([2, 4])(
    "goes from rod to rod, however high they are, %i levels in a row",
    (columns) => {
      const { cells } = layout(board, columns);
      const points = stops.map((stop) => pointOf(cells, stop.cells[0] ?? 0));
      const b2 = stops.findIndex(({ cell }) => board.cells[cell]?.name === "b2.2");
      const names = Object.keys(BACK).map((key) => nameOf(step(points, b2, key)));
      expect(names).toEqual(["a2.1", "c2.1", "b3.1", "b1.1"]);
      expect(nameOf(farthest(points, b2, "ArrowRight"))).toBe("d2.1");
      expect(nameOf(nextOf(points, [0, b2, 15], b2))).toBe("a1.1");
      expect(readingOrder(points).map((row) => row.length)).toEqual([4, 4, 4, 4]);
    },
  );
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
