import { expect, test } from "vitest";
import { commented, treeOf, tried } from "./tree";
import { recordOf } from "./treeRecord";

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
