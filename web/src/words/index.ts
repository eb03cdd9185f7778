// Texts that need more than a message, in the language of the settings.
import type { Seat } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { RequestRefused } from "../server/api";
import type { TurnProgress } from "../table/tableView";
import { w } from "./words";

export { w };

/** Return why the server refuses the connection, or else that the connection is lost. */
export function disconnectedText(why: string | null): string {
  return why ? `${why} ${w().tryingAgain}` : w().reconnecting;
}

/** Capitalise a text. */
export const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Join clauses of a sentence with semicolons. */
export const joinClauses = (clauses: readonly string[]): string =>
  clauses.length ? clauses.reduce((text, next) => w().clauses(text, next)) : "";

/** Return the reason why a request failed. */
export function getErrorText(error: unknown): string {
  return error instanceof RequestRefused ? (error.why ?? w().failed) : w().unreachable;
}

/** Format a percentage for the language: `62%`. */
export const formatPercent = (percent: number): string =>
  (percent / 100).toLocaleString(settings.language, { style: "percent" });

/** Return how long ago something was: `5 min ago`. */
export function agoText(minutes: number): string {
  if (minutes < 1) return w().justNow;
  if (minutes < 60) return w().minutesAgo(minutes);
  if (minutes < 48 * 60) return w().hoursAgo(Math.round(minutes / 60));
  return w().daysAgo(Math.round(minutes / 1440));
}

/** Return for how long a player has been away. */
export function awayText(name: string, minutes: number): string {
  if (minutes < 1) return w().awayNow(name);
  if (minutes < 60) return w().awayMinutes(name, minutes);
  if (minutes < 48 * 60) return w().awayHours(name, Math.floor(minutes / 60));
  return w().awayDays(name, Math.floor(minutes / 1440));
}

/** Describe a position by the turns before it: `Position after turn 3`. */
export function positionText({ turn, complete }: TurnProgress): string {
  if (turn === 0) return w().beginning;
  return complete ? w().positionAfter(turn) : w().positionDuring(turn);
}

/** Return the name of the player of a seat, a computer with its level, or the title of the seat. */
export function seatName(seat: Seat): string {
  return seat.display_name;
}
