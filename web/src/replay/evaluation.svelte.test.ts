import { expect, test, vi } from "vitest";
import {
  Evaluation,
  type EvaluationConnection,
  toActionCount,
  getCurves,
  isMistake,
  toSvgPath,
  countMistakes,
  toY,
} from "./evaluation.svelte";
import { evaluatedAction } from "./evaluated.fixture";
import { savedGame } from "../library/savedGame.fixture";
import type { EvaluatedAction } from "../protocol";
import type { StudyMessage } from "../study/connection";

const GAME = [
  evaluatedAction(0, 0.5),
  evaluatedAction(1, -1, "??"),
  evaluatedAction(2, 0, "?!"),
  evaluatedAction(3, 1, "!"),
];
const FIELD = { width: 400, height: 100, actions: 4 };

test("two players share a curve, and others have one each", () => {
  expect(getCurves(GAME, 2)).toEqual([{ seat: 0, values: [0, 0.5, -1, 0, 1] }]);
  expect(getCurves(GAME, 3).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  expect(getCurves([], 2)).toEqual([]);
});

test("a curve is as wide as the part of the game that is evaluated", () => {
  const [curve] = getCurves(GAME.slice(0, 2), 2);
  expect(curve && toSvgPath(curve, FIELD)).toBe("M0 50L100 25L200 100");
  expect(curve && toSvgPath(curve, FIELD, true)).toBe("M0 50L100 25L200 100L200 50L0 50Z");
  expect(toY(1, FIELD)).toBe(0);
});

test("points outside of the graph are its start or end", () => {
  expect([-9, 149, 151, 999].map((x) => toActionCount(x, FIELD))).toEqual([0, 1, 2, 4]);
  expect(toActionCount(10, { width: 0, height: 0, actions: 0 })).toBe(0);
});

test("mistakes are counted per player", () => {
  expect(GAME.filter(isMistake).length).toBe(2);
  expect(countMistakes(GAME, 1)).toEqual([
    ["?!", 0],
    ["?", 0],
    ["??", 1],
  ]);
});

function asked() {
  let [say, online] = [(_: StudyMessage): void => undefined, (_: boolean): void => undefined];
  const line = { evaluate: vi.fn(() => 1), close: vi.fn() } satisfies EvaluationConnection;
  const ondone = vi.fn();
  const evaluation = new Evaluation(savedGame({ start: "the start" }), ondone, (hear, open) => {
    [say, online] = [hear, open];
    return line;
  });
  evaluation.begin("de");
  return { line, say, online, evaluation, ondone };
}

const told = (...actions: EvaluatedAction[]): StudyMessage => ({
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
  say({ type: "state", n: 1, state: "cold", queue_position: 0 });
  expect(evaluation.progress).toBe("cold");
  say(told(evaluatedAction(0, 0.1)));
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["thinking", 1]);
  say(told(evaluatedAction(1, -0.5, "??")));
  const moments = [{ at: 1, text: "a blunder" }];
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

test("a refusal shows its reason", () => {
  const { line, say, evaluation } = asked();
  const why = "Too many";
  say({ type: "refused", n: 1, id: null, why });
  expect([evaluation.why, evaluation.isBusy]).toEqual([why, false]);
  expect(line.close).toHaveBeenCalled();
});

test("a broken connection is awaited, and repeated results count once", () => {
  const { say, online, evaluation } = asked();
  say(told(evaluatedAction(0, 0.1)));
  online(false);
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["waiting", 0]);
  online(true);
  say(told(evaluatedAction(0, 0.1)));
  expect(evaluation.actions.length).toBe(1);
  evaluation.stop();
  online(false); // closed: nothing is sent
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["none", 1]);
});

test("a finished deeper evaluation replaces the default one", () => {
  const { line, say, evaluation, ondone } = asked();
  const usual = [evaluatedAction(0, 0.1), evaluatedAction(1, -0.5, "??")];
  say(told(...usual));
  say({ type: "evaluation", n: 1, moments: [], nodes: 9 });
  evaluation.begin("en", "deeper");
  expect(line.evaluate).toHaveBeenLastCalledWith(expect.objectContaining({ deeper: true }));
  say(told(evaluatedAction(0, 0.2)));
  evaluation.stop();
  expect([evaluation.progress, evaluation.depth]).toEqual(["done", "usual"]);
  expect(evaluation.actions).toEqual(usual);
  evaluation.begin("en", "deeper");
  say(told(evaluatedAction(0, 0.2), evaluatedAction(1, -0.5)));
  say({ type: "evaluation", n: 1, moments: [], nodes: 90 });
  expect([evaluation.progress, evaluation.depth, evaluation.nodes]).toEqual(["done", "deeper", 90]);
  expect(ondone).toHaveBeenCalledTimes(2);
});
