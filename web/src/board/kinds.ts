// Kinds of pieces that may be put on one and the same cell, and what they look like before they are
// there.

import type { Frame, ToPut } from "../protocol";

export interface Kind {
  letter: string;
  words: string;
  look: ToPut | null;
}

/** What an action puts on its cells, in their order; nothing where it moves a piece. */
export function looksOf({ to_put, targets }: Frame, action: string): ToPut[] {
  return [...(targets[action]?.puts ?? "")].flatMap((letter) => to_put[letter] ?? []);
}

/** What can be put, where there is a choice; none where each cell has one action only. */
export function kinds(frame: Frame, puts: ReadonlyMap<number, readonly string[]>): Kind[] {
  const choices = [...puts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (choices.length < 2) return [];
  const words = difference(choices.map((name) => frame.targets[name]?.spoken ?? name));
  return choices.map((action, i) => ({
    letter: frame.targets[action]?.puts ?? "",
    words: words[i] ?? action,
    look: looksOf(frame, action)[0] ?? null,
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
