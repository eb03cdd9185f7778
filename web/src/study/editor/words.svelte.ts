// What the editor of positions says; it is loaded only where somebody sets one up.
import { settings } from "../../browser/settings.svelte";

const en = {
  title: "Set up a position",
  about: "Choose a piece, then select cells: it is put there, or removed again.",
  palette: "Piece to place",
  eraser: "Eraser",
  key: (number: number) => `key ${number}`,
  height: "Height",
  higher: "Higher",
  lower: "Lower",
  highest: (height: number) => `${height} at most`,
  byTurns: "Place the pieces in turn",
  details: "Details",
  automatic: "automatic",
  automaticNow: (label: string) => `automatic: ${label}`,
  clear: "Clear the board",
  start: "Starting position",
  before: "Position from the analysis",
  undo: "Undo",
  undoKey: "Ctrl+Z",
  legal: "This position is valid.",
  checking: "Checking…",
  analyse: "Analyse this position",
  cancel: "Cancel",
  put: (what: string, where: string) => `${what} on ${where}`,
  taken: (where: string) => `${where} empty`,
  nothing: (where: string) => `nothing to do on ${where}`,
  inHand: (what: string) => `${what} in hand`,
  faulty: "part of the problem",
  help: "Arrow keys go from cell to cell; number keys choose a piece, 0 the eraser; Enter puts or takes away, Delete takes away, plus and minus change the height of a stack.",
};

const de: typeof en = {
  title: "Stellung aufbauen",
  about: "Wähle einen Stein, dann Felder: Er kommt dorthin oder wird wieder entfernt.",
  palette: "Was du setzt",
  eraser: "Radierer",
  key: (number) => `Taste ${number}`,
  height: "Höhe",
  higher: "Höher",
  lower: "Niedriger",
  highest: (height) => `höchstens ${height}`,
  byTurns: "Steine reihum setzen",
  details: "Details",
  automatic: "automatisch",
  automaticNow: (label) => `automatisch: ${label}`,
  clear: "Brett leeren",
  start: "Ausgangsstellung",
  before: "Stellung aus der Analyse",
  undo: "Rückgängig",
  undoKey: "Strg+Z",
  legal: "Diese Stellung ist gültig.",
  checking: "Wird geprüft …",
  analyse: "Diese Stellung analysieren",
  cancel: "Abbrechen",
  put: (what, where) => `${what} auf ${where}`,
  taken: (where) => `${where} leer`,
  nothing: (where) => `auf ${where} nichts zu tun`,
  inHand: (what) => `${what} in der Hand`,
  faulty: "Teil des Problems",
  help: "Pfeiltasten führen von Feld zu Feld; Zifferntasten wählen einen Stein, 0 den Radierer; Eingabe setzt oder nimmt weg, Entfernen nimmt weg, Plus und Minus ändern die Höhe eines Turms.",
};

/** What the editor says. */
export function e(): typeof en {
  return settings.language === "de" ? de : en;
}
