// Absence of players, and whether the win may be claimed.
import { untrack } from "svelte";
import type { TableView } from "./tableView";
import { announce } from "../browser/notices.svelte";
import { awayText, seatName, w } from "../words";
import type { Table } from "./table.svelte";

export interface Away {
  seat: number;
  ms: number | null; // duration; null: unknown
  claimable: boolean; // the server decides; here it is known when it is worth asking
}

const MIN_ABSENCE_MS = 15_000; // longer than a reload of the page takes

/** Return the player to move if away, else another player who is away; `now` is the server's time. */
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
  if (now - Math.max(went ?? 0, went === null ? came : 0) < MIN_ABSENCE_MS) return null;
  const ms = went === null ? null : now - went;
  const waited = now - Math.max(went ?? 0, came, clocks.at);
  const { claim_after: after } = snapshot;
  const claimable = after !== null && seat === frame.turn && mine.length > 0 && waited >= after;
  return { seat, ms, claimable };
}

const TICK_MS = 1000;

export class Absence {
  private now = $state(Date.now());
  private waitsUntil = $state(0); // the user would rather wait
  private announced: number | null = null; // the seat whose absence has been announced

  /** To be made while a page is made: it follows the clock for as long. */
  constructor(private table: Table) {
    $effect(() => {
      const mayBeAway =
        table.tableView?.present.includes(false) && table.state?.status === "playing";
      untrack(() => this.tick());
      if (!mayBeAway) return;
      const timer = setInterval(() => this.tick(), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** Read the clock, and announce once that a player is away. */
  tick(): void {
    this.now = Date.now();
    const seat = this.away?.seat ?? null;
    if (seat !== null && seat !== this.announced) announce(this.text);
    this.announced = seat;
  }

  get away(): Away | null {
    const { tableView } = this.table;
    return tableView && awayAt(tableView, this.now + tableView.ahead);
  }

  /** "Ben has been away for 2 minutes." */
  get text(): string {
    const { away } = this;
    const seat = away && this.table.state?.seats[away.seat];
    if (!seat) return "";
    if (away.ms === null) return w().isAway(seatName(seat));
    return awayText(seatName(seat), Math.floor(away.ms / 60_000));
  }

  /** The user may claim the win, and has not said that he or she would rather wait. */
  get asks(): boolean {
    return this.away?.claimable === true && this.now >= this.waitsUntil;
  }

  wait(): void {
    this.waitsUntil = Date.now() + (this.table.tableView?.snapshot.claim_after ?? 0);
  }
}
