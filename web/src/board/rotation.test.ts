import { expect, test } from "vitest";
import { hexBoard, indexOf, squareBoard, towerBoard } from "./boards.fixture";
import { layout, pointOf } from "./layout";
import {
  saveRotation,
  loadRotation,
  nextRotation,
  getOwnSide,
  chooseRotation,
  rotateBoard,
  getRotations,
} from "./rotation";
import { step } from "./selection/keyboardNavigation";

const QUARTERS = [0, 90, 180, 270];

test("boards turn as their shape allows, and those that stand upright not at all", () => {
  expect(getRotations(squareBoard(6, 5))).toEqual([0, 180]);
  expect(getRotations(squareBoard(4, 4))).toEqual([0, 90, 180, 270]);
  expect(getRotations(hexBoard())).toEqual([0, 60, 120, 180, 240, 300]);
  const cells = hexBoard().cells.map(({ name, x, y }) => ({ name, x: Number(x.toFixed(3)), y }));
  expect(getRotations({ ...hexBoard(), cells })).toHaveLength(6); // numbers may be rounded
  expect(getRotations(towerBoard())).toEqual([0, 90, 180, 270]);
  const columns = [0, 1, 2, 3].map((x) => ({ name: "abcd"[x] ?? "", cells: [x, x + 4, x + 8] }));
  expect(getRotations({ ...squareBoard(4, 3), pillars: columns })).toEqual([0]);
});

test("rotations follow each other in both directions and wrap around", () => {
  const board = squareBoard(4, 4);
  expect([0, 90, 180, 270].map((turn) => nextRotation(board, turn))).toEqual([90, 180, 270, 0]);
  expect([0, 90].map((turn) => nextRotation(board, turn, false))).toEqual([270, 0]);
});

test("all rotations together are the identity and map cells to cells", () => {
  for (const board of [squareBoard(6, 5), squareBoard(4, 4), hexBoard(), towerBoard()]) {
    const rotations = getRotations(board);
    let now = board;
    for (const _ of rotations) {
      now = rotateBoard(now, rotations[1] ?? 0);
      const corners = (one: typeof board) => layout(one).touch.map((at) => at.map(Math.round));
      expect(corners(now)).toEqual(corners(board));
    }
    layout(now).cells.forEach(([x, y], cell) => {
      const [wasX, wasY] = pointOf(layout(board).cells, cell);
      expect([x, y]).toEqual([expect.closeTo(wasX, 2), expect.closeTo(wasY, 2)]);
    });
  }
});

test("what was near is far, what was left is right, and arrow keys follow what is seen", () => {
  const board = squareBoard(4, 4);
  const { cells } = layout(rotateBoard(board, 180));
  const spot = (name: string) => pointOf(cells, indexOf(board, name));
  expect(spot("a1")[1]).toBeLessThan(spot("a4")[1]);
  expect(spot("a1")[0]).toBeGreaterThan(spot("d1")[0]);
  expect(step(cells, indexOf(board, "b2"), "ArrowUp")).toBe(indexOf(board, "b1"));
  expect(step(cells, indexOf(board, "b2"), "ArrowLeft")).toBe(indexOf(board, "c2"));
});

test("a quarter turn clockwise brings the right edge below, its labels with it", () => {
  const board = squareBoard(4, 4);
  const rotated = rotateBoard(board, 90);
  const { cells } = layout(rotated);
  const spot = (name: string) => pointOf(cells, indexOf(board, name));
  expect(spot("d1")[1]).toBeGreaterThan(spot("a1")[1]);
  expect(spot("d1")[0]).toBe(spot("a1")[0]);
  const labelOf = (text: string) => rotated.labels.find((label) => label.text === text);
  expect(labelOf("d")?.y).toBe(rotated.cells[indexOf(board, "d1")]?.y); // beside its column, a row now
  expect(labelOf("3")?.x).toBe(rotated.cells[indexOf(board, "a3")]?.x);
});

test("levels are turned each by itself", () => {
  const board = towerBoard();
  const [before, after] = [layout(board), layout(rotateBoard(board, 90))];
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

test("no label overlaps the name of a level", () => {
  const board = towerBoard();
  for (const degrees of getRotations(board)) {
    const { planks, labels, letters } = layout(rotateBoard(board, degrees));
    for (const { title } of planks) {
      expect(title).not.toBeNull();
      const isInside = ({ x, y }: { x: number; y: number }) =>
        Math.abs(x - (title?.x ?? 0)) < 2 * letters &&
        Math.abs(y - (title?.y ?? 0)) < 1.1 * letters;
      expect(labels.filter(isInside)).toEqual([]);
    }
  }
});

test("the second seat sees the board from its own side", () => {
  expect(getOwnSide([0])).toBe(0);
  expect(getOwnSide([1])).toBe(180);
  expect(getOwnSide([0, 1])).toBe(0);
  expect(getOwnSide([])).toBe(0);
});

test("the choice is remembered for each game", () => {
  expect(loadRotation("tzaar")).toBe(0);
  saveRotation("tzaar", 60);
  saveRotation("vier3d", 90);
  saveRotation("tzaar", 120);
  expect([loadRotation("tzaar"), loadRotation("vier3d"), loadRotation("hex")]).toEqual([
    120, 90, 0,
  ]);
});

test("the rotation is relative to the player's side, which changes in a rematch", () => {
  expect(chooseRotation(QUARTERS, [0], 90)).toBe(90);
  expect(chooseRotation(QUARTERS, [1], 90)).toBe(270);
  expect(chooseRotation(QUARTERS, [1], 180)).toBe(0);
});

test("a stored rotation that the board does not allow is ignored", () => {
  expect(chooseRotation([0, 180], [1], 90)).toBe(180);
  expect(chooseRotation([0], [1], 0)).toBe(0);
});
