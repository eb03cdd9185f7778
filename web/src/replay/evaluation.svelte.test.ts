import { expect, test, vi } from "vitest";
import {
  Evaluation,
  type EvaluationLine,
  atOf,
  curvesOf,
  isMistake,
  pathOf,
  tally,
  yOf,
} from "./evaluation.svelte";
import { evaluated } from "./evaluated.fixture";
import { kept } from "../library/savedGame.fixture";
import type { EvaluatedAction } from "../protocol";
import type { Heard } from "../study/connection";

const GAME = [
  evaluated(0, 0.5),
  evaluated(1, -1, "??"),
  evaluated(2, 0, "?!"),
  evaluated(3, 1, "!"),
];
const FIELD = { width: 400, height: 100, actions: 4 };

test("two players share a curve, and others have one each", () => {
  expect(curvesOf(GAME, 2)).toEqual([{ seat: 0, values: [0, 0.5, -1, 0, 1] }]);
  expect(curvesOf(GAME, 3).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  expect(curvesOf([], 2)).toEqual([]);
});

test("a curve is as wide as the part of the game that is evaluated", () => {
  const [curve] = curvesOf(GAME.slice(0, 2), 2);
  expect(curve && pathOf(curve, FIELD)).toBe("M0 50L100 25L200 100");
  expect(curve && pathOf(curve, FIELD, true)).toBe("M0 50L100 25L200 100L200 50L0 50Z");
  expect(yOf(1, FIELD)).toBe(0);
});

test("points outside of the graph are its start or end", () => {
  expect([-9, 149, 151, 999].map((x) => atOf(x, FIELD))).toEqual([0, 1, 2, 4]);
  expect(atOf(10, { width: 0, height: 0, actions: 0 })).toBe(0);
});

test("mistakes are counted per player", () => {
  expect(GAME.filter(isMistake).length).toBe(2);
  expect(tally(GAME, 1)).toEqual([
    ["?!", 0],
    ["?", 0],
    ["??", 1],
  ]);
});

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
  say(told(evaluated(0, 0.1)));
  online(false);
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["waiting", 0]);
  online(true);
  say(told(evaluated(0, 0.1)));
  expect(evaluation.actions.length).toBe(1);
  evaluation.stop();
  online(false); // closed: nothing is sent
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["none", 1]);
});

test("a finished deeper evaluation replaces the default one", () => {
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
