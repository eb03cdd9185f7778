// One table as the page sees it: what the server said, the half-done turn, and the moment shown.
import { frames as askFrames } from "../server/api";
import { commandId } from "../server/commandId";
import {
  browserSurroundings,
  Connection,
  type Line,
  type Surroundings,
} from "../server/connection";
import { save, saved } from "../browser/browserStorage";
import { Following, momentsOf, momentsSince, PAUSE, type Moment } from "./following.svelte";
import type { InputDevice } from "../board/picking/device";
import type { Plan, Planner } from "../board/picking/premove";
import type { Happening } from "./changes";
import type { Asked, Draft, Question, Turning } from "./halfDone";
import { plannedAction, plannerOf } from "./plans";
import {
  apply,
  isKnown,
  sinceMine,
  whole,
  withFrames,
  type Heard,
  type Since,
  type TableView,
} from "./tableView";
import type {
  Frame,
  FromClient,
  FromServer,
  Language,
  OfferKind,
  TableState,
  Words,
} from "../protocol";
import { motion, settings } from "../browser/settings.svelte";
import { whyOf } from "../words/why";

const GLIDE = 300; // milliseconds until a piece has arrived
const LINGER = 700; // until one has seen how the game ended
const REFUSAL_MS = 8000; // how long a refusal is shown
const AROUND = 60; // frames fetched before and after the one looked for

export class Table {
  tableView = $state.raw<TableView | null>(null);
  line = $state<Line>("connecting");
  notLetIn = $state.raw<Words | null>(null); // why the hall keeps us out, while it does
  draft = $state.raw<Draft | null>(null);
  plan = $state.raw<Plan | null>(null); // what the user will play when it is his turn
  why = $state.raw<Words | null>(null); // the last refusal
  cursor = $state<number | null>(null); // browsing: after so many actions; null: live
  unseen = $state(0); // turns played while browsing
  shown = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null); // what was shown last, where a change can be followed

  private question = $state.raw<Question | null>(null);
  private following = new Following((frame) => this.show(frame, true));
  private whyTimer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private connection: Connection;

  constructor(
    readonly id: string,
    token: string | undefined,
    private heard: (message: Heard, before: TableState | null, missed: boolean) => void,
    surroundings: Surroundings = browserSurroundings(id),
  ) {
    this.connection = new Connection(
      surroundings,
      token,
      settings.language,
      () => this.state?.seq,
      (message) => this.receive(message),
      (line, why) => {
        this.line = line;
        this.notLetIn = why;
      },
    );
    this.connection.open();
  }

  close(): void {
    clearTimeout(this.whyTimer);
    this.following.stop();
    this.connection.close();
  }

  /** The user reads another language: the legal actions are told in it. */
  speak(language: Language): void {
    this.connection.speak(language);
  }

  wake(): void {
    this.connection.wake();
  }

  get state(): TableState | null {
    return this.tableView?.snapshot.state ?? null;
  }

  get mine(): number[] {
    return this.tableView?.mine ?? [];
  }

  /** It is the turn of somebody who sits here. */
  get myTurn(): boolean {
    const { state } = this;
    const turn = state?.frame.turn ?? null;
    return state?.status === "playing" && turn !== null && this.mine.includes(turn);
  }

  /** The board takes actions now. */
  get active(): boolean {
    const settled = this.cursor === null && this.question === null && !this.telling;
    return this.myTurn && settled && this.line === "open" && !this.draft?.complete;
  }

  get planner(): Planner | null {
    const open = settings.premoves && this.cursor === null;
    return open && this.tableView ? plannerOf(this.tableView) : null;
  }

  /** The frame of the own half-done turn, or else of the game. */
  get live(): Frame | null {
    return this.draft?.frame ?? this.state?.frame ?? null;
  }

  /** Turns are still being shown. */
  get telling(): boolean {
    return this.following.coming.length > 0;
  }

  /** What is being shown of them. */
  get moment(): Moment | null {
    return this.telling || this.state?.status === "over" ? this.following.now : null;
  }

  /** The game is over, and one has seen how. */
  get isOver(): boolean {
    return this.state?.status === "over" && this.following.now === null;
  }

  /** The turns of others since the own last one. */
  get since(): Since {
    return sinceMine(this.tableView?.snapshot.turns ?? [], this.mine);
  }

  // What the user does

  play(action: string, by: InputDevice): void {
    if (!this.active) return;
    this.clearError();
    this.propose([...(this.draft?.actions ?? []), action], !settings.confirmBy[by]);
  }

  /** Show why something was refused; it disappears by itself. */
  refuse(why: Words): void {
    clearTimeout(this.whyTimer);
    this.why = why;
    this.whyTimer = setTimeout(() => this.clearError(), REFUSAL_MS);
  }

  clearError(): void {
    clearTimeout(this.whyTimer);
    this.why = null;
  }

  confirm(): void {
    if (this.draft?.complete && !this.question) this.propose(this.draft.actions, true);
  }

  takeBack(): void {
    if (!this.draft || this.question) return;
    this.clearError();
    const rest = this.draft.actions.slice(0, -1);
    if (rest.length) this.propose(rest, false);
    else this.dropDraft();
  }

  askWhy(cells: number[]): void {
    if (!this.state) return;
    const actions = this.draft?.actions ?? [];
    this.ask({ type: "why", at: this.state.actions, actions, cells });
  }

  /** A question that changes nothing at the table; gives its number, by which it is answered. */
  ask(question: Asked): number {
    const n = ++this.count;
    this.connection.send({ ...question, n });
    return n;
  }

  /** One word counts for all seats of a person; to undo, it matters whose turn is meant. */
  offer(what: OfferKind, seat?: number): void {
    const whose = seat === undefined ? {} : { seat };
    this.connection.send({ type: "offer", id: commandId(), what, ...whose });
  }

  decline(what: OfferKind, seat?: number): void {
    const whose = seat === undefined ? {} : { seat };
    this.connection.send({ type: "decline", id: commandId(), what, ...whose });
  }

  resign(seat: number): void {
    this.connection.send({ type: "resign", id: commandId(), seat });
  }

  /** The player to move has been away for too long. */
  claim(): void {
    this.connection.send({ type: "claim", id: commandId() });
  }

  rename(seat: number, name: string): void {
    this.connection.send({ type: "name", id: commandId(), seat, name });
  }

  hurry(): void {
    this.connection.send({ type: "hurry" });
  }

  wait(waits: boolean): void {
    this.connection.send({ type: "wait", waits });
  }

  /** Look at the board after so many actions; the end is the game itself. */
  async browse(to: number): Promise<void> {
    const { state } = this;
    if (!state) return;
    this.clearError();
    this.following.stop();
    const target = Math.max(0, to);
    if (target >= state.actions) return this.toLive();
    const near = Math.abs((this.cursor ?? state.actions) - target) === 1;
    this.cursor = target;
    if (!this.tableView?.frames.has(target)) await this.fetchFrames(target);
    const frame = this.tableView?.frames.get(target);
    if (frame && this.cursor === target) this.show(frame, near);
  }

  /** The turns of others since the own last one, once more. */
  async replay(): Promise<void> {
    const { from, turns } = this.since;
    await this.browse(from);
    if (this.cursor !== from || turns.length === 0) return;
    this.cursor = null;
    this.following.start(momentsSince(this.since, this.tableView?.frames ?? new Map()));
  }

  /** Enough of watching. */
  skip(): void {
    this.following.stop();
    if (this.cursor === null && this.live) this.show(this.live, false);
  }

  toLive(): void {
    const { state, live } = this;
    this.following.stop();
    const near = this.cursor !== null && this.cursor + 1 === state?.actions;
    this.cursor = null;
    this.unseen = 0;
    if (live) this.show(live, near);
  }

  // What the server says

  private receive(message: FromServer): void {
    if (message.type === "event" && isKnown(this.tableView, message)) return;
    const heard = message.type === "event" ? whole(this.tableView, message) : message;
    if (!heard) return this.connection.ask(); // an event is missing
    const after = apply(this.tableView, heard, Date.now());
    if (message.type === "resumed" && !after) return this.connection.ask(true);
    this.take(heard, after);
  }

  private take(message: Heard, after: TableView | null): void {
    const before = this.state;
    this.tableView = after;
    if (message.type === "welcome" || message.type === "resumed") this.welcomed();
    else if (message.type === "event") this.happened(message);
    else if (message.type === "drafted" || message.type === "refused") this.answered(message);
    else if (message.type === "done") this.done(message.id, message.seq);
    this.heard(message, before, this.misses());
  }

  /** It is the user's turn: what was planned is played, if it can be; tells if it cannot. */
  private misses(): boolean {
    const { plan, tableView } = this;
    if (!plan || !tableView || !this.myTurn) return false;
    this.plan = null;
    if (!settings.premoves) return false; // the user has thought better of it
    const action = plannedAction(tableView, plan);
    if (action !== null) this.propose([action], true);
    return action === null;
  }

  private welcomed(): void {
    const lost = this.question?.id === null ? this.question : null; // questions die with the line
    if (lost) this.question = null;
    const begun = lost ?? this.draft ?? saved<Turning | null>(this.place, null, "tab");
    const { draft } = this;
    const isShown = begun === draft && (draft?.complete || draft?.language === settings.language);
    if (!begun || begun.at !== this.state?.actions || !this.myTurn) this.dropDraft();
    else if (!isShown) this.propose(begun.actions, false);
    this.following.stop();
    if (this.cursor !== null) void this.browse(this.cursor);
    else if (this.live) this.show(this.live, false);
  }

  private happened(event: Happening): void {
    const drafted = this.draft;
    if (event.kind === "undone" || event.state.status === "over") this.plan = null;
    if (event.kind === "played" || event.kind === "undone") {
      this.dropDraft(false);
      this.question = null;
    }
    if (event.kind !== "named" && event.kind !== "offered") this.clearError(); // the game went on
    if (this.cursor !== null) this.whileBrowsing(event);
    else if (event.kind === "played") this.showTurn(event, drafted);
    else if (event.kind === "undone") this.showUndone();
    else if (this.live && !this.following.now) this.show(this.live, false);
  }

  private showUndone(): void {
    this.following.stop();
    if (this.live) this.show(this.live, true);
  }

  private whileBrowsing(event: Happening): void {
    if (event.kind === "played") this.unseen += 1;
    if (this.cursor !== null && this.cursor >= event.state.actions) this.toLive();
  }

  /** Action by action, but not those which the own draft has shown already.  The turns of others
   * wait for each other; the own one, which the user has just made, does not wait. */
  private showTurn(event: Happening, drafted: Draft | null): void {
    const all = [...event.frames, event.state.frame];
    const known = drafted?.actions.every((action, i) => action === event.actions[i]);
    const seen = known ? Math.min(drafted?.actions.length ?? 0, all.length - 1) : 0;
    const seat = event.seat ?? 0;
    const own = this.mine.includes(seat);
    const over = event.state.status === "over";
    const rest = over ? (motion() ? LINGER : 0) : own ? (motion() ? GLIDE : 0) : PAUSE;
    const manner = { seat, turn: event.state.seq, motion: motion(), rest };
    const moments = momentsOf(all.slice(seen), manner);
    if (own) this.following.start(moments);
    else this.following.add(moments, Math.max(1, event.state.seats.length - 1));
  }

  private answered(message: Extract<FromServer, { type: "drafted" | "refused" }>): void {
    const { question } = this;
    const mine = question && (question.id ?? question.n) === (message.id ?? message.n);
    if (mine) this.question = null;
    if (message.type === "refused") {
      this.refuse(message.why);
      if (mine && !this.draft) this.dropDraft(); // what was kept is of no use
    } else if (mine && this.state) {
      const { frame, complete } = message;
      const { language } = question;
      this.draft = { at: this.state.actions, actions: question.actions, language, frame, complete };
      save(this.place, { at: this.draft.at, actions: this.draft.actions }, "tab");
      this.clearError();
      const manner = { seat: this.state.frame.turn ?? 0, turn: 0, motion: true, rest: 0 };
      if (this.cursor === null) this.following.start(momentsOf([frame], manner));
    }
  }

  /** What was sent again had been carried out before; its event may be still to come. */
  private done(id: string, seq: number): void {
    if (this.question?.id === id && this.state && this.state.seq >= seq) this.question = null;
  }

  private propose(actions: string[], forReal: boolean): void {
    if (!this.state) return;
    const at = this.state.actions;
    const { language } = settings;
    const question = forReal
      ? { at, actions, language, id: commandId(), n: null }
      : { at, actions, language, id: null, n: ++this.count };
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
    save(this.place, null, "tab");
    if (had && back && this.cursor === null && this.state) this.show(this.state.frame, true);
  }

  private async fetchFrames(around: number): Promise<void> {
    try {
      const answer = await askFrames(this.id, Math.max(0, around - AROUND), around + AROUND);
      if (this.tableView) this.tableView = withFrames(this.tableView, answer);
    } catch (error) {
      this.refuse(whyOf(error));
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
