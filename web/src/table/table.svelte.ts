// State of a table on its page: the server's state, the draft, and the displayed frame.
import { fetchFrames } from "../server/api";
import {
  Connection,
  type ConnectionStatus,
  type ConnectionEnvironment,
  createBrowserEnvironment,
  createCommandId,
} from "../server/connection";
import { writeItem, readItem } from "../browser/storage";
import {
  type Draft,
  PLAYER_PAUSE_MS,
  type PlaybackStep,
  type Proposal,
  type Query,
  type TurnDraft,
  TurnPlayback,
  createPlaybackSteps,
  createReplaySteps,
} from "./turnPlayback.svelte";
import type { InputDevice } from "../browser/device";
import type { Premove, PremoveRules } from "../board/selection/premoves";
import { type TableEvent, expandEvent } from "./changes";
import {
  type TableMessage,
  type TableView,
  type TurnsSince,
  addFrames,
  applyMessage,
  findPremoveAction,
  getPremoveRules,
  getTurnsSinceOwn,
  isKnown,
} from "./tableView";
import type { Frame, FromClient, FromServer, OfferKind, TableState } from "../protocol";
import { isMotionOn, settings } from "../browser/settings.svelte";
import { getErrorText } from "../words";

const PIECE_MOTION_MS = 300; // duration of the animation of a piece
const END_DELAY_MS = 700; // between the last action and the announcement of the result
const ERROR_MS = 8000; // how long an error is shown
const FETCH_RADIUS = 60; // frames fetched before and after the one needed

/** A table as its page shows it.
 *
 * `onMessage` is called after each message of the server has been applied, with the state before it
 * and whether a premove turned out to be illegal. */
export class Table {
  tableView = $state.raw<TableView | null>(null);
  connectionStatus = $state<ConnectionStatus>("connecting");
  refusalReason = $state.raw<string | null>(null); // why the server refuses connections, if it does
  draft = $state.raw<Draft | null>(null);
  premove = $state.raw<Premove | null>(null);
  error = $state.raw<string | null>(null); // why the last action or request was refused
  cursor = $state<number | null>(null); // browsing: number of actions played; null: live
  newTurns = $state(0); // number of turns played while browsing
  shownFrame = $state.raw<Frame | null>(null);
  previousFrame = $state.raw<Frame | null>(null); // the frame shown before, if the change is animated

  private proposal = $state.raw<Proposal | null>(null); // sent and not answered yet
  private playback = new TurnPlayback((frame) => this.show(frame, true));
  private errorTimer: ReturnType<typeof setTimeout> | undefined;
  private queryCount = 0;
  private connection: Connection;

  constructor(
    readonly id: string,
    token: string | undefined,
    private onMessage: (
      message: TableMessage,
      before: TableState | null,
      isPremoveIllegal: boolean,
    ) => void,
    environment: ConnectionEnvironment = createBrowserEnvironment(id),
  ) {
    this.connection = new Connection(
      environment,
      token,
      settings.language,
      () => this.state?.seq,
      (message) => this.receive(message),
      (status, refusalReason) => {
        this.connectionStatus = status;
        this.refusalReason = refusalReason;
      },
    );
    this.connection.open();
  }

  close(): void {
    clearTimeout(this.errorTimer);
    this.playback.stop();
    this.connection.close();
  }

  reconnectNow(): void {
    this.connection.reconnectNow();
  }

  get state(): TableState | null {
    return this.tableView?.snapshot.state ?? null;
  }

  /** The seats of this browser. */
  get ownSeats(): number[] {
    return this.tableView?.ownSeats ?? [];
  }

  /** Whether it is the turn of a player of this browser. */
  get isOwnTurn(): boolean {
    const { state } = this;
    const turn = state?.frame.turn ?? null;
    return state?.status === "playing" && turn !== null && this.ownSeats.includes(turn);
  }

  /** Whether the board accepts actions. */
  get isActive(): boolean {
    const isIdle = this.cursor === null && this.proposal === null && !this.isPlayingBack;
    const isConnected = this.connectionStatus === "open";
    return this.isOwnTurn && isIdle && isConnected && !this.draft?.complete;
  }

  /** How premoves are chosen; null: they are not possible now. */
  get premoveRules(): PremoveRules | null {
    const isPossible = settings.premoves && this.cursor === null;
    return isPossible && this.tableView ? getPremoveRules(this.tableView) : null;
  }

  /** The frame of the draft, or else of the game. */
  get liveFrame(): Frame | null {
    return this.draft?.frame ?? this.state?.frame ?? null;
  }

  /** Whether more steps are queued for playback. */
  get isPlayingBack(): boolean {
    return this.playback.queue.length > 0;
  }

  /** The step being played back, while others follow or when the game is over. */
  get playbackStep(): PlaybackStep | null {
    return this.isPlayingBack || this.state?.status === "over" ? this.playback.current : null;
  }

  /** Whether the game is over and its last turn has been played back. */
  get isOver(): boolean {
    return this.state?.status === "over" && this.playback.current === null;
  }

  /** The opponents' turns since the user's last turn. */
  get turnsSinceOwn(): TurnsSince {
    return getTurnsSinceOwn(this.tableView?.snapshot.turns ?? [], this.ownSeats);
  }

  // User commands

  play(action: string, device: InputDevice): void {
    if (!this.isActive) return;
    this.clearError();
    this.propose([...(this.draft?.actions ?? []), action], !settings.confirmBy[device]);
  }

  /** Show an error for a few seconds. */
  showError(text: string): void {
    clearTimeout(this.errorTimer);
    this.error = text;
    this.errorTimer = setTimeout(() => this.clearError(), ERROR_MS);
  }

  clearError(): void {
    clearTimeout(this.errorTimer);
    this.error = null;
  }

  /** Play the complete draft. */
  confirm(): void {
    if (this.draft?.complete && !this.proposal) this.propose(this.draft.actions, true);
  }

  /** Remove the last action of the draft. */
  takeBack(): void {
    if (!this.draft || this.proposal) return;
    this.clearError();
    const rest = this.draft.actions.slice(0, -1);
    if (rest.length) this.propose(rest, false);
    else this.discardDraft();
  }

  /** Ask why no action on these cells is legal. */
  askWhyIllegal(cells: number[]): void {
    if (!this.state) return;
    const actions = this.draft?.actions ?? [];
    this.ask({ type: "why", at: this.state.actions, actions, cells });
  }

  /** Send a query, which does not change the table; return the number that its answer repeats. */
  ask(query: Query): number {
    const n = ++this.queryCount;
    this.connection.send({ ...query, n });
    return n;
  }

  /** Make or accept an offer for all seats of this client; `seat` selects whose turn to undo. */
  offer(kind: OfferKind, seat?: number): void {
    const target = seat === undefined ? {} : { seat };
    this.connection.send({ type: "offer", id: createCommandId(), offer: kind, ...target });
  }

  /** Decline an offer, or withdraw the user's offer. */
  decline(kind: OfferKind, seat?: number): void {
    const target = seat === undefined ? {} : { seat };
    this.connection.send({ type: "decline", id: createCommandId(), offer: kind, ...target });
  }

  resign(seat: number): void {
    this.connection.send({ type: "resign", id: createCommandId(), seat });
  }

  /** Claim the win: the player to move has been away for too long. */
  claim(): void {
    this.connection.send({ type: "claim", id: createCommandId() });
  }

  /** Change the name of the player of a seat. */
  rename(seat: number, name: string): void {
    this.connection.send({ type: "name", id: createCommandId(), seat, name });
  }

  /** Make the computer stop thinking and move. */
  hurry(): void {
    this.connection.send({ type: "hurry" });
  }

  /** Set whether the game waits for the engine to be ready, instead of using the fallback player. */
  setWaitForEngine(waits: boolean): void {
    this.connection.send({ type: "wait", waits });
  }

  /** Show the board after a number of actions; after the last one, return to the live game. */
  async browse(to: number): Promise<void> {
    const { state } = this;
    if (!state) return;
    this.clearError();
    this.playback.stop();
    const target = Math.max(0, to);
    if (target >= state.actions) return this.returnToLive();
    const isAdjacent = Math.abs((this.cursor ?? state.actions) - target) === 1;
    this.cursor = target;
    if (!this.tableView?.frames.has(target)) await this.fetchFrames(target);
    const frame = this.tableView?.frames.get(target);
    if (frame && this.cursor === target) this.show(frame, isAdjacent);
  }

  /** Play back the opponents' turns since the user's last turn again. */
  async replay(): Promise<void> {
    const { start, turns } = this.turnsSinceOwn;
    await this.browse(start);
    if (this.cursor !== start || turns.length === 0) return;
    this.cursor = null;
    this.playback.start(createReplaySteps(this.turnsSinceOwn, this.tableView?.frames ?? new Map()));
  }

  /** Stop the playback and show the live frame. */
  skipPlayback(): void {
    this.playback.stop();
    if (this.cursor === null && this.liveFrame) this.show(this.liveFrame, false);
  }

  /** Stop browsing and playback, and show the live frame. */
  returnToLive(): void {
    const { state, liveFrame } = this;
    this.playback.stop();
    const isAdjacent = this.cursor !== null && this.cursor + 1 === state?.actions;
    this.cursor = null;
    this.newTurns = 0;
    if (liveFrame) this.show(liveFrame, isAdjacent);
  }

  // Server messages

  private receive(message: FromServer): void {
    if (message.type !== "event") return this.handleMessage(message);
    if (isKnown(this.tableView, message)) return;
    const event = this.state && expandEvent(this.state, message);
    if (event) this.handleMessage(event);
    else this.connection.resync(); // an earlier event is missing
  }

  private handleMessage(message: TableMessage): void {
    const before = this.state;
    const after = applyMessage(this.tableView, message, Date.now());
    if (message.type === "resumed" && !after) return this.connection.resync(true);
    this.tableView = after;
    if (message.type === "welcome" || message.type === "resumed") this.onConnected();
    else if (message.type === "event") this.onEvent(message);
    else if (message.type === "drafted" || message.type === "refused") this.onAnswer(message);
    else if (message.type === "done") this.onDone(message.id, message.seq);
    this.onMessage(message, before, !this.tryPremove());
  }

  /** Play the premove if it is the user's turn; return false if there is one and it is illegal. */
  private tryPremove(): boolean {
    const { premove, tableView } = this;
    if (!premove || !tableView || !this.isOwnTurn) return true;
    this.premove = null;
    if (!settings.premoves) return true; // switched off since the premove was chosen
    const action = findPremoveAction(tableView, premove);
    if (action !== null) this.propose([action], true);
    return action !== null;
  }

  /** Restore the draft after a connection, if it still fits the game: one whose request was lost, the
   * known one, or the one stored before a reload.  Then show the current frame. */
  private onConnected(): void {
    const lost = this.proposal?.id === null ? this.proposal : null; // a draft, lost with the connection
    if (lost) this.proposal = null;
    const begun = lost ?? this.draft ?? readItem<TurnDraft | null>(this.draftKey, null, "tab");
    if (!begun || begun.at !== this.state?.actions || !this.isOwnTurn) this.discardDraft();
    else if (begun !== this.draft) this.propose(begun.actions, false);
    this.playback.stop();
    if (this.cursor !== null) void this.browse(this.cursor);
    else if (this.liveFrame) this.show(this.liveFrame, false);
  }

  private onEvent(event: TableEvent): void {
    const { draft } = this;
    if (event.kind === "undone" || event.state.status === "over") this.premove = null;
    if (event.kind === "played" || event.kind === "undone") {
      this.discardDraft(false);
      this.proposal = null;
    }
    if (event.kind !== "named" && event.kind !== "offered") this.clearError(); // it is outdated
    if (this.cursor !== null) this.onEventWhileBrowsing(event);
    else if (event.kind === "played") this.playBackTurn(event, draft);
    else if (event.kind === "undone") this.showUndo();
    else if (this.liveFrame && !this.playback.current) this.show(this.liveFrame, false);
  }

  private showUndo(): void {
    this.playback.stop();
    if (this.liveFrame) this.show(this.liveFrame, true);
  }

  private onEventWhileBrowsing(event: TableEvent): void {
    if (event.kind === "played") this.newTurns += 1;
    if (this.cursor !== null && this.cursor >= event.state.actions) this.returnToLive();
  }

  /** Play back a turn action by action, except for actions that the draft has already shown.
   * Turns of other players are queued; a turn of the user is shown immediately. */
  private playBackTurn(event: TableEvent, draft: Draft | null): void {
    const frames = [...event.frames, event.state.frame];
    const isDrafted = draft?.actions.every((action, i) => action === event.actions[i]);
    const shownCount = isDrafted ? Math.min(draft?.actions.length ?? 0, frames.length - 1) : 0;
    const seat = event.seat ?? 0;
    const isOwn = this.ownSeats.includes(seat);
    const isOver = event.state.status === "over";
    const ownPauseMs = isMotionOn() ? (isOver ? END_DELAY_MS : PIECE_MOTION_MS) : 0;
    const finalPauseMs = isOwn || isOver ? ownPauseMs : PLAYER_PAUSE_MS;
    const options = { seat, turn: event.state.seq, motion: isMotionOn(), finalPauseMs };
    const steps = createPlaybackSteps(frames.slice(shownCount), options);
    if (isOwn) this.playback.start(steps);
    else this.playback.enqueue(steps, Math.max(1, event.state.seats.length - 1));
  }

  /** Handle the answer to a proposal, or the refusal of any other request. */
  private onAnswer(message: Extract<FromServer, { type: "drafted" | "refused" }>): void {
    const { proposal } = this;
    const isToProposal = proposal && (proposal.id ?? proposal.n) === (message.id ?? message.n);
    if (isToProposal) this.proposal = null;
    if (message.type === "refused") {
      this.showError(message.why);
      if (isToProposal && !this.draft) this.discardDraft(); // delete the stored draft, too
    } else if (isToProposal && this.state) {
      const { frame, complete } = message;
      this.draft = { at: this.state.actions, actions: proposal.actions, frame, complete };
      writeItem(this.draftKey, { at: this.draft.at, actions: this.draft.actions }, "tab");
      this.clearError();
      const seat = this.state.frame.turn ?? 0;
      const options = { seat, turn: 0, motion: true, finalPauseMs: 0 };
      if (this.cursor === null) this.playback.start(createPlaybackSteps([frame], options));
    }
  }

  /** Handle `done`: a command that was sent again had already been executed, by the event `seq`.  If that
   * event has not been applied yet, it ends the proposal. */
  private onDone(id: string, seq: number): void {
    if (this.proposal?.id === id && this.state && this.state.seq >= seq) this.proposal = null;
  }

  /** Send the actions of a turn: to be played, or else as a draft. */
  private propose(actions: string[], toPlay: boolean): void {
    if (!this.state) return;
    const at = this.state.actions;
    const proposal = toPlay
      ? { at, actions, id: createCommandId(), n: null }
      : { at, actions, id: null, n: ++this.queryCount };
    this.proposal = proposal;
    const message: FromClient =
      proposal.id !== null
        ? { type: "act", id: proposal.id, at, actions }
        : { type: "draft", n: proposal.n, at, actions };
    this.connection.send(message);
  }

  private discardDraft(showsState = true): void {
    const hadDraft = this.draft !== null;
    this.draft = null;
    writeItem(this.draftKey, null, "tab");
    if (hadDraft && showsState && this.cursor === null && this.state)
      this.show(this.state.frame, true);
  }

  private async fetchFrames(around: number): Promise<void> {
    try {
      const answer = await fetchFrames(
        this.id,
        Math.max(0, around - FETCH_RADIUS),
        around + FETCH_RADIUS,
      );
      if (this.tableView) this.tableView = addFrames(this.tableView, answer);
    } catch (error) {
      this.showError(getErrorText(error));
    }
  }

  private show(frame: Frame, isAnimated: boolean): void {
    if (frame === this.shownFrame) return;
    this.previousFrame = isAnimated ? this.shownFrame : null;
    this.shownFrame = frame;
  }

  private get draftKey(): string {
    return `draft.${this.id}`;
  }
}
