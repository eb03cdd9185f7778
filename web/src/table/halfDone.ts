// A turn that is half done: what the user has chosen so far, and what is asked about it.
import type { Explain, Frame, Hint, Language, Why } from "../protocol";

/** The first actions of a turn. */
export interface Turning {
  at: number; // how many actions were played before
  actions: string[];
}

/** What the server has seen but not played. */
export interface Draft extends Turning {
  frame: Frame;
  language: Language; // of its legal actions
  complete: boolean; // it only needs to be confirmed
}

/** What can be asked without a consequence, before it has a number. */
export type Asked = Omit<Hint, "n"> | Omit<Explain, "n"> | Omit<Why, "n">;

export interface Question extends Turning {
  language: Language; // in which the answer comes
  id: string | null; // a command, sent again after a broken line
  n: number | null; // a question, lost with the line
}
