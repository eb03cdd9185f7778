import { expect, test } from "vitest";
import { hexBoard, indexOf, squareBoard, towerBoard } from "../boards.fixture";
import { layout, pointOf } from "../oblique/layout";
import { step } from "./keyboardSteps";
import { turnedRound } from "./turn";

test("half a turn twice is none", () => {
  for (const board of [squareBoard(6, 5), hexBoard(), towerBoard()]) {
    const twice = layout(turnedRound(turnedRound(board)));
    expect(twice.cells).toEqual(layout(board).cells);
  }
});

test("what was near is far, what was left is right, and arrow keys follow what is seen", () => {
  const board = squareBoard(4, 4);
  const { cells } = layout(turnedRound(board));
  const spot = (name: string) => pointOf(cells, indexOf(board, name));
  expect(spot("a1")[1]).toBeLessThan(spot("a4")[1]);
  expect(spot("a1")[0]).toBeGreaterThan(spot("d1")[0]);
  expect(step(cells, indexOf(board, "b2"), "ArrowUp")).toBe(indexOf(board, "b1"));
  expect(step(cells, indexOf(board, "b2"), "ArrowLeft")).toBe(indexOf(board, "c2"));
});

test("levels are turned each by itself", () => {
  const board = towerBoard();
  const [before, after] = [layout(board), layout(turnedRound(board))];
  expect(after.planks.map(({ title }) => title?.level)).toEqual([1, 2, 3, 4]);
  for (const [level, other] of [
    [1, 2],
    [1, 3],
  ] as const) {
    const apart = (laid: typeof before) => {
      const [x, y] = pointOf(laid.cells, indexOf(board, `b3.${level}`));
      const [toX, toY] = pointOf(laid.cells, indexOf(board, `b3.${other}`));
      return [Math.sign(toX - x), Math.sign(toY - y)];
    };
    expect(apart(after)).toEqual(apart(before));
  }
});
