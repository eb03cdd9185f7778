export { describePremove } from "./selection/premoves";
export { getNextRotation, getRotations } from "./rotation";
import type { Frame } from "../protocol";

export { default as ActionButtons } from "./ActionButtons.svelte";
export { default as GameBoard } from "./GameBoard.svelte";
export {
  annotateAction,
  createRings,
  annotateSuggestion,
  type Annotation,
  type AnnotationKind,
} from "./annotations/annotations.svelte";
export { getClickDevice, type InputDevice } from "../browser/device";
export { getActionsWithoutCells } from "./selection/choices";
export { default as Miniature } from "./Miniature.svelte";

/** The frame of a board before its pieces are known. */
export const EMPTY_FRAME: Frame = {
  pieces: [],
  targets: {},
  placeable: {},
  turn: null,
  starts_turn: true,
  prompt: "",
  counts: [],
  last: [],
  winning_lines: [],
};
