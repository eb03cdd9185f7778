import { expect, test } from "vitest";
import type { Board, Colour, Frame, Mark, PlaceablePiece } from "../../protocol";
import { makeFrame, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { Selection } from "./selection.svelte";
import { computeLayout } from "../layout";

const board = squareBoard(3, 3);
const at = (name: string) => indexOf(board, name);

/** Return a selection on a board whose context can be changed, and what it has reported. */
function createSelection(frame: Frame, testBoard: Board = board) {
  const context = $state({ frame, active: true, drawing: false, picks: 0 });
  const reported: (string | number[])[] = [];
  const premoveCells: number[] = [];
  const drawnCells: number[] = [];
  const { cells } = computeLayout(testBoard);
  const selection = new Selection(() => ({
    board: testBoard,
    frame: context.frame,
    cells,
    active: context.active,
    drawing: context.drawing,
    language: "en",
    onpremovecell: (cell) => premoveCells.push(cell),
    ondrawcell: (cell) => drawnCells.push(cell),
    onact: (action, device) =>
      reported.push(device === "mouse" ? action : `${action} by ${device}`),
    onwhy: (whyCells) => reported.push(whyCells),
    onpick: () => (context.picks += 1),
  }));
  return { selection, reported, context, premoveCells, drawnCells };
}

const moves = () =>
  makeFrame(board, [piece(board, "a1"), piece(board, "b1", "blue")], {
    "a1-a3": "a1 a3",
    a1xb1: "a1 b1",
    "a1+b1": "a1 b1",
    pass: "",
  });

test("selecting a piece and a target plays a move", () => {
  const { selection, reported } = createSelection(moves());
  selection.select(at("a1"), "mouse");
  expect(selection.heldCell).toBe(at("a1"));
  expect(selection.announcement).toBe("a1 picked up, 2 targets");
  selection.select(at("a3"), "mouse");
  expect(reported).toEqual(["a1-a3"]);
  expect(selection.heldCell).toBeNull();
});

test("an illegal target asks why and keeps the piece; releasing puts it back", () => {
  const { selection, reported } = createSelection(moves());
  selection.select(at("a1"), "key");
  selection.select(at("c3"), "key");
  expect(reported).toEqual([[at("a1"), at("c3")]]);
  expect(selection.heldCell).toBe(at("a1"));
  expect(selection.release()).toBe(true);
  expect(selection.release()).toBe(false);
});

test("several actions with the same cells are alternatives", () => {
  const { selection, reported } = createSelection(moves());
  selection.select(at("a1"), "mouse");
  selection.drop(at("b1"), "mouse");
  expect(selection.alternatives).toEqual(["a1xb1", "a1+b1"]);
  selection.choose("a1+b1", "mouse");
  expect(reported).toEqual(["a1+b1"]);
  expect(selection.alternatives).toEqual([]);
});

test("a piece that cannot move is not held, and nothing is choosable out of turn", () => {
  const { selection, reported, context } = createSelection(moves());
  selection.select(at("a1"), "mouse");
  context.frame = makeFrame(board, []);
  expect(selection.heldCell).toBeNull();
  context.frame = moves();
  context.active = false;
  selection.select(at("a1"), "mouse");
  expect([selection.heldCell, reported.length, selection.choosableCells.size]).toEqual([
    null,
    0,
    0,
  ]);
});

test("a valid selection is reported, an invalid one asks for the reason", () => {
  const { selection, reported, context } = createSelection(moves());
  selection.select(at("b1"), "mouse");
  expect([reported, context.picks]).toEqual([[[at("b1")]], 0]);
  selection.select(at("a1"), "mouse");
  expect([reported.length, context.picks]).toEqual([1, 1]);
});

test("a neutral kind is chosen for one action, a kind of the player until another is chosen", () => {
  const look = (colour: Colour, mark: Mark, owner: number | null = 0): PlaceablePiece => ({
    colour,
    mark,
    owner,
  });
  const tower = towerBoard();
  const balls = makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1" });
  balls.placeable = { r: look("red", "plain"), y: look("yellow", "dot", null) };
  const drop = createSelection(balls, tower);
  drop.selection.chooseKind("y");
  drop.selection.select(indexOf(tower, "b3.1"), "mouse");
  expect([drop.reported, drop.selection.chosenKind]).toEqual([["b3y"], "r"]);
  const stones = makeFrame(board, [], { "Z@a1": "a1", "T@a1": "a1" });
  stones.placeable = { Z: look("white", "crown"), T: look("white", "plain") };
  const put = createSelection(stones);
  put.selection.chooseKind("T");
  put.selection.select(at("a1"), "mouse");
  expect([put.reported, put.selection.chosenKind]).toEqual([["T@a1"], "T"]);
});

test("each player at one screen keeps the chosen kind", () => {
  const white = makeFrame(board, [], { "Z@a1": "a1", "T@a1": "a1" });
  const black = makeFrame(board, [], { "z@a1": "a1", "t@a1": "a1" });
  const piece = { colour: "white", mark: "plain", owner: 0 } as const;
  white.placeable = black.placeable = { Z: piece, T: piece, z: piece, t: piece };
  const { selection, context } = createSelection(white);
  selection.chooseKind("T");
  context.frame = black;
  expect(selection.chosenKind).toBe("z");
  selection.chooseKind("t");
  context.frame = white;
  expect(selection.chosenKind).toBe("T");
});

const tiles = () =>
  makeFrame(board, [], { b2c2: "b2 c2", b2b1: "b2 b1", c2b2: "c2 b2", a1a2: "a1 a2" });

test("a touch previews and rotates a tile, a button places it", () => {
  const { selection, reported } = createSelection(tiles());
  selection.select(at("b2"), "touch");
  expect([selection.tile?.action, reported.length]).toEqual(["b2c2", 0]);
  selection.select(at("c2"), "touch"); // the other half
  expect(selection.tile?.action).toBe("b2b1");
  selection.placeTile("touch");
  expect([reported, selection.tile]).toEqual([["b2b1 by touch"], null]);
});

test("a click places the previewed tile, or asks why there is none", () => {
  const { selection, reported } = createSelection(tiles());
  selection.pointedCell = at("b2");
  selection.flipTile();
  expect(selection.pointedAction).toBe("c2b2");
  selection.select(at("b2"), "mouse");
  selection.select(at("b3"), "mouse"); // the second half is under the pointer, the first to the right
  expect(reported).toEqual(["c2b2", [at("c3"), at("b3")]]);
});

test("ghosts are the pieces that the pointed action would place", () => {
  const frame = tiles();
  const halves = [
    { colour: "wood", mark: "plain", owner: 0 },
    { colour: "wood", mark: "holes", owner: 1 },
  ] as const;
  frame.placeable = { o: halves[0], x: halves[1] };
  const { selection, context } = createSelection(frame);
  expect(selection.ghosts).toEqual([]);
  selection.pointedCell = at("b2");
  expect(selection.ghosts).toEqual([
    { cell: at("b2"), look: halves[0] },
    { cell: at("c2"), look: halves[1] },
  ]);
  context.frame = { ...frame, placeable: {} };
  expect(selection.ghosts).toEqual([]);
});

test("the chosen kind stays chosen as long as it can be placed", () => {
  const tower = towerBoard();
  const ball = { colour: "red", mark: "plain", owner: 0 } as const;
  const both = () => ({
    ...makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1", c1y: "c1.1" }),
    placeable: { r: ball, y: ball },
  });
  const { selection, reported, context } = createSelection(both(), tower);
  const top = indexOf(tower, "b3.4");
  selection.select(top, "mouse");
  selection.chooseKind("y");
  selection.select(top, "mouse");
  context.frame = both();
  selection.pointedCell = top;
  expect(selection.pointedAction).toBe("b3y");
  context.frame = makeFrame(tower, [], { b3: "b3.1" });
  selection.select(top, "mouse");
  expect(reported).toEqual(["b3", "b3y", "b3"]);
});

test("out of turn, selected cells are for a premove", () => {
  const { selection, reported, context, premoveCells } = createSelection(moves());
  context.active = false;
  selection.select(at("a1"), "mouse");
  selection.select(at("a3"), "key");
  expect([reported, premoveCells, selection.heldCell]).toEqual([[], [at("a1"), at("a3")], null]);
});

test("while drawing, selected cells are for annotations", () => {
  const { selection, reported, context, premoveCells, drawnCells } = createSelection(moves());
  context.drawing = true;
  for (const active of [true, false]) {
    context.active = active;
    selection.select(at("a1"), "touch");
    selection.select(at("a3"), "key");
  }
  expect(drawnCells).toEqual(["a1", "a3", "a1", "a3"].map(at));
  expect([reported, premoveCells, selection.heldCell, selection.choosableCells.size]).toEqual([
    [],
    [],
    null,
    0,
  ]);
});
