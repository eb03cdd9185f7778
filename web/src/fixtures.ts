// Small tables for tests.
import { expect } from "vitest";
import type { Refusal } from "./server/api";
import type { ConnectionEnvironment, Socket } from "./server/connection";
import type {
  Board,
  EventMessage,
  Frame,
  FromClient,
  FromServer,
  Happened,
  ResumedMessage,
  Snapshot,
  TableState,
  Turn,
  WelcomeMessage,
} from "./protocol";
import type { Happening } from "./table/changes";

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

export function happened(action: string, more: Partial<Happened> = {}): Happened {
  return {
    action,
    sign: "",
    kind: "pass",
    cells: [],
    spoken: action,
    taken: [],
    lines: [],
    ...more,
  };
}

export function frame(last: string | null = null, turn: number | null = 0): Frame {
  return {
    pieces: [],
    targets: {},
    to_put: {},
    turn,
    starts_turn: true,
    prompt: "",
    counts: [],
    last: last === null ? [] : [happened(last)],
    lit: [],
  };
}

/** A turn without signs. */
export function turn(seat: number, ...actions: string[]): Turn {
  return { seat, actions, signs: actions.map(() => "") };
}

export function state(seq: number, actions: number, more: Partial<TableState> = {}): TableState {
  const seat = {
    title: "",
    called: "",
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
    clocks: { left: [null, null], running: null, at: 0 },
    offers: { draw: [], undo: null, rematch: [] },
    result: null,
    next: null,
    ...more,
  };
}

export function snapshot(seq: number, turns: Turn[], more: Partial<TableState> = {}): Snapshot {
  const actions = turns.flatMap((turn) => turn.actions).length;
  return {
    id: "x7",
    game: "tzaar",
    name: "tzaar",
    title: "",
    variant: "",
    options: {},
    board: EMPTY_BOARD,
    draws: true,
    claim_after: 300_000,
    premoves: "cells",
    clock: { kind: "none" },
    listed: false,
    lots: false,
    rematch: false,
    hints: false,
    teaching: false,
    start: "",
    turns,
    state: state(seq, actions, more),
    now: 1000,
  };
}

export function welcome(
  seq: number,
  turns: Turn[],
  more: Partial<TableState> = {},
): WelcomeMessage {
  return { type: "welcome", mine: [0], snapshot: snapshot(seq, turns, more) };
}

export function played(after: TableState, seat: number, actions: string[]): Happening {
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

/** An event as the server tells of it: here everything counts as changed. */
export function told({ frames, state, ...event }: Happening): EventMessage {
  const { seq, ...changes } = state;
  return { ...event, seq, steps: frames, state: changes };
}

export function resumed(
  events: EventMessage[],
  more: Partial<ResumedMessage> = {},
): ResumedMessage {
  const legal = { targets: {}, to_put: {} };
  return { type: "resumed", mine: [0], events, legal, now: 1000, ...more };
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
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Wires and timers in the hands of a test. */
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
  refused: Refusal | null = null; // what the hall says of sockets
  random() {
    return 0.5;
  }
  refusal() {
    return Promise.resolve(this.refused);
  }
  socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
  /** The only timer that waits goes off. */
  wait(): number {
    expect(this.timers).toHaveLength(1);
    const { run, ms } = this.timers[0] as { run: () => void; ms: number };
    run();
    return ms;
  }
}
