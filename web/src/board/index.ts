export { describePremove } from "./selection/premoves";
export { nextRotation, getRotations } from "./rotation";
import type { Frame } from "../protocol";

export { default as ActionButtons } from "./ActionButtons.svelte";
export { default as GameBoard } from "./GameBoard.svelte";
export {
  annotationsOf,
  rings,
  suggestion,
  type Annotation,
  type AnnotationKind,
} from "./annotations/annotations.svelte";
export { getClickDevice, type InputDevice } from "../browser/device";
export { actionsWithoutCells } from "./selection/choices";
export { default as Miniature } from "./Miniature.svelte";

/** Before the pieces are known, a bare board keeps their place: nothing jumps when they come. */
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
