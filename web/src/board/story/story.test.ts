import { expect, test } from "vitest";
import { frameOf, happened, indexOf, piece, squareBoard } from "../boards.fixture";
import { fullLines, story } from "./story";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);
const cells = (names: string) => names.split(" ").map(at);
const red = (name: string) => piece(board, name, "red");
const blue = (name: string) => piece(board, name, "blue");

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
    decided: [at("a4")],
  };
  expect(story(frame).lines).toEqual([line]);
  const full = fullLines(frame);
  expect(full?.pieces.map(({ cell }) => cell).sort()).toEqual([...line, at("a4")].sort());
  expect(full?.lit).toEqual([line]);
  expect(full?.targets).toEqual({});
  expect(full?.decided).toEqual([]);
  expect(full && story(full)).toMatchObject({ gone: [], lines: [] });
});

test("a line that stays needs no moment of its own", () => {
  const line = cells("a1 b1");
  const frame = {
    ...frameOf(board, [red("a1"), red("b1")]),
    last: [happened("b1", cells("b1"), { lines: [line] })],
  };
  expect(fullLines(frame)).toBeNull();
  expect(fullLines(frameOf(board, []))).toBeNull();
  expect(story(frame).lines).toEqual([]);
});
