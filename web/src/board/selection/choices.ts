// What a touch of a cell means.  No rule is known here: the legal actions say of which kind they are
// and which cells they touch.
import type { Board, Frame, PlaceablePiece } from "../../protocol";
import { type Point, pointOf } from "../layout";

// Kinds of pieces that may be put on one and the same cell, and what they look like before they are
// there.

export interface Kind {
  letter: string;
  words: string;
  look: PlaceablePiece | null;
}

/** What an action puts on its cells, in their order; nothing where it moves a piece. */
export function looksOf({ placeable, targets }: Frame, action: string): PlaceablePiece[] {
  return [...(targets[action]?.puts ?? "")].flatMap((letter) => placeable[letter] ?? []);
}

/** What can be put, where there is a choice; none where each cell has one action only. */
export function kinds(
  board: Board,
  frame: Frame,
  puts: ReadonlyMap<number, readonly string[]>,
): Kind[] {
  const choices = [...puts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (choices.length < 2) return [];
  return choices.map((action) => {
    const letter = frame.targets[action]?.puts ?? "";
    const words = board.choices[letter] ?? board.kinds[letter] ?? letter;
    return { letter, words, look: looksOf(frame, action)[0] ?? null };
  });
}

/** Return the legal actions that touch no cell, such as "pass": they need buttons of their own. */
export function actionsWithoutCells(frame: Frame | null): string[] {
  return Object.entries(frame?.targets ?? {}).flatMap(([action, { cells }]) =>
    cells.length ? [] : [action],
  );
}

export interface Choices {
  puts: Map<number, string[]>; // by cell
  moves: Map<number, Map<number, string[]>>; // from → to
  tiles: TileChoice[];
}

export interface TileChoice {
  action: string;
  first: number;
  second: number;
}

export type Meaning =
  | { kind: "act"; actions: string[] } // more than one: the user has to choose
  | { kind: "hold"; cell: number }
  | { kind: "release" }
  | { kind: "why"; cells: number[] };

export const NO_CHOICES: Choices = { puts: new Map(), moves: new Map(), tiles: [] };

/** The legal actions, sorted by what the user has to do. */
export function choices(board: Board, frame: Frame): Choices {
  const found: Choices = { puts: new Map(), moves: new Map(), tiles: [] };
  const pillars = pillarsOf(board);
  for (const [action, { kind, cells }] of Object.entries(frame.targets)) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (kind === "tile") found.tiles.push({ action, first, second: last });
    else if (kind === "place" || kind === "take") {
      for (const cell of pillars.get(first) ?? [first]) add(found.puts, cell, action);
    } else {
      const ways = found.moves.get(first) ?? new Map<number, string[]>();
      found.moves.set(first, add(ways, last, action));
    }
  }
  return found;
}

function add(map: Map<number, string[]>, cell: number, action: string): Map<number, string[]> {
  return map.set(cell, [...(map.get(cell) ?? []), action]);
}

/** By cell, all cells from which a piece falls to the same place. */
export function pillarsOf({ pillars }: Board): Map<number, number[]> {
  return new Map(pillars.flatMap(({ cells }) => cells.map((cell) => [cell, cells])));
}

/** What a touch of a cell means while the piece on `held` is picked up, or none. */
export function meaning(choices: Choices, held: number | null, cell: number): Meaning {
  if (held === cell) return { kind: "release" };
  if (held !== null) {
    const actions = choices.moves.get(held)?.get(cell);
    if (actions) return { kind: "act", actions };
    if (!choices.moves.has(cell)) return { kind: "why", cells: [held, cell] };
  }
  const puts = choices.puts.get(cell);
  if (puts) return { kind: "act", actions: puts };
  if (choices.moves.has(cell)) return { kind: "hold", cell };
  return { kind: "why", cells: [cell] };
}

/** The cells that may be touched now. */
export function choosable(choices: Choices, held: number | null): Set<number> {
  const targets = held === null ? undefined : choices.moves.get(held);
  if (targets) return new Set(targets.keys());
  const halves = choices.tiles.flatMap(({ first, second }) => [first, second]);
  return new Set([...choices.puts.keys(), ...choices.moves.keys(), ...halves]);
}

// Tiles under the pointer: which placements cover a cell, and how they follow on each other when
// the tile is turned.

/** How the user holds a tile: which way it points from the cell under the pointer, and which of
 * its halves lies there. */
export interface Grip {
  angle: number; // degrees clockwise from the right, 0 to 359
  flipped: boolean; // the second half lies under the pointer
}

export interface Placement extends Grip, TileChoice {}

export const FIRST_GRIP: Grip = { angle: 0, flipped: false };

/** The placements that cover a cell, in the order of turning clockwise; then flipped. */
export function placements(
  tiles: readonly TileChoice[],
  cells: readonly Point[],
  at: number,
): Placement[] {
  return tiles
    .filter(({ first, second }) => first === at || second === at)
    .map((tile) => {
      const flipped = tile.second === at;
      const [x, y] = pointOf(cells, at);
      const [toX, toY] = pointOf(cells, flipped ? tile.first : tile.second);
      const angle = Math.round((Math.atan2(toY - y, toX - x) * 180) / Math.PI + 360) % 360;
      return { ...tile, angle, flipped };
    })
    .sort((a, b) => Number(a.flipped) - Number(b.flipped) || a.angle - b.angle);
}

/** The placement that comes nearest to how the tile was held before. */
export function nearestTo(grip: Grip, options: readonly Placement[]): Placement | null {
  const cost = (option: Placement): number =>
    between(option.angle, grip.angle) + (option.flipped === grip.flipped ? 0 : 1000);
  return options.reduce<Placement | null>(
    (best, option) => (best && cost(best) <= cost(option) ? best : option),
    null,
  );
}

/** The angle between two directions. */
function between(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** The next placement, clockwise or back. */
export function turned(
  options: readonly Placement[],
  now: Placement,
  clockwise = true,
): Placement | null {
  const at = options.findIndex(({ action }) => action === now.action);
  return options[(at + (clockwise ? 1 : options.length - 1)) % options.length] ?? null;
}

/** The same two cells with the halves changed, or else the other half under the pointer. */
export function flipped(options: readonly Placement[], now: Placement): Placement | null {
  const others = options.filter((option) => option.flipped !== now.flipped);
  return nearestTo({ angle: now.angle, flipped: !now.flipped }, others);
}
