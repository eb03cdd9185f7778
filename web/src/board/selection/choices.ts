// What the legal actions let the user select on the board.  No rule is known here: the legal actions
// contain their kinds and cells.
import type { Board, Frame, PlaceablePiece } from "../../protocol";
import { type Point, getPoint } from "../layout";

/** A kind of piece that can be placed. */
export interface PieceKind {
  letter: string;
  name: string;
  look: PlaceablePiece | null;
}

/** Return the pieces that an action places on its cells, in their order; none if it moves a piece. */
export function getPlacedPieces({ placeable, targets }: Frame, action: string): PlaceablePiece[] {
  return [...(targets[action]?.puts ?? "")].flatMap((letter) => placeable[letter] ?? []);
}

/** Return the kinds of pieces among which the user can choose, as on the cell with the most of them;
 * none if each cell has only one action. */
export function getPieceKinds(
  board: Board,
  frame: Frame,
  placements: ReadonlyMap<number, readonly string[]>,
): PieceKind[] {
  const actions = [...placements.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (actions.length < 2) return [];
  return actions.map((action) => {
    const letter = frame.targets[action]?.puts ?? "";
    const name = board.choices[letter] ?? board.kinds[letter] ?? letter;
    return { letter, name, look: getPlacedPieces(frame, action)[0] ?? null };
  });
}

/** Return the legal actions that need no cell, such as "pass"; the user plays them by buttons. */
export function getActionsWithoutCells(frame: Frame | null): string[] {
  return Object.entries(frame?.targets ?? {}).flatMap(([action, { cells }]) =>
    cells.length ? [] : [action],
  );
}

/** The legal actions, by the cells that the user selects. */
export interface Choices {
  placements: Map<number, string[]>; // by cell
  moves: Map<number, Map<number, string[]>>; // by first and last cell
  tiles: TileAction[];
}

export interface TileAction {
  action: string;
  first: number; // the cell of the first half
  second: number;
}

/** The effect of selecting a cell: play one of some actions, pick up a piece, put it back, or ask why
 * there is no legal action. */
export type SelectionEffect =
  | { kind: "act"; actions: string[] } // if there are several, the user has to choose
  | { kind: "hold"; cell: number }
  | { kind: "release" }
  | { kind: "why"; cells: number[] };

export const NO_CHOICES: Choices = { placements: new Map(), moves: new Map(), tiles: [] };

export function getChoices(board: Board, frame: Frame): Choices {
  const choices: Choices = { placements: new Map(), moves: new Map(), tiles: [] };
  const pillars = getPillarByCell(board);
  for (const [action, { kind, cells }] of Object.entries(frame.targets)) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (kind === "tile") choices.tiles.push({ action, first, second: last });
    else if (kind === "place" || kind === "take") {
      for (const cell of pillars.get(first) ?? [first]) append(choices.placements, cell, action);
    } else {
      const byTarget = choices.moves.get(first) ?? new Map<number, string[]>();
      choices.moves.set(first, append(byTarget, last, action));
    }
  }
  return choices;
}

function append(map: Map<number, string[]>, cell: number, action: string): Map<number, string[]> {
  return map.set(cell, [...(map.get(cell) ?? []), action]);
}

/** Return the cells of the pillar of each cell that is on one. */
export function getPillarByCell({ pillars }: Board): Map<number, number[]> {
  return new Map(pillars.flatMap(({ cells }) => cells.map((cell) => [cell, cells])));
}

/** Return the effect of selecting a cell while the piece on `heldCell`, if any, is picked up. */
export function getSelectionEffect(
  choices: Choices,
  heldCell: number | null,
  cell: number,
): SelectionEffect {
  if (heldCell === cell) return { kind: "release" };
  if (heldCell !== null) {
    const actions = choices.moves.get(heldCell)?.get(cell);
    if (actions) return { kind: "act", actions };
    if (!choices.moves.has(cell)) return { kind: "why", cells: [heldCell, cell] };
  }
  const placements = choices.placements.get(cell);
  if (placements) return { kind: "act", actions: placements };
  if (choices.moves.has(cell)) return { kind: "hold", cell };
  return { kind: "why", cells: [cell] };
}

/** Return the cells that the user can select now. */
export function getChoosableCells(choices: Choices, heldCell: number | null): Set<number> {
  const targets = heldCell === null ? undefined : choices.moves.get(heldCell);
  if (targets) return new Set(targets.keys());
  const tileCells = choices.tiles.flatMap(({ first, second }) => [first, second]);
  return new Set([...choices.placements.keys(), ...choices.moves.keys(), ...tileCells]);
}

// Tiles: the placements that cover the cell under the pointer, in the order in which rotating the tile
// leads through them

/** How the user holds a tile under the pointer. */
export interface TileOrientation {
  angle: number; // direction of the other half, degrees clockwise from the right, 0 to 359
  isFlipped: boolean; // the second half is under the pointer
}

export interface TilePlacement extends TileOrientation, TileAction {}

export const INITIAL_ORIENTATION: TileOrientation = { angle: 0, isFlipped: false };

/** Return the placements that cover a cell: clockwise, first those that are not flipped. */
export function getTilePlacements(
  tiles: readonly TileAction[],
  cells: readonly Point[],
  cell: number,
): TilePlacement[] {
  return tiles
    .filter(({ first, second }) => first === cell || second === cell)
    .map((tile) => {
      const isFlipped = tile.second === cell;
      const [x, y] = getPoint(cells, cell);
      const [otherX, otherY] = getPoint(cells, isFlipped ? tile.first : tile.second);
      const radians = Math.atan2(otherY - y, otherX - x);
      const angle = Math.round((radians * 180) / Math.PI + 360) % 360;
      return { ...tile, angle, isFlipped };
    })
    .sort((a, b) => Number(a.isFlipped) - Number(b.isFlipped) || a.angle - b.angle);
}

const FLIP_COST = 1000; // more than any angle, so that the half under the pointer stays there if possible

/** Return the placement whose orientation is closest to the given one. */
export function findClosestPlacement(
  orientation: TileOrientation,
  placements: readonly TilePlacement[],
): TilePlacement | null {
  const cost = ({ angle, isFlipped }: TilePlacement): number =>
    angleBetween(angle, orientation.angle) + (isFlipped === orientation.isFlipped ? 0 : FLIP_COST);
  return placements.reduce<TilePlacement | null>(
    (best, placement) => (best && cost(best) <= cost(placement) ? best : placement),
    null,
  );
}

function angleBetween(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return Math.min(difference, 360 - difference);
}

/** Return the next placement, clockwise or counterclockwise. */
export function rotatePlacement(
  placements: readonly TilePlacement[],
  current: TilePlacement,
  clockwise = true,
): TilePlacement | null {
  const index = placements.findIndex(({ action }) => action === current.action);
  return placements[(index + (clockwise ? 1 : placements.length - 1)) % placements.length] ?? null;
}

/** Return the placement on the same cells with the halves swapped, or else the closest one with the
 * other half under the pointer. */
export function flipPlacement(
  placements: readonly TilePlacement[],
  { angle, isFlipped }: TilePlacement,
): TilePlacement | null {
  const others = placements.filter((placement) => placement.isFlipped !== isFlipped);
  return findClosestPlacement({ angle, isFlipped: !isFlipped }, others);
}
