import { expect, test } from "vitest";
import { preferredLanguage } from "../browser/settings.svelte";
import de from "./de";
import en from "./en";

const SOURCES = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../words/{en,de}.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// That German has every key is checked by its type.

test("nothing is left untranslated or empty", () => {
  const alike = ["fischer", "computer", "lobby", "seconds", "minutes", "levelOf", "yourName"];
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    const [english, german] = [String(en[key]), String(de[key])];
    expect(german, key).not.toBe("");
    if (!alike.includes(key) && typeof en[key] === "string") expect(german, key).not.toBe(english);
  }
  expect(en.levels).toHaveLength(10);
  expect(de.levels).toHaveLength(10);
  expect(en.levelsAbout).toHaveLength(10);
  expect(de.levelsAbout).toHaveLength(10);
});

test("the first language of the browser that we speak", () => {
  expect(preferredLanguage(["fr", "de-AT", "en"])).toBe("de");
  expect(preferredLanguage(["en-GB", "de"])).toBe("en");
  expect(preferredLanguage(["fr"])).toBe("en");
  expect(preferredLanguage(["den"])).toBe("en");
});

test("every word is used", () => {
  const text = Object.values(SOURCES).join("\n");
  const unused = Object.keys(en).filter(
    (key) => !new RegExp(`(w\\(\\)|en)\\.${key}\\b`).test(text),
  );
  expect(unused).toEqual([]);
});
