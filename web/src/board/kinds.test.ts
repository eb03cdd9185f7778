import { describe, expect, test } from "vitest";
import type { ToPut } from "../protocol";
import { frameOf, squareBoard, towerBoard } from "./boards.fixture";
import { difference, kinds, looksOf } from "./kinds";
import { choices } from "./picking";

const tower = towerBoard();
const board = squareBoard(3, 3);
const red: ToPut = { colour: "red", mark: "plain", owner: 0 };
const yellow: ToPut = { colour: "yellow", mark: "dot", owner: null };

describe("kinds of pieces to put", () => {
  test("are told apart by the words that differ", () => {
    expect(difference(["Tzaar on A1", "Tott on A1"])).toEqual(["Tzaar", "Tott"]);
    expect(difference(["ball on b3", "neutral ball on b3"])).toEqual(["ball", "neutral ball"]);
  });

  test("are those of the cell with the most, and none without a choice", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const found = kinds(frame, choices(tower, frame).puts);
    expect(found.map(({ letter }) => letter)).toEqual(["r", "y"]);
    const single = frameOf(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(kinds(single, choices(tower, single).puts)).toEqual([]);
  });

  test("look as the server says", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    frame.to_put = { r: red, y: yellow };
    const found = kinds(frame, choices(tower, frame).puts);
    expect(found.map(({ look }) => look)).toEqual([red, yellow]);
  });
});

test("the letters that an action puts tell what would lie on its cells", () => {
  const frame = frameOf(board, [], { b2c2: "b2 c2", "a1-a3": "a1 a3" });
  frame.to_put = { o: red, x: yellow };
  expect(looksOf(frame, "b2c2")).toEqual([red, yellow]);
  expect(looksOf(frame, "a1-a3")).toEqual([]);
});
