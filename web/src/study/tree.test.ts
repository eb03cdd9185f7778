import { expect, test } from "vitest";
import {
  actionsTo,
  branch,
  commented,
  cut,
  ends,
  isMain,
  lineFrom,
  mainLine,
  promoted,
  readTree,
  START,
  treeOf,
  tried,
  turnOf,
} from "./tree";

const names = (tree: ReturnType<typeof treeOf>, line: number[]) =>
  line.map((one) => branch(tree, one).action).join(" ");

test("what is tried again is the same branch", () => {
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

test("a tree with comments can be kept and read again, and nothing else", () => {
  const tree = cut(commented(tried(treeOf(["a", "b"]), 1, "c").tree, 3, "why not?"), 2).tree;
  expect(readTree(JSON.parse(JSON.stringify(tree)))).toEqual(tree);
  expect(branch(tree, 3).comment).toBe("why not?");
  for (const wrong of [null, {}, [], [null], [{ action: "" }], [{ ...tree[0], children: [7] }]])
    expect(readTree(wrong)).toBeNull();
});

test("actions are counted by turns, of which each may have several", () => {
  const tree = treeOf(["E4xF3", "E5xF5", "E6+E7", "D4xD5"]);
  const within = new Set([2]); // after E5xF5 the same player goes on
  const told = [1, 2, 3, 4].map((at) => turnOf(tree, at, (one) => !within.has(one)));
  expect(told.map(({ number }) => number)).toEqual([1, 2, 2, 3]);
  expect(told.map(({ begins }) => begins)).toEqual([true, true, false, true]);
});
