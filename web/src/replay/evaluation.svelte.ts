// What the computer thinks of a whole game, as the hall's study tells it: verdicts, curves, marks.
import type { EvaluatedAction, Language, MarkSign, KeyMoment, StudyState } from "../protocol";
import type { EvaluationDepth, SavedEvaluation, SavedGame } from "../library/savedGames";
import { type StudyMessage, StudyConnection } from "../study/connection";

// The values of a game's positions as curves, and what is marked on them.

export interface Curve {
  seat: number; // of the player that the values are for
  values: number[]; // of each position so far, from -1 (lost) to 1 (won)
}

/** One curve where what one wins the other loses, or else one for each seat. */
export function getCurves(actions: readonly EvaluatedAction[], seats: number): Curve[] {
  const [first] = actions;
  if (!first) return [];
  const verdicts = [first.before, ...actions.map(({ after }) => after)];
  const shown = seats === 2 ? 1 : seats;
  return Array.from({ length: shown }, (_, seat) => ({
    seat,
    values: verdicts.map(({ values }) => values[seat] ?? 0),
  }));
}

/** Where the drawing of a value lies: as wide as the game is long, won on top. */
export interface Field {
  width: number;
  height: number;
  actions: number;
}

export const toX = (at: number, { width, actions }: Field): number =>
  actions ? (at / actions) * width : 0;

export const toY = (value: number, { height }: Field): number => ((1 - value) / 2) * height;

/** Return the number of actions at a point of the graph. */
export function toActionCount(x: number, { width, actions }: Field): number {
  const part = width ? x / width : 0;
  return Math.min(actions, Math.max(0, Math.round(part * actions)));
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** A curve as a path; `filled` closes it along the middle, where the game is equal. */
export function toSvgPath({ values }: Curve, field: Field, filled = false): string {
  const points = values.map((value, at) => `${round(toX(at, field))} ${round(toY(value, field))}`);
  if (!points.length) return "";
  const line = `M${points.join("L")}`;
  const [end, middle] = [round(toX(values.length - 1, field)), round(toY(0, field))];
  return filled ? `${line}L${end} ${middle}L0 ${middle}Z` : line;
}

/** Marks of mistakes: those of other actions are words of praise. */
const MISTAKE_MARKS: readonly MarkSign[] = ["?!", "?", "??"];

export const isMistake = ({ mark }: EvaluatedAction): boolean => MISTAKE_MARKS.includes(mark);

/** How often each mark was given to a seat, the gravest last. */
export function countMistakes(
  actions: readonly EvaluatedAction[],
  seat: number,
): [MarkSign, number][] {
  const own = actions.filter((one) => one.seat === seat);
  return MISTAKE_MARKS.map((mark) => [mark, own.filter((one) => one.mark === mark).length]);
}

// What the computer thinks of a whole game, as the hall's study tells it, action by action.

export type Progress = StudyState | "none"; // not requested

/** As much of the line to the study as is needed here. */
export type EvaluationConnection = Pick<StudyConnection, "evaluate" | "close">;
type Connect = (
  onmessage: (message: StudyMessage) => void,
  online: (open: boolean) => void,
) => EvaluationConnection;

export class Evaluation {
  actions = $state.raw<EvaluatedAction[]>([]); // from the first one on, as far as it has come
  moments = $state.raw<KeyMoment[]>([]); // that decided the game
  progress = $state<Progress>("none");
  why = $state.raw<string | null>(null); // there is none
  depth = $state<EvaluationDepth>("usual");
  nodes = $state(0); // of each position, once it is done
  private line: EvaluationConnection | null = null;
  private shallower: SavedEvaluation | null = null; // shown again when a deeper one is stopped

  constructor(
    private game: Pick<SavedGame, "game" | "start" | "turns">,
    private ondone: (found: SavedEvaluation) => void = () => undefined,
    private connect: Connect = (onmessage, online) => new StudyConnection(onmessage, online),
  ) {}

  get isBusy(): boolean {
    return this.progress !== "none" && this.progress !== "done";
  }

  /** Show what was found out before. */
  recall(found: SavedEvaluation): void {
    this.actions = found.actions;
    this.moments = found.moments;
    this.depth = found.depth;
    this.nodes = found.nodes;
    this.progress = "done";
  }

  private get found(): SavedEvaluation {
    const { actions, moments, depth, nodes } = this;
    return { actions, moments, depth, nodes };
  }

  begin(language: Language, depth: EvaluationDepth = "usual"): void {
    this.stop();
    this.shallower = this.progress === "done" ? this.found : null;
    this.depth = depth;
    [this.actions, this.moments, this.why] = [[], [], null];
    this.progress = "waiting";
    this.line = this.connect(
      (message) => this.hear(message),
      (open) => open || this.wait(),
    );
    this.line.evaluate({
      game: this.game.game,
      position: this.game.start,
      actions: this.game.turns.flatMap(({ actions }) => actions),
      deeper: depth === "deeper",
      language,
    });
  }

  /** What has been found stays to be seen, or a whole evaluation that was there before. */
  stop(): void {
    this.line?.close();
    this.line = null;
    if (!this.isBusy) return;
    this.progress = "none";
    if (this.shallower) this.recall(this.shallower);
  }

  /** The line is broken; when it is mended, all is told from the beginning. */
  private wait(): void {
    if (!this.line) return;
    this.actions = [];
    this.progress = "waiting";
  }

  private hear(message: StudyMessage): void {
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
        this.ondone(this.found);
        break;
      case "refused":
        this.why = message.why;
        this.stop();
    }
  }
}
