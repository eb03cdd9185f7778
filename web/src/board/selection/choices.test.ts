import { describe, expect, test } from "vitest";
import type { Board, PlaceablePiece } from "../../protocol";
import { makeFrame, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import {
  INITIAL_ORIENTATION,
  getActionsWithoutCells,
  getChoices,
  getChoosableCells,
  flipPlacement,
  getPieceKinds,
  getPlacedPieces,
  getSelectionEffect,
  findClosestPlacement,
  getTilePlacements,
  rotatePlacement,
} from "./choices";
import { computeLayout } from "../layout";

const tower = towerBoard();
const small = squareBoard(3, 3);
const red: PlaceablePiece = { colour: "red", mark: "plain", owner: 0 };
const yellow: PlaceablePiece = { colour: "yellow", mark: "dot", owner: null };

describe("kinds of pieces to place", () => {
  test("are those of the cell with the most kinds; none without a choice", () => {
    const frame = makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1" });
    const choices = getPieceKinds(tower, frame, getChoices(tower, frame).placements);
    expect(choices.map(({ letter }) => letter)).toEqual(["r", "y"]);
    const single = makeFrame(tower, [], { b3: "b3.1", c1: "c1.1" });
    expect(getPieceKinds(tower, single, getChoices(tower, single).placements)).toEqual([]);
  });

  test("look as in the frame", () => {
    const frame = makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1" });
    frame.placeable = { r: red, y: yellow };
    const choices = getPieceKinds(tower, frame, getChoices(tower, frame).placements);
    expect(choices.map(({ look }) => look)).toEqual([red, yellow]);
  });

  test("have the names of the game", () => {
    const frame = makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1" });
    const names = (named: Partial<Board>) =>
      getPieceKinds({ ...tower, ...named }, frame, getChoices(tower, frame).placements).map(
        ({ name }) => name,
      );
    const pieceNames = { r: "red ball" };
    expect(names({ kinds: pieceNames })).toEqual(["red ball", "y"]); // or by its letter
    const choice = { r: "ball" };
    expect(names({ kinds: pieceNames, choices: choice })).toEqual(["ball", "y"]);
  });
});

test("the pieces that an action places are known by their letters", () => {
  const frame = makeFrame(small, [], { b2c2: "b2 c2", "a1-a3": "a1 a3" });
  frame.placeable = { o: red, x: yellow };
  expect(getPlacedPieces(frame, "b2c2")).toEqual([red, yellow]);
  expect(getPlacedPieces(frame, "a1-a3")).toEqual([]);
});

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);

describe("moves", () => {
  const pieces = [piece(board, "a1"), piece(board, "b1"), piece(board, "c1", "blue")];
  const frame = makeFrame(board, pieces, {
    "a1-a3": "a1 a3",
    "a1-a4": "a1 a4",
    b1xc1: "b1 c1",
    "b1+c1": "b1 c1",
    pass: "",
  });
  const choices = getChoices(board, frame);

  test("are grouped by their first cell; actions without cells are separate", () => {
    expect(getActionsWithoutCells(frame)).toEqual(["pass"]);
    expect([...choices.moves.keys()]).toEqual([at("a1"), at("b1")]);
    expect(getChoosableCells(choices, null)).toEqual(new Set([at("a1"), at("b1")]));
    expect(getChoosableCells(choices, at("a1"))).toEqual(new Set([at("a3"), at("a4")]));
  });

  test("consist of picking up a piece and selecting a target", () => {
    expect(getSelectionEffect(choices, null, at("a1"))).toEqual({ kind: "hold", cell: at("a1") });
    expect(getSelectionEffect(choices, at("a1"), at("a3"))).toEqual({
      kind: "act",
      actions: ["a1-a3"],
    });
  });

  test("can be several with the same cells", () => {
    const effect = getSelectionEffect(choices, at("b1"), at("c1"));
    expect(effect).toEqual({ kind: "act", actions: ["b1xc1", "b1+c1"] });
  });

  test("are cancelled by selecting the piece again, or changed by selecting another", () => {
    expect(getSelectionEffect(choices, at("a1"), at("a1"))).toEqual({ kind: "release" });
    expect(getSelectionEffect(choices, at("a1"), at("b1"))).toEqual({
      kind: "hold",
      cell: at("b1"),
    });
  });

  test("that are illegal ask why", () => {
    expect(getSelectionEffect(choices, at("a1"), at("d4"))).toEqual({
      kind: "why",
      cells: [at("a1"), at("d4")],
    });
    expect(getSelectionEffect(choices, null, at("c1"))).toEqual({ kind: "why", cells: [at("c1")] });
  });
});

test("every cell of a rod selects the action that drops a ball there", () => {
  const tower = towerBoard();
  const choices = getChoices(tower, makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1" }));
  const top = indexOf(tower, "b3.4");
  expect(getSelectionEffect(choices, null, top)).toEqual({ kind: "act", actions: ["b3", "b3y"] });
  expect(getSelectionEffect(choices, null, indexOf(tower, "b2.1")).kind).toBe("why");
  expect(getChoosableCells(choices, null).size).toBe(4);
});

test("tiles and moves are told apart by the kind of the action", () => {
  const frame = makeFrame(board, [piece(board, "d4")], { a1a2: "a1 a2", "d4-d3": "d4 d3" });
  const choices = getChoices(board, frame);
  expect(choices.tiles).toEqual([{ action: "a1a2", first: at("a1"), second: at("a2") }]);
  expect([...choices.moves.keys()]).toEqual([at("d4")]);
});

const { cells } = computeLayout(small);
const all = ["b2c2", "b2b1", "b2a2", "b2b3", "c2b2", "b1b2", "a2b2", "b3b2"];
const legal = (actions: string[]) =>
  getChoices(
    small,
    makeFrame(
      small,
      [],
      Object.fromEntries(actions.map((a) => [a, `${a.slice(0, 2)} ${a.slice(2)}`])),
    ),
  ).tiles;
const placementsAround = (actions: string[], at = "b2") =>
  getTilePlacements(legal(actions), cells, indexOf(small, at));

test("rotating leads clockwise around the pointed cell, then with swapped halves", () => {
  const placements = placementsAround([...all].reverse());
  expect(placements.map(({ action }) => action)).toEqual(all);
  let current = findClosestPlacement(INITIAL_ORIENTATION, placements);
  const reached: string[] = [];
  while (current && !reached.includes(current.action)) {
    reached.push(current.action);
    current = rotatePlacement(placements, current);
  }
  expect(reached).toEqual(all);
  const [first] = placements;
  expect(first && rotatePlacement(placements, first, false)?.action).toBe("b3b2");
});

test("rotating skips illegal placements", () => {
  const placements = placementsAround(["b2c2", "b2b3", "a1b1"]);
  const [first] = placements;
  expect(first && rotatePlacement(placements, first)?.action).toBe("b2b3");
});

test("the closest placement keeps the direction from cell to cell if possible", () => {
  const down = { angle: 90, isFlipped: false };
  expect(findClosestPlacement(down, placementsAround(all))?.action).toBe("b2b1");
  expect(findClosestPlacement(down, placementsAround(["b2c2", "b2b3", "b1b2"]))?.action).toBe(
    "b2c2",
  );
  expect(findClosestPlacement(down, placementsAround(["b1b2"]))?.action).toBe("b1b2");
  expect(findClosestPlacement(down, placementsAround([]))).toBeNull();
});

test("flipping swaps the halves and keeps the direction", () => {
  const placements = placementsAround(all);
  const current = findClosestPlacement({ angle: 180, isFlipped: false }, placements);
  expect(current?.action).toBe("b2a2");
  expect(current && flipPlacement(placements, current)?.action).toBe("a2b2");
});
