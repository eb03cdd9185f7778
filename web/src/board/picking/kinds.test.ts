import { describe, expect, test } from "vitest";
import type { Board, Language, ToPut } from "../../protocol";
import { frameOf, squareBoard, towerBoard } from "../boards.fixture";
import { kinds, looksOf } from "./kinds";
import { choices } from "./picking";

const tower = towerBoard();
const board = squareBoard(3, 3);
const red: ToPut = { colour: "red", mark: "plain", owner: 0 };
const yellow: ToPut = { colour: "yellow", mark: "dot", owner: null };

describe("kinds of pieces to put", () => {
  test("are those of the cell with the most, and none without a choice", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const found = kinds(tower, frame, choices(tower, frame).puts, "en");
    expect(found.map(({ letter }) => letter)).toEqual(["r", "y"]);
    const single = frameOf(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(kinds(tower, single, choices(tower, single).puts, "en")).toEqual([]);
  });

  test("look as the server says", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    frame.to_put = { r: red, y: yellow };
    const found = kinds(tower, frame, choices(tower, frame).puts, "en");
    expect(found.map(({ look }) => look)).toEqual([red, yellow]);
  });

  test("are called what the game calls them, in the reader's language", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    const words = (named: Partial<Board>, language: Language) =>
      kinds({ ...tower, ...named }, frame, choices(tower, frame).puts, language).map(
        (kind) => kind.words,
      );
    const called = { r: { en: "red ball", de: "rote Kugel" } };
    expect(words({ kinds: called }, "en")).toEqual(["red ball", "y"]); // or by its letter
    expect(words({ kinds: called }, "de")).toEqual(["rote Kugel", "y"]);
    const choice = { r: { en: "ball", de: "Kugel" } };
    expect(words({ kinds: called, choices: choice }, "de")).toEqual(["Kugel", "y"]);
  });
});

test("the letters that an action puts tell what would lie on its cells", () => {
  const frame = frameOf(board, [], { b2c2: "b2 c2", "a1-a3": "a1 a3" });
  frame.to_put = { o: red, x: yellow };
  expect(looksOf(frame, "b2c2")).toEqual([red, yellow]);
  expect(looksOf(frame, "a1-a3")).toEqual([]);
});
