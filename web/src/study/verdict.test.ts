import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { getSeatColours, toPercent, getShares, getVerdictText } from "./verdict";
import { frame } from "../fixtures";
import type { Colour, PlaceablePiece } from "../protocol";

const SEAT_NAMES = ["Red", "Blue"];

test("proven verdicts name the winner, estimated ones a percentage", () => {
  settings.language = "en";
  const proven = { certainty: "proven" as const, values: [-1, 1], turns: 3, stored: false };
  expect(getVerdictText(proven, SEAT_NAMES, 0)).toBe("Blue wins in at most 3 turns");
  expect(getVerdictText({ ...proven, turns: 1 }, SEAT_NAMES, 0)).toBe("Blue wins in 1 turn");
  expect(getVerdictText({ ...proven, turns: null }, SEAT_NAMES, 0)).toBe("Blue wins");
  expect(getVerdictText({ ...proven, values: [0, 0] }, SEAT_NAMES, 0)).toBe("draw");
  const estimated = {
    certainty: "estimated" as const,
    values: [0.24, -0.24],
    turns: null,
    stored: false,
  };
  expect(getVerdictText(estimated, SEAT_NAMES, 0)).toBe("Red 62%");
  expect(getVerdictText(estimated, SEAT_NAMES, 1)).toBe("Blue 38%");
});

test("the verdict of a game for one player is solvable or not solvable", () => {
  const alone = { certainty: "proven" as const, values: [1], turns: 4, stored: false };
  expect(getVerdictText(alone, ["Player 1"], 0)).toBe("solvable in at most 4 turns");
  expect(getVerdictText({ ...alone, values: [-1] }, ["Player 1"], 0)).toBe("not solvable");
});

test("proven verdicts in German state an upper bound, too", () => {
  settings.language = "de";
  const proven = { certainty: "proven" as const, values: [-1, 1], turns: 3, stored: false };
  expect(getVerdictText(proven, ["Rot", "Blau"], 0)).toBe("Blau gewinnt in höchstens 3 Zügen");
  const alone = { ...proven, values: [1] };
  expect(getVerdictText(alone, ["Spieler 1"], 0)).toBe("lösbar in höchstens 3 Zügen");
  settings.language = "en";
});

test("estimates are never 0 or 100 per cent", () => {
  const almost = {
    certainty: "estimated" as const,
    values: [0.999, -0.999],
    turns: null,
    stored: false,
  };
  expect(getVerdictText(almost, SEAT_NAMES, 0)).toBe("Red 99%");
  expect(getVerdictText(almost, SEAT_NAMES, 1)).toBe("Blue 1%");
  expect(getShares(almost).map((share) => toPercent(share, "estimated"))).toEqual([99, 1]);
  expect([1, 0].map((share) => toPercent(share, "proven"))).toEqual([100, 0]);
});

test("each seat has a share of the bar", () => {
  expect(getShares({ values: [0, 0] })).toEqual([0.5, 0.5]);
  expect(getShares({ values: [1, -1] })).toEqual([1, 0]);
  expect(getShares({ values: [-0.5, 0.5] })).toEqual([0.25, 0.75]);
  expect(getShares({ values: [1, -1, -1] })).toEqual([1, 0, 0]);
  expect(getShares({ values: [-1, -1, -1] })).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(getShares({ values: [0.5] })).toEqual([0.75, 0.25]);
});

const look = (owner: number | null, colour: Colour): PlaceablePiece => ({
  colour,
  mark: "plain",
  owner,
});
const shown = (...looks: PlaceablePiece[]) => ({
  ...frame(),
  placeable: Object.fromEntries(looks.map((look, i) => [String(i), look])),
});

test("shares have the colours of the pieces if each seat has its own", () => {
  expect(getSeatColours(shown(look(0, "red"), look(1, "blue")), 2)).toEqual(["red", "blue"]);
  expect(getSeatColours(shown(look(0, "wood"), look(1, "wood")), 2)).toEqual([null, null]);
  expect(getSeatColours(shown(look(0, "red")), 2)).toEqual([null, null]);
  expect(getSeatColours(null, 3)).toEqual([null, null, null]);
});
