// State of a table on its page: the server's state, the draft, and the displayed frame.
import { frames as askFrames } from "../server/api";
import {
  Connection,
  type ConnectionStatus,
  type ConnectionEnvironment,
  browserEnvironment,
  commandId,
} from "../server/connection";
import { writeItem, readItem } from "../browser/storage";
import {
  type Asked,
  type Draft,
  Following,
  type Moment,
  PLAYER_PAUSE_MS,
  type Question,
  type Turning,
  momentsOf,
  momentsSince,
} from "./turnPlayback.svelte";
import type { InputDevice } from "../browser/device";
import type { Plan, Planner } from "../board/selection/premoves";
import type { Happening } from "./changes";
import {
  type Heard,
  type Since,
  type TableView,
  apply,
  isKnown,
  plannedAction,
  plannerOf,
  sinceMine,
  whole,
  withFrames,
} from "./tableView";
import type { Frame, FromClient, FromServer, OfferKind, TableState } from "../protocol";
import { motion, settings } from "../browser/settings.svelte";
import { getErrorText } from "../words";

const GLIDE_MS = 300; // until a piece has arrived
const END_DELAY_MS = 700; // before the result is announced
const REFUSAL_MS = 8000; // how long a refusal is shown
const FETCH_RADIUS = 60; // frames fetched before and after the one needed

export class Table {
  tableView = $state.raw<TableView | null>(null);
  line = $state<ConnectionStatus>("connecting");
  notLetIn = $state.raw<string | null>(null); // why the server refuses the connection, if it does
  draft = $state.raw<Draft | null>(null);
  plan = $state.raw<Plan | null>(null); // the premove
  why = $state.raw<string | null>(null); // the last refusal
  cursor = $state<number | null>(null); // browsing: number of actions played; null: live
  unseen = $state(0); // turns played while browsing
  shown = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null); // the previous frame, if the change is animated

  private question = $state.raw<Question | null>(null);
  private following = new Following((frame) => this.show(frame, true));
  private whyTimer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private connection: Connection;

  constructor(
    readonly id: string,
    token: string | undefined,
    private heard: (message: Heard, before: TableState | null, missed: boolean) => void,
    environment: ConnectionEnvironment = browserEnvironment(id),
  ) {
    this.connection = new Connection(
      environment,
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

  reconnectNow(): void {
    this.connection.reconnectNow();
  }

  get state(): TableState | null {
    return this.tableView?.snapshot.state ?? null;
  }

  get mine(): number[] {
    return this.tableView?.mine ?? [];
  }

  /** Whether it is the turn of a player of this browser. */
  get myTurn(): boolean {
    const { state } = this;
    const turn = state?.frame.turn ?? null;
    return state?.status === "playing" && turn !== null && this.mine.includes(turn);
  }

  /** Whether the board accepts actions. */
  get active(): boolean {
    const askUntilAnswered = this.cursor === null && this.question === null && !this.telling;
    return this.myTurn && askUntilAnswered && this.line === "open" && !this.draft?.complete;
  }

  get planner(): Planner | null {
    const open = settings.premoves && this.cursor === null;
    return open && this.tableView ? plannerOf(this.tableView) : null;
  }

  /** The frame of the draft, or else of the game. */
  get live(): Frame | null {
    return this.draft?.frame ?? this.state?.frame ?? null;
  }

  /** Whether more moments are queued for playback. */
  get telling(): boolean {
    return this.following.coming.length > 0;
  }

  /** The moment being played back, while others follow or when the game is over. */
  get moment(): Moment | null {
    return this.telling || this.state?.status === "over" ? this.following.now : null;
  }

  /** Whether the game is over and its last turn has been played back. */
  get isOver(): boolean {
    return this.state?.status === "over" && this.following.now === null;
  }

  /** The opponents' turns since the user's last turn. */
  get since(): Since {
    return sinceMine(this.tableView?.snapshot.turns ?? [], this.mine);
  }

  // User commands

  play(action: string, by: InputDevice): void {
    if (!this.active) return;
    this.clearError();
    this.propose([...(this.draft?.actions ?? []), action], !settings.confirmBy[by]);
  }

  /** Show the reason of a refusal for a few seconds. */
  refuse(why: string): void {
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

  /** Send a question that does not change the table; return the number that its answer repeats. */
  ask(question: Asked): number {
    const n = ++this.count;
    this.connection.send({ ...question, n });
    return n;
  }

  /** Make or accept an offer for all seats of this client; `seat` selects whose turn to undo. */
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

  /** Claim the win: the player to move has been away for too long. */
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

  /** Show the board after a number of actions; after the last one, return to the live game. */
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

  /** Play back the opponents' turns since the user's last turn again. */
  async replay(): Promise<void> {
    const { from, turns } = this.since;
    await this.browse(from);
    if (this.cursor !== from || turns.length === 0) return;
    this.cursor = null;
    this.following.start(momentsSince(this.since, this.tableView?.frames ?? new Map()));
  }

  /** Stop the playback and show the live frame. */
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

  // Server messages

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

  /** Play the premove if it is the user's turn; return whether a premove is illegal. */
  private misses(): boolean {
    const { plan, tableView } = this;
    if (!plan || !tableView || !this.myTurn) return false;
    this.plan = null;
    if (!settings.premoves) return false; // switched off since the premove was chosen
    const action = plannedAction(tableView, plan);
    if (action !== null) this.propose([action], true);
    return action === null;
  }

  private welcomed(): void {
    const lost = this.question?.id === null ? this.question : null; // lost with the connection
    if (lost) this.question = null;
    const begun = lost ?? this.draft ?? readItem<Turning | null>(this.place, null, "tab");
    if (!begun || begun.at !== this.state?.actions || !this.myTurn) this.dropDraft();
    else if (begun !== this.draft) this.propose(begun.actions, false);
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

  /** Play back a turn action by action, except for actions that the draft has already shown.
   * Turns of other players are queued; a turn of the user is shown immediately. */
  private showTurn(event: Happening, drafted: Draft | null): void {
    const all = [...event.frames, event.state.frame];
    const known = drafted?.actions.every((action, i) => action === event.actions[i]);
    const seen = known ? Math.min(drafted?.actions.length ?? 0, all.length - 1) : 0;
    const seat = event.seat ?? 0;
    const own = this.mine.includes(seat);
    const over = event.state.status === "over";
    const rest = over
      ? motion()
        ? END_DELAY_MS
        : 0
      : own
        ? motion()
          ? GLIDE_MS
          : 0
        : PLAYER_PAUSE_MS;
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
      if (mine && !this.draft) this.dropDraft(); // the stored draft is refused: delete it
    } else if (mine && this.state) {
      const { frame, complete } = message;
      this.draft = { at: this.state.actions, actions: question.actions, frame, complete };
      writeItem(this.place, { at: this.draft.at, actions: this.draft.actions }, "tab");
      this.clearError();
      const manner = { seat: this.state.frame.turn ?? 0, turn: 0, motion: true, rest: 0 };
      if (this.cursor === null) this.following.start(momentsOf([frame], manner));
    }
  }

  /** A command that was resent had been executed before; its event may still arrive. */
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
    writeItem(this.place, null, "tab");
    if (had && back && this.cursor === null && this.state) this.show(this.state.frame, true);
  }

  private async fetchFrames(around: number): Promise<void> {
    try {
      const answer = await askFrames(
        this.id,
        Math.max(0, around - FETCH_RADIUS),
        around + FETCH_RADIUS,
      );
      if (this.tableView) this.tableView = withFrames(this.tableView, answer);
    } catch (error) {
      this.refuse(getErrorText(error));
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
