// What is heard and announced when something happens at a table.
import { type Plan, namedPlan } from "../board/selection/premoves";
import {
  announce,
  drawnSidesText,
  getNoticeText,
  showNotice,
  sidesText,
} from "../browser/notices.svelte";
import type { Happening } from "./changes";
import type { Heard } from "./tableView";
import { joinClauses, seatName, w } from "../words";
import type { Snapshot, TableState } from "../protocol";
import { play } from "../browser/sound";
import type { Table } from "./table.svelte";

/** `before` is the state that was known until then; `missed`: what was planned is not possible. */
export function react(
  table: Table,
  message: Heard,
  before: TableState | null,
  missed: boolean,
): void {
  if (missed) showNotice(w().planDropped);
  if (message.type === "refused") announce(message.why);
  else if (message.type === "drafted") drafted(table, message.complete);
  else if (message.type === "event") happened(table, message, before, missed);
  else if (missed) announce(w().planDropped);
  else if (message.type === "welcome" && !before) arrived(message.snapshot, message.mine);
}

/** Where lots were drawn before anybody could see the table, or a rematch has changed sides, it is
 * told at the beginning. */
function arrived({ lots, rematch, state, turns }: Snapshot, mine: number[]): void {
  const isBegun = mine.length ? turns.some(({ seat }) => mine.includes(seat)) : turns.length > 0;
  if (state.status !== "playing" || isBegun || state.seats.length === 1) return;
  const text = lots ? drawnSidesText(state, mine) : rematch ? changedText(state, mine) : "";
  if (!text) return;
  showNotice(text);
  announce(text);
}

function changedText(state: TableState, mine: number[]): string {
  return sidesText(w().sidesChanged, state, mine);
}

function drafted(table: Table, complete: boolean): void {
  play("mine");
  const prompt = table.live ? table.live.prompt : "";
  announce(complete ? w().ready : `${w().goesOn}: ${prompt}`);
}

function happened(
  table: Table,
  event: Happening,
  before: TableState | null,
  missed: boolean,
): void {
  const { state } = event;
  const mine = event.seat !== null && table.mine.includes(event.seat);
  const said: string[] = [];
  if (event.kind === "played") {
    const captures = state.frame.last.some(({ taken }) => taken.length > 0);
    play(captures ? "capture" : mine ? "mine" : "theirs");
    said.push(spoken(event));
  }
  if (missed) said.push(w().planDropped);
  const notice = before && getNoticeText(before, event, table.mine);
  if (notice) {
    play("notice");
    showNotice(notice);
    said.push(notice);
  } else if (event.kind === "offered" && !mine) {
    play("notice");
    said.push(offerText(state) ?? "");
  }
  if (state.status === "over" && before?.status !== "over") {
    play("end");
    said.push(resultText(state, table.mine));
  } else if (table.myTurn && event.kind === "played") {
    said.push(`${w().yourTurn}: ${state.frame.prompt}`);
  }
  const text = said.filter(Boolean).join(" ");
  if (text) announce(text);
}

/** The user chooses the next action ahead, or takes that back. */
export function choosePlan(table: Table, plan: Plan | null): void {
  table.plan = plan;
  const board = table.tableView?.snapshot.board;
  announce(plan && board ? w().planSet(namedPlan(board, plan)) : w().planGone);
}

/** "Blue: E5 captures E4; pass." */
function spoken(event: Happening): string {
  const seat = event.seat === null ? undefined : event.state.seats[event.seat];
  const actions = event.state.frame.last.map((one) => one.spoken);
  return `${w().label(seat ? seatName(seat) : "")} ${joinClauses(actions)}.`;
}

/** Return the offer of another player, if any. */
function offerText(state: TableState): string | null {
  const { draw, undo, rematch } = state.offers;
  const name = (seat: number): string => {
    const one = state.seats[seat];
    return one ? seatName(one) : "";
  };
  if (undo) return w().offersUndo(name(undo.seat));
  if (draw[0] !== undefined) return w().offersDraw(name(draw[0]));
  if (rematch[0] !== undefined) return w().offersRematch(name(rematch[0]));
  return null;
}

/** The server's sentence, after what it means for the user. */
export function resultText(state: TableState, mine: number[]): string {
  if (!state.result) return "";
  const [text, why] = [state.result.text, reasonText(state, mine)];
  return `${verdict(state, mine)} ${text}${why ? `: ${why}` : ""}`.trim();
}

/** Return whether the player of a single seat has won or lost. */
export function verdict(state: TableState, mine: number[]): string {
  const [seat] = mine;
  const against = state.seats.length > mine.length;
  if (!state.result || seat === undefined || mine.length > 1 || !against) return "";
  const value = state.result.returns[seat] ?? 0;
  if (value > 0) return w().won;
  return value < 0 ? w().lost : "";
}

/** Return why the game ended, addressed to the player of a single seat: "You have resigned". */
export function reasonText({ result }: TableState, mine: number[]): string {
  if (!result) return "";
  const [seat] = mine;
  const own = mine.length === 1 && seat !== undefined ? result.why_to[seat] : undefined;
  return own ?? result.why;
}
