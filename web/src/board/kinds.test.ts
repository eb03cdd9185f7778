import { describe, expect, test } from "vitest";
import type { Look } from "../protocol";
import { frameOf, squareBoard, towerBoard } from "./boards.fixture";
import { difference, kindOf, kinds, looksOf } from "./kinds";
import { choices } from "./picking";

const tower = towerBoard();
const board = squareBoard(3, 3);
const red: Look = { colour: "red", mark: "plain" };
const yellow: Look = { colour: "yellow", mark: "dot" };

describe("kinds of pieces to put", () => {
  test("are told apart by the words that differ", () => {
    expect(difference(["Tzaar on A1", "Tott on A1"])).toEqual(["Tzaar", "Tott"]);
    expect(difference(["ball on b3", "neutral ball on b3"])).toEqual(["ball", "neutral ball"]);
  });

  test("are those of the cell with the most, and none without a choice", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const found = kinds(tower, frame, choices(tower, frame).puts, "en");
    expect(found.map(({ key }) => key)).toEqual(["", "y"]);
    const single = frameOf(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(kinds(tower, single, choices(tower, single).puts, "en")).toEqual([]);
  });

  test("look as the server says", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    frame.hand = { "": [red], y: [yellow] };
    const found = kinds(tower, frame, choices(tower, frame).puts, "en");
    expect(found.map(({ look }) => look)).toEqual([red, yellow]);
  });
});

describe("the kind of an action", () => {
  test("is its name without its cells", () => {
    const frame = frameOf(board, [], { "Z@a1": "a1", b2c2: "b2 c2", "a1-a3": "a1 a3", pass: "" });
    const found = Object.keys(frame.targets).map((action) => kindOf(board, frame, action));
    expect(found).toEqual(["Z@", "", "-", "pass"]);
  });

  test("tells what would lie on its cells", () => {
    const frame = frameOf(board, [], { b2c2: "b2 c2", "a1-a3": "a1 a3" });
    frame.hand = { "": [red, yellow] };
    expect(looksOf(board, frame, "b2c2")).toEqual([red, yellow]);
    expect(looksOf(board, frame, "a1-a3")).toEqual([]);
  });
});
