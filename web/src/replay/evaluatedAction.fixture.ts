// Evaluated actions of two players for tests.
import type { EvaluatedAction, MarkSign, Verdict } from "../protocol";

const verdict = (value: number): Verdict => ({
  certainty: "estimated",
  values: [value, -value],
  turns: null,
  stored: false,
});

/** Return an action after which the position has this value for the first player. */
export function evaluatedAction(at: number, value: number, mark: MarkSign = ""): EvaluatedAction {
  return {
    at,
    seat: at % 2,
    action: `a${at + 1}`,
    before: verdict(0),
    after: verdict(value),
    loss: 0,
    mark,
    word: mark && `word ${mark}`,
    best: null,
  };
}
