// Kinds of pieces that may be put on one and the same cell, as in `Z@A1`, `R@A1`, `T@A1`; and what
// they look like before they are there.

import type { Board, Frame, Language, Look } from "../protocol";

export interface Kind {
  key: string; // the action's name without its cells
  words: string;
  look: Look | null;
}

/** The name of an action without its cells: `Z@` of `Z@A1`. */
export function kindOf(board: Board, frame: Frame, action: string): string {
  const cells = frame.targets[action]?.cells ?? [];
  const names = cells.map((cell) => board.cells[cell]?.name.split(".")[0] ?? "");
  return names.reduce((rest, name) => rest.replace(name, ""), action);
}

/** What an action puts on its cells, in their order; nothing where it moves a piece. */
export function looksOf(board: Board, frame: Frame, action: string): Look[] {
  return frame.hand[kindOf(board, frame, action)] ?? [];
}

/** What can be put, where there is a choice; none where each cell has one action only. */
export function kinds(
  board: Board,
  frame: Frame,
  puts: ReadonlyMap<number, readonly string[]>,
  language: Language,
): Kind[] {
  const choices = [...puts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (choices.length < 2) return [];
  const words = difference(choices.map((name) => frame.targets[name]?.spoken[language] ?? name));
  return choices.map((action, i) => ({
    key: kindOf(board, frame, action),
    words: words[i] ?? action,
    look: looksOf(board, frame, action)[0] ?? null,
  }));
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
