import type { Frame } from "../protocol";

/** Before the pieces are known, a bare board keeps their place: nothing jumps when they come. */
export const EMPTY_FRAME: Frame = {
  pieces: [],
  targets: {},
  to_put: {},
  turn: null,
  starts_turn: true,
  due: { en: "", de: "" },
  counts: [],
  last: [],
  lit: [],
};
