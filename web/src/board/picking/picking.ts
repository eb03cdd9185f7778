// What a touch of a cell means.  No rule is known here: the legal actions say of which kind they are
// and which cells they touch.

import type { Board, Frame } from "../../protocol";

export interface Choices {
  buttons: string[]; // actions without cells
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

export const NO_CHOICES: Choices = { buttons: [], puts: new Map(), moves: new Map(), tiles: [] };

/** The legal actions, sorted by what the user has to do. */
export function choices(board: Board, frame: Frame): Choices {
  const found: Choices = { buttons: [], puts: new Map(), moves: new Map(), tiles: [] };
  const pillars = pillarsOf(board);
  for (const [action, { kind, cells }] of Object.entries(frame.targets)) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first === undefined || last === undefined) found.buttons.push(action);
    else if (kind === "tile") found.tiles.push({ action, first, second: last });
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
