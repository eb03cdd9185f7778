// What is offered at a table, and what somebody with these seats has to do with it.  Pure.
import type { TableState, OfferKind } from "../protocol";

export interface Offer {
  what: OfferKind;
  by: number; // the seat that offers
  part: "own" | "asked" | "none"; // ours, to withdraw; ours to say yes or no to; others' affair
  waitsFor: number[]; // seats that have not agreed yet, of others
}

export function offersAt(state: TableState, mine: readonly number[]): Offer[] {
  if (state.status === "over" && state.next !== null) return [];
  const { draw, undo, rematch } = state.offers;
  const found: Offer[] = [];
  const people = state.seats.flatMap((seat, i) => (seat.taken ? [i] : []));
  if (undo) found.push(offer("undo", [undo.seat], undo.asks, mine));
  if (draw.length) found.push(offer("draw", draw, without(people, draw), mine));
  if (rematch.length) {
    const wanted = people.filter((i) => state.seats[i]?.kind !== "computer");
    found.push(offer("rematch", rematch, without(wanted, rematch), mine));
  }
  return found;
}

function offer(what: OfferKind, by: number[], asks: number[], mine: readonly number[]): Offer {
  const own = by.find((seat) => mine.includes(seat));
  const asked = asks.some((seat) => mine.includes(seat));
  const part = own !== undefined ? "own" : asked ? "asked" : "none";
  return { what, by: own ?? by[0] ?? 0, part, waitsFor: without(asks, mine) };
}

const without = (seats: readonly number[], others: readonly number[]): number[] =>
  seats.filter((seat) => !others.includes(seat));
