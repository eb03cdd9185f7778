import { expect, test } from "vitest";
import { stage } from "./trying";

const GOALS = [["a1-a3", "+b3"], ["a1-a4", "*"], ["b2"]];

test.each([
  [[], "open"],
  [["a1-a3"], "open"],
  [["a1-a3", "+b3"], "done"],
  [["a1-a3", "+c3"], "other"],
  [["a1-a4", "+f4"], "done"],
  [["b2"], "done"],
  [["b2", "b3"], "other"],
  [["c1"], "other"],
])("%j is %s", (actions, expected) => {
  expect(stage(GOALS, actions)).toBe(expected);
});

test("whatever is legal will do where nothing else is asked for", () => {
  expect(stage([["*"]], ["a1"])).toBe("done");
});
