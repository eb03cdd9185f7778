import { expect, test } from "vitest";
import { makeFrame, playedAction, indexOf, piece, squareBoard } from "./boards.fixture";
import { getTransition, getFullLinesFrame, getTurnMarks } from "./transitions";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);
const red = (name: string, height = 1) => piece(board, name, "red", height);
const blue = (name: string, height = 1) => piece(board, name, "blue", height);

test("nothing changes without a previous frame or between equal frames", () => {
  const frame = makeFrame(board, [red("a1")], {}, ["a1", "a1"]);
  for (const before of [null, frame, structuredClone(frame)]) {
    const { moves, arrivals, resized, removed } = getTransition(before, frame);
    expect([moves.size, arrivals.size, resized.size, removed.length]).toEqual([0, 0, 0, 0]);
  }
});

test("a capture is a move that hits the captured piece", () => {
  const before = makeFrame(board, [red("a1"), blue("c1"), blue("d4")]);
  const after = makeFrame(board, [red("c1"), blue("d4")], {}, ["a1xc1", "a1 c1"]);
  const { moves, arrivals, removed } = getTransition(before, after);
  expect([...moves]).toEqual([[at("c1"), at("a1")]]);
  expect(arrivals.size).toBe(0);
  expect(removed).toMatchObject([
    { piece: { colour: "blue" }, isHitByMove: true, isCaptured: true },
  ]);
});

test("a move onto a piece of the same player covers it", () => {
  const before = makeFrame(board, [red("a1"), red("c1", 2)]);
  const after = makeFrame(board, [red("c1", 3)], {}, ["a1+c1", "a1 c1"]);
  const { moves, removed, resized } = getTransition(before, after);
  expect([...moves]).toEqual([[at("c1"), at("a1")]]);
  expect(removed).toMatchObject([{ isHitByMove: true, isCaptured: false }]);
  expect(resized.size).toBe(0);
});

test("a piece captured between others is removed without being hit", () => {
  const before = makeFrame(board, [red("a2"), blue("b1"), red("c1")]);
  const after = makeFrame(board, [red("a1"), red("c1")], {}, ["a2-a1", "a2 a1"]);
  const { moves, removed } = getTransition(before, after);
  expect([...moves]).toEqual([[at("a1"), at("a2")]]);
  expect(removed).toMatchObject([
    { piece: { cell: at("b1") }, isHitByMove: false, isCaptured: true },
  ]);
});

test("an undo moves back and restores captured pieces", () => {
  const before = makeFrame(board, [red("c1")], {}, ["a1xc1", "a1 c1"]);
  const after = makeFrame(board, [red("a1"), blue("c1")]);
  const { moves, arrivals } = getTransition(before, after);
  expect([...moves]).toEqual([[at("a1"), at("c1")]]);
  expect([...arrivals]).toEqual([at("c1")]);
});

test("a new piece arrives; pieces of full lines are removed", () => {
  const before = makeFrame(board, [red("a1"), red("b1"), red("c1")]);
  const put = getTransition(
    before,
    makeFrame(board, [...before.pieces, red("a4")], {}, ["a4", "a4"]),
  );
  expect([...put.arrivals]).toEqual([at("a4")]);
  expect(put.moves.size + put.removed.length).toBe(0);
  const cleared = getTransition(before, makeFrame(board, [], {}, ["+d1", "d1"]));
  expect(cleared.removed).toHaveLength(3);
});

test("a tile arrives on both cells", () => {
  const after = makeFrame(board, [red("a1"), blue("a2")], {}, ["a1a2", "a1 a2"]);
  expect([...getTransition(makeFrame(board, []), after).arrivals]).toEqual([at("a1"), at("a2")]);
});

test("a stack that changes without moving is resized", () => {
  const before = makeFrame(board, [red("a1")]);
  const { resized, removed, arrivals } = getTransition(before, makeFrame(board, [red("a1", 2)]));
  expect([...resized]).toEqual([at("a1")]);
  expect(removed.length + arrivals.size).toBe(0);
});

const cells = (names: string) => names.split(" ").map(at);

test("all actions of a turn are marked", () => {
  const frame = {
    ...makeFrame(board, [red("b1"), red("c1")]),
    last: [playedAction("a1-b1", cells("a1 b1")), playedAction("+c1", cells("c1"))],
  };
  expect(getTurnMarks(frame).paths).toEqual([cells("a1 b1"), cells("c1")]);
  expect(getTurnMarks(frame).tiles).toEqual([]);
});

test("an action without cells leaves no mark", () => {
  const frame = { ...makeFrame(board, []), last: [playedAction("pass", [])] };
  expect(getTurnMarks(frame).paths).toEqual([]);
});

test("a tile is marked as a tile", () => {
  const frame = makeFrame(board, [red("a1"), blue("a2")], {}, ["a1a2", "a1 a2"]);
  expect(getTurnMarks(frame).tiles).toEqual([cells("a1 a2")]);
  expect(getTurnMarks(frame).paths).toEqual([]);
});

test("captured pieces are marked, with an index if their cell is occupied", () => {
  const frame = {
    ...makeFrame(board, [red("b1")]),
    last: [
      playedAction("a1xb1", cells("a1 b1"), { taken: [blue("b1")] }),
      playedAction("c1xb1", cells("c1 b1"), { taken: [blue("b1"), blue("d4")] }),
    ],
  };
  expect(getTurnMarks(frame).captured).toMatchObject([
    { piece: { cell: at("b1") }, isCovered: true, index: 0 },
    { piece: { cell: at("b1") }, isCovered: true, index: 1 },
    { piece: { cell: at("d4") }, isCovered: false, index: 0 },
  ]);
});

test("the full-lines frame shows a removed line with the piece that completed it", () => {
  const line = cells("a1 b1 c1 d1");
  const taken = ["a1", "b1", "c1", "d1"].map(red);
  const frame = {
    ...makeFrame(board, [red("a4")], { pass: "" }),
    last: [
      playedAction("a3-a4", cells("a3 a4")),
      playedAction("+d1", cells("d1"), { taken, lines: [line] }),
    ],
    decisive_cells: [at("a4")],
  };
  expect(getTurnMarks(frame).removedLines).toEqual([line]);
  const full = getFullLinesFrame(frame);
  expect(full?.pieces.map(({ cell }) => cell).sort()).toEqual([...line, at("a4")].sort());
  expect(full?.winning_lines).toEqual([line]);
  expect(full?.targets).toEqual({});
  expect(full?.decisive_cells).toEqual([]);
  expect(full && getTurnMarks(full)).toMatchObject({ captured: [], removedLines: [] });
});

test("a line that stays on the board has no full-lines frame", () => {
  const line = cells("a1 b1");
  const frame = {
    ...makeFrame(board, [red("a1"), red("b1")]),
    last: [playedAction("b1", cells("b1"), { lines: [line] })],
  };
  expect(getFullLinesFrame(frame)).toBeNull();
  expect(getFullLinesFrame(makeFrame(board, []))).toBeNull();
  expect(getTurnMarks(frame).removedLines).toEqual([]);
});
