// The values of a game's positions as curves, and what is marked on them.
import type { EvaluatedAction, MarkSign } from "../protocol";

export interface Curve {
  seat: number; // for whom the values are
  values: number[]; // of each position so far, from -1 (lost) to 1 (won)
}

/** One curve where what one wins the other loses, or else one for each seat. */
export function curvesOf(actions: readonly EvaluatedAction[], seats: number): Curve[] {
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

export const xOf = (at: number, { width, actions }: Field): number =>
  actions ? (at / actions) * width : 0;

export const yOf = (value: number, { height }: Field): number => ((1 - value) / 2) * height;

/** After how many actions somebody points to. */
export function atOf(x: number, { width, actions }: Field): number {
  const part = width ? x / width : 0;
  return Math.min(actions, Math.max(0, Math.round(part * actions)));
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** A curve as a path; `filled` closes it along the middle, where nobody is ahead. */
export function pathOf({ values }: Curve, field: Field, filled = false): string {
  const points = values.map((value, at) => `${round(xOf(at, field))} ${round(yOf(value, field))}`);
  if (!points.length) return "";
  const line = `M${points.join("L")}`;
  const [end, middle] = [round(xOf(values.length - 1, field)), round(yOf(0, field))];
  return filled ? `${line}L${end} ${middle}L0 ${middle}Z` : line;
}

/** Marks of mistakes: those of other actions are words of praise. */
export const MISTAKES: readonly MarkSign[] = ["?!", "?", "??"];

export const isMistake = ({ mark }: EvaluatedAction): boolean => MISTAKES.includes(mark);

/** How often each mark was given to a seat, the gravest last. */
export function tally(actions: readonly EvaluatedAction[], seat: number): [MarkSign, number][] {
  const own = actions.filter((one) => one.seat === seat);
  return MISTAKES.map((mark) => [mark, own.filter((one) => one.mark === mark).length]);
}
