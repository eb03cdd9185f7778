import { expect, test } from "vitest";
import { settings } from "../browser/settings.svelte";
import { both, kept } from "../own/kept.fixture";
import { momentText } from "./told";

test("a moment is counted in turns, of which each may have several actions", () => {
  settings.language = "en";
  const turns = [
    { seat: 0, actions: ["E4xF3"], signs: [""] },
    { seat: 1, actions: ["E5xF5", "E6+E7"], signs: ["", ""] },
  ];
  const game = kept({ turns, actions: 3 });
  const told = [1, 2, 3].map((at) => {
    const last = [{ action: "", spoken: both("played") }] as unknown as typeof game.frame.last;
    return momentText(game, { ...game.frame, last }, at, undefined);
  });
  expect(told).toEqual(["Turn 1 of 2: played", "Turn 2 of 2: played", "Turn 2 of 2: played"]);
});
