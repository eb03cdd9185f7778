// Advice to one player: hints, explanations of the computer's actions and, in teaching mode, warnings
// of blunders.
import { type Annotation, annotateAction, createRings } from "../board";
import type { BlunderMessage, HintMessage, TableState, Turn } from "../protocol";
import type { Table } from "./table.svelte";
import type { TableMessage } from "./tableView";

/** A turn that a computer played and can explain. */
export interface ComputerTurn {
  at: number; // number of actions played before it
  seat: number;
  actions: string[];
}

/** Why a computer played an action. */
export interface Explanation {
  turn: ComputerTurn;
  action: number; // index of the action in the turn
  reasons: string[];
}

// Stages of a hint: what to look for, the action, and its reasons
export const CLUE_STAGE = 1;
export const ACTION_STAGE = 2;
export const REASONS_STAGE = 3;

export class Advice {
  explanation = $state.raw<Explanation | null>(null);
  blunder = $state.raw<BlunderMessage | null>(null);
  isWaiting = $state(false); // for an answer of the server
  isEngineStarting = $state(false); // so the answer takes longer

  private lastHint = $state.raw<{ hint: HintMessage; positionKey: string } | null>(null);
  private queryNumber: number | null = null; // of the query that is not answered yet
  private queryPositionKey = ""; // of the position in which it was sent
  private requestedExplanation: Omit<Explanation, "reasons"> | null = null;

  constructor(private table: Table) {}

  /** The last hint, if it is for the current position and draft. */
  get hint(): HintMessage | null {
    return this.lastHint?.positionKey === this.positionKey ? this.lastHint.hint : null;
  }

  /** The arrows and rings of the hint. */
  get annotations(): Annotation[] {
    const { hint } = this;
    if (!hint || this.table.cursor !== null) return [];
    return hint.action
      ? annotateAction(hint.action.target, "solid")
      : createRings(hint.cells, "solid");
  }

  /** Whether a hint may be requested now. */
  get canRequestHint(): boolean {
    return !!this.table.tableView?.snapshot.hints && this.table.isActive;
  }

  /** The turn that can be explained, if any: a computer's turn that the board shows. */
  get explainableTurn(): ComputerTurn | null {
    const { tableView, ownSeats, cursor } = this.table;
    if (!tableView || !ownSeats.length) return null;
    const { state, hints, turns } = tableView.snapshot;
    const isAgainstComputers = state.seats.every(
      (seat, i) => seat.kind === "computer" || ownSeats.includes(i),
    );
    if (!hints && state.status !== "over" && !isAgainstComputers) return null;
    return findComputerTurn(turns, state, cursor);
  }

  /** Request a hint up to a stage. */
  requestHint(stage: number): void {
    const { table } = this;
    if (!table.state) return;
    this.requestedExplanation = null;
    const [at, actions] = [table.state.actions, table.draft?.actions ?? []];
    this.startWaiting(table.ask({ type: "hint", at, actions, stage }));
  }

  /** Request why the computer played an action of its turn. */
  requestExplanation(turn: ComputerTurn, action = 0): void {
    this.requestedExplanation = { turn, action };
    this.startWaiting(this.table.ask({ type: "explain", at: turn.at + action }));
  }

  /** Offer to undo the user's turn after a blunder. */
  takeBack(): void {
    const seat = this.table.ownSeats[0];
    this.blunder = null;
    if (seat !== undefined) this.table.offer("undo", seat);
  }

  /** Remove all advice. */
  clear(): void {
    this.lastHint = this.explanation = this.blunder = null;
  }

  onMessage(message: TableMessage): void {
    if ("n" in message && message.n !== null && message.n === this.queryNumber) {
      if (message.type === "pending") this.isEngineStarting = true;
      else this.onAnswer(message);
    }
    if (message.type === "blunder") this.blunder = message;
    if (message.type === "welcome" || message.type === "resumed") this.stopWaiting();
    if (message.type === "event" && ["played", "undone"].includes(message.kind))
      this.discardOutdated(message);
  }

  private stopWaiting(): void {
    this.queryNumber = null;
    this.isWaiting = this.isEngineStarting = false;
  }

  private startWaiting(queryNumber: number): void {
    this.queryNumber = queryNumber;
    this.queryPositionKey = this.positionKey;
    this.isWaiting = true;
    this.isEngineStarting = false;
  }

  private onAnswer(message: TableMessage): void {
    this.stopWaiting();
    if (message.type === "hint") {
      this.clear();
      this.lastHint = { hint: message, positionKey: this.queryPositionKey };
    } else if (message.type === "explained" && this.requestedExplanation) {
      this.clear();
      this.explanation = { ...this.requestedExplanation, reasons: message.reasons };
    }
  }

  /** Discard advice for the position before a turn or an undo. */
  private discardOutdated({ kind, seat }: Extract<TableMessage, { type: "event" }>): void {
    const isOwn = seat !== null && this.table.ownSeats.includes(seat);
    this.lastHint = this.explanation = null;
    if (!this.requestedExplanation) this.stopWaiting(); // the requested hint is outdated, too
    if (kind === "undone" || isOwn) this.blunder = null;
  }

  /** Identifies the position including the draft. */
  private get positionKey(): string {
    const { state, draft } = this.table;
    return JSON.stringify([state?.seq, draft?.actions ?? []]);
  }
}

/** Return the last turn of a computer or, while browsing, the turn at the cursor if a computer played
 * it. */
export function findComputerTurn(
  turns: Turn[],
  { seats }: TableState,
  cursor: number | null,
): ComputerTurn | null {
  let [at, found] = [0, null as ComputerTurn | null];
  for (const { seat, actions } of turns) {
    const isShown = cursor === null || (at < cursor && cursor <= at + actions.length);
    if (isShown && seats[seat]?.kind === "computer") found = { at, seat, actions };
    at += actions.length;
  }
  return found;
}
