import { expect, test } from "vitest";
import { makeFrame, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import {
  NO_PREMOVE,
  type PremoveInput,
  findPremoveActions,
  describePremove,
  selectPremoveCell,
} from "./premoves";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);
const frame = makeFrame(board, [piece(board, "a1"), piece(board, "d4", "yellow")]);
const rules = { seat: 0, mode: "cells" } as const;
const premove = (from: string, to: string) => ({ from: at(from), to: at(to) });

function selectCells(...cells: string[]): PremoveInput {
  return cells.reduce(
    (input, cell) => selectPremoveCell(board, frame, rules, input, at(cell)),
    NO_PREMOVE,
  );
}

test("selecting a piece of the player and a target makes a premove", () => {
  expect(selectCells("a1")).toEqual({ firstCell: at("a1"), premove: null });
  expect(selectCells("a1", "a3")).toEqual({ firstCell: null, premove: premove("a1", "a3") });
  expect(selectCells("a1", "a1")).toEqual(NO_PREMOVE);
});

test("selecting any other cell makes a premove on it", () => {
  expect(selectCells("b2").premove).toEqual(premove("b2", "b2"));
  expect(selectCells("d4").premove).toEqual(premove("d4", "d4"));
});

test("selecting another cell cancels the premove", () => {
  expect(selectCells("a1", "a3", "b2")).toEqual(NO_PREMOVE);
});

test("a ball on a rod is not selected as a piece to move", () => {
  const tower = towerBoard();
  const ball = indexOf(tower, "b3.1");
  const balls = makeFrame(tower, [piece(tower, "b3.1")]);
  expect(selectPremoveCell(tower, balls, rules, NO_PREMOVE, ball).premove).toEqual({
    from: ball,
    to: ball,
  });
  const later = makeFrame(tower, [piece(tower, "b3.1")], { b3: "b3.2", c1: "c1.1" });
  expect(findPremoveActions(tower, later, { from: ball, to: ball })).toEqual(["b3"]); // one higher meanwhile
  expect(describePremove(tower, { from: ball, to: ball })).toBe("b3");
});

test("a tile premove consists of both its cells in order", () => {
  const tileRules = { seat: 0, mode: "tiles" } as const;
  const input = selectPremoveCell(board, frame, tileRules, NO_PREMOVE, at("b2"));
  expect(input).toEqual({ firstCell: at("b2"), premove: null });
  expect(selectPremoveCell(board, frame, tileRules, input, at("b3")).premove).toEqual(
    premove("b2", "b3"),
  );
  const legal = makeFrame(board, [], { b2b3: "b2 b3", b3b2: "b3 b2" });
  expect(findPremoveActions(board, legal, premove("b2", "b3"))).toEqual(["b2b3"]);
});

test("only legal actions match a premove", () => {
  const legal = makeFrame(board, [piece(board, "a1")], { "a1-a3": "a1 a3", c3: "c3" });
  expect(findPremoveActions(board, legal, premove("a1", "a3"))).toEqual(["a1-a3"]);
  expect(findPremoveActions(board, legal, premove("a1", "a4"))).toEqual([]);
  expect(findPremoveActions(board, legal, premove("c3", "c3"))).toEqual(["c3"]);
  expect(findPremoveActions(board, legal, premove("b3", "b3"))).toEqual([]);
  expect(describePremove(board, premove("a1", "a3"))).toBe("a1 → a3");
});

test("a premove prefers a piece of the player to a neutral one", () => {
  const legal = makeFrame(board, [], { a1: "a1", a1y: "a1", b2y: "b2" });
  const look = (owner: number | null) => ({ colour: "red", mark: "plain", owner }) as const;
  legal.placeable = { r: look(0), y: look(null) };
  for (const [action, target] of Object.entries(legal.targets))
    target.puts = action.endsWith("y") ? "y" : "r";
  expect(findPremoveActions(board, legal, premove("a1", "a1"))).toEqual(["a1"]);
  expect(findPremoveActions(board, legal, premove("b2", "b2"))).toEqual(["b2y"]);
});
