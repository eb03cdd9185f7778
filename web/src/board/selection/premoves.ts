// Premoves: an action chosen before the turn, by its cells.  Nothing is known here of what will be
// legal: at the turn the legal actions decide whether there is such an action.
import type { Board, Frame, Premoves } from "../../protocol";
import { choices, looksOf, pillarsOf } from "./choices";

/** What is to be played: from one cell to another, or on a single one. */
export interface Plan {
  from: number;
  to: number;
}

/** The player who may choose premoves, and how actions are named in this game. */
export interface Planner {
  seat: number;
  how: Premoves;
}

/** What a touch of a cell leads to: the first of two cells, or a plan. */
export type Planning = { begun: number | null; plan: Plan | null };

export const NOTHING: Planning = { begun: null, plan: null };

/** A touch while a plan is made takes it back. */
export function touched(
  board: Board,
  frame: Frame,
  { seat, how }: Planner,
  { begun, plan }: Planning,
  cell: number,
): Planning {
  if (plan || begun === cell) return NOTHING;
  if (begun !== null) return { begun: null, plan: { from: begun, to: cell } };
  const own = frame.pieces.some((piece) => piece.cell === cell && piece.owner === seat);
  const falls = pillarsOf(board).has(cell);
  if (how === "tiles" || (own && !falls)) return { begun: cell, plan: null };
  return { begun: null, plan: { from: cell, to: cell } };
}

/** The legal actions that a plan may mean. */
export function meantBy(board: Board, frame: Frame, { from, to }: Plan): string[] {
  const { puts, moves, tiles } = choices(board, frame);
  if (from === to) return ownFirst(frame, puts.get(to) ?? []);
  const laid = tiles.filter(({ first, second }) => first === from && second === to);
  return [...laid.map(({ action }) => action), ...(moves.get(from)?.get(to) ?? [])];
}

/** Where a neutral piece is possible, too, the player's own is chosen. */
function ownFirst(frame: Frame, actions: string[]): string[] {
  const own = actions.filter((action) =>
    looksOf(frame, action).some(({ owner }) => owner !== null),
  );
  return own.length ? own : actions;
}

/** The plan in the names of its cells. */
export function namedPlan({ cells, pillars }: Board, { from, to }: Plan): string {
  const name = (cell: number) =>
    pillars.find((pillar) => pillar.cells.includes(cell))?.name ?? cells[cell]?.name ?? "";
  return from === to ? name(to) : `${name(from)} → ${name(to)}`;
}
