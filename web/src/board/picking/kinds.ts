// Kinds of pieces that may be put on one and the same cell, and what they look like before they are
// there.

import type { Board, Frame, Language, ToPut } from "../../protocol";

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
export function kinds(
  board: Board,
  frame: Frame,
  puts: ReadonlyMap<number, readonly string[]>,
  language: Language,
): Kind[] {
  const choices = [...puts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (choices.length < 2) return [];
  return choices.map((action) => {
    const letter = frame.targets[action]?.puts ?? "";
    const called = board.choices[letter] ?? board.kinds[letter];
    return { letter, words: called?.[language] ?? letter, look: looksOf(frame, action)[0] ?? null };
  });
}
