// The texts of the board itself; all others about a game come from the server.
import type { Board, Language, Piece, Pillar } from "../protocol";
import type { Annotation, Annotations } from "./annotations/annotations.svelte";
import { dictionary } from "../words/dictionary";
import { m, mc, p } from "../words/messages";

export const b = dictionary({
  board: mc("for screen readers", "Board"),
  help: m(
    "Arrow keys move from cell to cell, N to the next one you can choose; Enter or Space picks up and puts down, Escape puts back.",
  ),
  helpPillars: m("A rod or column counts as one cell; its pieces are read from the bottom up."),
  helpTile: m("R rotates the tile, F swaps its halves, Enter places it."),
  helpDraw: m("M draws a ring around the cell, A begins and ends an arrow."),
  helpPremove: m("It is not your turn: Enter on a cell chooses a premove, Escape cancels it."),
  ring: m("ring"),
  suggestion: m("suggestion {rank}"),
  arrowTo: m("arrow to {cell}"),
  inStyle: m("{shape} ({style})"),
  solid: m("solid"),
  dashed: m("dashed"),
  double: m("double"),
  dotted: m("dotted"),
  planned: m("planned"),
  premoveBegins: m("picked up for your next turn; now choose the target"),
  arrowBegins: m(
    "An arrow begins here; now choose where it points. The same cell again makes a ring.",
  ),
  annotationRemoved: m("removed"),
  empty: m("empty"),
  marked: m("marked"),
  possible: m("possible move: {move}"), // or "empty, stone" is heard of a cell
  fillLevel: m("{count} of {capacity}"),
  movable: m("can be moved"),
  held: m("picked up"),
  putBack: m("put back"),
  heldWithTargets: p("{cell} picked up, {n} target", "{cell} picked up, {n} targets"),
  last: m("last move"),
  withHeight: m("{piece}, height {height}"),
  taken: m("taken from here: {piece}"),
  decisive: m("decided the game"),
  levelTitle: m("Level {level}"),
  level: mc("of a board", "level {level}"),
  place: m("place {place}"),
  turn: m("Rotate"),
  flip: m("Swap halves"),
  lay: m("Place"),
  which: m("Which move do you mean?"),
  kind: m("What to place"),
  cancel: m("Cancel"),
  view3dLoading: m("Loading the 3D view…"),
  view3dFailed: m("The 3D view could not be loaded; the flat levels show everything."),
});

/** A cell's name, read aloud: `b3, level 2`. */
export function spokenCell(board: Board, cell: number, language: Language): string {
  const pillar = board.pillars.find(({ cells }) => cells.includes(cell));
  if (!pillar) return board.cells[cell]?.name ?? "";
  return `${pillar.name}, ${spokenLevel(board, pillar.cells.indexOf(cell), language)}`;
}

/** How high a cell of a pillar is, counted from 0: `level 2`. */
export function spokenLevel({ scene }: Board, index: number, language: Language): string {
  const name = scene.length ? b(language).level : b(language).place;
  return name(index + 1);
}

/** How full a pillar is and of what, from the bottom up: `b3: 2 of 4, red ball, blue ball`. */
export function spokenPillar(
  board: Board,
  { name, cells }: Pillar,
  pieces: readonly Piece[],
  language: Language,
): string {
  const on = cells.flatMap((cell) => pieces.filter((piece) => piece.cell === cell));
  const full = on.length ? b(language).fillLevel(on.length, cells.length) : b(language).empty;
  return `${name}: ${[full, ...on.map((one) => spokenPiece(board, one, language))].join(", ")}`;
}

/** What stands on a cell, read aloud: `white Tzaar, height 2`. */
export function spokenPiece({ kinds }: Board, piece: Piece, language: Language): string {
  const kind = kinds[piece.letter] ?? piece.letter;
  return piece.height > 1 ? b(language).withHeight(kind, piece.height) : kind;
}

// Arrows and rings, read aloud.

/** `arrow to d5 (dashed)`. */
export function spokenAnnotation(
  board: Board,
  { kind, from, to, rank }: Annotation,
  language: Language,
): string {
  if (rank !== undefined) return b(language).suggestion(rank);
  const words = b(language);
  const shape = from === to ? words.ring : words.arrowTo(spokenCell(board, to, language));
  return words.inStyle(shape, words[kind]);
}

/** What there is now from one cell to another. */
export function spokenChange(
  board: Board,
  annotations: Annotations,
  [from, to]: [from: number, to: number],
  language: Language,
): string {
  const one = annotations.between(from, to);
  return one ? spokenAnnotation(board, one, language) : b(language).annotationRemoved;
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
  if (from === null) return b(language).arrowBegins;
  return spokenChange(board, annotations, [from, cell], language);
}
