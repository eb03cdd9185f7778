// An attempt on the board of a figure: the server judges it, nothing is stored.
import { position } from "../../server/api";
import type { Figure, Frame, Language, PositionRequest } from "../../protocol";
import { getErrorText } from "../../words";

// Progress towards the goal of a figure.  Pure.

export type Stage = "open" | "done" | "other";

const ANY = "*"; // in a goal: whatever is legal

/** Whether actions do what one of the goals asks for, may still do it, or do something else. */
export function stage(goals: string[][], actions: string[]): Stage {
  const fitting = goals.filter((goal) =>
    actions.every((action, i) => goal[i] === ANY || goal[i] === action),
  );
  if (fitting.some((goal) => goal.length === actions.length)) return "done";
  return fitting.length ? "open" : "other";
}

type Ask = typeof position;

export class Attempt {
  frame = $state.raw<Frame>() as Frame;
  before = $state.raw<Frame | null>(null);
  ending = $state.raw<string | null>(null);
  why = $state.raw<string | null>(null); // the last refusal
  actions = $state.raw<string[]>([]);
  busy = $state(false);
  private count = 0; // of questions: late answers to earlier ones are of no use

  constructor(
    readonly game: string,
    readonly figure: Figure,
    readonly language: Language,
    readonly free: boolean, // nothing is asked for: one may play on
    private ask: Ask = position,
  ) {
    this.restart();
  }

  get stage(): Stage {
    const { goals } = this.figure;
    return this.free || !goals.length ? "open" : stage(goals, this.actions);
  }

  /** The board takes actions now. */
  get active(): boolean {
    const live = this.figure.goals.length > 0 && this.stage === "open";
    return live && !this.busy && this.frame.turn !== null;
  }

  restart(): void {
    this.count += 1;
    this.frame = this.figure.frame;
    this.ending = this.figure.ending;
    this.before = this.why = null;
    this.actions = [];
    this.busy = false;
  }

  async play(action: string): Promise<void> {
    const actions = [...this.actions, action];
    this.busy = true;
    const answer = await this.shown({ actions: [...this.figure.actions, ...actions] });
    if (!answer) return;
    this.before = this.frame;
    this.frame = answer.frame;
    this.ending = answer.ending;
    this.actions = actions;
  }

  async askWhy(cells: number[]): Promise<void> {
    const actions = [...this.figure.actions, ...this.actions];
    const answer = await this.shown({ actions, cells });
    if (answer) this.why = answer.why ?? null;
  }

  /** What was wrong is forgotten: the user has gone on. */
  clearError(): void {
    this.why = null;
  }

  private async shown(more: Pick<PositionRequest, "actions" | "cells">) {
    const { game, language, figure } = this;
    const number = ++this.count;
    this.why = null;
    try {
      const answer = await this.ask({ game, language, position: figure.position, ...more });
      return number === this.count ? answer : null;
    } catch (error) {
      if (number === this.count) this.why = getErrorText(error);
      return null;
    } finally {
      if (number === this.count) this.busy = false;
    }
  }
}
