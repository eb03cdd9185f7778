import { expect, test } from "vitest";
import { indexOf, piece, squareBoard, towerBoard } from "./boards.fixture";
import { spokenCell, spokenPiece, spokenPillar } from "./words";

test("a cell is spoken of by its name, and where pieces drop by its pillar and how high it is", () => {
  const tower = towerBoard();
  const square = squareBoard(4, 4);
  expect(spokenCell(square, indexOf(square, "c2"), "en")).toBe("c2");
  expect(spokenCell(tower, indexOf(tower, "b3.2"), "en")).toBe("b3, level 2");
  expect(spokenCell(tower, indexOf(tower, "b3.2"), "de")).toBe("b3, Ebene 2");
  expect(spokenCell({ ...tower, scene: [] }, indexOf(tower, "b3.1"), "de")).toBe("b3, Platz 1");
});

test("a piece is spoken of by its kind and its height, and without a word for it by its letter", () => {
  const board = { ...squareBoard(2, 2), kinds: { r: { en: "red stone", de: "roter Stein" } } };
  expect(spokenPiece(board, piece(board, "a1"), "de")).toBe("roter Stein");
  expect(spokenPiece(board, piece(board, "a1", "red", 3), "de")).toBe("roter Stein, Höhe 3");
  expect(spokenPiece(board, piece(board, "a1", "red", 2), "en")).toBe("red stone, height 2");
  expect(spokenPiece({ ...board, kinds: {} }, piece(board, "a1"), "en")).toBe("r");
});

test("a pillar is spoken of by how full it is, and its pieces from the bottom up", () => {
  const kinds = {
    r: { en: "red ball", de: "rote Kugel" },
    b: { en: "blue ball", de: "blaue Kugel" },
  };
  const tower = { ...towerBoard(), kinds };
  const pillar = tower.pillars.find(({ name }) => name === "b3") ?? { name: "", cells: [] };
  const pieces = [
    { ...piece(tower, "b3.2"), letter: "b" },
    piece(tower, "b3.1"),
    piece(tower, "c3.1"),
  ];
  expect(spokenPillar(tower, pillar, pieces, "en")).toBe("b3: 2 of 4, red ball, blue ball");
  expect(spokenPillar(tower, pillar, pieces, "de")).toBe("b3: 2 von 4, rote Kugel, blaue Kugel");
  expect(spokenPillar(tower, pillar, [], "de")).toBe("b3: leer");
});
