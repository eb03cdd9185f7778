import { describe, expect, test } from "vitest";
import { frameOf, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { choices, choosable, meaning } from "./picking";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);

describe("moves", () => {
  const pieces = [piece(board, "a1"), piece(board, "b1"), piece(board, "c1", "blue")];
  const found = choices(
    board,
    frameOf(board, pieces, {
      "a1-a3": "a1 a3",
      "a1-a4": "a1 a4",
      b1xc1: "b1 c1",
      "b1+c1": "b1 c1",
      pass: "",
    }),
  );

  test("are sorted by where they come from; an action without cells is a button", () => {
    expect([...found.moves.keys()]).toEqual([at("a1"), at("b1")]);
    expect(found.buttons).toEqual(["pass"]);
    expect(choosable(found, null)).toEqual(new Set([at("a1"), at("b1")]));
    expect(choosable(found, at("a1"))).toEqual(new Set([at("a3"), at("a4")]));
  });

  test("begin with a piece and end on a target", () => {
    expect(meaning(found, null, at("a1"))).toEqual({ kind: "hold", cell: at("a1") });
    expect(meaning(found, at("a1"), at("a3"))).toEqual({ kind: "act", actions: ["a1-a3"] });
  });

  test("offer all actions with the same cells", () => {
    const meant = meaning(found, at("b1"), at("c1"));
    expect(meant).toEqual({ kind: "act", actions: ["b1xc1", "b1+c1"] });
  });

  test("are given up by touching the piece again, or changed by touching another", () => {
    expect(meaning(found, at("a1"), at("a1"))).toEqual({ kind: "release" });
    expect(meaning(found, at("a1"), at("b1"))).toEqual({ kind: "hold", cell: at("b1") });
  });

  test("that are impossible ask why", () => {
    expect(meaning(found, at("a1"), at("d4"))).toEqual({
      kind: "why",
      cells: [at("a1"), at("d4")],
    });
    expect(meaning(found, null, at("c1"))).toEqual({ kind: "why", cells: [at("c1")] });
  });
});

test("a put on any place of a rod is the one where the ball comes to rest", () => {
  const tower = towerBoard();
  const found = choices(tower, frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" }));
  const top = indexOf(tower, "b3.4");
  expect(meaning(found, null, top)).toEqual({ kind: "act", actions: ["b3", "b3y"] });
  expect(meaning(found, null, indexOf(tower, "b2.1")).kind).toBe("why");
  expect(choosable(found, null).size).toBe(4);
});

test("two empty cells make a tile, a taken one a move", () => {
  const frame = frameOf(board, [piece(board, "d4")], { a1a2: "a1 a2", "d4-d3": "d4 d3" });
  const found = choices(board, frame);
  expect(found.tiles).toEqual([{ action: "a1a2", first: at("a1"), second: at("a2") }]);
  expect([...found.moves.keys()]).toEqual([at("d4")]);
});
