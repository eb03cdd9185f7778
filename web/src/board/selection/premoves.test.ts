import { expect, test } from "vitest";
import { frameOf, indexOf, piece, squareBoard, towerBoard } from "../boards.fixture";
import { NOTHING, type Planning, meantBy, namedPlan, touched } from "./premoves";

const board = squareBoard(4, 4);
const at = (name: string) => indexOf(board, name);
const frame = frameOf(board, [piece(board, "a1"), piece(board, "d4", "yellow")]);
const me = { seat: 0, how: "cells" } as const;
const plan = (from: string, to: string) => ({ from: at(from), to: at(to) });

function touches(...cells: string[]): Planning {
  return cells.reduce((now, cell) => touched(board, frame, me, now, at(cell)), NOTHING);
}

test("an own piece and its target are a premove", () => {
  expect(touches("a1")).toEqual({ begun: at("a1"), plan: null });
  expect(touches("a1", "a3")).toEqual({ begun: null, plan: plan("a1", "a3") });
  expect(touches("a1", "a1")).toEqual(NOTHING);
});

test("any other cell alone is a premove", () => {
  expect(touches("b2").plan).toEqual(plan("b2", "b2"));
  expect(touches("d4").plan).toEqual(plan("d4", "d4"));
});

test("another touch cancels a premove", () => {
  expect(touches("a1", "a3", "b2")).toEqual(NOTHING);
});

test("where pieces fall, the own ball is no piece to move", () => {
  const tower = towerBoard();
  const ball = indexOf(tower, "b3.1");
  const balls = frameOf(tower, [piece(tower, "b3.1")]);
  expect(touched(tower, balls, me, NOTHING, ball).plan).toEqual({ from: ball, to: ball });
  const later = frameOf(tower, [piece(tower, "b3.1")], { b3: "b3.2", c1: "c1.1" });
  expect(meantBy(tower, later, { from: ball, to: ball })).toEqual(["b3"]); // one higher meanwhile
  expect(namedPlan(tower, { from: ball, to: ball })).toBe("b3");
});

test("a tile needs both its cells, in order", () => {
  const how = { seat: 0, how: "tiles" } as const;
  const begun = touched(board, frame, how, NOTHING, at("b2"));
  expect(begun).toEqual({ begun: at("b2"), plan: null });
  expect(touched(board, frame, how, begun, at("b3")).plan).toEqual(plan("b2", "b3"));
  const legal = frameOf(board, [], { b2b3: "b2 b3", b3b2: "b3 b2" });
  expect(meantBy(board, legal, plan("b2", "b3"))).toEqual(["b2b3"]);
});

test("legality is decided when the premove is played", () => {
  const legal = frameOf(board, [piece(board, "a1")], { "a1-a3": "a1 a3", c3: "c3" });
  expect(meantBy(board, legal, plan("a1", "a3"))).toEqual(["a1-a3"]);
  expect(meantBy(board, legal, plan("a1", "a4"))).toEqual([]);
  expect(meantBy(board, legal, plan("c3", "c3"))).toEqual(["c3"]);
  expect(meantBy(board, legal, plan("b3", "b3"))).toEqual([]);
  expect(namedPlan(board, plan("a1", "a3"))).toBe("a1 → a3");
});

test("a premove puts the player's own piece where a neutral one is possible, too", () => {
  const legal = frameOf(board, [], { a1: "a1", a1y: "a1", b2y: "b2" });
  const look = (owner: number | null) => ({ colour: "red", mark: "plain", owner }) as const;
  legal.to_put = { r: look(0), y: look(null) };
  for (const [action, target] of Object.entries(legal.targets))
    target.puts = action.endsWith("y") ? "y" : "r";
  expect(meantBy(board, legal, plan("a1", "a1"))).toEqual(["a1"]);
  expect(meantBy(board, legal, plan("b2", "b2"))).toEqual(["b2y"]);
});
