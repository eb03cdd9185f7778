// The tables at which this browser has a seat, with the tokens that prove it.
//
// The browser makes its tokens itself and keeps them before it asks for a seat.  Where the answer
// gets lost it asks again with the same token and is answered the same.
import { join, open, persist, Refused } from "../server/api";
import { save, saved } from "./browserStorage";
import type { JoinRequest, TableMade, TableRequest, TableState } from "../protocol";

export interface Own {
  token: string;
  seats: number[]; // as they were before lots were drawn, if any
  game: string; // an id with options
  when: number; // milliseconds
  invites: Record<string, string>; // secrets for friends who have not come yet, by seat
  over?: boolean;
  hidden?: boolean; // the user does not want to see it in lists; the seat stays
}

const MOST_OVER = 500; // finished games remembered; seats of others are never thrown away

export function ownTables(): Record<string, Own> {
  return saved<Record<string, Own>>("tables", {});
}

export function ownTable(id: string): Own | undefined {
  return ownTables()[id];
}

export function remember(id: string, own: Own): void {
  const all = Object.entries({ ...ownTables(), [id]: own });
  all.sort(([, a], [, b]) => b.when - a.when);
  let over = 0;
  save("tables", Object.fromEntries(all.filter(([, one]) => !one.over || ++over <= MOST_OVER)));
}

/** The seats of this browser at a table, after lots may have moved everybody. */
export function seatsNow(own: Own | undefined, order: readonly number[]): number[] {
  return order.flatMap((place, seat) => (own?.seats.includes(place) ? [seat] : []));
}

/** What became of a table; the right to its seats moves on to the rematch. */
export function keepInMind(id: string, own: Own, state: TableState, mine: number[]): void {
  const over = state.status === "over";
  const seats = mine.map((seat) => state.order[seat] ?? seat);
  const known = ownTable(id) ?? own;
  remember(id, { ...known, seats, when: Date.now(), over });
  if (over && !known.over) void keepForGood(id);
  if (state.next && !ownTable(state.next))
    remember(state.next, { ...own, seats: [], when: Date.now(), over: false, hidden: false });
}

/** A finished game stays in this browser.  Where that fails now, the list of games tries again. */
async function keepForGood(id: string): Promise<void> {
  try {
    const { keepTable } = await import("../own/keeping");
    await keepTable(id);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TypeError)) throw error;
  }
}

/** Leave a table out of lists, or show it again. */
export function hide(id: string, hidden: boolean): void {
  const own = ownTable(id);
  if (own) remember(id, { ...own, hidden });
}

/** The ids of own tables that fit, the latest first. */
export function ownIds(fits: (own: Own) => boolean): string[] {
  const found = Object.entries(ownTables()).filter(([, own]) => fits(own));
  return found.sort(([, a], [, b]) => b.when - a.when).map(([id]) => id);
}

/** A secret that nobody can guess. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Open a table, remember the seats, and say where it is. */
export async function openTable(request: TableRequest): Promise<TableMade> {
  const asked = saved<TableRequest | null>("opening", null, "tab"); // and no answer was heard
  const same =
    asked && JSON.stringify({ ...request, token: asked.token }) === JSON.stringify(asked);
  const whole = same ? asked : { ...request, token: newToken() };
  save("opening", whole, "tab");
  const made = await settled("opening", "tab", () => open(whole));
  const seats = request.seats.flatMap((seat, i) => (seat.kind === "here" ? [i] : []));
  const { token, invites } = made;
  remember(made.id, { token, seats, game: request.game, when: Date.now(), invites });
  return made;
}

/** A seat that was asked for without an answer so far. */
export function joining(id: string): JoinRequest | null {
  return saved<JoinRequest | null>(`joining.${id}`, null);
}

/** Take a friend's seat and remember it. */
export async function takeSeat(id: string, game: string, request: JoinRequest): Promise<void> {
  const asked = joining(id);
  const token = asked?.seat === request.seat && asked.token ? asked.token : newToken();
  const place = `joining.${id}`;
  save(place, { ...request, token });
  await settled(place, "forever", () => join(id, { ...request, token }));
  remember(id, { token, seats: [request.seat], game, when: Date.now(), invites: {} });
}

/** Ask until there is an answer, be it a no; only then the question is not kept any longer. */
async function settled<T>(
  place: string,
  span: "forever" | "tab",
  question: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await persist(question);
    save(place, null, span);
    return answer;
  } catch (error) {
    if (error instanceof Refused && error.status < 500) save(place, null, span);
    throw error;
  }
}
