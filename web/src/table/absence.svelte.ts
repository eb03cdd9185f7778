// Who is away, as it goes on.
import { announce } from "../browser/announce.svelte";
import { w } from "../words/index.svelte";
import { awayAt, type Away } from "./absence";
import { seatName } from "./people";
import type { Table } from "./table.svelte";

const TICK = 1000; // milliseconds

export class Absence {
  private now = $state(Date.now());
  private waitsUntil = $state(0); // the user would rather wait

  /** To be made while a page is made: it follows the clock for as long. */
  constructor(private table: Table) {
    $effect(() => {
      if (!table.tableView?.present.includes(false) || table.state?.status !== "playing") return;
      this.now = Date.now();
      const timer = setInterval(() => (this.now = Date.now()), TICK);
      return () => clearInterval(timer);
    });
    $effect(() => {
      if (this.isAway) announce(this.text);
    });
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
    return w().awayFor(seatName(seat), Math.floor(away.ms / 60_000));
  }

  /** The user may claim the win, and has not said that he or she would rather wait. */
  get asks(): boolean {
    return this.away?.claimable === true && this.now >= this.waitsUntil;
  }

  wait(): void {
    this.waitsUntil = Date.now() + (this.table.tableView?.snapshot.claim_after ?? 0);
  }

  private get isAway(): boolean {
    return this.away !== null;
  }
}
