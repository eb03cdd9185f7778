// A player who is away from the table, and whether the win may be claimed for that.  Pure.
import type { TableView } from "./tableView";

export interface Away {
  seat: number;
  ms: number | null; // for so long; null: for longer than anybody knows
  claimable: boolean; // the server decides; here it is known when it is worth asking
}

const SHOWN_AFTER = 15_000; // milliseconds: whoever only reloads the page is not away

/** The player to move if away, or else another one who is; `now` is the server's time. */
export function awayAt(tableView: TableView, now: number): Away | null {
  const { snapshot, mine, present, since } = tableView;
  const { seats, status, frame, clocks } = snapshot.state;
  if (status !== "playing" || !present.length) return null;
  const away = seats.flatMap(({ kind }, i) =>
    kind === "computer" || mine.includes(i) || present[i] ? [] : [i],
  );
  const seat = away.find((one) => one === frame.turn) ?? away[0];
  if (seat === undefined) return null;
  const went = since[seat] ?? null;
  const came = mine.length ? Math.min(...mine.map((one) => since[one] ?? now)) : 0;
  if (now - Math.max(went ?? 0, went === null ? came : 0) < SHOWN_AFTER) return null;
  const ms = went === null ? null : now - went;
  const waited = now - Math.max(went ?? 0, came, clocks.at);
  const { claim_after: after } = snapshot;
  const claimable = after !== null && seat === frame.turn && mine.length > 0 && waited >= after;
  return { seat, ms, claimable };
}
