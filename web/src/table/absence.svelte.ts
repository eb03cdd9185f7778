// Absence of players, and the question whether to claim the win.
import { untrack } from "svelte";
import type { TableView } from "./tableView";
import { announce } from "../browser/notices.svelte";
import { awayText, seatName, w } from "../words";
import type { Table } from "./table.svelte";

export interface AwayPlayer {
  seat: number;
  ms: number | null; // duration of the absence; null: unknown
  claimable: boolean; // the win can be claimed, unless the server decides otherwise
}

const MIN_ABSENCE_MS = 15_000; // longer than a reload of the page takes

/** Return the player to move if away, else another absent player; `now` is the server's time. */
export function findAwayPlayer(tableView: TableView, now: number): AwayPlayer | null {
  const { snapshot, ownSeats, present, presenceChangedAt } = tableView;
  const { seats, status, frame, clocks } = snapshot.state;
  if (status !== "playing" || !present.length) return null;
  const away = seats.flatMap(({ kind }, i) =>
    kind === "computer" || ownSeats.includes(i) || present[i] ? [] : [i],
  );
  const seat = away.find((i) => i === frame.turn) ?? away[0];
  if (seat === undefined) return null;
  const leftAt = presenceChangedAt[seat] ?? null;
  const arrivedAt = ownSeats.length
    ? Math.min(...ownSeats.map((i) => presenceChangedAt[i] ?? now))
    : 0;
  if (now - (leftAt ?? arrivedAt) < MIN_ABSENCE_MS) return null;
  const ms = leftAt === null ? null : now - leftAt;
  // Since the player left, the user arrived and the turn began, whichever was last
  const waitedMs = now - Math.max(leftAt ?? 0, arrivedAt, clocks.at);
  const { claim_delay_ms: claimAfterMs } = snapshot;
  const isWaitLongEnough = claimAfterMs !== null && waitedMs >= claimAfterMs;
  const claimable = isWaitLongEnough && seat === frame.turn && ownSeats.length > 0;
  return { seat, ms, claimable };
}

const TICK_MS = 1000;

export class Absence {
  private now = $state(Date.now());
  private waitUntil = $state(0); // when to ask again after the user chose to wait
  private announcedSeat: number | null = null; // whose absence has been announced

  /** Must be called while a component is created, because it sets up an effect. */
  constructor(private table: Table) {
    $effect(() => {
      const isAnyoneAway =
        table.tableView?.present.includes(false) && table.state?.status === "playing";
      untrack(() => this.tick());
      if (!isAnyoneAway) return;
      const timer = setInterval(() => this.tick(), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** Read the clock, and announce once that a player is away. */
  tick(): void {
    this.now = Date.now();
    const seat = this.awayPlayer?.seat ?? null;
    if (seat !== null && seat !== this.announcedSeat) announce(this.text);
    this.announcedSeat = seat;
  }

  get awayPlayer(): AwayPlayer | null {
    const { tableView } = this.table;
    return tableView && findAwayPlayer(tableView, this.now + tableView.clockOffset);
  }

  /** A sentence about the absence, if any: "Ben has been away for 2 minutes." */
  get text(): string {
    const { awayPlayer } = this;
    const seat = awayPlayer && this.table.state?.seats[awayPlayer.seat];
    if (!seat) return "";
    if (awayPlayer.ms === null) return w().isAway(seatName(seat));
    return awayText(seatName(seat), Math.floor(awayPlayer.ms / 60_000));
  }

  /** Whether to ask the user about claiming the win: it is possible, and the user is not waiting. */
  get asksToClaim(): boolean {
    return this.awayPlayer?.claimable === true && this.now >= this.waitUntil;
  }

  /** Ask again later. */
  keepWaiting(): void {
    this.waitUntil = Date.now() + (this.table.tableView?.snapshot.claim_delay_ms ?? 0);
  }
}
