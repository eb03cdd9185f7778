// What those at a table are told when something happens beside the board.  Pure.
import type { Happening } from "../table/changes";
import { seatName } from "../table/people";
import type { TableState, OfferKind } from "../protocol";
import { say, w } from "../words/index.svelte";

/** A sentence for somebody with these seats (as they are after the event); null: nothing to say. */
export function noticeOf(
  before: TableState,
  event: Happening,
  mine: readonly number[],
): string | null {
  const { state, seat } = event;
  const own = seat !== null && mine.includes(seat);
  switch (event.kind) {
    case "joined":
      return [joined(event, mine), drawn(before, state, mine)].filter(Boolean).join(" ");
    case "undone":
      return w().undone;
    case "declined":
      return own ? null : declined(before, state, seat);
    case "offered":
      return own || !before.offers.undo || !state.offers.undo
        ? null
        : w().agrees(name(state, seat));
    default:
      return null;
  }
}

function joined({ state, seat }: Happening, mine: readonly number[]): string {
  const now = state.order.indexOf(seat ?? -1); // whoever sat down may have been moved by a lot
  return mine.includes(now) ? "" : w().hasJoined(name(state, now));
}

/** What the lots have decided. */
function drawn(before: TableState, after: TableState, mine: readonly number[]): string {
  const waited = before.seats.map((seat) => say(seat.title));
  const titles = after.seats.map((seat) => say(seat.title));
  if (titles.every((title, i) => title === waited[i])) return "";
  return lotsText(after, mine);
}

export function lotsText(state: TableState, mine: readonly number[]): string {
  return sidesText(w().lotDecided, state, mine);
}

/** Who plays what, after what has led to it. */
export function sidesText(why: string, state: TableState, mine: readonly number[]): string {
  const [own] = mine.length === 1 ? mine : [];
  const others = state.seats.flatMap((seat, i) => {
    const [called, title] = [seatName(seat), say(seat.title)];
    return i === own || called === title ? [] : [w().plays(called, title)];
  });
  const title = own === undefined ? undefined : state.seats[own]?.title;
  const parts = title ? [w().youPlay(say(title)), ...others] : others;
  return parts.length ? `${why} ${parts.join(", ")}.` : "";
}

/** Whoever had offered something takes it back; anybody else says no to it. */
function declined(before: TableState, after: TableState, seat: number | null): string | null {
  const [what] = (["undo", "draw", "rematch"] as const).filter(
    (one) => offering(before, one).length > offering(after, one).length,
  );
  if (what === undefined) return null;
  const withdrawn = seat !== null && offering(before, what).includes(seat);
  const text = withdrawn ? w().withdraws : w().declines;
  return text[what](name(before, seat));
}

function offering({ offers }: TableState, what: OfferKind): number[] {
  return what === "undo" ? (offers.undo ? [offers.undo.seat] : []) : offers[what];
}

function name(state: TableState, seat: number | null): string {
  const one = seat === null ? undefined : state.seats[seat];
  return one ? seatName(one) : "";
}
