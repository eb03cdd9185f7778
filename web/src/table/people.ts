// Who sits at a table, in words.
import type { Seat } from "../protocol";
import { say } from "../words/index.svelte";

/** Who sits there: a name, a computer with its level, or what the seat is called. */
export function seatName(seat: Seat): string {
  return say(seat.called);
}
