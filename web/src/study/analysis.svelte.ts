// A position that is analysed: the tree of what was tried, the branch that is shown, the positions of
// the tree, and what the computer thinks of it.
import type {
  Board,
  EvaluatedAction,
  ExploredMessage,
  Frame,
  Language,
  LineRequest,
  LinesMessage,
  Moment,
  PositionRequest,
  PositionShown,
  StudyState,
} from "../protocol";
import {
  MAX_BRANCHES,
  MAX_DEPTH,
  START,
  type Tree,
  actionsTo,
  branch,
  commented,
  cut,
  ends,
  isMain,
  isWithinLimits,
  lineFrom,
  mainLine,
  pathTo,
  promoted,
  treeOf,
  tried,
  turnOf,
} from "./tree";
import { type Annotation, annotationsOf, suggestion } from "../board";
import { line, position } from "../server/api";
import { getErrorText } from "../words";
import { s } from "./words";
import { idOf } from "../library/gameImport";
import { type AnalysisAddress, analysisPath } from "../browser/router.svelte";
import { type Heard, StudyConnection } from "./connection";
import {
  type Effort,
  type SharedTree,
  keepEffort,
  keepTree,
  keptEffort,
  keptTree,
  keyOf,
  sharedPath,
} from "./analysisStorage";

// The positions of a tree as the hall shows them: each asked for once, and where one steps or jumps
// along lines that are known, before anybody looks at it.

const PREFETCHED_ACTIONS = 2; // of the line, requested before they are shown
const MAX_PREFETCHED_LINES = 8; // of a tree, when it is opened

export interface Ask {
  position: (request: PositionRequest) => Promise<PositionShown>;
  line: (request: LineRequest) => Promise<PositionShown[]>;
}

export class Positions {
  private asked = new Map<number, Promise<PositionShown>>(); // all by branch
  private whole = new Map<number, PositionShown>();
  private looks = new Map<number, PositionShown>(); // without what may be done there

  constructor(
    private begins: Omit<LineRequest, "actions"> & Pick<PositionRequest, "language">,
    private ask: Ask,
    private onseen: () => void = () => undefined, // more positions are there
  ) {}

  /** What is asked about a branch. */
  place(tree: Tree, at: number) {
    return { ...this.begins, actions: actionsTo(tree, at) };
  }

  /** A position with all that may be done there. */
  at(tree: Tree, at: number): Promise<PositionShown> {
    const found = this.asked.get(at) ?? this.ask.position(this.place(tree, at));
    this.asked.set(at, found);
    found.then(
      (shown) => {
        this.whole.set(at, shown);
        this.onseen();
      },
      () => this.asked.delete(at), // the next one may be luckier
    );
    return found;
  }

  /** A position, if it is there already. */
  known(at: number): PositionShown | undefined {
    return this.whole.get(at);
  }

  /** What a position looks like, if that is there already. */
  seen(at: number): PositionShown | undefined {
    return this.whole.get(at) ?? this.looks.get(at);
  }

  /** Who steps on, or back, does not wait. */
  lookAround(tree: Tree, at: number): void {
    const wanted = pathTo(tree, at).slice(-1 - PREFETCHED_ACTIONS, -1);
    let next = branch(tree, at).children[0];
    for (let i = 0; i < PREFETCHED_ACTIONS && next !== undefined; i++) {
      wanted.push(next);
      next = branch(tree, next).children[0];
    }
    for (const one of wanted) this.at(tree, one).catch(() => undefined); // who goes there is told
  }

  /** Who jumps along a line that is known does not wait, either. */
  fetchLines(tree: Tree): void {
    const { game, position } = this.begins;
    for (const end of ends(tree).slice(0, MAX_PREFETCHED_LINES)) {
      const path = [START, ...pathTo(tree, end)];
      if (path.length <= PREFETCHED_ACTIONS) continue;
      const keep = (shown: PositionShown[]): void => {
        shown.forEach((one, i) => this.looks.set(path[i] ?? START, one));
        this.onseen();
      };
      const request = { game, position, actions: actionsTo(tree, end) };
      this.ask.line(request).then(keep, () => undefined); // who goes there asks for it
    }
  }
}

// A game with its options, as the analysis board shows it.

export interface StudiedGame {
  game: string; // its id
  name: string;
  title: string;
  variant: string;
  seats: string[];
  board: Board;
}

/** How an analysis begins: as its address says, and as this window knows it already. */
export interface Begin extends AnalysisAddress {
  key: string | null; // of the analysis that this window shows, after a reload
  shared: { link: string; found: SharedTree } | null; // the tree that a link carries
}

export class Analysis {
  tree = $state.raw<Tree>(treeOf([]));
  at = $state(START);
  shown = $state.raw<PositionShown | null>(null);
  before = $state.raw<Frame | null>(null); // what was shown last, where a change can be followed
  why = $state.raw<string | null>(null); // the last refusal
  lines = $state.raw<LinesMessage | null>(null);
  threat = $state.raw<LinesMessage | null>(null); // null: not requested
  state = $state<StudyState>("waiting");
  queue = $state(0);
  online = $state(true);
  thinks = $state(true);
  arrows = $state(true);
  evaluated = $state.raw<ReadonlyMap<number, EvaluatedAction>>(new Map()); // by branch
  evaluating = $state.raw<{ done: number; total: number } | null>(null);
  moments = $state.raw<Moment[] | null>(null);
  effort = $state.raw<Effort>(keptEffort());
  explored = $state.raw<ExploredMessage | null>(null); // of the position shown
  notExplored = $state.raw<string | null>(null); // why there is no answer
  explores = $state(true); // the explorer is open

  private positions: Positions;
  private seen = $state(0); // how often positions came to be known
  private evaluatedLine: number[] = [];
  private reasons = new Map<string, string[]>(); // by action: they come later than lines
  private asked: { n: number; threat: boolean } | null = null;
  private whyNumber = 0; // of the last question why something cannot be done
  private evaluationNumber = -1;
  private explorationNumber = -1;
  private connection: StudyConnection;

  readonly key: string; // under which the tree is kept

  constructor(
    readonly game: string,
    private start: string, // the position string of the game's start
    private begins: Begin,
    private language: Language,
    private ask: Ask = { line, position },
    connect: typeof studyConnection = studyConnection,
  ) {
    this.connection = connect(
      (message) => this.hear(message),
      (online) => (this.online = online),
    );
    const { key, shared, line: first, at } = begins;
    const name = shared ? ["#", idOf(shared.link)] : first;
    this.key = key ?? keyOf(game, this.position, name);
    const kept = keptTree(this.key);
    this.tree = kept ?? shared?.found.tree ?? treeOf([]);
    const path = this.follow(first);
    this.at = path[at] ?? START;
    if (shared && !kept) this.at = shared.found.at;
    if (shared) keepTree(this.key, this.tree);
    const where = { game, language, position: this.position };
    this.positions = new Positions(where, ask, () => (this.seen += 1));
    void this.look();
    this.positions.fetchLines(this.tree);
    if (first.length || shared) this.evaluate();
  }

  /** Add a line to the tree, where it is missing; the branches along it, the start first. */
  private follow(line: readonly string[]): number[] {
    const path = [START];
    for (const action of line) {
      const { tree, at } = tried(this.tree, path.at(-1) ?? START, action);
      this.tree = tree;
      path.push(at);
    }
    return path;
  }

  close(): void {
    this.connection.close();
  }

  /** Where the tree begins. */
  get position(): string {
    const { position, shared } = this.begins;
    return position ?? shared?.found.position ?? this.start;
  }

  get actions(): string[] {
    return actionsTo(this.tree, this.at);
  }

  /** The board takes actions now. */
  get active(): boolean {
    return this.shown !== null && this.shown.frame.turn !== null;
  }

  get comment(): string {
    return branch(this.tree, this.at).comment;
  }

  /** The number of the turn to which a branch belongs; where nothing is known yet, each is a turn. */
  turnOf(at: number): { number: number; begins: boolean } {
    void this.seen;
    const startsTurn = (one: number) => this.positions.seen(one)?.frame.starts_turn ?? true;
    return turnOf(this.tree, at, startsTurn);
  }

  get isMain(): boolean {
    return isMain(this.tree, this.at);
  }

  /** The best actions: what they put as ghosts, else as arrows; a threat has double lines. */
  get annotations(): Annotation[] {
    if (!this.arrows) return [];
    const first = (message: LinesMessage | null) =>
      (message?.lines ?? []).flatMap(({ actions }) => actions[0]?.target ?? []);
    if (this.threat) return first(this.threat).flatMap((one) => annotationsOf(one, "double"));
    const looks = this.shown?.frame.to_put ?? {};
    return first(this.lines).flatMap((one, i) => suggestion(one, i + 1, looks));
  }

  // What the user does

  play(action: string): void {
    this.playLine([action]);
  }

  /** Several actions one after the other. */
  playLine(actions: string[]): void {
    let [tree, at] = [this.tree, this.at];
    for (const action of actions) ({ tree, at } = tried(tree, at, action));
    if (!isWithinLimits(tree, at)) {
      this.why = s().treeFull(MAX_BRANCHES, MAX_DEPTH);
      return;
    }
    this.change(tree);
    this.go(at);
  }

  go(at: number): void {
    if (at === this.at) return;
    const isNext = branch(this.tree, at).parent === this.at && at !== START;
    const isPrevious = branch(this.tree, this.at).parent === at;
    this.at = at;
    this.clearError();
    void this.look(isNext || isPrevious);
  }

  back(): void {
    this.go(branch(this.tree, this.at).parent);
  }

  forward(): void {
    const next = branch(this.tree, this.at).children[0];
    if (next !== undefined) this.go(next);
  }

  toStart(): void {
    this.go(START);
  }

  toEnd(): void {
    this.go(mainLine(this.tree).at(-1) ?? START);
  }

  /** To the position before an action of the game. */
  toMoment(at: number): void {
    this.go(at ? (this.evaluatedLine[at - 1] ?? START) : START);
  }

  say(comment: string): void {
    this.change(commented(this.tree, this.at, comment));
  }

  promote(): void {
    this.change(promoted(this.tree, this.at));
  }

  cutOff(): void {
    const { tree, at } = cut(this.tree, this.at);
    this.go(at);
    this.change(tree);
  }

  async askWhy(cells: number[]): Promise<void> {
    const question = ++this.whyNumber;
    const place = { ...this.place(this.at), cells };
    const why = await this.ask.position(place).then((answer) => answer.why ?? null, getErrorText);
    if (question === this.whyNumber) this.why = why;
  }

  /** What went wrong is of the past, and so is what was asked about it. */
  clearError(): void {
    this.whyNumber++;
    this.why = null;
  }

  /** The computer thinks along, or is quiet. */
  turnThinking(on: boolean): void {
    this.thinks = on;
    this.think();
  }

  /** More or fewer lines, or another depth. */
  exert(effort: Effort): void {
    this.effort = effort;
    keepEffort(effort);
    this.think();
  }

  /** What was played here before and what is proven of it is wanted, or not. */
  turnExploring(on: boolean): void {
    this.explores = on;
    this.explore();
  }

  /** What the others would do if nothing were done; or what is best again. */
  turnThreat(on: boolean): void {
    this.think(on);
  }

  /** The whole main line, as it is now, has been evaluated. */
  get isEvaluated(): boolean {
    const line = mainLine(this.tree);
    const same = line.length === this.evaluatedLine.length;
    return this.moments !== null && same && line.every((one, i) => one === this.evaluatedLine[i]);
  }

  /** What each action of the main line cost. */
  evaluate(): void {
    const line = mainLine(this.tree);
    if (!line.length) return;
    this.evaluatedLine = line;
    this.evaluated = new Map();
    this.moments = null;
    this.evaluating = { done: 0, total: line.length };
    const { game, language, position } = this;
    const actions = line.map((one) => branch(this.tree, one).action);
    const question = { game, position, actions, language };
    this.evaluationNumber = this.connection.evaluate(question);
  }

  // What is seen

  private async look(follow = false): Promise<void> {
    const { at } = this;
    this.think();
    this.explore();
    const last = follow ? (this.shown?.frame ?? null) : null;
    const known = this.positions.known(at);
    const seen = this.positions.seen(at);
    if (seen) this.show(seen, known ? last : null);
    try {
      const shown = await this.positions.at(this.tree, at);
      if (at !== this.at) return;
      if (!known) this.show(shown, seen ? null : last);
      this.positions.lookAround(this.tree, at);
    } catch (error) {
      if (at === this.at) this.why = getErrorText(error);
    }
  }

  private show(shown: PositionShown, before: Frame | null): void {
    this.before = before;
    this.shown = shown;
  }

  private place(at: number) {
    return this.positions.place(this.tree, at);
  }

  private change(tree: Tree): void {
    this.tree = tree;
    keepTree(this.key, tree);
  }

  /** The address of where one looks. */
  get address(): string {
    const { tree, at } = this;
    const line = actionsTo(tree, lineFrom(tree, at).at(-1) ?? at);
    return analysisPath(this.game, { position: this.begun, line, at: this.actions.length });
  }

  /** The address that carries the whole tree; null where it is too large for a link. */
  sharedAddress(): Promise<string | null> {
    const { tree, at } = this;
    return sharedPath(this.game, { position: this.begun, tree, at });
  }

  /** The position in addresses: null for the start of the game, unless chance sets it up. */
  private get begun(): string | null {
    return this.begins.position ?? this.begins.shared?.found.position ?? null;
  }

  // What the computer thinks

  private think(threat = false): void {
    this.lines = threat ? this.lines : null;
    this.threat = null;
    this.state = "waiting";
    this.queue = 0;
    this.reasons.clear();
    if (!this.thinks) return this.connection.stopThinking();
    const n = this.connection.think({
      ...this.place(this.at),
      lines: threat ? 1 : this.effort.lines,
      depth: this.effort.depth,
      reasons: true,
      threat,
    });
    this.asked = { n, threat };
  }

  private explore(): void {
    this.explored = this.notExplored = null;
    if (!this.explores) return;
    const { game, position, actions } = this;
    this.explorationNumber = this.connection.explore({ game, position, actions });
  }

  private hear(message: Heard): void {
    if (message.type === "explored") {
      if (message.n === this.explorationNumber) this.explored = message;
      return;
    }
    if (message.type === "refused" && message.n === this.explorationNumber) {
      this.notExplored = message.why;
      return;
    }
    if (message.type === "evaluated" || message.type === "evaluation") this.hearGame(message);
    else if (message.type === "refused" && message.n === this.evaluationNumber)
      this.evaluating = null;
    else if (message.n === this.asked?.n) this.hearLines(message);
  }

  private hearLines(message: Heard): void {
    if (message.type === "state") {
      this.state = message.state;
      this.queue = message.queue;
    } else if (message.type === "refused") {
      this.why ??= message.why;
      this.state = "done";
    } else if (message.type === "lines") {
      const told = this.withReasons(message);
      if (this.asked?.threat) this.threat = told;
      else this.lines = told;
    }
  }

  /** What was said once of an action stays said while the lines grow. */
  private withReasons(message: LinesMessage): LinesMessage {
    const lines = message.lines.map((line) => {
      const first = line.actions[0]?.action ?? "";
      if (line.reasons) this.reasons.set(first, line.reasons);
      const reasons = this.reasons.get(first);
      return reasons ? { ...line, reasons } : line;
    });
    return { ...message, lines };
  }

  private hearGame(message: Extract<Heard, { type: "evaluated" | "evaluation" }>): void {
    if (message.n !== this.evaluationNumber) return;
    if (message.type === "evaluation") {
      this.moments = message.moments;
      this.evaluating = null;
      return;
    }
    const all = new Map(this.evaluated);
    for (const one of message.actions) all.set(this.evaluatedLine[one.at] ?? START, one);
    this.evaluated = all;
    this.evaluating = { done: all.size, total: message.total };
  }
}

function studyConnection(
  onmessage: (message: Heard) => void,
  online: (open: boolean) => void,
): StudyConnection {
  return new StudyConnection(onmessage, online);
}
