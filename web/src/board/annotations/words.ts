// Arrows and rings, read aloud.

import type { Board, Language } from "../../protocol";
import { say, spokenCell } from "../words";
import type { Annotation } from "./annotation";
import type { Annotations } from "./annotations.svelte";

/** `arrow to d5 (dashed)`. */
export function spokenAnnotation(
  board: Board,
  { kind, from, to, rank }: Annotation,
  language: Language,
): string {
  if (rank !== undefined) return `${say(language, "suggestion")} ${rank}`;
  const goal = spokenCell(board, to, language);
  const what = from === to ? say(language, "ring") : `${say(language, "arrowTo")} ${goal}`;
  return `${what} (${say(language, kind)})`;
}

/** What there is now from one cell to another. */
export function spokenChange(
  board: Board,
  annotations: Annotations,
  [from, to]: [from: number, to: number],
  language: Language,
): string {
  const one = annotations.between(from, to);
  return one ? spokenAnnotation(board, one, language) : say(language, "drawnGone");
}

/** Begins an arrow on a cell or ends it there, and tells of it. */
export function pointAndTell(
  board: Board,
  annotations: Annotations,
  cell: number,
  language: Language,
): string {
  const { from } = annotations;
  annotations.point(cell);
  if (from === null) return say(language, "arrowBegins");
  return spokenChange(board, annotations, [from, cell], language);
}
