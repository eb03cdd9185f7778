import { expect, test } from "vitest";
import { indexOf, squareBoard, towerBoard } from "./boards.fixture";
import { spokenCell } from "./words";

test("a cell is spoken of by its name, and where pieces drop by its pillar and how high it is", () => {
  const tower = towerBoard();
  const square = squareBoard(4, 4);
  expect(spokenCell(square, indexOf(square, "c2"), "en")).toBe("c2");
  expect(spokenCell(tower, indexOf(tower, "b3.2"), "en")).toBe("b3, level 2");
  expect(spokenCell(tower, indexOf(tower, "b3.2"), "de")).toBe("b3, Ebene 2");
  expect(spokenCell({ ...tower, scene: [] }, indexOf(tower, "b3.1"), "de")).toBe("b3, Platz 1");
});
