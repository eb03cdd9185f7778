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
  const pieces = frame?.pieces.filter((one) => one.kind.en.toLowerCase().includes(title)) ?? [];
  const marks = new Set(pieces.map((piece) => piece.mark));
  const [mark = "plain"] = marks;
  const colour = COLOURS.includes(title) ? (title as Colour) : (pieces[0]?.colour ?? null);
  return { colour, mark: marks.size === 1 ? mark : "plain" };
}
