// What the hall tells one player beside the game: hints, why the computer played as it did, and in
// teaching mode a word after a blunder.
import { type Annotation, annotationsOf, rings } from "../board";
import type { BlunderMessage, HintMessage, TableState, Turn } from "../protocol";
import type { Table } from "./table.svelte";
import type { Heard } from "./tableView";

/** A turn of a computer that can be asked about. */
export interface ComputersTurn {
  at: number; // actions that were played before it
  seat: number;
  actions: string[];
}

/** Why one of its actions was played. */
export interface Explained {
  turn: ComputersTurn;
  action: number; // of the turn
  reasons: string[];
}

export const CLUE = 1; // stages of a hint
export const WHAT = 2;
export const WHY = 3;

export class Advice {
  explained = $state.raw<Explained | null>(null);
  blunder = $state.raw<BlunderMessage | null>(null);
  asking = $state(false);
  pending = $state(false); // the engine gets ready first

  private told = $state.raw<{ hint: HintMessage; place: string } | null>(null);
  private n: number | null = null; // of the question that is not answered yet
  private askedAt = ""; // where it was asked
  private wanted: Omit<Explained, "reasons"> | null = null;

  constructor(private table: Table) {}

  /** As much as was asked for of what could be done now; it is of no use when the turn goes on. */
  get hint(): HintMessage | null {
    return this.told?.place === this.place ? this.told.hint : null;
  }

  /** The hint, drawn on the board. */
  get annotations(): Annotation[] {
    const { hint } = this;
    if (!hint || this.table.cursor !== null) return [];
    return hint.action ? annotationsOf(hint.action.target, "solid") : rings(hint.cells, "solid");
  }

  /** A hint may be asked for now. */
  get canHint(): boolean {
    return !!this.table.tableView?.snapshot.hints && this.table.active;
  }

  /** The turn of a computer that is shown, if it may tell about it. */
  get turn(): ComputersTurn | null {
    const { tableView, mine, cursor } = this.table;
    if (!tableView || !mine.length) return null;
    const { state, hints, turns } = tableView.snapshot;
    const alone = state.seats.every((seat, i) => seat.kind === "computer" || mine.includes(i));
    if (!hints && state.status !== "over" && !alone) return null;
    return computersTurn(turns, state, cursor);
  }

  /** Ask for a hint, or for more of it. */
  ask(stage: number): void {
    const { table } = this;
    if (!table.state) return;
    this.wanted = null;
    const [at, actions] = [table.state.actions, table.draft?.actions ?? []];
    this.begin(table.ask({ type: "hint", at, actions, stage }));
  }

  /** Ask why the computer has played an action of its turn. */
  explain(turn: ComputersTurn, action = 0): void {
    this.wanted = { turn, action };
    this.begin(this.table.ask({ type: "explain", at: turn.at + action }));
  }

  takeBack(): void {
    const seat = this.table.mine[0];
    this.blunder = null;
    if (seat !== undefined) this.table.offer("undo", seat);
  }

  /** Enough advice. */
  close(): void {
    this.told = this.explained = this.blunder = null;
  }

  hear(message: Heard): void {
    if ("n" in message && message.n !== null && message.n === this.n) {
      if (message.type === "pending") this.pending = true;
      else this.answered(message);
    }
    if (message.type === "blunder") this.blunder = message;
    if (message.type === "welcome" || message.type === "resumed") this.stopAsking();
    if (message.type === "event" && ["played", "undone"].includes(message.kind)) this.goOn(message);
  }

  private stopAsking(): void {
    this.n = null;
    this.asking = this.pending = false;
  }

  private begin(n: number): void {
    this.n = n;
    this.askedAt = this.place;
    this.asking = true;
    this.pending = false;
  }

  private answered(message: Heard): void {
    this.stopAsking();
    if (message.type === "hint") {
      this.close();
      this.told = { hint: message, place: this.askedAt };
    } else if (message.type === "explained" && this.wanted) {
      this.close();
      this.explained = { ...this.wanted, reasons: message.reasons };
    }
  }

  /** The game has gone on: what was told of it before is of no use any more. */
  private goOn({ kind, seat }: Extract<Heard, { type: "event" }>): void {
    const own = seat !== null && this.table.mine.includes(seat);
    this.told = this.explained = null;
    if (!this.wanted) this.stopAsking(); // a hint is for a position that is gone
    if (kind === "undone" || own) this.blunder = null;
  }

  private get place(): string {
    const { state, draft } = this.table;
    return JSON.stringify([state?.seq, draft?.actions ?? []]);
  }
}

/** While browsing the game, the turn that is shown, if a computer played it; else the last
 * one that a computer has played. */
export function computersTurn(
  turns: Turn[],
  { seats }: TableState,
  cursor: number | null,
): ComputersTurn | null {
  let [at, found] = [0, null as ComputersTurn | null];
  for (const { seat, actions } of turns) {
    const isShown = cursor === null || (at < cursor && cursor <= at + actions.length);
    if (isShown && seats[seat]?.kind === "computer") found = { at, seat, actions };
    at += actions.length;
  }
  return found;
}
