import { describe, expect, test } from "vitest";
import type { Board, PlaceablePiece } from "../../protocol";
import { frameOf, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import {
  FIRST_GRIP,
  actionsWithoutCells,
  choices,
  choosable,
  flipped,
  kinds,
  looksOf,
  meaning,
  nearestTo,
  placements,
  turned,
} from "./choices";
import { layout } from "../layout";

const tower = towerBoard();
const small = squareBoard(3, 3);
const red: PlaceablePiece = { colour: "red", mark: "plain", owner: 0 };
const yellow: PlaceablePiece = { colour: "yellow", mark: "dot", owner: null };

describe("kinds of pieces to put", () => {
  test("are those of the cell with the most, and none without a choice", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const found = kinds(tower, frame, choices(tower, frame).puts);
    expect(found.map(({ letter }) => letter)).toEqual(["r", "y"]);
    const single = frameOf(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(kinds(tower, single, choices(tower, single).puts)).toEqual([]);
  });

  test("look as the server says", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    frame.placeable = { r: red, y: yellow };
    const found = kinds(tower, frame, choices(tower, frame).puts);
    expect(found.map(({ look }) => look)).toEqual([red, yellow]);
  });

  test("are called what the game calls them", () => {
    const frame = frameOf(tower, [], { b3: "b3.1", b3y: "b3.1" });
    const words = (named: Partial<Board>) =>
      kinds({ ...tower, ...named }, frame, choices(tower, frame).puts).map((kind) => kind.words);
    const called = { r: "red ball" };
    expect(words({ kinds: called })).toEqual(["red ball", "y"]); // or by its letter
    const choice = { r: "ball" };
    expect(words({ kinds: called, choices: choice })).toEqual(["ball", "y"]);
  });
});

test("the letters that an action puts tell what would lie on its cells", () => {
  const frame = frameOf(small, [], { b2c2: "b2 c2", "a1-a3": "a1 a3" });
  frame.placeable = { o: red, x: yellow };
  expect(looksOf(frame, "b2c2")).toEqual([red, yellow]);
  expect(looksOf(frame, "a1-a3")).toEqual([]);
});

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);

describe("moves", () => {
  const pieces = [piece(board, "a1"), piece(board, "b1"), piece(board, "c1", "blue")];
  const frame = frameOf(board, pieces, {
    "a1-a3": "a1 a3",
    "a1-a4": "a1 a4",
    b1xc1: "b1 c1",
    "b1+c1": "b1 c1",
    pass: "",
  });
  const found = choices(board, frame);

  test("are sorted by where they come from; an action without cells is a button", () => {
    expect(actionsWithoutCells(frame)).toEqual(["pass"]);
    expect([...found.moves.keys()]).toEqual([at("a1"), at("b1")]);
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

const { cells } = layout(small);
const all = ["b2c2", "b2b1", "b2a2", "b2b3", "c2b2", "b1b2", "a2b2", "b3b2"];
const legal = (actions: string[]) =>
  choices(
    small,
    frameOf(
      small,
      [],
      Object.fromEntries(actions.map((a) => [a, `${a.slice(0, 2)} ${a.slice(2)}`])),
    ),
  ).tiles;
const around = (actions: string[], at = "b2") =>
  placements(legal(actions), cells, indexOf(small, at));

test("a tile turns clockwise around the cell under the pointer, then with its halves changed", () => {
  const options = around([...all].reverse());
  expect(options.map(({ action }) => action)).toEqual(all);
  let now = nearestTo(FIRST_GRIP, options);
  const seen: string[] = [];
  while (now && !seen.includes(now.action)) {
    seen.push(now.action);
    now = turned(options, now);
  }
  expect(seen).toEqual(all);
  const [first] = options;
  expect(first && turned(options, first, false)?.action).toBe("b3b2");
});

test("turning skips what is not legal", () => {
  const options = around(["b2c2", "b2b3", "a1b1"]);
  const [first] = options;
  expect(first && turned(options, first)?.action).toBe("b2b3");
});

test("a tile keeps its direction from cell to cell, as far as it can", () => {
  const down = { angle: 90, flipped: false };
  expect(nearestTo(down, around(all))?.action).toBe("b2b1");
  expect(nearestTo(down, around(["b2c2", "b2b3", "b1b2"]))?.action).toBe("b2c2");
  expect(nearestTo(down, around(["b1b2"]))?.action).toBe("b1b2");
  expect(nearestTo(down, around([]))).toBeNull();
});

test("flipping changes the halves and keeps the direction", () => {
  const options = around(all);
  const now = nearestTo({ angle: 180, flipped: false }, options);
  expect(now?.action).toBe("b2a2");
  expect(now && flipped(options, now)?.action).toBe("a2b2");
});
