import { expect, test, vi } from "vitest";
import { kept } from "../own/kept.fixture";
import type { EvaluatedAction } from "../protocol";
import type { Heard } from "../study/connection";
import { evaluated } from "./evaluated.fixture";
import { Evaluation, type EvaluationLine } from "./evaluation.svelte";

function asked() {
  let [say, online] = [(_: Heard): void => undefined, (_: boolean): void => undefined];
  const line = { evaluate: vi.fn(() => 1), close: vi.fn() } satisfies EvaluationLine;
  const ondone = vi.fn();
  const evaluation = new Evaluation(kept({ start: "the start" }), ondone, (hear, open) => {
    [say, online] = [hear, open];
    return line;
  });
  evaluation.begin("de");
  return { line, say, online, evaluation, ondone };
}

const told = (...actions: EvaluatedAction[]): Heard => ({
  type: "evaluated",
  n: 1,
  actions,
  total: 2,
});

test("a game is evaluated bit by bit, and then it is done", () => {
  const { line, say, evaluation, ondone } = asked();
  expect(line.evaluate).toHaveBeenCalledWith({
    game: "vier3d(players=3)",
    position: "the start",
    actions: ["a1", "b1"],
    deeper: false,
    language: "de",
  });
  expect(evaluation.isBusy).toBe(true);
  say({ type: "state", n: 1, state: "cold", queue: 0 });
  expect(evaluation.progress).toBe("cold");
  say(told(evaluated(0, 0.1)));
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["thinking", 1]);
  say(told(evaluated(1, -0.5, "??")));
  const moments = [{ at: 1, text: { en: "a blunder", de: "ein Fehler" } }];
  say({ type: "evaluation", n: 1, moments, nodes: 9 });
  expect(evaluation.progress).toBe("done");
  expect(line.close).toHaveBeenCalled();
  expect(ondone).toHaveBeenCalledWith({
    actions: evaluation.actions,
    moments,
    depth: "usual",
    nodes: 9,
  });
});

test("who is refused is told why", () => {
  const { line, say, evaluation } = asked();
  const why = { en: "Too many", de: "Zu viele" };
  say({ type: "refused", n: 1, id: null, why });
  expect([evaluation.why, evaluation.isBusy]).toEqual([why, false]);
  expect(line.close).toHaveBeenCalled();
});

test("a line that breaks is waited for, and what is told again counts once", () => {
  const { say, online, evaluation } = asked();
  say(told(evaluated(0, 0.1)));
  online(false);
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["waiting", 0]);
  online(true);
  say(told(evaluated(0, 0.1)));
  expect(evaluation.actions.length).toBe(1);
  evaluation.stop();
  online(false); // nobody listens any more
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["none", 1]);
});

test("a deeper evaluation takes the place of the usual one once it is done", () => {
  const { line, say, evaluation, ondone } = asked();
  const usual = [evaluated(0, 0.1), evaluated(1, -0.5, "??")];
  say(told(...usual));
  say({ type: "evaluation", n: 1, moments: [], nodes: 9 });
  evaluation.begin("en", "deeper");
  expect(line.evaluate).toHaveBeenLastCalledWith(expect.objectContaining({ deeper: true }));
  say(told(evaluated(0, 0.2)));
  evaluation.stop();
  expect([evaluation.progress, evaluation.depth]).toEqual(["done", "usual"]);
  expect(evaluation.actions).toEqual(usual);
  evaluation.begin("en", "deeper");
  say(told(evaluated(0, 0.2), evaluated(1, -0.5)));
  say({ type: "evaluation", n: 1, moments: [], nodes: 90 });
  expect([evaluation.progress, evaluation.depth, evaluation.nodes]).toEqual(["done", "deeper", 90]);
  expect(ondone).toHaveBeenCalledTimes(2);
});
