// What happened to the pieces between two frames, without knowing the game.

import type { Frame, Happened, Kind, Piece } from "../../protocol";

export interface Change {
  glides: Map<number, number>; // to → from: a piece went
  arrived: Set<number>; // a piece came from outside
  grown: Set<number>; // a piece has changed where it stands
  gone: Gone[]; // pieces no longer there
}

export interface Gone {
  piece: Piece;
  met: boolean; // by a piece that glides onto it; so it vanishes only when that arrives
  taken: boolean; // by another player, or from an empty place; otherwise it was covered
}

type Standing = Map<number, Piece>;

export const NO_CHANGE: Change = {
  glides: new Map(),
  arrived: new Set(),
  grown: new Set(),
  gone: [],
};

export function change(before: Frame | null, after: Frame): Change {
  if (!before || before === after) return NO_CHANGE;
  const [was, is] = [standing(before), standing(after)];
  const glides = wayOf(before, after, was, is);
  const left = new Set(glides.values());
  const arrived = new Set<number>();
  const grown = new Set<number>();
  for (const [cell, piece] of is) {
    const old = was.get(cell);
    if (glides.has(cell) || same(old, piece)) continue;
    if (old?.owner === piece.owner && !left.has(cell)) grown.add(cell);
    else arrived.add(cell);
  }
  const gone = [...was.values()].filter(({ cell }) => {
    const now = is.get(cell);
    return !left.has(cell) && (glides.has(cell) || now?.owner !== was.get(cell)?.owner);
  });
  return { glides, arrived, grown, gone: gone.map((piece) => leave(piece, glides, is)) };
}

function standing(frame: Frame): Standing {
  return new Map(frame.pieces.map((piece) => [piece.cell, piece]));
}

function same(a: Piece | undefined, b: Piece | undefined): boolean {
  return a?.colour === b?.colour && a?.mark === b?.mark && a?.height === b?.height;
}

function leave(piece: Piece, glides: Map<number, number>, is: Standing): Gone {
  const met = glides.has(piece.cell);
  return { piece, met, taken: is.get(piece.cell)?.owner !== piece.owner };
}

/** Which piece went where: as the last action says, forward or taken back, or as only one can. */
function wayOf(before: Frame, after: Frame, was: Standing, is: Standing): Map<number, number> {
  const forward = wayIn(after.last.at(-1));
  const back = wayIn(before.last.at(-1)).reverse();
  for (const cells of [forward, back]) {
    const [from, to] = [cells[0], cells.at(-1)];
    if (from !== undefined && to !== undefined && went(from, to, was, is)) {
      return new Map([[to, from]]);
    }
  }
  return onlyWay(was, is);
}

const GOING: readonly Kind[] = ["move", "capture", "stack"];

/** The cells from which and to which an action leads a piece. */
function wayIn(action: Happened | undefined): number[] {
  return action && GOING.includes(action.kind) ? [...action.cells] : [];
}

/** Whether a piece left the one cell and stands on the other. */
function went(from: number, to: number, was: Standing, is: Standing): boolean {
  const changed = (cell: number) => !same(was.get(cell), is.get(cell));
  const owner = was.get(from)?.owner;
  return from !== to && changed(from) && changed(to) && is.get(to)?.owner === owner;
}

/** Where one piece is missing and one like it is new, it has gone there. */
function onlyWay(was: Standing, is: Standing): Map<number, number> {
  const missing = [...was.values()].filter(({ cell }) => !is.has(cell));
  const fresh = [...is.values()].filter(({ cell }) => !was.has(cell));
  const [from, to] = [missing[0], fresh[0]];
  const single = missing.length === 1 && fresh.length === 1;
  return single && from && to && same(from, to) ? new Map([[to.cell, from.cell]]) : new Map();
}
