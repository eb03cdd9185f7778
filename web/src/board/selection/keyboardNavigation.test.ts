import { describe, expect, test } from "vitest";
import { hexBoard, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { computeLayout, getPoint } from "../layout";
import {
  findFarthest,
  findNextInReadingOrder,
  getReadingOrder,
  findNeighbour,
  getStops,
} from "./keyboardNavigation";

const OPPOSITE_KEYS: Record<string, string> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
};

describe("arrow keys", () => {
  test("lead to the adjacent square and stop at the edge", () => {
    const board = squareBoard(4, 4);
    const { cells } = computeLayout(board);
    const from = indexOf(board, "b2");
    const names = Object.keys(OPPOSITE_KEYS).map(
      (key) => board.cells[findNeighbour(cells, from, key) ?? -1]?.name,
    );
    expect(names).toEqual(["a2", "c2", "b3", "b1"]);
    expect(findNeighbour(cells, indexOf(board, "a1"), "ArrowLeft")).toBeNull();
    expect(findNeighbour(cells, from, "Enter")).toBeNull();
  });

  test("reach every cell of every board", () => {
    for (const board of [squareBoard(6, 5), hexBoard(), towerBoard()]) {
      const { cells } = computeLayout(board);
      const reached = new Set([0]);
      for (const cell of reached) {
        for (const key of Object.keys(OPPOSITE_KEYS)) {
          const next = findNeighbour(cells, cell, key);
          if (next !== null) reached.add(next);
        }
      }
      expect(reached.size).toBe(cells.length);
    }
  });

  test("lead back by the opposite key between adjacent hexagons", () => {
    const board = hexBoard();
    const { cells } = computeLayout(board);
    const from = indexOf(board, "A2");
    const right = findNeighbour(cells, from, "ArrowRight") ?? -1;
    expect(board.cells[right]?.name).toBe("B3");
    expect(findNeighbour(cells, right, "ArrowLeft")).toBe(from);
  });

  test("skip the hole in the middle", () => {
    const board = hexBoard();
    const { cells } = computeLayout(board);
    expect(findNeighbour(cells, indexOf(board, "C2"), "ArrowUp")).toBe(indexOf(board, "C4"));
  });

  test("reach the ends of a row by Home and End", () => {
    const board = squareBoard(5, 2);
    expect(findFarthest(computeLayout(board).cells, 2, "ArrowLeft")).toBe(0);
    expect(findFarthest(computeLayout(board).cells, 2, "ArrowRight")).toBe(4);
  });
});

describe("on boards with rods", () => {
  const board = towerBoard();
  const makePiece = (name: string) => piece(board, name);
  const pieces = ["b2.1", "b2.2", "c2.1"].map(makePiece);
  const stops = getStops(board, pieces);
  const getName = (stop: number | null) => board.cells[stops[stop ?? -1]?.cell ?? -1]?.name;

  test("there is one stop for each rod, on its topmost ball or its lowest cell", () => {
    expect(stops).toHaveLength(16);
    expect(
      stops.map(({ cell }) => board.cells[cell]?.name).filter((name) => !name?.endsWith(".1")),
    ).toEqual(["b2.2"]);
    expect(new Set(stops.flatMap(({ cells }) => cells)).size).toBe(64);
    expect(getStops(squareBoard(3, 3), []).map(({ cell }) => cell)).toEqual(
      squareBoard(3, 3).cells.map((_, cell) => cell),
    );
  });

  test.each([2, 4])("arrow keys lead from rod to rod, %i levels in a row", (columns) => {
    const { cells } = computeLayout(board, columns);
    const points = stops.map((stop) => getPoint(cells, stop.cells[0] ?? 0));
    const b2 = stops.findIndex(({ cell }) => board.cells[cell]?.name === "b2.2");
    const names = Object.keys(OPPOSITE_KEYS).map((key) => getName(findNeighbour(points, b2, key)));
    expect(names).toEqual(["a2.1", "c2.1", "b3.1", "b1.1"]);
    expect(getName(findFarthest(points, b2, "ArrowRight"))).toBe("d2.1");
    expect(getName(findNextInReadingOrder(points, [0, b2, 15], b2))).toBe("a1.1");
    expect(getReadingOrder(points).map((row) => row.length)).toEqual([4, 4, 4, 4]);
  });
});

describe("the next choosable cell", () => {
  const { cells } = computeLayout(squareBoard(3, 3)); // read 6 7 8, 3 4 5, 0 1 2

  test("is found in reading order, wrapping around", () => {
    expect(getReadingOrder(cells).flat()).toEqual([6, 7, 8, 3, 4, 5, 0, 1, 2]);
    expect(findNextInReadingOrder(cells, [8, 4, 0], 8)).toBe(4);
    expect(findNextInReadingOrder(cells, [8, 4, 0], 0)).toBe(8);
    expect(findNextInReadingOrder(cells, [8, 4, 0], 8, true)).toBe(0);
    expect(findNextInReadingOrder(cells, [], 8)).toBeNull();
  });
});
