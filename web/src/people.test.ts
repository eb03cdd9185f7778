import { expect, test } from "vitest";
import { frame } from "./fixtures";
import { lookOf, seatName } from "./people";
import type { Mark, Piece, Seat } from "./protocol";
import { settings } from "./settings.svelte";

function seat(title: string, more: Partial<Seat> = {}): Seat {
  const words = { en: title, de: title };
  return { title: words, kind: "here", name: "", level: null, taken: true, ...more };
}

function piece(kind: string, mark: Mark): Piece {
  const colour = kind.startsWith("white") ? "white" : "wood";
  return { cell: 0, colour, mark, letter: "o", height: 1, kind: { en: kind, de: kind } };
}

test("a seat is called by its name, its level or its title", () => {
  settings.language = "en";
  expect(seatName(seat("Red", { name: "Ada" }))).toBe("Ada");
  expect(seatName(seat("Red"))).toBe("Red");
  expect(seatName(seat("Red", { kind: "computer", level: 4 }))).toBe("Computer, level 4");
});

test("a seat looks like its pieces", () => {
  expect(lookOf(seat("Red"), null)).toEqual({ colour: "red", mark: "plain" });
  const halves = { ...frame(), pieces: [piece("perforated half", "holes")] };
  expect(lookOf(seat("Perforated"), halves)).toEqual({ colour: "wood", mark: "holes" });
  const kinds = [piece("white Tzaar", "crown"), piece("white Tott", "plain")];
  expect(lookOf(seat("White"), { ...frame(), pieces: kinds })).toEqual({
    colour: "white",
    mark: "plain",
  });
  expect(lookOf(seat("First"), halves)).toEqual({ colour: null, mark: "plain" });
});
