import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { coloursOf, percent, shares, verdictText } from "./verdict";
import { frame } from "../fixtures";
import type { Colour, ToPut } from "../protocol";

const CALLED = ["Red", "Blue"];

test("what is proven says who wins, what is estimated how likely", () => {
  settings.language = "en";
  const proven = { certainty: "proven" as const, values: [-1, 1], turns: 3, stored: false };
  expect(verdictText(proven, CALLED, 0)).toBe("Blue wins in at most 3 turns");
  expect(verdictText({ ...proven, turns: 1 }, CALLED, 0)).toBe("Blue wins in 1 turn");
  expect(verdictText({ ...proven, turns: null }, CALLED, 0)).toBe("Blue wins");
  expect(verdictText({ ...proven, values: [0, 0] }, CALLED, 0)).toBe("draw");
  const estimated = {
    certainty: "estimated" as const,
    values: [0.24, -0.24],
    turns: null,
    stored: false,
  };
  expect(verdictText(estimated, CALLED, 0)).toBe("Red 62%");
  expect(verdictText(estimated, CALLED, 1)).toBe("Blue 38%");
});

test("the verdict of a game for one player is solvable or not solvable", () => {
  const alone = { certainty: "proven" as const, values: [1], turns: 4, stored: false };
  expect(verdictText(alone, ["Player 1"], 0)).toBe("solvable in at most 4 turns");
  expect(verdictText({ ...alone, values: [-1] }, ["Player 1"], 0)).toBe("not solvable");
});

test("German words say that there may be a shorter way, too", () => {
  settings.language = "de";
  const proven = { certainty: "proven" as const, values: [-1, 1], turns: 3, stored: false };
  expect(verdictText(proven, ["Rot", "Blau"], 0)).toBe("Blau gewinnt in höchstens 3 Zügen");
  const alone = { ...proven, values: [1] };
  expect(verdictText(alone, ["Spieler 1"], 0)).toBe("lösbar in höchstens 3 Zügen");
  settings.language = "en";
});

test("only what is proven is certain: an estimate is never 0 or 100 per cent", () => {
  const almost = {
    certainty: "estimated" as const,
    values: [0.999, -0.999],
    turns: null,
    stored: false,
  };
  expect(verdictText(almost, CALLED, 0)).toBe("Red 99%");
  expect(verdictText(almost, CALLED, 1)).toBe("Blue 1%");
  expect(shares(almost).map((part) => percent(part, "estimated"))).toEqual([99, 1]);
  expect([1, 0].map((part) => percent(part, "proven"))).toEqual([100, 0]);
});

test("each seat has its part of the bar", () => {
  expect(shares({ values: [0, 0] })).toEqual([0.5, 0.5]);
  expect(shares({ values: [1, -1] })).toEqual([1, 0]);
  expect(shares({ values: [-0.5, 0.5] })).toEqual([0.25, 0.75]);
  expect(shares({ values: [1, -1, -1] })).toEqual([1, 0, 0]);
  expect(shares({ values: [-1, -1, -1] })).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(shares({ values: [0.5] })).toEqual([0.75, 0.25]);
});

const look = (owner: number | null, colour: Colour): ToPut => ({ colour, mark: "plain", owner });
const shown = (...looks: ToPut[]) => ({
  ...frame(),
  to_put: Object.fromEntries(looks.map((one, i) => [String(i), one])),
});

test("parts have the colours of the pieces, where these tell the seats apart", () => {
  expect(coloursOf(shown(look(0, "red"), look(1, "blue")), 2)).toEqual(["red", "blue"]);
  expect(coloursOf(shown(look(0, "wood"), look(1, "wood")), 2)).toEqual([null, null]);
  expect(coloursOf(shown(look(0, "red")), 2)).toEqual([null, null]);
  expect(coloursOf(null, 3)).toEqual([null, null, null]);
});
