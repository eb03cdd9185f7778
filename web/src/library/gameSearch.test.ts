import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { NO_CRITERIA, matches, getOpponents, getResultText, getOwnOutcome } from "./gameSearch";
import { today } from "../puzzles/results";
import { savedGame } from "./savedGame.fixture";

const isFound = (criteria: object, game = savedGame()) =>
  matches(game, { ...NO_CRITERIA, ...criteria });

test("outcomes are from the perspective of the user", () => {
  expect(getOwnOutcome(savedGame())).toBe("won");
  expect(getOwnOutcome(savedGame({ mine: [1] }))).toBe("lost");
  expect(getOwnOutcome(savedGame({ result: [0, 0] }))).toBe("drawn");
  expect(getOwnOutcome(savedGame({ result: null }))).toBe("open");
  expect(getOwnOutcome(savedGame({ mine: [] }))).toBe("others");
  expect(getOwnOutcome(savedGame({ mine: [0, 1] }))).toBe("others");
  expect(getOwnOutcome(savedGame({ players: ["Ada"], result: [1] }))).toBe("won");
});

test("a game with three players and one loser has no winner and is not a draw", () => {
  const three = { players: ["Ada", "Ben", "Eve"], result: [-1, 0, 0] };
  expect(getOwnOutcome(savedGame(three))).toBe("lost");
  expect(getOwnOutcome(savedGame({ ...three, mine: [1] }))).toBe("noWinner");
  const watched = savedGame({ ...three, mine: [] });
  expect(isFound({ outcome: "drawn" }, watched)).toBe(false);
  expect(isFound({ outcome: "noWinner" }, watched)).toBe(true);
  for (const [language, text] of [
    ["de", "Kein Sieger"],
    ["en", "No winner"],
  ] as const) {
    settings.language = language;
    expect(getResultText(watched)).toBe(text);
    expect(getResultText(savedGame({ ...three, mine: [1] }))).toBe(text);
  }
});

test("opponents are the other players; in games of others, all players", () => {
  expect(getOpponents(savedGame())).toEqual(["Ben"]);
  expect(getOpponents(savedGame({ mine: [] }))).toEqual(["Ada", "Ben"]);
});

test("every word of the search occurs in the text shown for a game", () => {
  settings.language = "en";
  expect(isFound({ text: "" })).toBe(true);
  expect(isFound({ text: "BEN four" })).toBe(true);
  expect(isFound({ text: "line 2026-11-16" })).toBe(true);
  expect(isFound({ text: "ben tzaar" })).toBe(false);
  expect(isFound({ text: "vierer" })).toBe(false);
  expect(isFound({ text: "won 16 nov 2 turns" })).toBe(true);
  expect(isFound({ text: "ada won" }, savedGame({ mine: [] }))).toBe(true);
  expect(isFound({ text: "draw" }, savedGame({ mine: [], result: [0, 0] }))).toBe(true);
  expect(isFound({ text: "one screen" }, savedGame({ mine: [0, 1] }))).toBe(true);
  expect(isFound({ text: "incomplete" }, savedGame({ fault: "a fault" }))).toBe(true);
  expect(isFound({ text: "b1" })).toBe(false); // only in the record, which is not shown in the list
  settings.language = "de";
  expect(isFound({ text: "four gewonnen" })).toBe(true);
  settings.language = "en";
});

test("game, opponent, result and dates are separate filters", () => {
  expect(isFound({ game: "vier3d", opponent: "Ben", outcome: "won" })).toBe(true);
  expect(isFound({ game: "tzaar" })).toBe(false);
  expect(isFound({ opponent: "Ada" })).toBe(false);
  expect(isFound({ outcome: "lost" })).toBe(false);
  expect(isFound({ from: "2026-11-16", to: "2026-11-16" })).toBe(true);
  expect(isFound({ from: "2026-11-17" })).toBe(false);
  expect(isFound({ to: "2026-11-15" })).toBe(false);
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test("games of others can be filtered by result", () => {
  const outcomes = (game: object, ...searched: string[]) =>
    searched.map((outcome) => isFound({ outcome }, savedGame({ mine: [], ...game })));
  const all = ["others", "firstWon", "otherWon", "drawn", "won", "open"];
  expect(outcomes({}, ...all)).toEqual([true, true, false, false, false, false]);
  expect(outcomes({ result: [-1, 1] }, ...all)).toEqual([true, false, true, false, false, false]);
  expect(outcomes({ result: [0, 0] }, ...all)).toEqual([true, false, false, true, false, false]);
  expect(outcomes({ result: null }, ...all)).toEqual([true, false, false, false, false, true]);
  expect(outcomes({ mine: [1] }, ...all)).toEqual([false, true, false, false, false, false]);
});
