import { expect, test } from "vitest";
import { frameOf, indexOf, piece, squareBoard } from "../boards.fixture";
import { change } from "./change";

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

test("a move glides; what it meets is taken when it arrives", () => {
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

test("taking a move back glides back, and what was taken comes again", () => {
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
