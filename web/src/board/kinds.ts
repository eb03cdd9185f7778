// Kinds of pieces that may be put on one and the same cell, as in `Z@A1`, `R@A1`, `T@A1`; and what
// a piece will look like before it is there.

import type { Board, Colour, Frame, Language, Mark } from "../protocol";
import { change } from "./change";

export interface Kind {
  key: string; // the action's name without the cell
  words: string;
  look: Look | null;
}

export interface Look {
  colour: Colour;
  mark: Mark;
}

/** What each seat puts, as far as it was seen to. */
export type Looks = ReadonlyMap<number, Look>;

/** The name of a put without its cell: `Z@` of `Z@A1`. */
export function kindOf(board: Board, action: string, cell: number | undefined): string {
  const name = cell === undefined ? "" : (board.cells[cell]?.name ?? "");
  return action.replace(name.split(".")[0] ?? "", "");
}

/** What can be put, where there is a choice; none where each cell has one action only. */
export function kinds(
  board: Board,
  frame: Frame,
  puts: ReadonlyMap<number, readonly string[]>,
  looks: Looks,
  language: Language,
): Kind[] {
  const choices = [...puts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (choices.length < 2) return [];
  const words = difference(choices.map((name) => frame.targets[name]?.spoken[language] ?? name));
  return choices.map((action, i) => {
    const key = kindOf(board, action, frame.targets[action]?.cells[0]);
    const look = counted(frame, words[i] ?? "", language) ?? (key ? null : ownLook(frame, looks));
    return { key, words: words[i] ?? action, look };
  });
}

/** What tells some sentences apart: without the words at the end that all of them share. */
export function difference(sentences: readonly string[]): string[] {
  const split = sentences.map((sentence) => sentence.split(" "));
  const shortest = Math.min(...split.map((words) => words.length));
  let common = 0;
  while (common < shortest - 1 && new Set(split.map((words) => words.at(-1 - common))).size === 1) {
    common += 1;
  }
  return split.map((words) => words.slice(0, words.length - common).join(" "));
}

/** The look of what is counted under these words: a `Tzaar` is one of the `Tzaars in hand`. */
function counted(frame: Frame, words: string, language: Language): Look | null {
  const common = frame.counts.filter(({ seat }) => seat === null);
  const own = frame.counts.filter(({ seat }) => seat === frame.turn);
  const found = [...own, ...common].find(({ what }) => what[language].startsWith(words));
  return found ? { colour: found.colour, mark: found.mark } : null;
}

/** What the seat whose turn it is puts, as far as one can know; null: unknown. */
export function ownLook(frame: Frame, looks: Looks): Look | null {
  const seen = frame.turn === null ? undefined : looks.get(frame.turn);
  const own = onlyOne(frame.counts.filter(({ seat }) => seat === frame.turn));
  const stands = frame.pieces.some(
    ({ colour, mark }) => colour === own?.colour && mark === own.mark,
  );
  return seen ?? (stands ? own : onlyOne(frame.pieces));
}

/** The looks known after a frame: a single new piece of no special kind is its player's. */
export function learnt(board: Board, looks: Looks, before: Frame | null, frame: Frame): Looks {
  const arrived = [...change(before, frame).arrived];
  const piece = frame.pieces.find(({ cell }) => cell === arrived[0]);
  const special = kindOf(board, frame.last?.action ?? "", frame.last?.cells[0]) !== "";
  if (!piece || special || arrived.length > 1 || before?.turn == null) return looks;
  return new Map(looks).set(before.turn, { colour: piece.colour, mark: piece.mark });
}

/** The look that all have in common. */
function onlyOne(looks: readonly Look[]): Look | null {
  const [first, ...rest] = looks;
  const alike = rest.every(({ colour, mark }) => colour === first?.colour && mark === first.mark);
  return first && alike ? { colour: first.colour, mark: first.mark } : null;
}

/** The halves of a tile not laid yet: like those of the last one, or else plain and perforated. */
export function halves(frame: Frame): [Look, Look] {
  const cells = frame.last?.cells ?? [];
  const [first, second] = cells.map((cell) => frame.pieces.find((piece) => piece.cell === cell));
  if (cells.length === 2 && first && second) return [first, second];
  return [
    { colour: "wood", mark: "plain" },
    { colour: "wood", mark: "holes" },
  ];
}
