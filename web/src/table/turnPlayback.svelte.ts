// Playback of turns, action by action, so that users can follow what happened.
import type { Explain, Frame, Hint, Why } from "../protocol";
import { getFullLinesFrame } from "../board/transitions";
import type { TurnsSince } from "./tableView";

// The turn that the user is composing, and requests about it

/** The first actions of a turn. */
export interface TurnDraft {
  at: number; // number of actions played before the turn
  actions: string[];
}

/** A draft that the server has checked. */
export interface Draft extends TurnDraft {
  frame: Frame;
  complete: boolean; // it only needs to be confirmed
}

/** A draft that was sent and is not answered yet. */
export interface Proposal extends TurnDraft {
  id: string | null; // of the command that plays it, which is sent again after a reconnect
  n: number | null; // of the query that checks it, which is lost with the connection
}

/** A question to the server that does not change the table, without its number. */
export type Query = Omit<Hint, "n"> | Omit<Explain, "n"> | Omit<Why, "n">;

export interface PlaybackStep {
  frame: Frame;
  seat: number; // the seat that played the turn
  turn: number; // steps of one turn have the same number
  ms: number; // how long the frame is shown before the next step
}

interface PlaybackOptions {
  seat: number; // the seat that played the turn
  turn: number; // a number that identifies the turn
  motion: boolean; // if false, only the last frame is shown, and frames with full lines
  finalPauseMs: number; // after the last step
}

const ACTION_MS = 650; // between the actions of a turn
const FULL_LINE_MS = 1100; // how long full lines are shown before they leave the board
export const PLAYER_PAUSE_MS = 1000; // between the turns of several players

/** Return the steps that show the frames of one turn. */
export function createPlaybackSteps(
  frames: Frame[],
  { seat, turn, motion, finalPauseMs }: PlaybackOptions,
): PlaybackStep[] {
  const last = frames.length - 1;
  return frames.flatMap((frame, i) => {
    const fullLines = getFullLinesFrame(frame);
    if (!motion && !fullLines && i < last) return [];
    const step = { frame, seat, turn, ms: i < last ? ACTION_MS : finalPauseMs };
    return fullLines ? [{ ...step, frame: fullLines, ms: FULL_LINE_MS }, step] : [step];
  });
}

/** Return the steps that show past turns again, as far as their frames are known. */
export function createReplaySteps(
  { start, turns }: TurnsSince,
  frames: ReadonlyMap<number, Frame>,
): PlaybackStep[] {
  let played = start;
  return turns.flatMap(({ seat, actions }, turn) => {
    const known = actions.flatMap((_, i) => frames.get(played + i + 1) ?? []);
    played += actions.length;
    const options = { seat, turn, motion: true, finalPauseMs: PLAYER_PAUSE_MS };
    return createPlaybackSteps(known, options);
  });
}

/** A queue of steps, each shown for its time. */
export class TurnPlayback {
  queue = $state.raw<PlaybackStep[]>([]);
  current = $state.raw<PlaybackStep | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private show: (frame: Frame) => void) {}

  /** Show steps after those in the queue.  If it has more than `maxTurns` turns, the earliest are
   * dropped. */
  enqueue(steps: PlaybackStep[], maxTurns: number): void {
    const all = [...this.queue, ...steps];
    const turns = [...new Set(all.map(({ turn }) => turn))].slice(-maxTurns);
    this.queue = all.filter(({ turn }) => turns.includes(turn));
    if (!this.current) this.next();
  }

  /** Show steps immediately, instead of those in the queue. */
  start(steps: PlaybackStep[]): void {
    this.stop();
    this.queue = steps;
    this.next();
  }

  /** Discard all steps. */
  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.current = null;
  }

  private next(): void {
    const [step, ...rest] = this.queue;
    this.queue = rest;
    this.current = step ?? null;
    if (!step) return;
    this.show(step.frame);
    if (step.ms > 0) this.timer = setTimeout(() => this.next(), step.ms);
    else this.next();
  }
}
