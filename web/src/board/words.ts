// The texts of the board; texts about a game come from the server.
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
  possible: m("possible move: {move}"), // the name of the move alone could be taken for a piece
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
  place: m("place {place}"), // on a board without levels, whose pillars are columns
  turn: m("Rotate"),
  flip: m("Swap halves"),
  lay: m("Place"),
  which: m("Which move do you mean?"),
  kind: m("What to place"),
  cancel: m("Cancel"),
  view3dLoading: m("Loading the 3D view…"),
  view3dFailed: m("The 3D view could not be loaded; the flat levels show everything."),
});

/** Return the name of a cell for speech: `b3, level 2`. */
export function describeCell(board: Board, cell: number, language: Language): string {
  const pillar = board.pillars.find(({ cells }) => cells.includes(cell));
  if (!pillar) return board.cells[cell]?.name ?? "";
  return `${pillar.name}, ${describeLevel(board, pillar.cells.indexOf(cell), language)}`;
}

/** Return the level of a cell of a pillar, whose index starts at 0: `level 2`. */
export function describeLevel({ scene }: Board, index: number, language: Language): string {
  const text = scene.length ? b(language).level : b(language).place;
  return text(index + 1);
}

/** Describe a pillar and its pieces from the bottom up: `b3: 2 of 4, red ball, blue ball`. */
export function describePillar(
  board: Board,
  { name, cells }: Pillar,
  pieces: readonly Piece[],
  language: Language,
): string {
  const onPillar = cells.flatMap((cell) => pieces.filter((piece) => piece.cell === cell));
  const fillLevel = onPillar.length
    ? b(language).fillLevel(onPillar.length, cells.length)
    : b(language).empty;
  const names = onPillar.map((piece) => describePiece(board, piece, language));
  return `${name}: ${[fillLevel, ...names].join(", ")}`;
}

/** Describe a piece: `white Tzaar, height 2`. */
export function describePiece({ kinds }: Board, piece: Piece, language: Language): string {
  const kind = kinds[piece.letter] ?? piece.letter;
  return piece.height > 1 ? b(language).withHeight(kind, piece.height) : kind;
}

// Annotations

/** Describe an annotation: `arrow to d5 (dashed)`. */
export function describeAnnotation(
  board: Board,
  { kind, from, to, rank }: Annotation,
  language: Language,
): string {
  if (rank !== undefined) return b(language).suggestion(rank);
  const words = b(language);
  const shape = from === to ? words.ring : words.arrowTo(describeCell(board, to, language));
  return words.inStyle(shape, words[kind]);
}

/** Describe the annotation from one cell to another, or say that it has been removed. */
export function describeAnnotationBetween(
  board: Board,
  annotations: Annotations,
  [from, to]: [from: number, to: number],
  language: Language,
): string {
  const annotation = annotations.find(from, to);
  return annotation
    ? describeAnnotation(board, annotation, language)
    : b(language).annotationRemoved;
}

/** Begin or end an arrow on a cell; return what to announce. */
export function markArrowEnd(
  board: Board,
  annotations: Annotations,
  cell: number,
  language: Language,
): string {
  const from = annotations.arrowStart;
  annotations.markArrowEnd(cell);
  if (from === null) return b(language).arrowBegins;
  return describeAnnotationBetween(board, annotations, [from, cell], language);
}
