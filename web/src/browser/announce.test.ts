import { expect, test } from "vitest";
import { announce, announcements } from "./announce.svelte";

test("an announcement that comes soon after another does not replace it", () => {
  for (const words of ["one", "two", "three", "three"]) announce(words);
  expect(announcements().map(({ words }) => words)).toEqual(["two", "three", "three"]);
  expect(new Set(announcements().map(({ id }) => id)).size).toBe(3);
});
