// Who sits at a table, in words and in colour.
import type { Colour, Frame, Mark, Seat } from "./protocol";
import { say, w } from "./words/index.svelte";

/** The name that was given, or what the seat is called. */
export function seatName(seat: Seat): string {
  if (seat.name) return seat.name;
  if (seat.kind === "computer") return `${w().computer}, ${w().levelShort(seat.level ?? 1)}`;
  return say(seat.title);
}

export interface Look {
  colour: Colour | null; // null: the seat has no colour of its own
  mark: Mark;
}

const COLOURS: readonly string[] = ["white", "black", "red", "blue", "yellow", "wood"];

/** Seats are called after their pieces: Red, White, Perforated. */
export function lookOf(seat: Seat, frame: Frame | null): Look {
  const title = seat.title.en.toLowerCase();
  const piece = frame?.pieces.find((one) => one.kind.en.toLowerCase().includes(title));
  if (COLOURS.includes(title)) return { colour: title as Colour, mark: "plain" };
  return { colour: piece?.colour ?? null, mark: piece?.mark ?? "plain" };
}
