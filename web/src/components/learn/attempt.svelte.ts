// The actions that a user tries on the board of a figure.  The server answers with the resulting
// positions; nothing is stored.
import { fetchPosition } from "../../server/api";
import type { Figure, Frame, Language, PositionRequest } from "../../protocol";
import { getErrorText } from "../../words";

/** Progress towards the goals of a figure: `open`: can still reach one; `done`: has reached one;
 * `missed`: cannot reach any. */
export type Stage = "open" | "done" | "missed";

const ANY_ACTION = "*"; // in a goal: any legal action

/** Return how far these actions have come towards any of the goals. */
export function getStage(goals: string[][], actions: string[]): Stage {
  const reachable = goals.filter((goal) =>
    actions.every((action, i) => goal[i] === ANY_ACTION || goal[i] === action),
  );
  if (reachable.some((goal) => goal.length === actions.length)) return "done";
  return reachable.length ? "open" : "missed";
}

type FetchPosition = typeof fetchPosition;

export class Attempt {
  frame = $state.raw<Frame>() as Frame;
  previousFrame = $state.raw<Frame | null>(null);
  ending = $state.raw<string | null>(null);
  errorText = $state.raw<string | null>(null); // why cells cannot be used, or why a request failed
  actions = $state.raw<string[]>([]);
  isBusy = $state(false); // waiting for an answer
  private requestNumber = 0; // of the latest request: answers to earlier ones are ignored

  constructor(
    readonly game: string,
    readonly figure: Figure,
    readonly language: Language,
    readonly isFree: boolean, // free play: there are no goals to reach
    private request: FetchPosition = fetchPosition,
  ) {
    this.restart();
  }

  get stage(): Stage {
    const { goals } = this.figure;
    return this.isFree || !goals.length ? "open" : getStage(goals, this.actions);
  }

  /** Whether the board accepts actions now. */
  get isActive(): boolean {
    const hasGoals = this.figure.goals.length > 0 && this.stage === "open";
    return hasGoals && !this.isBusy && this.frame.turn !== null;
  }

  restart(): void {
    this.requestNumber += 1;
    this.frame = this.figure.frame;
    this.ending = this.figure.ending;
    this.previousFrame = this.errorText = null;
    this.actions = [];
    this.isBusy = false;
  }

  /** Play an action after those tried so far. */
  async play(action: string): Promise<void> {
    const actions = [...this.actions, action];
    this.isBusy = true;
    const answer = await this.requestPosition({ actions: [...this.figure.actions, ...actions] });
    if (!answer) return;
    this.previousFrame = this.frame;
    this.frame = answer.frame;
    this.ending = answer.ending;
    this.actions = actions;
  }

  /** Ask the server why these cells cannot be used. */
  async askWhyIllegal(cells: number[]): Promise<void> {
    const actions = [...this.figure.actions, ...this.actions];
    const answer = await this.requestPosition({ actions, cells });
    if (answer) this.errorText = answer.why ?? null;
  }

  /** Clear the message about the last mistake or failed request. */
  clearError(): void {
    this.errorText = null;
  }

  /** Request a position; return null if the request fails or a later one has been made. */
  private async requestPosition(query: Pick<PositionRequest, "actions" | "cells">) {
    const { game, language, figure } = this;
    const number = ++this.requestNumber;
    this.errorText = null;
    try {
      const answer = await this.request({ game, language, position: figure.position, ...query });
      return number === this.requestNumber ? answer : null;
    } catch (error) {
      if (number === this.requestNumber) this.errorText = getErrorText(error);
      return null;
    } finally {
      if (number === this.requestNumber) this.isBusy = false;
    }
  }
}
