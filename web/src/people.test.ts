import { expect, test } from "vitest";
import { seatName } from "./people";
import type { Seat } from "./protocol";
import { settings } from "./settings.svelte";

function seat(title: string, more: Partial<Seat> = {}): Seat {
  const words = { en: title, de: title };
  return { title: words, kind: "here", name: "", level: null, taken: true, look: null, ...more };
}

test("a seat is called by its name, its level or its title", () => {
  settings.language = "en";
  expect(seatName(seat("Red", { name: "Ada" }))).toBe("Ada");
  expect(seatName(seat("Red"))).toBe("Red");
  expect(seatName(seat("Red", { kind: "computer", level: 4 }))).toBe("Computer, level 4");
});
