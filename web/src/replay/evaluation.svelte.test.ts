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
import { evaluatedAction } from "./evaluatedAction.fixture";
import { savedGame } from "../library/savedGame.fixture";
import type { EvaluatedAction } from "../protocol";
import type { StudyMessage } from "../study/connection";

const GAME = [
  evaluatedAction(0, 0.5),
  evaluatedAction(1, -1, "??"),
  evaluatedAction(2, 0, "?!"),
  evaluatedAction(3, 1, "!"),
];
const SIZE = { width: 400, height: 100, actions: 4 };

test("two players share a curve, more have one each", () => {
  expect(getCurves(GAME, 2)).toEqual([{ seat: 0, values: [0, 0.5, -1, 0, 1] }]);
  expect(getCurves(GAME, 3).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  expect(getCurves([], 2)).toEqual([]);
});

test("a curve is as wide as the part of the game that is evaluated", () => {
  const [curve] = getCurves(GAME.slice(0, 2), 2);
  expect(curve && toSvgPath(curve, SIZE)).toBe("M0 50L100 25L200 100");
  expect(curve && toSvgPath(curve, SIZE, true)).toBe("M0 50L100 25L200 100L200 50L0 50Z");
  expect(toY(1, SIZE)).toBe(0);
});

test("points outside of the graph are its start or end", () => {
  expect([-9, 149, 151, 999].map((x) => toActionCount(x, SIZE))).toEqual([0, 1, 2, 4]);
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

function startEvaluation() {
  let [receive, setOnline] = [
    (_: StudyMessage): void => undefined,
    (_: boolean): void => undefined,
  ];
  const connection = { evaluate: vi.fn(() => 1), close: vi.fn() } satisfies EvaluationConnection;
  const ondone = vi.fn();
  const evaluation = new Evaluation(
    savedGame({ start: "the start" }),
    ondone,
    (onmessage, onStatus) => {
      [receive, setOnline] = [onmessage, onStatus];
      return connection;
    },
  );
  evaluation.start("de");
  return { connection, receive, setOnline, evaluation, ondone };
}

const evaluatedMessage = (...actions: EvaluatedAction[]): StudyMessage => ({
  type: "evaluated",
  n: 1,
  actions,
  total: 2,
});

test("a game is evaluated action by action", () => {
  const { connection, receive, evaluation, ondone } = startEvaluation();
  expect(connection.evaluate).toHaveBeenCalledWith({
    game: "vier3d(players=3)",
    position: "the start",
    actions: ["a1", "b1"],
    deeper: false,
    language: "de",
  });
  expect(evaluation.isBusy).toBe(true);
  receive({ type: "state", n: 1, state: "cold", queue_position: 0 });
  expect(evaluation.progress).toBe("cold");
  receive(evaluatedMessage(evaluatedAction(0, 0.1)));
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["thinking", 1]);
  receive(evaluatedMessage(evaluatedAction(1, -0.5, "??")));
  const moments = [{ at: 1, text: "a blunder" }];
  receive({ type: "evaluation", n: 1, moments, nodes: 9 });
  expect(evaluation.progress).toBe("done");
  expect(connection.close).toHaveBeenCalled();
  expect(ondone).toHaveBeenCalledWith({
    actions: evaluation.actions,
    moments,
    depth: "usual",
    nodes: 9,
  });
});

test("a refusal shows its reason", () => {
  const { connection, receive, evaluation } = startEvaluation();
  const why = "Too many";
  receive({ type: "refused", n: 1, id: null, why });
  expect([evaluation.errorText, evaluation.isBusy]).toEqual([why, false]);
  expect(connection.close).toHaveBeenCalled();
});

test("after a reconnection, repeated results count once", () => {
  const { receive, setOnline, evaluation } = startEvaluation();
  receive(evaluatedMessage(evaluatedAction(0, 0.1)));
  setOnline(false);
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["waiting", 0]);
  setOnline(true);
  receive(evaluatedMessage(evaluatedAction(0, 0.1)));
  expect(evaluation.actions.length).toBe(1);
  evaluation.stop();
  setOnline(false); // ignored, because the evaluation has stopped
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["none", 1]);
});

test("a finished deeper evaluation replaces the default one", () => {
  const { connection, receive, evaluation, ondone } = startEvaluation();
  const defaultActions = [evaluatedAction(0, 0.1), evaluatedAction(1, -0.5, "??")];
  receive(evaluatedMessage(...defaultActions));
  receive({ type: "evaluation", n: 1, moments: [], nodes: 9 });
  evaluation.start("en", "deeper");
  expect(connection.evaluate).toHaveBeenLastCalledWith(expect.objectContaining({ deeper: true }));
  receive(evaluatedMessage(evaluatedAction(0, 0.2)));
  evaluation.stop();
  expect([evaluation.progress, evaluation.depth]).toEqual(["done", "usual"]);
  expect(evaluation.actions).toEqual(defaultActions);
  evaluation.start("en", "deeper");
  receive(evaluatedMessage(evaluatedAction(0, 0.2), evaluatedAction(1, -0.5)));
  receive({ type: "evaluation", n: 1, moments: [], nodes: 90 });
  expect([evaluation.progress, evaluation.depth, evaluation.nodes]).toEqual(["done", "deeper", 90]);
  expect(ondone).toHaveBeenCalledTimes(2);
});
