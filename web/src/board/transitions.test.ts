import { expect, test } from "vitest";
import { frameOf, happened, indexOf, piece, squareBoard } from "./boards.fixture";
import { change, fullLines, story } from "./transitions";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);
const red = (name: string, height = 1) => piece(board, name, "red", height);
const blue = (name: string, height = 1) => piece(board, name, "blue", height);

test("nothing changes without a frame before or between equal frames", () => {
  const frame = frameOf(board, [red("a1")], {}, ["a1", "a1"]);
  for (const before of [null, frame, structuredClone(frame)]) {
    const { glides, arrived, grown, gone } = change(before, frame);
    expect([glides.size, arrived.size, grown.size, gone.length]).toEqual([0, 0, 0, 0]);
  }
});

test("a move glides, and the piece on its target is taken on arrival", () => {
  const before = frameOf(board, [red("a1"), blue("c1"), blue("d4")]);
  const after = frameOf(board, [red("c1"), blue("d4")], {}, ["a1xc1", "a1 c1"]);
  const { glides, arrived, gone } = change(before, after);
  expect([...glides]).toEqual([[at("c1"), at("a1")]]);
  expect(arrived.size).toBe(0);
  expect(gone).toMatchObject([{ piece: { colour: "blue" }, met: true, taken: true }]);
});

test("a reinforcement glides and covers", () => {
  const before = frameOf(board, [red("a1"), red("c1", 2)]);
  const after = frameOf(board, [red("c1", 3)], {}, ["a1+c1", "a1 c1"]);
  const { glides, gone, grown } = change(before, after);
  expect([...glides]).toEqual([[at("c1"), at("a1")]]);
  expect(gone).toMatchObject([{ met: true, taken: false }]);
  expect(grown.size).toBe(0);
});

test("a move between others takes them where they stand", () => {
  const before = frameOf(board, [red("a2"), blue("b1"), red("c1")]);
  const after = frameOf(board, [red("a1"), red("c1")], {}, ["a2-a1", "a2 a1"]);
  const { glides, gone } = change(before, after);
  expect([...glides]).toEqual([[at("a1"), at("a2")]]);
  expect(gone).toMatchObject([{ piece: { cell: at("b1") }, met: false, taken: true }]);
});

test("an undo glides back and restores taken pieces", () => {
  const before = frameOf(board, [red("c1")], {}, ["a1xc1", "a1 c1"]);
  const after = frameOf(board, [red("a1"), blue("c1")]);
  const { glides, arrived } = change(before, after);
  expect([...glides]).toEqual([[at("a1"), at("c1")]]);
  expect([...arrived]).toEqual([at("c1")]);
});

test("a new piece arrives; full lines go", () => {
  const before = frameOf(board, [red("a1"), red("b1"), red("c1")]);
  const put = change(before, frameOf(board, [...before.pieces, red("a4")], {}, ["a4", "a4"]));
  expect([...put.arrived]).toEqual([at("a4")]);
  expect(put.glides.size + put.gone.length).toBe(0);
  const cleared = change(before, frameOf(board, [], {}, ["+d1", "d1"]));
  expect(cleared.gone).toHaveLength(3);
});

test("a tile arrives on both cells", () => {
  const after = frameOf(board, [red("a1"), blue("a2")], {}, ["a1a2", "a1 a2"]);
  expect([...change(frameOf(board, []), after).arrived]).toEqual([at("a1"), at("a2")]);
});

test("a stack that changes where it stands grows", () => {
  const before = frameOf(board, [red("a1")]);
  const { grown, gone, arrived } = change(before, frameOf(board, [red("a1", 2)]));
  expect([...grown]).toEqual([at("a1")]);
  expect(gone.length + arrived.size).toBe(0);
});

const cells = (names: string) => names.split(" ").map(at);

test("all actions of a turn are marked", () => {
  const frame = {
    ...frameOf(board, [red("b1"), red("c1")]),
    last: [happened("a1-b1", cells("a1 b1")), happened("+c1", cells("c1"))],
  };
  expect(story(frame).ways).toEqual([cells("a1 b1"), cells("c1")]);
  expect(story(frame).tiles).toEqual([]);
});

test("an action without cells leaves no mark", () => {
  const frame = { ...frameOf(board, []), last: [happened("pass", [])] };
  expect(story(frame).ways).toEqual([]);
});

test("a tile is marked as one", () => {
  const frame = frameOf(board, [red("a1"), blue("a2")], {}, ["a1a2", "a1 a2"]);
  expect(story(frame).tiles).toEqual([cells("a1 a2")]);
  expect(story(frame).ways).toEqual([]);
});

test("taken pieces are ghosts, aside where another one stands now", () => {
  const frame = {
    ...frameOf(board, [red("b1")]),
    last: [
      happened("a1xb1", cells("a1 b1"), { taken: [blue("b1")] }),
      happened("c1xb1", cells("c1 b1"), { taken: [blue("b1"), blue("d4")] }),
    ],
  };
  expect(story(frame).gone).toMatchObject([
    { piece: { cell: at("b1") }, hidden: true, place: 0 },
    { piece: { cell: at("b1") }, hidden: true, place: 1 },
    { piece: { cell: at("d4") }, hidden: false, place: 0 },
  ]);
});

test("a line that was taken off is shown full before, with the piece that completed it", () => {
  const line = cells("a1 b1 c1 d1");
  const taken = ["a1", "b1", "c1", "d1"].map(red);
  const frame = {
    ...frameOf(board, [red("a4")], { pass: "" }),
    last: [
      happened("a3-a4", cells("a3 a4")),
      happened("+d1", cells("d1"), { taken, lines: [line] }),
    ],
    decisive_cells: [at("a4")],
  };
  expect(story(frame).lines).toEqual([line]);
  const full = fullLines(frame);
  expect(full?.pieces.map(({ cell }) => cell).sort()).toEqual([...line, at("a4")].sort());
  expect(full?.winning_lines).toEqual([line]);
  expect(full?.targets).toEqual({});
  expect(full?.decisive_cells).toEqual([]);
  expect(full && story(full)).toMatchObject({ gone: [], lines: [] });
});

test("a line that stays is not shown separately", () => {
  const line = cells("a1 b1");
  const frame = {
    ...frameOf(board, [red("a1"), red("b1")]),
    last: [happened("b1", cells("b1"), { lines: [line] })],
  };
  expect(fullLines(frame)).toBeNull();
  expect(fullLines(frameOf(board, []))).toBeNull();
  expect(story(frame).lines).toEqual([]);
});
