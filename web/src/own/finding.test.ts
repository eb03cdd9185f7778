import { expect, test } from "vitest";
import { ANYTHING, dayOf, fits, opponents, verdictOf } from "./finding";
import { both, kept } from "./kept.fixture";

const found = (wanted: object, game = kept()) => fits(game, { ...ANYTHING, ...wanted }, "en");

test("what a game meant to who played it", () => {
  expect(verdictOf(kept())).toBe("won");
  expect(verdictOf(kept({ mine: [1] }))).toBe("lost");
  expect(verdictOf(kept({ result: [0, 0] }))).toBe("drawn");
  expect(verdictOf(kept({ result: null }))).toBe("open");
  expect(verdictOf(kept({ mine: [] }))).toBe("others");
  expect(verdictOf(kept({ mine: [0, 1] }))).toBe("others");
  expect(verdictOf(kept({ players: [both("Ada")], result: [1] }))).toBe("won");
});

test("whom one played against; in games of others, everybody", () => {
  expect(opponents(kept(), "en")).toEqual(["Ben"]);
  expect(opponents(kept({ mine: [] }), "en")).toEqual(["Ada", "Ben"]);
});

test("every word of the search is somewhere in the game", () => {
  expect(found({ text: "" })).toBe(true);
  expect(found({ text: "BEN four" })).toBe(true);
  expect(found({ text: "line 2026-11-16" })).toBe(true);
  expect(found({ text: "ben tzaar" })).toBe(false);
  expect(fits(kept(), { ...ANYTHING, text: "vierer dritt" }, "de")).toBe(true);
  expect(found({ text: "vierer" })).toBe(false);
});

test("game, opponent, result and days are asked for apart", () => {
  expect(found({ game: "vier3d", opponent: "Ben", verdict: "won" })).toBe(true);
  expect(found({ game: "tzaar" })).toBe(false);
  expect(found({ opponent: "Ada" })).toBe(false);
  expect(found({ verdict: "lost" })).toBe(false);
  expect(found({ from: "2026-11-16", to: "2026-11-16" })).toBe(true);
  expect(found({ from: "2026-11-17" })).toBe(false);
  expect(found({ to: "2026-11-15" })).toBe(false);
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe("2026-01-05");
});
