// Premoves: actions chosen by their cells before the player's turn.  Which actions will be legal is not
// known then; at the turn, the legal actions decide whether a premove can be played.
import type { Board, Frame, Premoves } from "../../protocol";
import { getChoices, getPlacedPieces, getPillarByCell } from "./choices";

/** A chosen action: from one cell to another, or on a single cell if both are equal. */
export interface Premove {
  from: number;
  to: number;
}

/** The seat that has premoves, and how the game identifies actions by cells. */
export interface PremoveRules {
  seat: number;
  mode: Premoves;
}

/** The progress of choosing a premove. */
export interface PremoveInput {
  firstCell: number | null; // waits for a second cell
  premove: Premove | null;
}

export const NO_PREMOVE: PremoveInput = { firstCell: null, premove: null };

/** Return the input after a cell was selected.  If there is a premove already, it is cancelled. */
export function selectPremoveCell(
  board: Board,
  frame: Frame,
  { seat, mode }: PremoveRules,
  { firstCell, premove }: PremoveInput,
  cell: number,
): PremoveInput {
  if (premove || firstCell === cell) return NO_PREMOVE;
  if (firstCell !== null) return { firstCell: null, premove: { from: firstCell, to: cell } };
  const hasOwnPiece = frame.pieces.some((piece) => piece.cell === cell && piece.owner === seat);
  const isOnPillar = getPillarByCell(board).has(cell);
  if (mode === "tiles" || (hasOwnPiece && !isOnPillar)) return { firstCell: cell, premove: null };
  return { firstCell: null, premove: { from: cell, to: cell } };
}

/** Return the legal actions that a premove may mean. */
export function findPremoveActions(board: Board, frame: Frame, { from, to }: Premove): string[] {
  const { placements, moves, tiles } = getChoices(board, frame);
  if (from === to) return preferOwnPiece(frame, placements.get(to) ?? []);
  const matchingTiles = tiles.filter(({ first, second }) => first === from && second === to);
  return [...matchingTiles.map(({ action }) => action), ...(moves.get(from)?.get(to) ?? [])];
}

/** Leave out actions that place a neutral piece, if others place a piece of the player. */
function preferOwnPiece(frame: Frame, actions: string[]): string[] {
  const own = actions.filter((action) =>
    getPlacedPieces(frame, action).some(({ owner }) => owner !== null),
  );
  return own.length ? own : actions;
}

/** Return the names of the cells of a premove: `c2 → c5`. */
export function describePremove({ cells, pillars }: Board, { from, to }: Premove): string {
  const getName = (cell: number) =>
    pillars.find((pillar) => pillar.cells.includes(cell))?.name ?? cells[cell]?.name ?? "";
  return from === to ? getName(to) : `${getName(from)} → ${getName(to)}`;
}
