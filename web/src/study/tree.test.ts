import { expect, test } from "vitest";
import {
  START,
  getActions,
  getBranch,
  setComment,
  removeBranch,
  getLineEnds,
  isOnMainLine,
  getLine,
  getMainLine,
  promoteToMainLine,
  toRecord,
  toRows,
  createTree,
  parseRows,
  addAction,
  getTurn,
} from "./tree";

const names = (tree: ReturnType<typeof createTree>, line: number[]) =>
  line.map((at) => getBranch(tree, at).action).join(" ");

test("adding an action twice yields the same branch", () => {
  const tree = createTree(["a", "b", "c"]);
  expect(addAction(tree, 1, "b")).toEqual({ tree, at: 2 });
  const other = addAction(tree, 1, "d");
  expect(other.at).toBe(4);
  expect(getActions(other.tree, 4)).toEqual(["a", "d"]);
  expect(tree).toHaveLength(4);
});

test("a variation can be promoted to the main line", () => {
  const { tree, at } = addAction(createTree(["a", "b", "c"]), 1, "d");
  expect(names(tree, getMainLine(tree))).toBe("a b c");
  expect(isOnMainLine(tree, at)).toBe(false);
  const other = promoteToMainLine(tree, at);
  expect(names(other, getMainLine(other))).toBe("a d");
  expect(isOnMainLine(other, at)).toBe(true);
  expect(names(other, getLine(other, 2))).toBe("b c");
});

test("line ends list the main line first, without removed branches", () => {
  const { tree, at } = addAction(createTree(["a", "b", "c"]), 1, "x");
  expect(getLineEnds(tree).map((end) => getActions(tree, end).join(" "))).toEqual(["a b c", "a x"]);
  expect(getLineEnds(removeBranch(tree, at).tree)).toEqual([3]);
  expect(getLineEnds(createTree([]))).toEqual([START]);
});

test("removing a branch removes what follows it, and nothing else", () => {
  const { tree } = addAction(createTree(["a", "b", "c"]), 1, "d");
  const remaining = removeBranch(tree, 2);
  expect(remaining.at).toBe(1);
  expect(names(remaining.tree, getMainLine(remaining.tree))).toBe("a d");
  expect(remaining.tree[3]).toBeNull();
  expect(() => getBranch(remaining.tree, 3)).toThrow();
  expect(removeBranch(tree, START)).toEqual({ tree, at: START });
});

test("a tree with comments survives conversion to rows and back", () => {
  const tree = removeBranch(
    setComment(addAction(createTree(["a", "b"]), 1, "c").tree, 3, "why not?"),
    2,
  ).tree;
  const { rows, at } = toRows(tree, 3);
  expect(rows).toEqual([
    [0, ""],
    [0, "a"],
    [1, "c", "why not?"],
  ]);
  expect(at).toBe(2);
  const parsed = parseRows(JSON.parse(JSON.stringify(rows)));
  expect(parsed && getBranch(parsed, 2).comment).toBe("why not?");
  expect(parsed && toRows(parsed).rows).toEqual(rows);
  const { tree: wide } = addAction(
    promoteToMainLine(addAction(createTree(["a", "b"]), 0, "x").tree, 3),
    0,
    "y",
  );
  const restored = parseRows(toRows(wide).rows);
  expect(restored && names(restored, getBranch(restored, START).children)).toBe("x a y");
});

test("malformed rows are rejected", () => {
  const start = [0, ""];
  const malformed: unknown[] = [null, {}, [], [null], [[0, "a"]], [[1, ""]], [start, [1, "a"]]];
  malformed.push([start, [0, ""]], [start, [-1, "a"]], [start, [0.5, "a"]], [start, [0, 7]]);
  malformed.push([start, [0, "a"], [0, "a"]], [start, [0, "a b"]], [start, [0, "a".repeat(21)]]);
  malformed.push(
    [start, [0, "a", 5]],
    [start, [0, "a", "x".repeat(2001)]],
    [start, [0, "a", "", 1]],
  );
  malformed.push(Array.from({ length: 4000 }, (_, i) => (i ? [0, `a${i}`] : start)));
  malformed.push(Array.from({ length: 1200 }, (_, i) => (i ? [i - 1, "a"] : start)));
  for (const rows of malformed) expect(parseRows(rows)).toBeNull();
});

test("control characters and direction marks are removed from comments", () => {
  const comment = "ok\u0000\n\u202eevil\u2066\ud83d";
  expect(getBranch(setComment(createTree([]), START, comment), START).comment).toBe("ok evil");
  expect(parseRows([[0, "", comment]])?.[0]?.comment).toBe("ok evil");
});

test("turns are numbered, each with one or more actions", () => {
  const tree = createTree(["E4xF3", "E5xF5", "E6+E7", "D4xD5"]);
  const insideTurn = new Set([2]); // after E5xF5 the same player goes on
  const turns = [1, 2, 3, 4].map((at) => getTurn(tree, at, (branch) => !insideTurn.has(branch)));
  expect(turns.map(({ number }) => number)).toEqual([1, 2, 2, 3]);
  expect(turns.map(({ isFirst }) => isFirst)).toEqual([true, true, false, true]);
});

test("a tree is converted to a record with variations and comments", () => {
  let tree = setComment(createTree(["a", "b", "c"]), 0, "a draw?");
  const x = addAction(tree, 1, "x");
  tree = setComment(addAction(x.tree, x.at, "y").tree, x.at, "better");
  tree = addAction(tree, x.at, "z").tree;
  expect(toRecord("tzaar", "start", tree)).toEqual({
    version: 1,
    game: "tzaar",
    start: "start",
    comment: "a draw?",
    line: [
      { action: "a" },
      {
        action: "b",
        variations: [
          [
            { action: "x", comment: "better" },
            { action: "y", variations: [[{ action: "z" }]] },
          ],
        ],
      },
      { action: "c" },
    ],
    result: null,
  });
});
