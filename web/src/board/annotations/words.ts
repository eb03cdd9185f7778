// Arrows and rings, read aloud.

import type { Board, Language } from "../../protocol";
import { say, spokenCell } from "../words";
import type { Annotation } from "./annotations.svelte";

/** `arrow to d5 (dashed)`. */
export function spokenAnnotation(
  board: Board,
  { kind, from, to }: Annotation,
  language: Language,
): string {
  const goal = spokenCell(board, to, language);
  const what = from === to ? say(language, "ring") : `${say(language, "arrowTo")} ${goal}`;
  return `${what} (${say(language, kind)})`;
}
