// The evaluation of a whole game: requests to the study, results, and their graph.
import type { EvaluatedAction, Language, MarkSign, KeyMoment, StudyState } from "../protocol";
import type { EvaluationDepth, SavedEvaluation, SavedGame } from "../library/savedGames";
import { type StudyMessage, StudyConnection } from "../study/connection";

// The graph: values of positions as curves

export interface Curve {
  seat: number; // of the player that the values are for
  values: number[]; // of each position so far, from -1 (lost) to 1 (won)
}

/** Return one curve for two players, as their values are opposite; else a curve for each seat. */
export function getCurves(actions: readonly EvaluatedAction[], seats: number): Curve[] {
  const [first] = actions;
  if (!first) return [];
  const verdicts = [first.before, ...actions.map(({ after }) => after)];
  const count = seats === 2 ? 1 : seats;
  return Array.from({ length: count }, (_, seat) => ({
    seat,
    values: verdicts.map(({ values }) => values[seat] ?? 0),
  }));
}

/** The size of the graph in pixels; its width stands for all actions of the game. */
export interface GraphSize {
  width: number;
  height: number;
  actions: number;
}

export const toX = (at: number, { width, actions }: GraphSize): number =>
  actions ? (at / actions) * width : 0;

export const toY = (value: number, { height }: GraphSize): number => ((1 - value) / 2) * height;

/** Return the number of actions at a point of the graph. */
export function toActionCount(x: number, { width, actions }: GraphSize): number {
  const share = width ? x / width : 0;
  return Math.min(actions, Math.max(0, Math.round(share * actions)));
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** Return a curve as SVG path data; if `filled`, it is closed along the middle, the value 0. */
export function toSvgPath({ values }: Curve, size: GraphSize, filled = false): string {
  const points = values.map((value, at) => `${round(toX(at, size))} ${round(toY(value, size))}`);
  if (!points.length) return "";
  const line = `M${points.join("L")}`;
  const [end, middle] = [round(toX(values.length - 1, size)), round(toY(0, size))];
  return filled ? `${line}L${end} ${middle}L0 ${middle}Z` : line;
}

/** The marks of mistakes; `!` is not a mistake. */
const MISTAKE_MARKS: readonly MarkSign[] = ["?!", "?", "??"];

export const isMistake = ({ mark }: EvaluatedAction): boolean => MISTAKE_MARKS.includes(mark);

/** Return the number of mistakes of a seat by mark, blunders last. */
export function countMistakes(
  actions: readonly EvaluatedAction[],
  seat: number,
): [MarkSign, number][] {
  const own = actions.filter((action) => action.seat === seat);
  return MISTAKE_MARKS.map((mark) => [mark, own.filter((action) => action.mark === mark).length]);
}

// The evaluation

export type Progress = StudyState | "none"; // not requested

/** The part of the connection to the study that is needed here. */
export type EvaluationConnection = Pick<StudyConnection, "evaluate" | "close">;
type Connect = (
  onmessage: (message: StudyMessage) => void,
  onStatus: (open: boolean) => void,
) => EvaluationConnection;

export class Evaluation {
  actions = $state.raw<EvaluatedAction[]>([]); // the evaluated ones, from the start of the game
  moments = $state.raw<KeyMoment[]>([]);
  progress = $state<Progress>("none");
  errorText = $state.raw<string | null>(null); // why there is no evaluation
  depth = $state<EvaluationDepth>("usual");
  nodes = $state(0); // per position, when the evaluation is done
  private connection: EvaluationConnection | null = null;
  private previous: SavedEvaluation | null = null; // restored when a deeper one is stopped

  constructor(
    private game: Pick<SavedGame, "game" | "start" | "turns">,
    private ondone: (evaluation: SavedEvaluation) => void = () => undefined,
    private connect: Connect = (onmessage, onStatus) => new StudyConnection(onmessage, onStatus),
  ) {}

  get isBusy(): boolean {
    return this.progress !== "none" && this.progress !== "done";
  }

  /** Show a stored evaluation. */
  restore(saved: SavedEvaluation): void {
    this.actions = saved.actions;
    this.moments = saved.moments;
    this.depth = saved.depth;
    this.nodes = saved.nodes;
    this.progress = "done";
  }

  private get result(): SavedEvaluation {
    const { actions, moments, depth, nodes } = this;
    return { actions, moments, depth, nodes };
  }

  /** Start the evaluation of the game. */
  start(language: Language, depth: EvaluationDepth = "usual"): void {
    this.stop();
    this.previous = this.progress === "done" ? this.result : null;
    this.depth = depth;
    [this.actions, this.moments, this.errorText] = [[], [], null];
    this.progress = "waiting";
    this.connection = this.connect(
      (message) => this.onMessage(message),
      (open) => open || this.onDisconnect(),
    );
    this.connection.evaluate({
      game: this.game.game,
      position: this.game.start,
      actions: this.game.turns.flatMap(({ actions }) => actions),
      deeper: depth === "deeper",
      language,
    });
  }

  /** Stop; keep the results so far, or restore the previous complete evaluation. */
  stop(): void {
    this.connection?.close();
    this.connection = null;
    if (!this.isBusy) return;
    this.progress = "none";
    if (this.previous) this.restore(this.previous);
  }

  /** Discard the results: after a reconnection the server sends all of them again. */
  private onDisconnect(): void {
    if (!this.connection) return;
    this.actions = [];
    this.progress = "waiting";
  }

  private onMessage(message: StudyMessage): void {
    switch (message.type) {
      case "state":
        if (message.state !== "done") this.progress = message.state;
        break;
      case "evaluated":
        this.progress = "thinking";
        this.actions = [...this.actions, ...message.actions];
        break;
      case "evaluation":
        this.moments = message.moments;
        this.nodes = message.nodes;
        this.progress = "done";
        this.stop();
        this.ondone(this.result);
        break;
      case "refused":
        this.errorText = message.why;
        this.stop();
    }
  }
}
