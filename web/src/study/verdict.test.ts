import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { verdictText } from "./verdict";

const CALLED = ["Red", "Blue"];

test("what is proven says who wins, what is estimated how likely", () => {
  settings.language = "en";
  const proven = { certainty: "proven" as const, values: [-1, 1], turns: 3, stored: false };
  expect(verdictText(proven, CALLED, 0)).toBe("Blue wins in 3 turns");
  expect(verdictText({ ...proven, turns: null }, CALLED, 0)).toBe("Blue wins");
  expect(verdictText({ ...proven, values: [0, 0] }, CALLED, 0)).toBe("draw");
  const estimated = {
    certainty: "estimated" as const,
    values: [0.24, -0.24],
    turns: null,
    stored: false,
  };
  expect(verdictText(estimated, CALLED, 0)).toBe("Red 62 %");
  expect(verdictText(estimated, CALLED, 1)).toBe("Blue 38 %");
});

test("who is alone solves something, or does not", () => {
  const alone = { certainty: "proven" as const, values: [1], turns: 4, stored: false };
  expect(verdictText(alone, ["Player 1"], 0)).toBe("solvable in 4 turns");
  expect(verdictText({ ...alone, values: [-1] }, ["Player 1"], 0)).toBe("not solvable");
});
