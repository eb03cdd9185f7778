import { describe, expect, test } from "vitest";
import type { Count } from "../protocol";
import { frameOf, piece, squareBoard, towerBoard } from "./boards.fixture";
import { difference, halves, kinds, learnt, ownLook } from "./kinds";
import { choices } from "./picking";

const tower = towerBoard();
const board = squareBoard(3, 3);
const none = new Map();

function count(what: string, colour: Count["colour"], seat: number | null): Count {
  return { seat, what: { en: what, de: what }, colour, mark: "plain", number: 3 };
}

describe("kinds of pieces to put", () => {
  test("are told apart by the words that differ", () => {
    expect(difference(["Tzaar on A1", "Tott on A1"])).toEqual(["Tzaar", "Tott"]);
    expect(difference(["ball on b3", "neutral ball on b3"])).toEqual(["ball", "neutral ball"]);
  });

  test("are those of the cell with the most, and none without a choice", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const found = kinds(tower, frame, choices(tower, frame).puts, none, "en");
    expect(found.map(({ key }) => key)).toEqual(["", "y"]);
    const single = frameOf(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(kinds(tower, single, choices(tower, single).puts, none, "en")).toEqual([]);
  });

  test("look like what is counted under their name", () => {
    const frame = frameOf(board, [], { "Z@a1": "a1", "T@a1": "a1" });
    frame.counts = [count("Z@a", "black", 1), count("T@a1s in hand", "white", 0)];
    const found = kinds(board, frame, choices(board, frame).puts, none, "en");
    expect(found.map(({ look }) => look?.colour)).toEqual([undefined, "white"]);
  });
});

describe("what a seat puts", () => {
  test("is learnt from a single new piece, unless the action names a kind", () => {
    const before = frameOf(tower, []);
    const own = frameOf(tower, [piece(tower, "b3.1", "red")], {}, ["b3", "b3.1"]);
    const looks = learnt(tower, none, before, own);
    expect(looks.get(0)?.colour).toBe("red");
    const neutral = frameOf(tower, [piece(tower, "b3.1", "yellow")], {}, ["b3y", "b3.1"]);
    expect(learnt(tower, none, before, neutral).size).toBe(0);
  });

  test("is the one look on the board, or what the seat counts if that stands there", () => {
    const frame = frameOf(board, [piece(board, "a1", "black")]);
    frame.counts = [count("coins", "yellow", 0)];
    expect(ownLook(frame, none)?.colour).toBe("black");
    frame.pieces.push(piece(board, "a2", "yellow"));
    expect(ownLook(frame, none)?.colour).toBe("yellow");
    frame.counts = [];
    expect(ownLook(frame, none)).toBeNull();
  });

  test("a tile's halves are like the last one's", () => {
    expect(halves(frameOf(board, [])).map(({ mark }) => mark)).toEqual(["plain", "holes"]);
    const last = [piece(board, "a1", "blue"), piece(board, "a2", "red")];
    const frame = frameOf(board, last, {}, ["a2a1", "a2 a1"]);
    expect(halves(frame).map(({ colour }) => colour)).toEqual(["red", "blue"]);
  });
});
