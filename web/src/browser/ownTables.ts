// The tables at which this browser has seats, with their seat tokens.
//
// The browser creates a token and stores it before it requests a seat.  If the answer gets lost, it repeats
// the request with the same token, which is an idempotency key, and gets the same answer.
import { RequestRefused, joinTable, createTable, retry } from "../server/api";
import { writeItem, readItem } from "./storage";
import type { JoinRequest, OpenedTable, TableRequest, TableState } from "../protocol";

/** The seats of this browser at a table, as they are stored. */
export interface OwnTable {
  token: string;
  seats: number[]; // slots: the seats before sides were assigned at random
  game: string; // an id with options
  when: number; // the time of the last visit, milliseconds
  invites: Record<string, string>; // secrets for friends who have not joined yet, by seat
  over?: boolean;
  hidden?: boolean; // left out of lists
}

const MAX_FINISHED_TABLES = 500; // tokens for running games are never deleted

export function getOwnTables(): Record<string, OwnTable> {
  return readItem<Record<string, OwnTable>>("tables", {});
}

export function getOwnTable(id: string): OwnTable | undefined {
  return getOwnTables()[id];
}

export function saveOwnTable(id: string, own: OwnTable): void {
  const tables = Object.entries({ ...getOwnTables(), [id]: own });
  tables.sort(([, a], [, b]) => b.when - a.when);
  let finishedCount = 0;
  writeItem(
    "tables",
    Object.fromEntries(
      tables.filter(([, table]) => !table.over || ++finishedCount <= MAX_FINISHED_TABLES),
    ),
  );
}

/** Return the current seats of this browser at a table; `order` is the slot of each seat. */
export function getCurrentSeats(own: OwnTable | undefined, order: readonly number[]): number[] {
  return order.flatMap((slot, seat) => (own?.seats.includes(slot) ? [seat] : []));
}

/** Store what has changed at a table, and the seats at its rematch. */
export function updateOwnTable(
  id: string,
  own: OwnTable,
  state: TableState,
  ownSeats: number[],
): void {
  const over = state.status === "over";
  const slots = ownSeats.map((seat) => state.order[seat] ?? seat);
  const old = getOwnTable(id) ?? own;
  saveOwnTable(id, { ...old, seats: slots, when: Date.now(), over });
  if (over && !old.over) void archiveGame(id);
  if (state.rematch_table && !getOwnTable(state.rematch_table))
    saveOwnTable(state.rematch_table, {
      ...own,
      seats: [],
      when: Date.now(),
      over: false,
      hidden: false,
    });
}

/** Save a finished game in the library.  If that fails, the page of own games tries again. */
async function archiveGame(id: string): Promise<void> {
  try {
    const { saveTableGame } = await import("../library/gameImport");
    await saveTableGame(id);
  } catch (error) {
    if (!(error instanceof RequestRefused || error instanceof TypeError)) throw error;
  }
}

/** Hide a table from lists, or show it again. */
export function setHidden(id: string, hidden: boolean): void {
  const own = getOwnTable(id);
  if (own) saveOwnTable(id, { ...own, hidden });
}

/** Return the ids of the user's tables that match, the latest first. */
export function listOwnTableIds(matches: (own: OwnTable) => boolean): string[] {
  const tables = Object.entries(getOwnTables()).filter(([, own]) => matches(own));
  return tables.sort(([, a], [, b]) => b.when - a.when).map(([id]) => id);
}

/** Return an unguessable secret. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Open a table and store the access to its seats. */
export async function openTable(request: TableRequest): Promise<OpenedTable> {
  const pending = readItem<TableRequest | null>("opening", null, "tab"); // not answered yet
  const isSame =
    pending && JSON.stringify({ ...request, token: pending.token }) === JSON.stringify(pending);
  const complete = isSame ? pending : { ...request, token: createToken() };
  writeItem("opening", complete, "tab");
  const opened = await askUntilAnswered("opening", "tab", () => createTable(complete));
  const seats = request.seats.flatMap((seat, i) => (seat.kind === "here" ? [i] : []));
  const { token, invites } = opened;
  saveOwnTable(opened.id, { token, seats, game: request.game, when: Date.now(), invites });
  return opened;
}

/** Return the request for a seat that has not been answered yet. */
export function getPendingJoin(id: string): JoinRequest | null {
  return readItem<JoinRequest | null>(`joining.${id}`, null);
}

/** Take the seat of a friend and store the access to it. */
export async function takeSeat(id: string, game: string, request: JoinRequest): Promise<void> {
  const pending = getPendingJoin(id);
  const token = pending?.seat === request.seat && pending.token ? pending.token : createToken();
  const key = `joining.${id}`;
  writeItem(key, { ...request, token });
  await askUntilAnswered(key, "forever", () => joinTable(id, { ...request, token }));
  saveOwnTable(id, { token, seats: [request.seat], game, when: Date.now(), invites: {} });
}

/** Repeat a request until it is answered or refused; only then delete the stored request. */
async function askUntilAnswered<T>(
  key: string,
  lifetime: "forever" | "tab",
  request: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await retry(request);
    writeItem(key, null, lifetime);
    return answer;
  } catch (error) {
    if (error instanceof RequestRefused && error.status < 500) writeItem(key, null, lifetime);
    throw error;
  }
}
