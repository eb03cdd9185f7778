// Turns are shown one after another, action by action, so that the eye can follow what happened.
import type { Explain, Frame, Hint, Why } from "../protocol";
import { fullLines } from "../board/transitions";
import type { Since } from "./tableView";

// A turn that is half done: what the user has chosen so far, and what is asked about it.

/** The first actions of a turn. */
export interface Turning {
  at: number; // how many actions were played before
  actions: string[];
}

/** What the server has seen but not played. */
export interface Draft extends Turning {
  frame: Frame;
  complete: boolean; // it only needs to be confirmed
}

/** What can be asked without a consequence, before it has a number. */
export type Asked = Omit<Hint, "n"> | Omit<Explain, "n"> | Omit<Why, "n">;

export interface Question extends Turning {
  id: string | null; // a command, sent again after a broken line
  n: number | null; // a question, lost with the line
}

export interface Moment {
  frame: Frame;
  seat: number; // whose turn it was
  turn: number; // moments of one turn have the same number
  ms: number; // how long it is seen before another one may come
}

/** How a turn is shown. */
export interface Manner {
  seat: number;
  turn: number;
  motion: boolean; // without, only what stays of the turn is shown, and lines that were full
  rest: number; // milliseconds after its last moment
}

const ACTION_MS = 650; // between the actions of a turn
const FULL_LINE_MS = 1100; // for full lines before they leave the board
export const PLAYER_PAUSE_MS = 1000; // between the turns of several players

export function momentsOf(frames: Frame[], { seat, turn, motion, rest }: Manner): Moment[] {
  const last = frames.length - 1;
  return frames.flatMap((frame, i) => {
    const full = fullLines(frame);
    if (!motion && !full && i < last) return [];
    const moment = { frame, seat, turn, ms: i < last ? ACTION_MS : rest };
    return full ? [{ ...moment, frame: full, ms: FULL_LINE_MS }, moment] : [moment];
  });
}

/** Turns once more, as far as there are frames of them. */
export function momentsSince({ from, turns }: Since, frames: ReadonlyMap<number, Frame>): Moment[] {
  let after = from;
  return turns.flatMap(({ seat, actions }, turn) => {
    const shown = actions.flatMap((_, i) => frames.get(after + i + 1) ?? []);
    after += actions.length;
    return momentsOf(shown, { seat, turn, motion: true, rest: PLAYER_PAUSE_MS });
  });
}

export class Following {
  coming = $state.raw<Moment[]>([]);
  now = $state.raw<Moment | null>(null); // while it is fresh
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private show: (frame: Frame) => void) {}

  /** After what is being shown.  Beyond this number of turns some are skipped. */
  add(moments: Moment[], most: number): void {
    const all = [...this.coming, ...moments];
    const turns = [...new Set(all.map(({ turn }) => turn))].slice(-most);
    this.coming = all.filter(({ turn }) => turns.includes(turn));
    if (!this.now) this.next();
  }

  /** At once, whatever was being shown. */
  start(moments: Moment[]): void {
    this.stop();
    this.coming = moments;
    this.next();
  }

  /** Nothing more is to come. */
  stop(): void {
    clearTimeout(this.timer);
    this.coming = [];
    this.now = null;
  }

  private next(): void {
    const [moment, ...rest] = this.coming;
    this.coming = rest;
    this.now = moment ?? null;
    if (!moment) return;
    this.show(moment.frame);
    if (moment.ms > 0) this.timer = setTimeout(() => this.next(), moment.ms);
    else this.next();
  }
}
