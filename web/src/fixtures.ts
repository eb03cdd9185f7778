// Tables, messages of the server and a fake connection for tests.
import { expect } from "vitest";
import type { ConnectionRefusal } from "./server/api";
import type { ConnectionEnvironment, Socket } from "./server/connection";
import type {
  Board,
  EventMessage,
  Frame,
  FromClient,
  FromServer,
  PlayedAction,
  ResumedMessage,
  Snapshot,
  TableState,
  Turn,
  WelcomeMessage,
} from "./protocol";
import type { TableEvent } from "./table/changes";

export const EMPTY_BOARD: Board = {
  squares: true,
  cells: [],
  lines: [],
  marked: [],
  labels: [],
  outline: [],
  panel: [],
  scene: [],
  pillars: [],
  kinds: {},
  choices: {},
  counts: [],
};

export function playedAction(action: string, changes: Partial<PlayedAction> = {}): PlayedAction {
  return {
    action,
    sign: "",
    kind: "pass",
    cells: [],
    spoken: action,
    taken: [],
    lines: [],
    ...changes,
  };
}

/** Return a frame without pieces; `last` is the name of the last action, `turn` the seat to move. */
export function frame(last: string | null = null, turn: number | null = 0): Frame {
  return {
    pieces: [],
    targets: {},
    placeable: {},
    turn,
    starts_turn: true,
    prompt: "",
    counts: [],
    last: last === null ? [] : [playedAction(last)],
    winning_lines: [],
  };
}

/** Return a turn without signs. */
export function turn(seat: number, ...actions: string[]): Turn {
  return { seat, actions, signs: actions.map(() => "") };
}

/** Return the state after the event `seq` and a number of actions, the last of which is named `now 2`,
 * for example. */
export function state(seq: number, actions: number, changes: Partial<TableState> = {}): TableState {
  const seat = {
    title: "",
    display_name: "",
    kind: "here" as const,
    name: "",
    level: null,
    taken: true,
    look: null,
  };
  return {
    seq,
    status: "playing",
    seats: [seat, seat],
    order: [0, 1],
    actions,
    frame: frame(`now ${actions}`),
    clocks: { remaining_ms: [null, null], running: null, at: 0 },
    offers: { draw: [], undo: null, rematch: [] },
    result: null,
    rematch_table: null,
    ...changes,
  };
}

export function snapshot(seq: number, turns: Turn[], changes: Partial<TableState> = {}): Snapshot {
  const actions = turns.flatMap((turn) => turn.actions).length;
  return {
    id: "x7",
    game: "tzaar",
    name: "tzaar",
    title: "",
    variant: "",
    options: {},
    board: EMPTY_BOARD,
    can_offer_draw: true,
    claim_delay_ms: 300_000,
    premoves: "cells",
    clock: { kind: "none" },
    listed: false,
    random_sides: false,
    is_rematch: false,
    hints: false,
    teaching: false,
    start: "",
    turns,
    state: state(seq, actions, changes),
    now: 1000,
  };
}

export function welcomeMessage(
  seq: number,
  turns: Turn[],
  changes: Partial<TableState> = {},
): WelcomeMessage {
  return { type: "welcome", own_seats: [0], snapshot: snapshot(seq, turns, changes) };
}

export function playedEvent(after: TableState, seat: number, actions: string[]): TableEvent {
  return {
    type: "event",
    kind: "played",
    seat,
    actions,
    frames: actions.slice(0, -1).map((action) => frame(action)),
    state: after,
    now: 1000,
  };
}

/** Return the message for an event; it lists the whole state as changed. */
export function toMessage({ frames, state, ...event }: TableEvent): EventMessage {
  const { seq, ...changes } = state;
  return { ...event, seq, steps: frames, state: changes };
}

export function resumedMessage(
  events: EventMessage[],
  changes: Partial<ResumedMessage> = {},
): ResumedMessage {
  const legal = { targets: {}, placeable: {} };
  return { type: "resumed", own_seats: [0], events, legal, now: 1000, ...changes };
}

export class FakeSocket implements Socket {
  sent: FromClient[] = [];
  closed = false;
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onmessage: Socket["onmessage"] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close() {
    this.closed = true;
  }
  receive(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Sockets and timers that a test controls. */
export class FakeEnvironment implements ConnectionEnvironment {
  sockets: FakeSocket[] = [];
  timers: { run: () => void; ms: number }[] = [];
  connect() {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  schedule(run: () => void, ms: number) {
    const timer = { run, ms };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((other) => other !== timer));
  }
  refusal: ConnectionRefusal | null = null; // why the server refuses connections
  random() {
    return 0.5; // the mean
  }
  fetchRefusal() {
    return Promise.resolve(this.refusal);
  }
  socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
  /** Run the only timer; return its delay. */
  fireTimer(): number {
    expect(this.timers).toHaveLength(1);
    const { run, ms } = this.timers[0] as { run: () => void; ms: number };
    run();
    return ms;
  }
}
