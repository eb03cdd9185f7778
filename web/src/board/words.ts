// What the board itself says; everything about a game comes from the server.

import type { Board, Language, Piece, Pillar, Words } from "../protocol";

const WORDS = {
  board: { en: "Board", de: "Spielbrett" },
  help: {
    en: "Arrow keys move from cell to cell, N to the next one you can choose; Enter or Space picks up and puts down, Escape puts back.",
    de: "Pfeiltasten führen von Feld zu Feld, N zum nächsten wählbaren; Eingabe oder Leertaste nimmt auf und legt ab, Escape legt zurück.",
  },
  helpPillars: {
    en: "A rod or column counts as one cell; its pieces are read from the bottom up.",
    de: "Ein Stab oder eine Spalte zählt als ein Feld; was darauf liegt, wird von unten nach oben vorgelesen.",
  },
  helpTile: {
    en: "R rotates the tile, F swaps its halves, Enter places it.",
    de: "R dreht den Stein, F vertauscht die Hälften, Eingabe legt ihn.",
  },
  helpDraw: {
    en: "M draws a ring around the cell, A begins and ends an arrow.",
    de: "M zeichnet einen Ring um das Feld, A beginnt und beendet einen Pfeil.",
  },
  helpPlan: {
    en: "It is not your turn: Enter on a cell chooses a premove, Escape cancels it.",
    de: "Du bist nicht am Zug: Eingabe auf einem Feld wählt deinen nächsten Zug im Voraus, Escape nimmt ihn zurück.",
  },
  ring: { en: "ring", de: "Ring" },
  suggestion: { en: "suggestion", de: "Vorschlag" },
  arrowTo: { en: "arrow to", de: "Pfeil nach" },
  solid: { en: "solid", de: "durchgezogen" },
  dashed: { en: "dashed", de: "gestrichelt" },
  double: { en: "double", de: "doppelt" },
  dotted: { en: "dotted", de: "gepunktet" },
  planned: { en: "planned", de: "vorgemerkt" },
  planBegins: {
    en: "picked up for your next turn; now choose the target",
    de: "für deinen nächsten Zug aufgenommen; wähle nun das Ziel",
  },
  arrowBegins: {
    en: "An arrow begins here; now choose where it points. The same cell again makes a ring.",
    de: "Hier beginnt ein Pfeil; wähle nun, wohin er zeigt. Noch einmal dasselbe Feld gibt einen Ring.",
  },
  drawnGone: { en: "removed", de: "entfernt" },
  empty: { en: "empty", de: "leer" },
  marked: { en: "marked", de: "markiert" },
  possible: { en: "possible move", de: "möglicher Zug" }, // or "empty, stone" is heard of a cell
  of: { en: "of", de: "von" },
  movable: { en: "can be moved", de: "kann bewegt werden" },
  held: { en: "picked up", de: "aufgenommen" },
  putBack: { en: "put back", de: "zurückgelegt" },
  goal: { en: "target", de: "Ziel" },
  goals: { en: "targets", de: "Ziele" },
  last: { en: "last move", de: "letzter Zug" },
  height: { en: "height", de: "Höhe" },
  taken: { en: "taken from here:", de: "von hier geschlagen:" },
  decided: { en: "decided the game", de: "hat das Spiel entschieden" },
  level: { en: "Level", de: "Ebene" },
  place: { en: "place", de: "Platz" },
  turn: { en: "Rotate", de: "Drehen" },
  flip: { en: "Swap halves", de: "Hälften tauschen" },
  lay: { en: "Place", de: "Legen" },
  which: { en: "Which move do you mean?", de: "Welchen Zug meinst du?" },
  kind: { en: "What to place", de: "Was du setzt" },
  cancel: { en: "Cancel", de: "Abbrechen" },
  view3dLoading: { en: "Loading the 3D view…", de: "Die 3D-Ansicht wird geladen …" },
  view3dFailed: {
    en: "The 3D view could not be loaded; the flat levels show everything.",
    de: "Die 3D-Ansicht ließ sich nicht laden; die flachen Ebenen zeigen alles.",
  },
} satisfies Record<string, Words>;

export function say(language: Language, key: keyof typeof WORDS): string {
  return WORDS[key][language];
}

/** A cell's name, read aloud: `b3, level 2`. */
export function spokenCell(board: Board, cell: number, language: Language): string {
  const pillar = board.pillars.find(({ cells }) => cells.includes(cell));
  if (!pillar) return board.cells[cell]?.name ?? "";
  return `${pillar.name}, ${spokenLevel(board, pillar.cells.indexOf(cell), language)}`;
}

/** How high a cell of a pillar is, counted from 0: `level 2`. */
export function spokenLevel({ scene }: Board, index: number, language: Language): string {
  const what = say(language, scene.length ? "level" : "place");
  return `${language === "en" ? what.toLowerCase() : what} ${index + 1}`;
}

/** How full a pillar is and of what, from the bottom up: `b3: 2 of 4, red ball, blue ball`. */
export function spokenPillar(
  board: Board,
  { name, cells }: Pillar,
  pieces: readonly Piece[],
  language: Language,
): string {
  const on = cells.flatMap((cell) => pieces.filter((piece) => piece.cell === cell));
  const full = on.length
    ? `${on.length} ${say(language, "of")} ${cells.length}`
    : say(language, "empty");
  return `${name}: ${[full, ...on.map((one) => spokenPiece(board, one, language))].join(", ")}`;
}

/** What stands on a cell, read aloud: `white Tzaar, height 2`. */
export function spokenPiece({ kinds }: Board, piece: Piece, language: Language): string {
  const kind = kinds[piece.letter]?.[language] ?? piece.letter;
  return piece.height > 1 ? `${kind}, ${say(language, "height")} ${piece.height}` : kind;
}
