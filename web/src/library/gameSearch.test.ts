import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { NO_CRITERIA, matches, getOpponents, resultText, getOwnOutcome } from "./gameSearch";
import { today } from "../puzzles/results";
import { savedGame } from "./savedGame.fixture";

const found = (wanted: object, game = savedGame()) => matches(game, { ...NO_CRITERIA, ...wanted });

test("outcomes are seen from the user's side", () => {
  expect(getOwnOutcome(savedGame())).toBe("won");
  expect(getOwnOutcome(savedGame({ mine: [1] }))).toBe("lost");
  expect(getOwnOutcome(savedGame({ result: [0, 0] }))).toBe("drawn");
  expect(getOwnOutcome(savedGame({ result: null }))).toBe("open");
  expect(getOwnOutcome(savedGame({ mine: [] }))).toBe("others");
  expect(getOwnOutcome(savedGame({ mine: [0, 1] }))).toBe("others");
  expect(getOwnOutcome(savedGame({ players: ["Ada"], result: [1] }))).toBe("won");
});

test("a game of three that one of them lost has no winner and is not drawn", () => {
  const three = { players: ["Ada", "Ben", "Eve"], result: [-1, 0, 0] };
  expect(getOwnOutcome(savedGame(three))).toBe("lost");
  expect(getOwnOutcome(savedGame({ ...three, mine: [1] }))).toBe("noWinner");
  const seen = savedGame({ ...three, mine: [] });
  expect(found({ outcome: "drawn" }, seen)).toBe(false);
  expect(found({ outcome: "noWinner" }, seen)).toBe(true);
  for (const [language, text] of [
    ["de", "Kein Sieger"],
    ["en", "No winner"],
  ] as const) {
    settings.language = language;
    expect(resultText(seen)).toBe(text);
    expect(resultText(savedGame({ ...three, mine: [1] }))).toBe(text);
  }
});

test("opponents are the other players; in games of others, all players", () => {
  expect(getOpponents(savedGame())).toEqual(["Ben"]);
  expect(getOpponents(savedGame({ mine: [] }))).toEqual(["Ada", "Ben"]);
});

test("every word of the search is somewhere on the card", () => {
  settings.language = "en";
  expect(found({ text: "" })).toBe(true);
  expect(found({ text: "BEN four" })).toBe(true);
  expect(found({ text: "line 2026-11-16" })).toBe(true);
  expect(found({ text: "ben tzaar" })).toBe(false);
  expect(found({ text: "vierer" })).toBe(false);
  expect(found({ text: "won 16 nov 2 turns" })).toBe(true);
  expect(found({ text: "ada won" }, savedGame({ mine: [] }))).toBe(true);
  expect(found({ text: "draw" }, savedGame({ mine: [], result: [0, 0] }))).toBe(true);
  expect(found({ text: "one screen" }, savedGame({ mine: [0, 1] }))).toBe(true);
  expect(found({ text: "incomplete" }, savedGame({ fault: "a fault" }))).toBe(true);
  expect(found({ text: "b1" })).toBe(false); // only in the record, which the card does not show
  settings.language = "de";
  expect(found({ text: "four gewonnen" })).toBe(true);
  settings.language = "en";
});

test("game, opponent, result and days are separate filters", () => {
  expect(found({ game: "vier3d", opponent: "Ben", outcome: "won" })).toBe(true);
  expect(found({ game: "tzaar" })).toBe(false);
  expect(found({ opponent: "Ada" })).toBe(false);
  expect(found({ outcome: "lost" })).toBe(false);
  expect(found({ from: "2026-11-16", to: "2026-11-16" })).toBe(true);
  expect(found({ from: "2026-11-17" })).toBe(false);
  expect(found({ to: "2026-11-15" })).toBe(false);
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test("games of others can be told apart by their results", () => {
  const outcomes = (game: object, ...wanted: string[]) =>
    wanted.map((outcome) => found({ outcome }, savedGame({ mine: [], ...game })));
  const all = ["others", "firstWon", "otherWon", "drawn", "won", "open"];
  expect(outcomes({}, ...all)).toEqual([true, true, false, false, false, false]);
  expect(outcomes({ result: [-1, 1] }, ...all)).toEqual([true, false, true, false, false, false]);
  expect(outcomes({ result: [0, 0] }, ...all)).toEqual([true, false, false, true, false, false]);
  expect(outcomes({ result: null }, ...all)).toEqual([true, false, false, false, false, true]);
  expect(outcomes({ mine: [1] }, ...all)).toEqual([false, true, false, false, false, false]);
});
