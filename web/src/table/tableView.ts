// What the messages of the server add up to, with plans and offers.  Pure: no socket, no clock, no page.
import { type Plan, type Planner, meantBy } from "../board/selection/premoves";
import { type Happening, happeningOf } from "./changes";
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
} from "../protocol";

type Thinking = Extract<FromServer, { type: "thinking" }>;
type Warmth = Extract<FromServer, { type: "warmth" }>;

export interface TableView {
  snapshot: Snapshot; // its turns and state are kept up to date
  mine: number[]; // the seats of this browser
  present: boolean[];
  since: (number | null)[]; // when each seat's player came or went; the server's time
  watching: number;
  thinking: Thinking | null;
  warmth: Warmth | null; // of the computer
  ahead: number; // the server's clock minus ours, milliseconds
  frames: ReadonlyMap<number, Frame>; // by number of actions played
}

/** What the server has said, events as a whole. */
export type Heard = Exclude<FromServer, EventMessage> | Happening;

/** An event as a whole; `null`: it is known already, or one before it is missing. */
export function whole(tableView: TableView | null, event: EventMessage): Happening | null {
  return tableView && happeningOf(tableView.snapshot.state, event);
}

/** Whether an event tells nothing new. */
export function isKnown(tableView: TableView | null, event: EventMessage): boolean {
  return tableView !== null && event.seq <= tableView.snapshot.state.seq;
}

/** `null`: an event is missing; ask for it again. */
export function apply(
  tableView: TableView | null,
  message: Heard,
  clock: number,
): TableView | null {
  switch (message.type) {
    case "welcome":
      return welcomed(tableView, message.mine, message.snapshot, clock);
    case "resumed":
      return tableView && resumed(tableView, message, clock);
    case "event":
      return tableView && happened(tableView, message, clock);
    case "presence":
      return (
        tableView && {
          ...tableView,
          present: message.seats,
          since: message.since,
          watching: message.watching,
        }
      );
    case "thinking":
      return tableView && { ...tableView, thinking: message };
    case "warmth":
      return tableView && { ...tableView, warmth: message };
    case "pong":
      return tableView && { ...tableView, ahead: message.now - clock };
    default:
      return tableView;
  }
}

function welcomed(
  old: TableView | null,
  mine: number[],
  snapshot: Snapshot,
  clock: number,
): TableView {
  const common = old ? commonActions(old.snapshot.turns, snapshot.turns) : -1;
  const frames = new Map([...(old?.frames ?? [])].filter(([after]) => after <= common));
  frames.set(snapshot.state.actions, snapshot.state.frame);
  return {
    snapshot,
    mine,
    present: old?.present ?? [],
    since: old?.since ?? [],
    watching: old?.watching ?? 0,
    thinking: null,
    warmth: old?.warmth ?? null,
    ahead: snapshot.now - clock,
    frames,
  };
}

/** The events that were missing, and what may be done after them. */
function resumed(
  tableView: TableView,
  { events, mine, legal, now }: ResumedMessage,
  clock: number,
): TableView | null {
  let after = tableView;
  for (const event of events) {
    if (isKnown(after, event)) continue;
    const happening = whole(after, event);
    if (!happening) return null;
    after = happened(after, happening, clock);
  }
  const { snapshot } = after;
  const frame = { ...snapshot.state.frame, ...legal }; // null: as they were
  return {
    ...after,
    snapshot: { ...snapshot, state: { ...snapshot.state, frame } },
    mine,
    thinking: null,
    ahead: now - clock,
    frames: new Map(after.frames).set(snapshot.state.actions, frame),
  };
}

function happened(tableView: TableView, event: Happening, clock: number): TableView {
  const { snapshot } = tableView;
  const turns =
    event.kind === "played" && event.seat !== null
      ? [...snapshot.turns, turnOf(event, event.seat)]
      : firstActions(snapshot.turns, event.state.actions);
  return {
    ...reseated(tableView, event.state.order),
    snapshot: { ...snapshot, turns, state: event.state },
    thinking: event.kind === "played" || event.state.status === "over" ? null : tableView.thinking,
    ahead: event.now - clock,
    frames: framesAfter(tableView.frames, snapshot.state, event),
  };
}

/** Everybody where the lots have put them. */
function reseated(tableView: TableView, order: number[]): TableView {
  const before = order.map((place) => tableView.snapshot.state.order.indexOf(place));
  if (before.every((old, seat) => old === seat)) return tableView;
  return {
    ...tableView,
    mine: before.flatMap((old, seat) => (tableView.mine.includes(old) ? [seat] : [])),
    present: before.map((old) => tableView.present[old] ?? false),
    since: before.map((old) => tableView.since[old] ?? null),
  };
}

function turnOf({ actions, state }: Happening, seat: number): Turn {
  const signs = actions.map((_, i) => state.frame.last.at(i - actions.length)?.sign ?? "");
  return { seat, actions, signs };
}

function framesAfter(known: ReadonlyMap<number, Frame>, before: TableState, event: Happening) {
  const frames = new Map([...known].filter(([after]) => after <= event.state.actions));
  if (event.kind === "played")
    event.frames.forEach((frame, i) => frames.set(before.actions + i + 1, frame));
  return frames.set(event.state.actions, event.state.frame);
}

/** What the server told of the past, beside what is known. */
export function withFrames(tableView: TableView, { first, frames }: Frames): TableView {
  const known = new Map(tableView.frames);
  frames.forEach((frame, i) => {
    if (first + i < tableView.snapshot.state.actions) known.set(first + i, frame);
  });
  return { ...tableView, frames: known };
}

/** Return the turns up to a number of actions, which an undo leaves. */
export function firstActions(turns: Turn[], number: number): Turn[] {
  const left: Turn[] = [];
  for (const turn of turns) {
    if (number <= 0) break;
    const [actions, signs] = [turn.actions.slice(0, number), turn.signs.slice(0, number)];
    left.push({ ...turn, actions, signs });
    number -= turn.actions.length;
  }
  return left;
}

/** The turns since the last one of certain seats. */
export interface Since {
  from: number; // actions that were played before them
  turns: Turn[];
}

export function sinceMine(turns: Turn[], mine: number[]): Since {
  const last = turns.findLastIndex(({ seat }) => mine.includes(seat));
  if (mine.length === 0) return { from: 0, turns: [] };
  const before = turns.slice(0, last + 1).flatMap(({ actions }) => actions);
  return { from: before.length, turns: turns.slice(last + 1) };
}

/** The turn to which an action belongs, as the list of moves counts them. */
export interface Place {
  turn: number; // from 1; 0: the start
  complete: boolean; // it was the last action of that turn
}

export function placeOf(turns: Turn[], actions: number): Place {
  let left = actions;
  for (const [i, turn] of turns.entries()) {
    if (left <= 0) return { turn: i, complete: true };
    left -= turn.actions.length;
    if (left < 0) return { turn: i + 1, complete: false };
  }
  return { turn: turns.length, complete: true };
}

/** How many actions two games have in common from the start. */
export function commonActions(one: Turn[], other: Turn[]): number {
  const a = one.flatMap((turn) => turn.actions);
  const b = other.flatMap((turn) => turn.actions);
  const different = a.findIndex((action, i) => action !== b[i]);
  return different < 0 ? a.length : different;
}

/** Milliseconds that each seat has left; null: no clock. */
export function timesLeft(state: TableState, serverNow: number): (number | null)[] {
  const { left, running, at } = state.clocks;
  return left.map((ms, seat) =>
    ms === null ? null : Math.max(0, seat === running ? ms - (serverNow - at) : ms),
  );
}

const [LEAST_LOW, MOST_LOW] = [3, 20]; // seconds

/** From how many milliseconds on a clock is about to run out: an eighth of what it began with. */
export function lowTime(clock: Clock): number {
  if (clock.kind === "none") return 0;
  return 1000 * Math.min(MOST_LOW, Math.max(LEAST_LOW, clock.seconds / 8));
}

/** 9:05, and tenths of a second when little is left. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

// Actions that are chosen before it is one's turn.

/** Return whose premoves are possible: those of a person with one seat, while another player is to move. */
export function plannerOf({ snapshot, mine }: TableView): Planner | null {
  const { premoves: how, state } = snapshot;
  const [seat, ...more] = mine;
  if (how === "none" || state.status !== "playing") return null;
  if (seat === undefined || more.length || state.frame.turn === seat) return null;
  return { seat, how };
}

/** The legal action that was planned; null where there is none, or more than one. */
export function plannedAction({ snapshot }: TableView, plan: Plan): string | null {
  const [action, ...more] = meantBy(snapshot.board, snapshot.state.frame, plan);
  return action === undefined || more.length ? null : action;
}

// Offers at a table, as they concern the owner of these seats.  Pure.

export interface Offer {
  what: OfferKind;
  by: number; // the seat that offers
  part: "own" | "asked" | "none"; // ours, to withdraw; ours to say yes or no to; others' affair
  waitsFor: number[]; // seats that have not agreed yet, of others
}

export function offersAt(state: TableState, mine: readonly number[]): Offer[] {
  if (state.status === "over" && state.next !== null) return [];
  const { draw, undo, rematch } = state.offers;
  const found: Offer[] = [];
  const people = state.seats.flatMap((seat, i) => (seat.taken ? [i] : []));
  if (undo) found.push(offer("undo", [undo.seat], undo.asks, mine));
  if (draw.length) found.push(offer("draw", draw, without(people, draw), mine));
  if (rematch.length) {
    const wanted = people.filter((i) => state.seats[i]?.kind !== "computer");
    found.push(offer("rematch", rematch, without(wanted, rematch), mine));
  }
  return found;
}

function offer(what: OfferKind, by: number[], asks: number[], mine: readonly number[]): Offer {
  const own = by.find((seat) => mine.includes(seat));
  const asked = asks.some((seat) => mine.includes(seat));
  const part = own !== undefined ? "own" : asked ? "asked" : "none";
  return { what, by: own ?? by[0] ?? 0, part, waitsFor: without(asks, mine) };
}

const without = (seats: readonly number[], others: readonly number[]): number[] =>
  seats.filter((seat) => !others.includes(seat));
