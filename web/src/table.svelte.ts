// One table as the page sees it: what the server said, the half-done turn, and the moment shown.
import { frames as askFrames } from "./api";
import { browserSurroundings, Connection, type Line, type Surroundings } from "./connection";
import { keep, kept } from "./keep";
import { apply, type Ledger, type Played } from "./ledger";
import type { Frame, FromClient, FromServer, State, Wish, Words } from "./protocol";
import { motion, settings } from "./settings.svelte";
import { whyOf } from "./words/why";

/** The first actions of a turn. */
interface Turning {
  at: number; // how many actions were played before
  actions: string[];
}

/** What the server has seen but not played. */
export interface Draft extends Turning {
  frame: Frame;
  complete: boolean; // it only needs to be confirmed
}

interface Question extends Turning {
  id: string | null; // a command, sent again after a broken line
  n: number | null; // a question, lost with the line
}

const STEP = 650; // milliseconds between the actions of another's turn
const AROUND = 60; // frames fetched before and after the one looked for

export class Table {
  ledger = $state.raw<Ledger | null>(null);
  line = $state<Line>("connecting");
  draft = $state.raw<Draft | null>(null);
  why = $state.raw<Words | null>(null); // the last refusal
  cursor = $state<number | null>(null); // browsing: after so many actions; null: live
  unseen = $state(0); // actions played while browsing
  shown = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null); // what was shown last, where a change can be followed

  private question = $state.raw<Question | null>(null);
  private coming = $state.raw<Frame[]>([]); // of a turn that is being shown action by action
  private timer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private connection: Connection;

  constructor(
    readonly id: string,
    token: string | undefined,
    private heard: (message: FromServer, before: State | null) => void,
    surroundings: Surroundings = browserSurroundings(id),
  ) {
    this.connection = new Connection(
      surroundings,
      token,
      (message) => this.receive(message),
      (line) => (this.line = line),
    );
    this.connection.open();
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
  }

  wake(): void {
    this.connection.wake();
  }

  get state(): State | null {
    return this.ledger?.snapshot.state ?? null;
  }

  get mine(): number[] {
    return this.ledger?.mine ?? [];
  }

  /** It is the turn of somebody who sits here. */
  get myTurn(): boolean {
    const { state } = this;
    const turn = state?.frame.turn ?? null;
    return state?.status === "playing" && turn !== null && this.mine.includes(turn);
  }

  /** The board takes actions now. */
  get active(): boolean {
    const settled = this.cursor === null && this.question === null && this.coming.length === 0;
    return this.myTurn && settled && this.line === "open" && !this.draft?.complete;
  }

  /** The frame of the own half-done turn, or else of the game. */
  get live(): Frame | null {
    return this.draft?.frame ?? this.state?.frame ?? null;
  }

  // What the user does

  play(action: string): void {
    if (!this.active) return;
    this.why = null;
    this.propose([...(this.draft?.actions ?? []), action], !settings.confirm);
  }

  confirm(): void {
    if (this.draft?.complete && !this.question) this.propose(this.draft.actions, true);
  }

  takeBack(): void {
    if (!this.draft || this.question) return;
    this.why = null;
    const rest = this.draft.actions.slice(0, -1);
    if (rest.length) this.propose(rest, false);
    else this.dropDraft();
  }

  askWhy(cells: number[]): void {
    if (!this.state) return;
    const actions = this.draft?.actions ?? [];
    this.connection.send({ type: "why", n: ++this.count, at: this.state.actions, actions, cells });
  }

  /** One word counts for all seats of a person; to undo, it matters whose turn is meant. */
  offer(what: Wish, seat?: number): void {
    const whose = seat === undefined ? {} : { seat };
    this.connection.send({ type: "offer", id: commandId(), what, ...whose });
  }

  decline(what: Wish, seat?: number): void {
    const whose = seat === undefined ? {} : { seat };
    this.connection.send({ type: "decline", id: commandId(), what, ...whose });
  }

  resign(seat: number): void {
    this.connection.send({ type: "resign", id: commandId(), seat });
  }

  rename(seat: number, name: string): void {
    this.connection.send({ type: "name", id: commandId(), seat, name });
  }

  hurry(): void {
    this.connection.send({ type: "hurry" });
  }

  /** Look at the board after so many actions; the end is the game itself. */
  async browse(to: number): Promise<void> {
    const { state } = this;
    if (!state) return;
    this.why = null;
    const target = Math.max(0, to);
    if (target >= state.actions) return this.toLive();
    const near = Math.abs((this.cursor ?? state.actions) - target) === 1;
    this.cursor = target;
    if (!this.ledger?.frames.has(target)) await this.fetchFrames(target);
    const frame = this.ledger?.frames.get(target);
    if (frame && this.cursor === target) this.show(frame, near);
  }

  toLive(): void {
    const { state, live } = this;
    const near = this.cursor !== null && this.cursor + 1 === state?.actions;
    this.cursor = null;
    this.unseen = 0;
    if (live) this.show(live, near);
  }

  // What the server says

  private receive(message: FromServer): void {
    const before = this.state;
    const after = apply(this.ledger, message, Date.now());
    if (message.type === "event" && !after) return this.connection.hello();
    const news = message.type !== "event" || after !== this.ledger;
    this.ledger = after;
    if (message.type === "welcome") this.welcomed();
    else if (message.type === "event" && news) this.happened(message);
    else if (message.type === "drafted" || message.type === "refused") this.answered(message);
    else if (message.type === "done") this.done(message.id, message.seq);
    if (news) this.heard(message, before);
  }

  private welcomed(): void {
    const lost = this.question?.id === null ? this.question : null; // questions die with the line
    if (lost) this.question = null;
    const wish = lost ?? this.draft ?? kept<Turning | null>(this.place, null, "tab");
    if (!wish || wish.at !== this.state?.actions || !this.myTurn) this.dropDraft();
    else if (wish !== this.draft) this.propose(wish.actions, false);
    this.skipToEnd();
    if (this.cursor !== null) void this.browse(this.cursor);
    else if (this.live) this.show(this.live, false);
  }

  private happened(event: Played): void {
    const drafted = this.draft;
    if (event.kind === "played" || event.kind === "undone") {
      this.dropDraft(false);
      this.question = null;
      this.why = null;
    }
    if (this.cursor !== null) this.whileBrowsing(event);
    else if (event.kind === "played") this.showTurn(event, drafted);
    else if (this.live) this.show(this.live, event.kind === "undone");
  }

  private whileBrowsing(event: Played): void {
    if (event.kind === "played") this.unseen += event.actions.length;
    if (this.cursor !== null && this.cursor >= event.state.actions) this.toLive();
  }

  /** Action by action, but not those which the own draft has shown already. */
  private showTurn(event: Played, drafted: Draft | null): void {
    const all = [...event.frames, event.state.frame];
    const known = drafted?.actions.every((action, i) => action === event.actions[i]);
    const seen = known ? Math.min(drafted?.actions.length ?? 0, all.length - 1) : 0;
    this.skipToEnd();
    this.coming = motion() ? all.slice(seen) : all.slice(-1);
    this.showNext();
  }

  private showNext(): void {
    const [frame, ...rest] = this.coming;
    this.coming = rest;
    if (frame && this.cursor === null) this.show(frame, true);
    if (rest.length) this.timer = setTimeout(() => this.showNext(), STEP);
  }

  private skipToEnd(): void {
    clearTimeout(this.timer);
    this.coming = [];
  }

  private answered(message: Extract<FromServer, { type: "drafted" | "refused" }>): void {
    const { question } = this;
    const mine = question && (question.id ?? question.n) === (message.id ?? message.n);
    if (mine) this.question = null;
    if (message.type === "refused") {
      this.why = message.why;
      if (mine && !this.draft) this.dropDraft(); // what was kept is of no use
    } else if (mine && this.state) {
      const { frame, complete } = message;
      this.draft = { at: this.state.actions, actions: question.actions, frame, complete };
      keep(this.place, { at: this.draft.at, actions: this.draft.actions }, "tab");
      this.why = null;
      if (this.cursor === null) this.show(frame, true);
    }
  }

  /** The event may come a moment after the word that it is on disk. */
  private done(id: string, seq: number): void {
    if (this.question?.id === id && this.state && this.state.seq >= seq) this.question = null;
  }

  private propose(actions: string[], forReal: boolean): void {
    if (!this.state) return;
    const at = this.state.actions;
    const question = forReal
      ? { at, actions, id: commandId(), n: null }
      : { at, actions, id: null, n: ++this.count };
    this.question = question;
    const message: FromClient =
      question.id !== null
        ? { type: "act", id: question.id, at, actions }
        : { type: "draft", n: question.n, at, actions };
    this.connection.send(message);
  }

  private dropDraft(back = true): void {
    const had = this.draft !== null;
    this.draft = null;
    keep(this.place, null, "tab");
    if (had && back && this.cursor === null && this.state) this.show(this.state.frame, true);
  }

  private async fetchFrames(around: number): Promise<void> {
    try {
      const answer = await askFrames(this.id, Math.max(0, around - AROUND), around + AROUND);
      const { ledger } = this;
      if (!ledger) return;
      const known = new Map(ledger.frames);
      answer.frames.forEach((frame, i) => {
        const after = answer.first + i;
        if (after < ledger.snapshot.state.actions) known.set(after, frame);
      });
      this.ledger = { ...ledger, frames: known };
    } catch (error) {
      this.why = whyOf(error);
    }
  }

  private show(frame: Frame, follow: boolean): void {
    if (frame === this.shown) return;
    this.before = follow ? this.shown : null;
    this.shown = frame;
  }

  private get place(): string {
    return `draft.${this.id}`;
  }
}

function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
