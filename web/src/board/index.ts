export { default as GameBoard } from "./GameBoard.svelte";
export type { Annotation, AnnotationKind } from "./annotations/annotation";
export { annotationsOf, rings, suggestion } from "./annotations/ofTarget";
export { EMPTY_FRAME } from "./emptyFrame";
export { deviceOf, type InputDevice } from "./picking/device";
export { meantBy, namedPlan, type Plan, type Planner } from "./picking/premove";
export { nextTurn, turnsOf } from "./picking/turn";
export { default as Miniature } from "./oblique/Miniature.svelte";
