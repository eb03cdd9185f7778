import { expect, test } from "vitest";
import { preferredLanguage } from "../browser/settings.svelte";
import * as ofSettings from "../parts/settings/words.svelte";
import de from "./de";
import en from "./en";

const DICTIONARIES: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["w", en, de],
  ["s", ofSettings.en, ofSettings.de],
];

const SOURCES = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../words/{en,de}.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// That German has every key is checked by its type.

test.each(DICTIONARIES)("of %s() nothing is left untranslated or empty", (_, english, german) => {
  const alike = ["fischer", "computer", "lobby", "seconds", "minutes", "levelOf", "yourName"];
  for (const [key, words] of Object.entries(english)) {
    expect(String(german[key]), key).not.toBe("");
    if (!alike.includes(key) && typeof words === "string") expect(german[key], key).not.toBe(words);
  }
});

test("each level has a name and is told about", () => {
  for (const list of [en.levels, de.levels, en.levelsAbout, de.levelsAbout])
    expect(list).toHaveLength(10);
});

test("the first language of the browser that we speak", () => {
  expect(preferredLanguage(["fr", "de-AT", "en"])).toBe("de");
  expect(preferredLanguage(["en-GB", "de"])).toBe("en");
  expect(preferredLanguage(["fr"])).toBe("en");
  expect(preferredLanguage(["den"])).toBe("en");
});

test.each(DICTIONARIES)("every word of %s() is used", (name, english) => {
  const text = Object.values(SOURCES).join("\n");
  const unused = Object.keys(english).filter(
    (key) => !new RegExp(`(\\b${name}\\(\\)|\\ben)\\.${key}\\b`).test(text),
  );
  expect(unused).toEqual([]);
});
