// The state of the analysis board: the tree of variations, the branch shown, the positions of the
// tree, and the results of the engine.
import type {
  Board,
  EvaluatedAction,
  ExploredMessage,
  Frame,
  Language,
  LineRequest,
  LinesMessage,
  KeyMoment,
  PositionRequest,
  PositionResponse,
  StudyState,
} from "../protocol";
import {
  MAX_BRANCHES,
  MAX_DEPTH,
  START,
  type Tree,
  getActions,
  getBranch,
  setComment,
  removeBranch,
  getLineEnds,
  isOnMainLine,
  isWithinLimits,
  getLine,
  getMainLine,
  getPath,
  promoteToMainLine,
  createTree,
  addAction,
  getTurn,
} from "./tree";
import { type Annotation, annotateAction, annotateSuggestion } from "../board";
import { fetchLine, fetchPosition } from "../server/api";
import { getErrorText } from "../words";
import { s } from "./words";
import { makeRecordId } from "../library/gameImport";
import { type AnalysisAddress, analysisPath } from "../browser/router.svelte";
import { type StudyMessage, StudyConnection } from "./connection";
import {
  type Effort,
  type SharedTree,
  saveEffort,
  saveTree,
  loadEffort,
  loadTree,
  getAnalysisKey,
  getSharePath,
} from "./analysisStorage";

// The positions of a tree: each is requested once, and those likely to be shown next in advance.

const PREFETCHED_ACTIONS = 2; // before and after the position shown
const MAX_PREFETCHED_LINES = 8; // requested when a tree is opened

export interface PositionApi {
  position: (request: PositionRequest) => Promise<PositionResponse>;
  line: (request: LineRequest) => Promise<PositionResponse[]>;
}

export class PositionCache {
  private requests = new Map<number, Promise<PositionResponse>>(); // by branch, as all maps here
  private completePositions = new Map<number, PositionResponse>();
  private positionsWithoutActions = new Map<number, PositionResponse>(); // loaded for jumps

  constructor(
    private root: Omit<LineRequest, "actions"> & Pick<PositionRequest, "language">,
    private api: PositionApi,
    private onload: () => void = () => undefined, // called when more positions are available
  ) {}

  /** Return the request for the position of a branch. */
  toRequest(tree: Tree, at: number) {
    return { ...this.root, actions: getActions(tree, at) };
  }

  /** Request the position of a branch with its legal actions, unless that was done before. */
  load(tree: Tree, at: number): Promise<PositionResponse> {
    const request = this.requests.get(at) ?? this.api.position(this.toRequest(tree, at));
    this.requests.set(at, request);
    request.then(
      (position) => {
        this.completePositions.set(at, position);
        this.onload();
      },
      () => this.requests.delete(at), // the next call tries again
    );
    return request;
  }

  /** Return a position with its legal actions if it has been loaded. */
  getComplete(at: number): PositionResponse | undefined {
    return this.completePositions.get(at);
  }

  /** Return a loaded position, possibly without its legal actions. */
  getLoaded(at: number): PositionResponse | undefined {
    return this.completePositions.get(at) ?? this.positionsWithoutActions.get(at);
  }

  /** Load the positions a few steps before and after a branch. */
  prefetchAround(tree: Tree, at: number): void {
    const branches = getPath(tree, at).slice(-1 - PREFETCHED_ACTIONS, -1);
    let next = getBranch(tree, at).children[0];
    for (let i = 0; i < PREFETCHED_ACTIONS && next !== undefined; i++) {
      branches.push(next);
      next = getBranch(tree, next).children[0];
    }
    for (const branch of branches) this.load(tree, branch).catch(() => undefined); // shown when visited
  }

  /** Load all positions of the first lines of the tree, so that jumps need no wait. */
  prefetchLines(tree: Tree): void {
    const { game, position } = this.root;
    for (const end of getLineEnds(tree).slice(0, MAX_PREFETCHED_LINES)) {
      const path = [START, ...getPath(tree, end)];
      if (path.length <= PREFETCHED_ACTIONS) continue;
      const store = (positions: PositionResponse[]): void => {
        positions.forEach((loaded, i) =>
          this.positionsWithoutActions.set(path[i] ?? START, loaded),
        );
        this.onload();
      };
      const request = { game, position, actions: getActions(tree, end) };
      this.api.line(request).then(store, () => undefined); // requested again when visited
    }
  }
}

/** A game with its options, as shown on the analysis board. */
export interface StudiedGame {
  game: string; // its id
  name: string;
  title: string;
  variant: string;
  seats: string[];
  board: Board;
}

/** What an analysis starts with, according to the address and the history of the window. */
export interface AnalysisSource extends AnalysisAddress {
  key: string | null; // of the stored analysis to continue after a reload
  shared: { link: string; content: SharedTree } | null; // the tree in the link
}

export class Analysis {
  tree = $state.raw<Tree>(createTree([]));
  at = $state(START); // the branch shown
  shown = $state.raw<PositionResponse | null>(null); // the position shown; null: not loaded yet
  previousFrame = $state.raw<Frame | null>(null); // null: the change from it is not animated
  errorText = $state.raw<string | null>(null); // why cells cannot be used, or why a request failed
  lines = $state.raw<LinesMessage | null>(null);
  threat = $state.raw<LinesMessage | null>(null); // null: not requested
  engineState = $state<StudyState>("waiting");
  queuePosition = $state(0);
  isOnline = $state(true);
  isEngineOn = $state(true);
  showsArrows = $state(true); // best actions are drawn on the board
  evaluatedActions = $state.raw<ReadonlyMap<number, EvaluatedAction>>(new Map()); // by branch
  evaluationProgress = $state.raw<{ done: number; total: number } | null>(null); // null: not running
  moments = $state.raw<KeyMoment[] | null>(null);
  effort = $state.raw<Effort>(loadEffort());
  explorerResult = $state.raw<ExploredMessage | null>(null); // for the position shown
  explorerError = $state.raw<string | null>(null); // why there is no result
  isExplorerOpen = $state(true);

  private positions: PositionCache;
  private loadCount = $state(0); // increases when positions have been loaded
  private evaluatedLine: number[] = [];
  private reasons = new Map<string, string[]>(); // by action: a message without reasons does not remove them
  private linesRequest: { n: number; threat: boolean } | null = null;
  private whyRequestNumber = 0; // of the latest question why cells cannot be used
  private evaluationNumber = -1; // of the latest request; -1: none
  private explorationNumber = -1; // of the latest request; -1: none
  private connection: StudyConnection;

  readonly key: string; // storage key of the tree

  constructor(
    readonly game: string,
    private start: string, // the position string of the start of the game
    private source: AnalysisSource,
    private language: Language,
    private api: PositionApi = { line: fetchLine, position: fetchPosition },
    connect: typeof createStudyConnection = createStudyConnection,
  ) {
    this.connection = connect(
      (message) => this.onMessage(message),
      (isOnline) => (this.isOnline = isOnline),
    );
    const { key, shared, line, at } = source;
    const keyParts = shared ? ["#", makeRecordId(shared.link)] : line; // what distinguishes the analysis
    this.key = key ?? getAnalysisKey(game, this.position, keyParts);
    const stored = loadTree(this.key);
    this.tree = stored ?? shared?.content.tree ?? createTree([]);
    const path = this.addLine(line);
    this.at = path[at] ?? START;
    if (shared && !stored) this.at = shared.content.at;
    if (shared) saveTree(this.key, this.tree);
    const root = { game, language, position: this.position };
    this.positions = new PositionCache(root, api, () => (this.loadCount += 1));
    void this.showBranch();
    this.positions.prefetchLines(this.tree);
    if (line.length || shared) this.evaluate();
  }

  /** Add the missing actions of a line to the tree; return its branches, the start first. */
  private addLine(line: readonly string[]): number[] {
    const path = [START];
    for (const action of line) {
      const { tree, at } = addAction(this.tree, path.at(-1) ?? START, action);
      this.tree = tree;
      path.push(at);
    }
    return path;
  }

  close(): void {
    this.connection.close();
  }

  /** The position at the start of the tree. */
  get position(): string {
    const { position, shared } = this.source;
    return position ?? shared?.content.position ?? this.start;
  }

  get actions(): string[] {
    return getActions(this.tree, this.at);
  }

  /** Whether the board accepts actions now. */
  get isActive(): boolean {
    return this.shown !== null && this.shown.frame.turn !== null;
  }

  get comment(): string {
    return getBranch(this.tree, this.at).comment;
  }

  /** Return the turn of a branch; actions are turns of their own until their positions are loaded. */
  getTurn(at: number): { number: number; isFirst: boolean } {
    void this.loadCount;
    const startsTurn = (branch: number) =>
      this.positions.getLoaded(branch)?.frame.starts_turn ?? true;
    return getTurn(this.tree, at, startsTurn);
  }

  get isOnMainLine(): boolean {
    return isOnMainLine(this.tree, this.at);
  }

  /** The best actions as ghost pieces or arrows; a threat has double lines. */
  get annotations(): Annotation[] {
    if (!this.showsArrows) return [];
    const getFirstTargets = (message: LinesMessage | null) =>
      (message?.lines ?? []).flatMap(({ actions }) => actions[0]?.target ?? []);
    if (this.threat)
      return getFirstTargets(this.threat).flatMap((target) => annotateAction(target, "double"));
    const looks = this.shown?.frame.placeable ?? {};
    return getFirstTargets(this.lines).flatMap((target, i) =>
      annotateSuggestion(target, i + 1, looks),
    );
  }

  // Actions of the user

  play(action: string): void {
    this.playLine([action]);
  }

  /** Play several actions. */
  playLine(actions: string[]): void {
    let [tree, at] = [this.tree, this.at];
    for (const action of actions) ({ tree, at } = addAction(tree, at, action));
    if (!isWithinLimits(tree, at)) {
      this.errorText = s().treeFull(MAX_BRANCHES, MAX_DEPTH);
      return;
    }
    this.setTree(tree);
    this.goTo(at);
  }

  /** Show a branch. */
  goTo(at: number): void {
    if (at === this.at) return;
    const isNext = getBranch(this.tree, at).parent === this.at && at !== START;
    const isPrevious = getBranch(this.tree, this.at).parent === at;
    this.at = at;
    this.clearError();
    void this.showBranch(isNext || isPrevious);
  }

  back(): void {
    this.goTo(getBranch(this.tree, this.at).parent);
  }

  forward(): void {
    const next = getBranch(this.tree, this.at).children[0];
    if (next !== undefined) this.goTo(next);
  }

  toStart(): void {
    this.goTo(START);
  }

  toEnd(): void {
    this.goTo(getMainLine(this.tree).at(-1) ?? START);
  }

  /** Go to the position before an action of the evaluated game. */
  toMoment(at: number): void {
    this.goTo(at ? (this.evaluatedLine[at - 1] ?? START) : START);
  }

  setComment(comment: string): void {
    this.setTree(setComment(this.tree, this.at, comment));
  }

  /** Make the line to the branch shown the main line. */
  promote(): void {
    this.setTree(promoteToMainLine(this.tree, this.at));
  }

  /** Delete the branch shown and all after it. */
  deleteBranch(): void {
    const { tree, at } = removeBranch(this.tree, this.at);
    this.goTo(at);
    this.setTree(tree);
  }

  /** Ask the server why these cells cannot be used. */
  async askWhyIllegal(cells: number[]): Promise<void> {
    const requestNumber = ++this.whyRequestNumber;
    const request = { ...this.toRequest(this.at), cells };
    const why = await this.api.position(request).then((answer) => answer.why ?? null, getErrorText);
    if (requestNumber === this.whyRequestNumber) this.errorText = why;
  }

  /** Remove the message, and ignore the answer to a pending question about cells. */
  clearError(): void {
    this.whyRequestNumber++;
    this.errorText = null;
  }

  /** Switch the analysis by the engine on or off. */
  setEngineOn(on: boolean): void {
    this.isEngineOn = on;
    this.think();
  }

  /** Set the number of lines and the depth of the search. */
  setEffort(effort: Effort): void {
    this.effort = effort;
    saveEffort(effort);
    this.think();
  }

  /** Open or close the opening explorer. */
  setExplorerOpen(open: boolean): void {
    this.isExplorerOpen = open;
    this.explore();
  }

  /** Show the threat of the opponents, or the best lines again. */
  setThreatShown(on: boolean): void {
    this.think(on);
  }

  /** Whether the evaluation covers the current main line completely. */
  get isEvaluated(): boolean {
    const line = getMainLine(this.tree);
    const isSameLength = line.length === this.evaluatedLine.length;
    return (
      this.moments !== null &&
      isSameLength &&
      line.every((branch, i) => branch === this.evaluatedLine[i])
    );
  }

  /** Start the evaluation of the main line. */
  evaluate(): void {
    const line = getMainLine(this.tree);
    if (!line.length) return;
    this.evaluatedLine = line;
    this.evaluatedActions = new Map();
    this.moments = null;
    this.evaluationProgress = { done: 0, total: line.length };
    const { game, language, position } = this;
    const actions = line.map((at) => getBranch(this.tree, at).action);
    const request = { game, position, actions, language };
    this.evaluationNumber = this.connection.evaluate(request);
  }

  // The position shown

  private async showBranch(isAnimated = false): Promise<void> {
    const { at } = this;
    this.think();
    this.explore();
    const last = isAnimated ? (this.shown?.frame ?? null) : null;
    const complete = this.positions.getComplete(at);
    const loaded = this.positions.getLoaded(at);
    if (loaded) this.show(loaded, complete ? last : null);
    try {
      const position = await this.positions.load(this.tree, at);
      if (at !== this.at) return;
      if (!complete) this.show(position, loaded ? null : last);
      this.positions.prefetchAround(this.tree, at);
    } catch (error) {
      if (at === this.at) this.errorText = getErrorText(error);
    }
  }

  private show(shown: PositionResponse, previousFrame: Frame | null): void {
    this.previousFrame = previousFrame;
    this.shown = shown;
  }

  private toRequest(at: number) {
    return this.positions.toRequest(this.tree, at);
  }

  private setTree(tree: Tree): void {
    this.tree = tree;
    saveTree(this.key, tree);
  }

  /** The address of the position shown, with its line. */
  get address(): string {
    const { tree, at } = this;
    const line = getActions(tree, getLine(tree, at).at(-1) ?? at);
    return analysisPath(this.game, {
      position: this.addressPosition,
      line,
      at: this.actions.length,
    });
  }

  /** Return the address that contains the whole tree, or null if the tree is too large for a link. */
  getSharedAddress(): Promise<string | null> {
    const { tree, at } = this;
    return getSharePath(this.game, { position: this.addressPosition, tree, at });
  }

  /** The start of the tree in addresses: null for the start of the game, unless that is random. */
  private get addressPosition(): string | null {
    return this.source.position ?? this.source.shared?.content.position ?? null;
  }

  // Results of the engine and the explorer

  private think(threat = false): void {
    this.lines = threat ? this.lines : null;
    this.threat = null;
    this.engineState = "waiting";
    this.queuePosition = 0;
    this.reasons.clear();
    if (!this.isEngineOn) return this.connection.stopThinking();
    const n = this.connection.think({
      ...this.toRequest(this.at),
      lines: threat ? 1 : this.effort.lines,
      depth: this.effort.depth,
      reasons: true,
      threat,
    });
    this.linesRequest = { n, threat };
  }

  private explore(): void {
    this.explorerResult = this.explorerError = null;
    if (!this.isExplorerOpen) return;
    const { game, position, actions } = this;
    this.explorationNumber = this.connection.explore({ game, position, actions });
  }

  private onMessage(message: StudyMessage): void {
    if (message.type === "explored") {
      if (message.n === this.explorationNumber) this.explorerResult = message;
      return;
    }
    if (message.type === "refused" && message.n === this.explorationNumber) {
      this.explorerError = message.why;
      return;
    }
    if (message.type === "evaluated" || message.type === "evaluation") this.onEvaluation(message);
    else if (message.type === "refused" && message.n === this.evaluationNumber)
      this.evaluationProgress = null;
    else if (message.n === this.linesRequest?.n) this.onLines(message);
  }

  private onLines(message: StudyMessage): void {
    if (message.type === "state") {
      this.engineState = message.state;
      this.queuePosition = message.queue_position;
    } else if (message.type === "refused") {
      this.errorText ??= message.why;
      this.engineState = "done";
    } else if (message.type === "lines") {
      const lines = this.addReasons(message);
      if (this.linesRequest?.threat) this.threat = lines;
      else this.lines = lines;
    }
  }

  /** Add the reasons of earlier messages to lines that come without reasons. */
  private addReasons(message: LinesMessage): LinesMessage {
    const lines = message.lines.map((line) => {
      const first = line.actions[0]?.action ?? "";
      if (line.reasons) this.reasons.set(first, line.reasons);
      const reasons = this.reasons.get(first);
      return reasons ? { ...line, reasons } : line;
    });
    return { ...message, lines };
  }

  private onEvaluation(message: Extract<StudyMessage, { type: "evaluated" | "evaluation" }>): void {
    if (message.n !== this.evaluationNumber) return;
    if (message.type === "evaluation") {
      this.moments = message.moments;
      this.evaluationProgress = null;
      return;
    }
    const evaluated = new Map(this.evaluatedActions);
    for (const action of message.actions)
      evaluated.set(this.evaluatedLine[action.at] ?? START, action);
    this.evaluatedActions = evaluated;
    this.evaluationProgress = { done: evaluated.size, total: message.total };
  }
}

function createStudyConnection(
  onmessage: (message: StudyMessage) => void,
  onStatus: (open: boolean) => void,
): StudyConnection {
  return new StudyConnection(onmessage, onStatus);
}
