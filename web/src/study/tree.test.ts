import { expect, test } from "vitest";
import {
  START,
  actionsTo,
  branch,
  commented,
  cut,
  ends,
  isMain,
  lineFrom,
  mainLine,
  promoted,
  recordOf,
  rowsOf,
  treeOf,
  treeOfRows,
  tried,
  turnOf,
} from "./tree";

const names = (tree: ReturnType<typeof treeOf>, line: number[]) =>
  line.map((one) => branch(tree, one).action).join(" ");

test("the same action again is the same branch", () => {
  const tree = treeOf(["a", "b", "c"]);
  expect(tried(tree, 1, "b")).toEqual({ tree, at: 2 });
  const other = tried(tree, 1, "d");
  expect(other.at).toBe(4);
  expect(actionsTo(other.tree, 4)).toEqual(["a", "d"]);
  expect(tree).toHaveLength(4);
});

test("a variation stands beside the main line until it becomes it", () => {
  const { tree, at } = tried(treeOf(["a", "b", "c"]), 1, "d");
  expect(names(tree, mainLine(tree))).toBe("a b c");
  expect(isMain(tree, at)).toBe(false);
  const other = promoted(tree, at);
  expect(names(other, mainLine(other))).toBe("a d");
  expect(isMain(other, at)).toBe(true);
  expect(names(other, lineFrom(other, 2))).toBe("b c");
});

test("lines end with the main line first, and not where they were cut off", () => {
  const { tree, at } = tried(treeOf(["a", "b", "c"]), 1, "x");
  expect(ends(tree).map((end) => actionsTo(tree, end).join(" "))).toEqual(["a b c", "a x"]);
  expect(ends(cut(tree, at).tree)).toEqual([3]);
  expect(ends(treeOf([]))).toEqual([START]);
});

test("cutting a branch off takes what follows it, and leaves the rest", () => {
  const { tree } = tried(treeOf(["a", "b", "c"]), 1, "d");
  const left = cut(tree, 2);
  expect(left.at).toBe(1);
  expect(names(left.tree, mainLine(left.tree))).toBe("a d");
  expect(left.tree[3]).toBeNull();
  expect(() => branch(left.tree, 3)).toThrow();
  expect(cut(tree, START)).toEqual({ tree, at: START });
});

test("a tree with comments becomes rows and a tree again", () => {
  const tree = cut(commented(tried(treeOf(["a", "b"]), 1, "c").tree, 3, "why not?"), 2).tree;
  const { rows, at } = rowsOf(tree, 3);
  expect(rows).toEqual([
    [0, ""],
    [0, "a"],
    [1, "c", "why not?"],
  ]);
  expect(at).toBe(2);
  const again = treeOfRows(JSON.parse(JSON.stringify(rows)));
  expect(again && branch(again, 2).comment).toBe("why not?");
  expect(again && rowsOf(again).rows).toEqual(rows);
  const { tree: wide } = tried(promoted(tried(treeOf(["a", "b"]), 0, "x").tree, 3), 0, "y");
  const same = treeOfRows(rowsOf(wide).rows);
  expect(same && names(same, branch(same, START).children)).toBe("x a y");
});

test("rows that are no tree are refused, wherever they come from", () => {
  const start = [0, ""];
  const wrong: unknown[] = [null, {}, [], [null], [[0, "a"]], [[1, ""]], [start, [1, "a"]]];
  wrong.push([start, [0, ""]], [start, [-1, "a"]], [start, [0.5, "a"]], [start, [0, 7]]);
  wrong.push([start, [0, "a"], [0, "a"]], [start, [0, "a b"]], [start, [0, "a".repeat(21)]]);
  wrong.push([start, [0, "a", 5]], [start, [0, "a", "x".repeat(2001)]], [start, [0, "a", "", 1]]);
  wrong.push(Array.from({ length: 4000 }, (_, i) => (i ? [0, `a${i}`] : start)));
  wrong.push(Array.from({ length: 1200 }, (_, i) => (i ? [i - 1, "a"] : start)));
  for (const rows of wrong) expect(treeOfRows(rows)).toBeNull();
});

test("comments cannot hide anything or run backwards", () => {
  const comment = "ok\u0000\n\u202eevil\u2066\ud83d";
  expect(branch(commented(treeOf([]), START, comment), START).comment).toBe("ok evil");
  expect(treeOfRows([[0, "", comment]])?.[0]?.comment).toBe("ok evil");
});

test("actions are counted by turns, of which each may have several", () => {
  const tree = treeOf(["E4xF3", "E5xF5", "E6+E7", "D4xD5"]);
  const within = new Set([2]); // after E5xF5 the same player goes on
  const told = [1, 2, 3, 4].map((at) => turnOf(tree, at, (one) => !within.has(one)));
  expect(told.map(({ number }) => number)).toEqual([1, 2, 2, 3]);
  expect(told.map(({ begins }) => begins)).toEqual([true, true, false, true]);
});

test("a tree becomes a record with its variations and comments", () => {
  let tree = commented(treeOf(["a", "b", "c"]), 0, "a draw?");
  const x = tried(tree, 1, "x");
  tree = commented(tried(x.tree, x.at, "y").tree, x.at, "better");
  tree = tried(tree, x.at, "z").tree;
  expect(recordOf("tzaar", "start", tree)).toEqual({
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
