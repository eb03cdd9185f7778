import { expect, test } from "vitest";
import { hexBoard, indexOf, squareBoard, towerBoard } from "./boards.fixture";
import { computeLayout, getPoint } from "./layout";
import {
  saveRotation,
  loadRotation,
  getNextRotation,
  getOwnSide,
  chooseRotation,
  rotateBoard,
  getRotations,
} from "./rotation";
import { findNeighbour } from "./selection/keyboardNavigation";

const QUARTERS = [0, 90, 180, 270];

test("boards are rotated by the symmetry of their cells, upright boards not at all", () => {
  expect(getRotations(squareBoard(6, 5))).toEqual([0, 180]);
  expect(getRotations(squareBoard(4, 4))).toEqual([0, 90, 180, 270]);
  expect(getRotations(hexBoard())).toEqual([0, 60, 120, 180, 240, 300]);
  const cells = hexBoard().cells.map(({ name, x, y }) => ({ name, x: Number(x.toFixed(3)), y }));
  expect(getRotations({ ...hexBoard(), cells })).toHaveLength(6); // numbers may be rounded
  expect(getRotations(towerBoard())).toEqual([0, 90, 180, 270]);
  const columns = [0, 1, 2, 3].map((x) => ({ name: "abcd"[x] ?? "", cells: [x, x + 4, x + 8] }));
  expect(getRotations({ ...squareBoard(4, 3), pillars: columns })).toEqual([0]);
});

test("the next rotation goes in both directions and wraps around", () => {
  const board = squareBoard(4, 4);
  expect([0, 90, 180, 270].map((degrees) => getNextRotation(board, degrees))).toEqual([
    90, 180, 270, 0,
  ]);
  expect([0, 90].map((degrees) => getNextRotation(board, degrees, false))).toEqual([270, 0]);
});

test("a full turn in single steps restores the board", () => {
  for (const board of [squareBoard(6, 5), squareBoard(4, 4), hexBoard(), towerBoard()]) {
    const rotations = getRotations(board);
    let rotated = board;
    for (const _ of rotations) {
      rotated = rotateBoard(rotated, rotations[1] ?? 0);
      const corners = (other: typeof board) =>
        computeLayout(other).cellOutline.map((at) => at.map(Math.round));
      expect(corners(rotated)).toEqual(corners(board));
    }
    computeLayout(rotated).cells.forEach(([x, y], cell) => {
      const [oldX, oldY] = getPoint(computeLayout(board).cells, cell);
      expect([x, y]).toEqual([expect.closeTo(oldX, 2), expect.closeTo(oldY, 2)]);
    });
  }
});

test("half a turn mirrors the board in both directions, also for arrow keys", () => {
  const board = squareBoard(4, 4);
  const { cells } = computeLayout(rotateBoard(board, 180));
  const getCentre = (name: string) => getPoint(cells, indexOf(board, name));
  expect(getCentre("a1")[1]).toBeLessThan(getCentre("a4")[1]);
  expect(getCentre("a1")[0]).toBeGreaterThan(getCentre("d1")[0]);
  expect(findNeighbour(cells, indexOf(board, "b2"), "ArrowUp")).toBe(indexOf(board, "b1"));
  expect(findNeighbour(cells, indexOf(board, "b2"), "ArrowLeft")).toBe(indexOf(board, "c2"));
});

test("a quarter turn clockwise moves the right edge and its labels to the bottom", () => {
  const board = squareBoard(4, 4);
  const rotated = rotateBoard(board, 90);
  const { cells } = computeLayout(rotated);
  const getCentre = (name: string) => getPoint(cells, indexOf(board, name));
  expect(getCentre("d1")[1]).toBeGreaterThan(getCentre("a1")[1]);
  expect(getCentre("d1")[0]).toBe(getCentre("a1")[0]);
  const getLabel = (text: string) => rotated.labels.find((label) => label.text === text);
  expect(getLabel("d")?.y).toBe(rotated.cells[indexOf(board, "d1")]?.y); // beside its column, which is a row now
  expect(getLabel("3")?.x).toBe(rotated.cells[indexOf(board, "a3")]?.x);
});

test("levels are rotated separately and keep their arrangement", () => {
  const board = towerBoard();
  const [before, after] = [computeLayout(board), computeLayout(rotateBoard(board, 90))];
  expect(after.planks.map(({ title }) => title?.level)).toEqual([1, 2, 3, 4]);
  for (const [level, other] of [
    [1, 2],
    [1, 3],
  ] as const) {
    const getDirection = (layout: typeof before) => {
      const [x, y] = getPoint(layout.cells, indexOf(board, `b3.${level}`));
      const [toX, toY] = getPoint(layout.cells, indexOf(board, `b3.${other}`));
      return [Math.sign(toX - x), Math.sign(toY - y)];
    };
    expect(getDirection(after)).toEqual(getDirection(before));
  }
});

test("no label overlaps the name of a level", () => {
  const board = towerBoard();
  for (const degrees of getRotations(board)) {
    const { planks, labels, labelSize } = computeLayout(rotateBoard(board, degrees));
    for (const { title } of planks) {
      expect(title).not.toBeNull();
      const isInside = ({ x, y }: { x: number; y: number }) =>
        Math.abs(x - (title?.x ?? 0)) < 2 * labelSize &&
        Math.abs(y - (title?.y ?? 0)) < 1.1 * labelSize;
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

test("the rotation is stored for each game", () => {
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
