import { expect, test } from "vitest";
import { getPreferredLanguage } from "../browser/settings.svelte";
import { a } from "../components/advice/words";
import { s } from "../components/settings/words";
import { e } from "../study/editor/words";
import { LANGUAGES, getLanguageName } from "./languages";
import { agoText, awayText, positionText, w } from ".";

const SOURCES = import.meta.glob<string>("../**/*.{svelte,ts}", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("each language has a name in the language itself", () => {
  expect(LANGUAGES.map(getLanguageName)).toEqual(expect.arrayContaining(["English", "Deutsch"]));
});

test("each level has a name and a description in every language", () => {
  for (const language of LANGUAGES)
    for (const list of [w(language).levels, w(language).levelsAbout]) expect(list).toHaveLength(10);
});

test("the first supported language of the browser is preferred", () => {
  expect(getPreferredLanguage(["tlh", "de-AT", "en"])).toBe("de");
  expect(getPreferredLanguage(["en-GB", "de"])).toBe("en");
  expect(getPreferredLanguage(["tlh"])).toBe("en");
  expect(getPreferredLanguage(["den"])).toBe("en");
});

test("durations are in minutes, hours or days", () => {
  expect([0, 1, 59].map(agoText)).toEqual(["just now", "1 min ago", "59 min ago"]);
  expect([61, 47 * 60, 49 * 60].map(agoText)).toEqual(["1 h ago", "47 h ago", "2 days ago"]);
  expect(awayText("Ada", 0)).toBe("Ada has been away for less than a minute.");
  expect(awayText("Ada", 1)).toBe("Ada has been away for 1 minute.");
  expect(awayText("Ada", 125)).toBe("Ada has been away for 2 hours.");
  expect(awayText("Ada", 50 * 60)).toBe("Ada has been away for 2 days.");
});

test("a position is described by the turns before it", () => {
  expect(positionText({ turn: 0, complete: true })).toBe("Starting position");
  expect(positionText({ turn: 3, complete: true })).toBe("Position after turn 3");
  expect(positionText({ turn: 3, complete: false })).toBe("Position during turn 3");
});

test.each([
  ["w", w()],
  ["s", s()],
  ["a", a()],
  ["e", e()],
])("every message of %s() is used", (name, messages) => {
  const text = Object.values(SOURCES).join("\n");
  const unused = Object.keys(messages).filter(
    (key) => !new RegExp(`\\b${name}\\(\\)\\.${key}\\b`).test(text),
  );
  expect(unused).toEqual([]);
});
