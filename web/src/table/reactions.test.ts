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
    why_by_seat: ["You completed a four for Ben", "Ada completed a four for Ben"],
  },
});

test("the reason of the result addresses the player of a single seat", () => {
  expect(reasonText(over, [0])).toBe("You completed a four for Ben");
  expect(reasonText(over, [1])).toBe("Ada completed a four for Ben");
});

test("the reason names players for spectators and for several players at one device", () => {
  expect(reasonText(over, [])).toBe("Ada completed a four for Ben");
  expect(reasonText(over, [0, 1])).toBe("Ada completed a four for Ben");
  expect(reasonText(state(1, 3), [0])).toBe("");
});

test("the result and its reason form one sentence", () => {
  expect(resultText(over, [0])).toContain("Ben wins: You completed a four for Ben");
});
