// Who sits at a table, in words.
import type { Seat } from "./protocol";
import { say, w } from "./words/index.svelte";

/** The name that was given, or what the seat is called. */
export function seatName(seat: Seat): string {
  if (seat.name) return seat.name;
  if (seat.kind === "computer") return `${w().computer}, ${w().levelShort(seat.level ?? 1)}`;
  return say(seat.title);
}
