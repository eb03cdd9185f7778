import { expect, test } from "vitest";
import type { Board, Colour, Frame, Mark, PlaceablePiece } from "../../protocol";
import { makeFrame, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { Selection } from "./selection.svelte";
import { computeLayout } from "../layout";

const board = squareBoard(3, 3);
const at = (name: string) => indexOf(board, name);

/** A selection over a board that changes, and what it did. */
function over(first: Frame, on: Board = board) {
  const now = $state({ frame: first, active: true, drawing: false, picks: 0 });
  const did: (string | number[])[] = [];
  const ahead: number[] = [];
  const drawn: number[] = [];
  const { cells } = computeLayout(on);
  const selection = new Selection(() => ({
    board: on,
    frame: now.frame,
    cells,
    active: now.active,
    drawing: now.drawing,
    language: "en",
    onpremovecell: (cell) => ahead.push(cell),
    ondrawcell: (cell) => drawn.push(cell),
    onact: (action, by) => did.push(by === "mouse" ? action : `${action} by ${by}`),
    onwhy: (asked) => did.push(asked),
    onpick: () => (now.picks += 1),
  }));
  return { selection, did, now, ahead, drawn };
}

const moves = () =>
  makeFrame(board, [piece(board, "a1"), piece(board, "b1", "blue")], {
    "a1-a3": "a1 a3",
    a1xb1: "a1 b1",
    "a1+b1": "a1 b1",
    pass: "",
  });

test("a piece is picked up and set down", () => {
  const { selection, did } = over(moves());
  selection.select(at("a1"), "mouse");
  expect(selection.heldCell).toBe(at("a1"));
  expect(selection.announcement).toBe("a1 picked up, 2 targets");
  selection.select(at("a3"), "mouse");
  expect(did).toEqual(["a1-a3"]);
  expect(selection.heldCell).toBeNull();
});

test("an impossible choice asks why and keeps the piece; Escape puts it back", () => {
  const { selection, did } = over(moves());
  selection.select(at("a1"), "key");
  selection.select(at("c3"), "key");
  expect(did).toEqual([[at("a1"), at("c3")]]);
  expect(selection.heldCell).toBe(at("a1"));
  expect(selection.release()).toBe(true);
  expect(selection.release()).toBe(false);
});

test("where several actions have the same cells, the user is asked", () => {
  const { selection, did } = over(moves());
  selection.select(at("a1"), "mouse");
  selection.drop(at("b1"), "mouse");
  expect(selection.alternatives).toEqual(["a1xb1", "a1+b1"]);
  selection.choose("a1+b1", "mouse");
  expect(did).toEqual(["a1+b1"]);
  expect(selection.alternatives).toEqual([]);
});

test("a piece that can no longer move is not held, and nothing can be done out of turn", () => {
  const { selection, did, now } = over(moves());
  selection.select(at("a1"), "mouse");
  now.frame = makeFrame(board, []);
  expect(selection.heldCell).toBeNull();
  now.frame = moves();
  now.active = false;
  selection.select(at("a1"), "mouse");
  expect([selection.heldCell, did.length, selection.choosableCells.size]).toEqual([null, 0, 0]);
});

test("a valid selection is reported, an invalid one asks for the reason", () => {
  const { selection, did, now } = over(moves());
  selection.select(at("b1"), "mouse");
  expect([did, now.picks]).toEqual([[[at("b1")]], 0]);
  selection.select(at("a1"), "mouse");
  expect([did.length, now.picks]).toEqual([1, 1]);
});

test("a neutral piece is chosen once, an own kind until another is chosen", () => {
  const look = (colour: Colour, mark: Mark, owner: number | null = 0): PlaceablePiece => ({
    colour,
    mark,
    owner,
  });
  const tower = towerBoard();
  const balls = makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1" });
  balls.placeable = { r: look("red", "plain"), y: look("yellow", "dot", null) };
  const drop = over(balls, tower);
  drop.selection.chooseKind("y");
  drop.selection.select(indexOf(tower, "b3.1"), "mouse");
  expect([drop.did, drop.selection.chosenKind]).toEqual([["b3y"], "r"]);
  const stones = makeFrame(board, [], { "Z@a1": "a1", "T@a1": "a1" });
  stones.placeable = { Z: look("white", "crown"), T: look("white", "plain") };
  const put = over(stones);
  put.selection.chooseKind("T");
  put.selection.select(at("a1"), "mouse");
  expect([put.did, put.selection.chosenKind]).toEqual([["T@a1"], "T"]);
});

test("two who share a screen each keep the kind they chose", () => {
  const white = makeFrame(board, [], { "Z@a1": "a1", "T@a1": "a1" });
  const black = makeFrame(board, [], { "z@a1": "a1", "t@a1": "a1" });
  const piece = { colour: "white", mark: "plain", owner: 0 } as const;
  white.placeable = black.placeable = { Z: piece, T: piece, z: piece, t: piece };
  const { selection, now } = over(white);
  selection.chooseKind("T");
  now.frame = black;
  expect(selection.chosenKind).toBe("z");
  selection.chooseKind("t");
  now.frame = white;
  expect(selection.chosenKind).toBe("T");
});

const tiles = () =>
  makeFrame(board, [], { b2c2: "b2 c2", b2b1: "b2 b1", c2b2: "c2 b2", a1a2: "a1 a2" });

test("touch shows and rotates a tile, and a button places it", () => {
  const { selection, did } = over(tiles());
  selection.select(at("b2"), "touch");
  expect([selection.tile?.action, did.length]).toEqual(["b2c2", 0]);
  selection.select(at("c2"), "touch"); // its other half
  expect(selection.tile?.action).toBe("b2b1");
  selection.placeTile("touch");
  expect([did, selection.tile]).toEqual([["b2b1 by touch"], null]);
});

test("a click places the tile shown; where none fits, it asks for the reason", () => {
  const { selection, did } = over(tiles());
  selection.pointedCell = at("b2");
  selection.flipTile();
  expect(selection.pointedAction).toBe("c2b2");
  selection.select(at("b2"), "mouse");
  selection.select(at("b3"), "mouse"); // the second half lies under the pointer, the first to the right
  expect(did).toEqual(["c2b2", [at("c3"), at("b3")]]);
});

test("a preview shows the piece before it is placed", () => {
  const frame = tiles();
  const halves = [
    { colour: "wood", mark: "plain", owner: 0 },
    { colour: "wood", mark: "holes", owner: 1 },
  ] as const;
  frame.placeable = { o: halves[0], x: halves[1] };
  const { selection, now } = over(frame);
  expect(selection.ghosts).toEqual([]);
  selection.pointedCell = at("b2");
  expect(selection.ghosts).toEqual([
    { cell: at("b2"), look: halves[0] },
    { cell: at("c2"), look: halves[1] },
  ]);
  now.frame = { ...frame, placeable: {} };
  expect(selection.ghosts).toEqual([]);
});

test("the kind chosen stays chosen, as long as it can be put", () => {
  const tower = towerBoard();
  const ball = { colour: "red", mark: "plain", owner: 0 } as const;
  const both = () => ({
    ...makeFrame(tower, [], { b3: "b3.1", b3y: "b3.1", c1: "c1.1", c1y: "c1.1" }),
    placeable: { r: ball, y: ball },
  });
  const { selection, did, now } = over(both(), tower);
  const top = indexOf(tower, "b3.4");
  selection.select(top, "mouse");
  selection.chooseKind("y");
  selection.select(top, "mouse");
  now.frame = both();
  selection.pointedCell = top;
  expect(selection.pointedAction).toBe("b3y");
  now.frame = makeFrame(tower, [], { b3: "b3.1" });
  selection.select(top, "mouse");
  expect(did).toEqual(["b3", "b3y", "b3"]);
});

test("out of turn, a selection is a premove", () => {
  const { selection, did, now, ahead } = over(moves());
  now.active = false;
  selection.select(at("a1"), "mouse");
  selection.select(at("a3"), "key");
  expect([did, ahead, selection.heldCell]).toEqual([[], [at("a1"), at("a3")], null]);
});

test("drawing annotations plays no action", () => {
  const { selection, did, now, ahead, drawn } = over(moves());
  now.drawing = true;
  for (const active of [true, false]) {
    now.active = active;
    selection.select(at("a1"), "touch");
    selection.select(at("a3"), "key");
  }
  expect(drawn).toEqual(["a1", "a3", "a1", "a3"].map(at));
  expect([did, ahead, selection.heldCell, selection.choosableCells.size]).toEqual([
    [],
    [],
    null,
    0,
  ]);
});
