import { expect, test } from "vitest";
import { state } from "../fixtures";
import { reasonText, resultText } from "./reactions";

const over = state(1, 3, {
  status: "over",
  result: {
    returns: [-1, 1],
    winner: 1,
    reason: "rules",
    text: "Ben wins",
    why: "Ada completed a four for Ben",
    why_to: ["You completed a four for Ben", "Ada completed a four for Ben"],
  },
});

test("the reason addresses the player of a single seat", () => {
  expect(reasonText(over, [0])).toBe("You completed a four for Ben");
  expect(reasonText(over, [1])).toBe("Ada completed a four for Ben");
});

test("spectators, and people at one device, read the names", () => {
  expect(reasonText(over, [])).toBe("Ada completed a four for Ben");
  expect(reasonText(over, [0, 1])).toBe("Ada completed a four for Ben");
  expect(reasonText(state(1, 3), [0])).toBe("");
});

test("the end is announced in one sentence", () => {
  expect(resultText(over, [0])).toContain("Ben wins: You completed a four for Ben");
});
