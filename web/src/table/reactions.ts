// Sounds, notices and announcements for messages of a table.
import { type Premove, describePremove } from "../board/selection/premoves";
import {
  announce,
  drawnSidesText,
  getNoticeText,
  showNotice,
  sidesText,
} from "../browser/notices.svelte";
import type { TableEvent } from "./changes";
import type { TableMessage } from "./tableView";
import { joinClauses, seatName, w } from "../words";
import type { Snapshot, TableState } from "../protocol";
import { playSound } from "../browser/sound";
import type { Table } from "./table.svelte";

/** Announce a message of the server; `before` is the state before it. */
export function announceMessage(
  table: Table,
  message: TableMessage,
  before: TableState | null,
  isPremoveIllegal: boolean,
): void {
  if (isPremoveIllegal) showNotice(w().premoveImpossible);
  if (message.type === "refused") announce(message.why);
  else if (message.type === "drafted") announceDraft(table, message.complete);
  else if (message.type === "event") announceEvent(table, message, before, isPremoveIllegal);
  else if (isPremoveIllegal) announce(w().premoveImpossible);
  else if (message.type === "welcome" && !before)
    announceSides(message.snapshot, message.own_seats);
}

/** At the start of a game, announce the sides if they were drawn by lot, or changed for a rematch. */
function announceSides(
  { random_sides: lots, is_rematch: rematch, state, turns }: Snapshot,
  ownSeats: number[],
): void {
  const hasBegun = ownSeats.length
    ? turns.some(({ seat }) => ownSeats.includes(seat))
    : turns.length > 0;
  if (state.status !== "playing" || hasBegun || state.seats.length === 1) return;
  const text = lots
    ? drawnSidesText(state, ownSeats)
    : rematch
      ? sidesText(w().sidesChanged, state, ownSeats)
      : "";
  if (!text) return;
  showNotice(text);
  announce(text);
}

function announceDraft(table: Table, complete: boolean): void {
  playSound("mine");
  const prompt = table.liveFrame ? table.liveFrame.prompt : "";
  announce(complete ? w().ready : `${w().turnContinues}: ${prompt}`);
}

function announceEvent(
  table: Table,
  event: TableEvent,
  before: TableState | null,
  isPremoveIllegal: boolean,
): void {
  const { state } = event;
  const isOwn = event.seat !== null && table.ownSeats.includes(event.seat);
  const sentences: string[] = [];
  if (event.kind === "played") {
    const hasCaptures = state.frame.last.some(({ taken }) => taken.length > 0);
    playSound(hasCaptures ? "capture" : isOwn ? "mine" : "theirs");
    sentences.push(describeTurn(event));
  }
  if (isPremoveIllegal) sentences.push(w().premoveImpossible);
  const notice = before && getNoticeText(before, event, table.ownSeats);
  if (notice) {
    playSound("notice");
    showNotice(notice);
    sentences.push(notice);
  } else if (event.kind === "offered" && !isOwn) {
    playSound("notice");
    sentences.push(offerText(state) ?? "");
  }
  if (state.status === "over" && before?.status !== "over") {
    playSound("end");
    sentences.push(resultText(state, table.ownSeats));
  } else if (table.isOwnTurn && event.kind === "played") {
    sentences.push(`${w().yourTurn}: ${state.frame.prompt}`);
  }
  const text = sentences.filter(Boolean).join(" ");
  if (text) announce(text);
}

/** Set or cancel the premove. */
export function setPremove(table: Table, premove: Premove | null): void {
  table.premove = premove;
  const board = table.tableView?.snapshot.board;
  announce(
    premove && board ? w().premoveSet(describePremove(board, premove)) : w().premoveCancelled,
  );
}

/** Return a turn in words: "Blue: E5 captures E4; pass." */
function describeTurn(event: TableEvent): string {
  const seat = event.seat === null ? undefined : event.state.seats[event.seat];
  const actions = event.state.frame.last.map(({ spoken }) => spoken);
  return `${w().label(seat ? seatName(seat) : "")} ${joinClauses(actions)}.`;
}

/** Return the offer of another player, if any. */
function offerText(state: TableState): string | null {
  const { draw, undo, rematch } = state.offers;
  const getName = (index: number): string => {
    const seat = state.seats[index];
    return seat ? seatName(seat) : "";
  };
  if (undo) return w().offersUndo(getName(undo.seat));
  if (draw[0] !== undefined) return w().offersDraw(getName(draw[0]));
  if (rematch[0] !== undefined) return w().offersRematch(getName(rematch[0]));
  return null;
}

/** Return the result in words, for the owner of certain seats: "You have won! Ada wins: …" */
export function resultText(state: TableState, ownSeats: number[]): string {
  if (!state.result) return "";
  const [text, why] = [state.result.text, reasonText(state, ownSeats)];
  return `${wonOrLostText(state, ownSeats)} ${text}${why ? `: ${why}` : ""}`.trim();
}

/** Return that the player of a single seat has won or lost. */
export function wonOrLostText(state: TableState, ownSeats: number[]): string {
  const [seat] = ownSeats;
  const hasOpponents = state.seats.length > ownSeats.length;
  if (!state.result || seat === undefined || ownSeats.length > 1 || !hasOpponents) return "";
  const value = state.result.returns[seat] ?? 0;
  if (value > 0) return w().youWon;
  return value < 0 ? w().youLost : "";
}

/** Return why the game ended, addressed to the player of a single seat: "You have resigned". */
export function reasonText({ result }: TableState, ownSeats: number[]): string {
  if (!result) return "";
  const [seat] = ownSeats;
  const own = ownSeats.length === 1 && seat !== undefined ? result.why_by_seat[seat] : undefined;
  return own ?? result.why;
}
