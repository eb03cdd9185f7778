// The state of a table as the messages of the server build it up, with premoves and offers.  Pure: no
// socket, no clock, no page.
import { type Premove, type PremoveRules, findPremoveActions } from "../board/selection/premoves";
import { type TableEvent, expandEvent } from "./changes";
import type {
  Clock,
  EventMessage,
  Frame,
  Frames,
  FromServer,
  OfferKind,
  ResumedMessage,
  Snapshot,
  TableState,
  Turn,
  WelcomeMessage,
} from "../protocol";

type Thinking = Extract<FromServer, { type: "thinking" }>;
type Warmth = Extract<FromServer, { type: "warmth" }>;

export interface TableView {
  snapshot: Snapshot; // its turns and state are kept up to date
  ownSeats: number[]; // the seats of this browser
  present: boolean[];
  presenceChangedAt: (number | null)[]; // when each seat's player came or went; the server's time
  watching: number; // number of spectators
  thinking: Thinking | null;
  warmth: Warmth | null; // whether the engine is ready
  clockOffset: number; // the server's clock minus the browser's, milliseconds
  frames: ReadonlyMap<number, Frame>; // by number of actions played
}

/** A message of the server, with its event expanded. */
export type TableMessage = Exclude<FromServer, EventMessage> | TableEvent;

/** Whether an event has been applied already. */
export function isKnown(tableView: TableView | null, event: EventMessage): boolean {
  return tableView !== null && event.seq <= tableView.snapshot.state.seq;
}

/** Return the view after a message.  The result is null before the first snapshot, and if an event
 * is missing between the view and a `resumed` message. */
export function applyMessage(
  tableView: TableView | null,
  message: TableMessage,
  now: number,
): TableView | null {
  switch (message.type) {
    case "welcome":
      return applyWelcome(tableView, message, now);
    case "resumed":
      return tableView && applyMissedEvents(tableView, message, now);
    case "event":
      return tableView && applyEvent(tableView, message, now);
    case "presence":
      return (
        tableView && {
          ...tableView,
          present: message.connected,
          presenceChangedAt: message.since,
          watching: message.spectators,
        }
      );
    case "thinking":
      return tableView && { ...tableView, thinking: message };
    case "warmth":
      return tableView && { ...tableView, warmth: message };
    case "pong":
      return tableView && { ...tableView, clockOffset: message.now - now };
    default:
      return tableView;
  }
}

/** Replace the snapshot; keep the known frames of the actions that the old and the new game share. */
function applyWelcome(
  old: TableView | null,
  { own_seats: ownSeats, snapshot }: WelcomeMessage,
  now: number,
): TableView {
  const common = old ? countCommonActions(old.snapshot.turns, snapshot.turns) : -1;
  const frames = new Map([...(old?.frames ?? [])].filter(([played]) => played <= common));
  frames.set(snapshot.state.actions, snapshot.state.frame);
  return {
    snapshot,
    ownSeats,
    present: old?.present ?? [],
    presenceChangedAt: old?.presenceChangedAt ?? [],
    watching: old?.watching ?? 0,
    thinking: null,
    warmth: old?.warmth ?? null,
    clockOffset: snapshot.now - now,
    frames,
  };
}

/** Apply the events that a client missed while it was not connected; return null if one is missing. */
function applyMissedEvents(
  tableView: TableView,
  { events, own_seats: ownSeats, legal, now: serverNow }: ResumedMessage,
  now: number,
): TableView | null {
  let after = tableView;
  for (const message of events) {
    if (isKnown(after, message)) continue;
    const event = expandEvent(after.snapshot.state, message);
    if (!event) return null;
    after = applyEvent(after, event, now);
  }
  const { snapshot } = after;
  const frame = { ...snapshot.state.frame, ...legal }; // null: legal actions have not changed
  return {
    ...after,
    snapshot: { ...snapshot, state: { ...snapshot.state, frame } },
    ownSeats,
    thinking: null,
    clockOffset: serverNow - now,
    frames: new Map(after.frames).set(snapshot.state.actions, frame),
  };
}

function applyEvent(tableView: TableView, event: TableEvent, now: number): TableView {
  const { snapshot } = tableView;
  const turns =
    event.kind === "played" && event.seat !== null
      ? [...snapshot.turns, toTurn(event, event.seat)]
      : truncateTurns(snapshot.turns, event.state.actions);
  return {
    ...reorderSeats(tableView, event.state.order),
    snapshot: { ...snapshot, turns, state: event.state },
    thinking: event.kind === "played" || event.state.status === "over" ? null : tableView.thinking,
    clockOffset: event.now - now,
    frames: updateFrames(tableView.frames, snapshot.state, event),
  };
}

/** Reorder everything that is listed by seat, after drawing lots has changed the seats. */
function reorderSeats(tableView: TableView, order: number[]): TableView {
  const oldSeats = order.map((slot) => tableView.snapshot.state.order.indexOf(slot)); // by new seat
  if (oldSeats.every((old, seat) => old === seat)) return tableView;
  return {
    ...tableView,
    ownSeats: oldSeats.flatMap((old, seat) => (tableView.ownSeats.includes(old) ? [seat] : [])),
    present: oldSeats.map((old) => tableView.present[old] ?? false),
    presenceChangedAt: oldSeats.map((old) => tableView.presenceChangedAt[old] ?? null),
  };
}

/** Return the turn of an event, whose actions are the last ones of its frame. */
function toTurn({ actions, state }: TableEvent, seat: number): Turn {
  const signs = actions.map((_, i) => state.frame.last.at(i - actions.length)?.sign ?? "");
  return { seat, actions, signs };
}

function updateFrames(known: ReadonlyMap<number, Frame>, before: TableState, event: TableEvent) {
  const frames = new Map([...known].filter(([played]) => played <= event.state.actions));
  if (event.kind === "played")
    event.frames.forEach((frame, i) => frames.set(before.actions + i + 1, frame));
  return frames.set(event.state.actions, event.state.frame);
}

/** Add earlier frames, which the client has requested. */
export function addFrames(tableView: TableView, { first, frames }: Frames): TableView {
  const known = new Map(tableView.frames);
  frames.forEach((frame, i) => {
    if (first + i < tableView.snapshot.state.actions) known.set(first + i, frame);
  });
  return { ...tableView, frames: known };
}

/** Return the turns up to a number of actions, as an undo leaves them. */
export function truncateTurns(turns: Turn[], actionCount: number): Turn[] {
  const truncated: Turn[] = [];
  let left = actionCount;
  for (const turn of turns) {
    if (left <= 0) break;
    const [actions, signs] = [turn.actions.slice(0, left), turn.signs.slice(0, left)];
    truncated.push({ ...turn, actions, signs });
    left -= turn.actions.length;
  }
  return truncated;
}

/** The last turns of a game. */
export interface TurnsSince {
  start: number; // number of actions played before them
  turns: Turn[];
}

/** Return the turns after the last turn of the user's seats; none for spectators. */
export function getTurnsSinceOwn(turns: Turn[], ownSeats: number[]): TurnsSince {
  if (ownSeats.length === 0) return { start: 0, turns: [] };
  const last = turns.findLastIndex(({ seat }) => ownSeats.includes(seat));
  const before = turns.slice(0, last + 1).flatMap(({ actions }) => actions);
  return { start: before.length, turns: turns.slice(last + 1) };
}

/** A position in the list of turns. */
export interface TurnProgress {
  turn: number; // the number of the turn, from 1; 0: the start of the game
  complete: boolean; // whether the turn is finished at this position
}

/** Return the position in the list of turns after a number of actions. */
export function getTurnProgress(turns: Turn[], actions: number): TurnProgress {
  let left = actions;
  for (const [i, turn] of turns.entries()) {
    if (left <= 0) return { turn: i, complete: true };
    left -= turn.actions.length;
    if (left < 0) return { turn: i + 1, complete: false };
  }
  return { turn: turns.length, complete: true };
}

/** Return how many actions two games have in common from the start. */
export function countCommonActions(turnsA: Turn[], turnsB: Turn[]): number {
  const a = turnsA.flatMap((turn) => turn.actions);
  const b = turnsB.flatMap((turn) => turn.actions);
  const different = a.findIndex((action, i) => action !== b[i]);
  return different < 0 ? a.length : different;
}

/** Return the milliseconds that each seat has left; null: no clock. */
export function getRemainingTimes(state: TableState, serverNow: number): (number | null)[] {
  const { remaining_ms: left, running, at } = state.clocks;
  return left.map((ms, seat) =>
    ms === null ? null : Math.max(0, seat === running ? ms - (serverNow - at) : ms),
  );
}

const LOW_TIME_SHARE = 1 / 8; // of the initial time
const MIN_LOW_TIME_SECONDS = 3;
const MAX_LOW_TIME_SECONDS = 20;

/** Return the remaining milliseconds below which a clock is low: an eighth of its initial time. */
export function getLowTimeMs(clock: Clock): number {
  if (clock.kind === "none") return 0;
  const seconds = Math.max(MIN_LOW_TIME_SECONDS, clock.seconds * LOW_TIME_SHARE);
  return 1000 * Math.min(MAX_LOW_TIME_SECONDS, seconds);
}

/** Format a time as `9:05`; below ten seconds with tenths: `0:09.5`. */
export function formatClock(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// Premoves

/** Return how premoves are chosen, or null if they are not possible: only a player with a single seat
 * has them, while another player is to move. */
export function getPremoveRules({ snapshot, ownSeats }: TableView): PremoveRules | null {
  const { premoves: mode, state } = snapshot;
  const [seat, ...otherSeats] = ownSeats;
  if (mode === "none" || state.status !== "playing") return null;
  if (seat === undefined || otherSeats.length || state.frame.turn === seat) return null;
  return { seat, mode };
}

/** Return the legal action that a premove means; null: there is none, or several. */
export function findPremoveAction({ snapshot }: TableView, premove: Premove): string | null {
  const [action, ...others] = findPremoveActions(snapshot.board, snapshot.state.frame, premove);
  return action === undefined || others.length ? null : action;
}

// Offers

/** An open offer as the owner of certain seats sees it. */
export interface Offer {
  kind: OfferKind;
  by: number; // the seat that offers
  role: "offering" | "asked" | "observer"; // of the viewer
  waitsFor: number[]; // seats of other players that have not agreed yet
}

export function getOffers(state: TableState, ownSeats: readonly number[]): Offer[] {
  if (state.status === "over" && state.rematch_table !== null) return [];
  const { draw, undo, rematch } = state.offers;
  const offers: Offer[] = [];
  const takenSeats = state.seats.flatMap((seat, i) => (seat.taken ? [i] : []));
  if (undo) offers.push(createOffer("undo", [undo.seat], undo.pending_seats, ownSeats));
  if (draw.length) offers.push(createOffer("draw", draw, exclude(takenSeats, draw), ownSeats));
  if (rematch.length) {
    const people = takenSeats.filter((i) => state.seats[i]?.kind !== "computer");
    offers.push(createOffer("rematch", rematch, exclude(people, rematch), ownSeats));
  }
  return offers;
}

function createOffer(
  kind: OfferKind,
  offering: number[],
  asked: number[],
  ownSeats: readonly number[],
): Offer {
  const own = offering.find((seat) => ownSeats.includes(seat));
  const isAsked = asked.some((seat) => ownSeats.includes(seat));
  const role = own !== undefined ? "offering" : isAsked ? "asked" : "observer";
  return { kind, by: own ?? offering[0] ?? 0, role, waitsFor: exclude(asked, ownSeats) };
}

const exclude = (seats: readonly number[], excluded: readonly number[]): number[] =>
  seats.filter((seat) => !excluded.includes(seat));
