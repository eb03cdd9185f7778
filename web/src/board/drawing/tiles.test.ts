import { expect, test } from "vitest";
import { frameOf, indexOf, squareBoard } from "../boards.fixture";
import { layout } from "../oblique/layout";
import { choices } from "../picking/picking";
import { FIRST_GRIP, flipped, nearestTo, placements, turned } from "./tiles";

const board = squareBoard(3, 3);
const { cells } = layout(board);
const all = ["b2c2", "b2b1", "b2a2", "b2b3", "c2b2", "b1b2", "a2b2", "b3b2"];
const legal = (actions: string[]) =>
  choices(
    board,
    frameOf(
      board,
      [],
      Object.fromEntries(actions.map((a) => [a, `${a.slice(0, 2)} ${a.slice(2)}`])),
    ),
  ).tiles;
const around = (actions: string[], at = "b2") =>
  placements(legal(actions), cells, indexOf(board, at));

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
