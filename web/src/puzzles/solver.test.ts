import { expect, test } from "vitest";
import { puzzle } from "./puzzles.fixture";
import {
  type SolverApi,
  Solver,
  isSolved,
  getMainLineIndex,
  getReplies,
  getRightActions,
} from "./solver.svelte";
import type { Frame, PositionRequest, PositionResponse, Refutation } from "../protocol";

test("right actions and replies follow from the lines of the solution", () => {
  expect(getRightActions(puzzle(), [])).toEqual(["a1"]);
  expect(getReplies(puzzle(), [])).toEqual([]);
  expect(getRightActions(puzzle(), ["a1"])).toEqual([]);
  expect(getReplies(puzzle(), ["a1"])).toEqual(["b1"]);
  expect(getRightActions(puzzle(), ["a1", "b1"])).toEqual(["c1", "d1"]);
});

test("a puzzle is solved at the end of any line", () => {
  expect(isSolved(puzzle(), ["a1", "b1"])).toBe(false);
  expect(isSolved(puzzle(), ["a1", "b1", "d1"])).toBe(true);
  expect(isSolved(puzzle(), ["a1", "b1", "e1"])).toBe(false);
  expect(getRightActions(puzzle(), ["a1", "b1", "d1"])).toEqual([]);
});

test("turns may have several actions", () => {
  const long = puzzle({ solution: ["x y (p) (q) z", "x y (p) (q) w v"] });
  expect(getRightActions(long, ["x"])).toEqual(["y"]);
  expect(getReplies(long, ["x"])).toEqual([]);
  expect(getReplies(long, ["x", "y"])).toEqual(["p", "q"]);
  expect(getRightActions(long, ["x", "y", "p", "q"])).toEqual(["z", "w"]);
  expect(getRightActions(long, ["x", "y", "p", "q", "w"])).toEqual(["v"]);
});

test("after a wrong action nothing is right", () => {
  expect(getRightActions(puzzle(), ["z9"])).toEqual([]);
  expect(getReplies(puzzle(), ["z9"])).toEqual([]);
});

test("the index in the main line follows from the actions played", () => {
  const long = puzzle({ solution: ["x y (p) z", "x v (p) z"] });
  expect(getMainLineIndex(long, [])).toBe(0);
  expect(getMainLineIndex(long, ["x"])).toBe(1);
  expect(getMainLineIndex(long, ["x", "y", "p"])).toBe(2);
  expect(getMainLineIndex(long, ["x", "v"])).toBeNull();
});

const REFUTATION_TEXT = "Blue plays: ball on y8. Blue wins.";
const REFUTATIONS = [
  { actions: ["y8"], why: REFUTATION_TEXT },
  { actions: ["w6", "y8"], why: REFUTATION_TEXT },
];

/** Return a solver with a fake server that records requests. */
function createSolver(changes: Partial<SolverApi> = {}) {
  const requests: string[] = [];
  const judged: boolean[] = [];
  const fetchPosition = ({ actions = [] }: PositionRequest): Promise<PositionResponse> => {
    requests.push(actions.join(" "));
    const frame = { turn: 1, last: [], targets: {} } as unknown as Frame;
    return Promise.resolve({ position: "-", frame, ending: null });
  };
  const api = {
    position: fetchPosition,
    refutation: (_: unknown, index: number) => Promise.resolve(REFUTATIONS[index] as Refutation),
    pause: () => Promise.resolve(),
    ...changes,
  };
  const solver = new Solver(puzzle(), "en", (solved) => judged.push(solved), api);
  return { solver, requests, judged };
}

test("right actions lead to the end, with the opponent's replies", async () => {
  const { solver, requests, judged } = createSolver();
  await solver.begin();
  expect([solver.stage, solver.seat]).toEqual(["open", 1]);
  await solver.play("a1");
  expect([solver.stage, solver.played]).toEqual(["open", ["a1", "b1"]]);
  expect(judged).toEqual([]);
  await solver.play("d1");
  expect([solver.stage, solver.played]).toEqual(["solved", ["a1", "b1", "d1"]]);
  expect(judged).toEqual([true]);
  expect(requests.slice(-3)).toEqual(["a1", "a1 b1", "a1 b1 d1"]);
});

test("a wrong action is refuted on the board, can be taken back, and counts once", async () => {
  const { solver, requests, judged } = createSolver();
  await solver.begin();
  await solver.play("z9");
  expect([solver.stage, solver.wrongLine, solver.played]).toEqual(["wrong", ["z9", "y8"], []]);
  expect(requests.at(-1)).toBe("z9 y8");
  expect(solver.refutationText).toEqual(REFUTATION_TEXT);
  await solver.play("a1"); // the board is not open
  expect(solver.stage).toBe("wrong");
  await solver.takeBack();
  expect([solver.stage, requests.at(-1), solver.refutationText]).toEqual(["open", "", null]);
  await solver.play("a1");
  await solver.play("z9");
  expect(requests.at(-1)).toBe("a1 b1 z9 w6 y8");
  await solver.takeBack();
  await solver.play("c1");
  expect([solver.stage, judged]).toEqual(["solved", [false]]);
});

test("a wrong action is wrong even if its refutation cannot be loaded", async () => {
  const { solver } = createSolver({ refutation: () => Promise.reject(new TypeError("offline")) });
  await solver.begin();
  await solver.play("z9");
  expect([solver.stage, solver.wrongLine]).toEqual(["wrong", ["z9"]]);
  expect(solver.errorText).not.toBeNull();
});

test("revealing plays the rest of the solution", async () => {
  const { solver, judged } = createSolver();
  await solver.begin();
  await solver.play("z9");
  await solver.reveal();
  expect([solver.stage, solver.played]).toEqual(["revealed", ["a1", "b1", "c1"]]);
  expect(judged).toEqual([false]);
});

test("a failed request changes nothing", async () => {
  let isOffline = false;
  const { solver, judged } = createSolver();
  await solver.begin();
  const { position } = solver["api"];
  solver["api"].position = (query) =>
    isOffline ? Promise.reject(new TypeError("offline")) : position(query);
  isOffline = true;
  await solver.play("a1");
  expect([solver.stage, solver.played, solver.errorText === null]).toEqual(["open", [], false]);
  await solver.play("z9");
  expect([solver.stage, judged]).toEqual(["open", []]);
  isOffline = false;
  await solver.play("a1");
  expect(solver.played).toEqual(["a1", "b1"]);
});
