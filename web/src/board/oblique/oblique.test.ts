import { expect, test } from "vitest";
import { piece, towerBoard } from "../boards.fixture";
import { paper, plate, project, rods } from "./oblique";

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

test("everything lies on the paper", () => {
  const [left = 0, top = 0, width = 0, height = 0] = paper(board).split(" ").map(Number);
  for (const [x, y] of [...plate(board), project(0, 3, 3.35), project(3, 3, 3.35)]) {
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
  }
});
