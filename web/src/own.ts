// The tables at which this browser has a seat, with the tokens that prove it.
import { open } from "./api";
import { keep, kept } from "./keep";
import type { TableMade, TableWish } from "./protocol";

export interface Own {
  token: string;
  seats: number[];
  game: string; // an id with options
  when: number; // milliseconds
  invites: Record<string, string>; // secrets for friends who have not come yet, by seat
  over?: boolean;
}

const MOST = 60; // tables remembered; older ones are forgotten

export function ownTables(): Record<string, Own> {
  return kept<Record<string, Own>>("tables", {});
}

export function ownTable(id: string): Own | undefined {
  return ownTables()[id];
}

export function remember(id: string, own: Own): void {
  const all = Object.entries({ ...ownTables(), [id]: own });
  all.sort(([, a], [, b]) => b.when - a.when);
  keep("tables", Object.fromEntries(all.slice(0, MOST)));
}

export function forget(id: string): void {
  const { [id]: _, ...others } = ownTables();
  keep("tables", others);
}

/** Open a table, remember the seats, and say where it is. */
export async function openTable(wish: TableWish): Promise<TableMade> {
  const made = await open(wish);
  const seats = wish.seats.flatMap((seat, i) => (seat.kind === "here" ? [i] : []));
  const { token, invites } = made;
  remember(made.id, { token, seats, game: wish.game, when: Date.now(), invites });
  return made;
}
