// The texts of the position editor; loaded with it.
import { dictionary } from "../../words/dictionary";
import { m, mc } from "../../words/messages";

export const e = dictionary({
  title: m("Set up a position"),
  about: m("Choose a piece, then select cells: it is put there, or removed again."),
  palette: m("Piece to place"),
  eraser: m("Eraser"),
  key: m("key {number}"),
  height: m("Height"),
  higher: m("Higher"),
  lower: m("Lower"),
  highest: m("{height} at most"),
  inTurn: m("Place the pieces in turn"),
  details: m("Details"),
  automatic: m("automatic"),
  automaticNow: m("automatic: {label}"),
  clear: m("Clear the board"),
  start: m("Starting position"),
  before: m("Position from the analysis"),
  undo: mc("editor", "Undo"),
  undoKey: m("Ctrl+Z"),
  legal: m("This position is valid."),
  checking: m("Checking…"),
  analyse: m("Analyse this position"),
  cancel: m("Cancel"),
  put: m("{what} on {where}"),
  taken: m("{where} empty"),
  nothing: m("nothing to do on {where}"),
  inHand: m("{what} in hand"),
  faulty: m("part of the problem"),
  help: m(
    "Arrow keys go from cell to cell; number keys choose a piece, 0 the eraser; Enter puts or takes away, Delete takes away, plus and minus change the height of a stack.",
  ),
});
