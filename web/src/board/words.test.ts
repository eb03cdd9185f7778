import { expect, test } from "vitest";
import { indexOf, piece, squareBoard, towerBoard } from "./boards.fixture";
import { describeCell, describePiece, describePillar } from "./words";

test("a cell is described by its name, by rod and level, or by column and place", () => {
  const tower = towerBoard();
  const square = squareBoard(4, 4);
  expect(describeCell(square, indexOf(square, "c2"), "en")).toBe("c2");
  expect(describeCell(tower, indexOf(tower, "b3.2"), "en")).toBe("b3, level 2");
  expect(describeCell(tower, indexOf(tower, "b3.2"), "de")).toBe("b3, Ebene 2");
  expect(describeCell({ ...tower, scene: [] }, indexOf(tower, "b3.1"), "de")).toBe("b3, Platz 1");
});

test("a piece is described by kind and height, or by its letter if the kind has no name", () => {
  const board = { ...squareBoard(2, 2), kinds: { r: "red stone" } };
  expect(describePiece(board, piece(board, "a1"), "en")).toBe("red stone");
  expect(describePiece(board, piece(board, "a1", "red", 2), "en")).toBe("red stone, height 2");
  const german = { ...board, kinds: { r: "roter Stein" } };
  expect(describePiece(german, piece(board, "a1", "red", 3), "de")).toBe("roter Stein, Höhe 3");
  expect(describePiece({ ...board, kinds: {} }, piece(board, "a1"), "en")).toBe("r");
});

test("a pillar is described by the number of its pieces and the pieces from the bottom up", () => {
  const kinds = { r: "red ball", b: "blue ball" };
  const tower = { ...towerBoard(), kinds };
  const pillar = tower.pillars.find(({ name }) => name === "b3") ?? { name: "", cells: [] };
  const pieces = [
    { ...piece(tower, "b3.2"), letter: "b" },
    piece(tower, "b3.1"),
    piece(tower, "c3.1"),
  ];
  expect(describePillar(tower, pillar, pieces, "en")).toBe("b3: 2 of 4, red ball, blue ball");
  const german = { ...tower, kinds: { r: "rote Kugel", b: "blaue Kugel" } };
  expect(describePillar(german, pillar, pieces, "de")).toBe("b3: 2 von 4, rote Kugel, blaue Kugel");
  expect(describePillar(tower, pillar, [], "de")).toBe("b3: leer");
});
