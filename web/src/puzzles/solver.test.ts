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

test("what is right, and what the opponent replies", () => {
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

test("turns of several actions", () => {
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

test("the place in the main line follows from the actions played", () => {
  const long = puzzle({ solution: ["x y (p) z", "x v (p) z"] });
  expect(getMainLineIndex(long, [])).toBe(0);
  expect(getMainLineIndex(long, ["x"])).toBe(1);
  expect(getMainLineIndex(long, ["x", "y", "p"])).toBe(2);
  expect(getMainLineIndex(long, ["x", "v"])).toBeNull();
});

const LOST = "Blue plays: ball on y8. Blue wins.";
const REFUTED = [
  { actions: ["y8"], why: LOST },
  { actions: ["w6", "y8"], why: LOST },
];

/** A server that draws nothing but knows what was played, and a solver beside it. */
function solving(changes: Partial<SolverApi> = {}) {
  const asked: string[] = [];
  const judged: boolean[] = [];
  const shown = ({ actions = [] }: PositionRequest): Promise<PositionResponse> => {
    asked.push(actions.join(" "));
    const frame = { turn: 1, last: [], targets: {} } as unknown as Frame;
    return Promise.resolve({ position: "-", frame, ending: null });
  };
  const api = {
    position: shown,
    refutation: (_: unknown, place: number) => Promise.resolve(REFUTED[place] as Refutation),
    pause: () => Promise.resolve(),
    ...changes,
  };
  const solver = new Solver(puzzle(), "en", (solved) => judged.push(solved), api);
  return { solver, asked, judged };
}

test("right actions lead to the end, with the opponent's replies", async () => {
  const { solver, asked, judged } = solving();
  await solver.begin();
  expect([solver.stage, solver.solver]).toEqual(["open", 1]);
  await solver.act("a1");
  expect([solver.stage, solver.played]).toEqual(["open", ["a1", "b1"]]);
  expect(judged).toEqual([]);
  await solver.act("d1");
  expect([solver.stage, solver.played]).toEqual(["solved", ["a1", "b1", "d1"]]);
  expect(judged).toEqual([true]);
  expect(asked.slice(-3)).toEqual(["a1", "a1 b1", "a1 b1 d1"]);
});

test("a wrong action is refuted on the board, can be taken back, and counts once", async () => {
  const { solver, asked, judged } = solving();
  await solver.begin();
  await solver.act("z9");
  expect([solver.stage, solver.wrong, solver.played]).toEqual(["wrong", ["z9", "y8"], []]);
  expect(asked.at(-1)).toBe("z9 y8");
  expect(solver.whyWrong).toEqual(LOST);
  await solver.act("a1"); // the board is not open
  expect(solver.stage).toBe("wrong");
  await solver.takeBack();
  expect([solver.stage, asked.at(-1), solver.whyWrong]).toEqual(["open", "", null]);
  await solver.act("a1");
  await solver.act("z9");
  expect(asked.at(-1)).toBe("a1 b1 z9 w6 y8");
  await solver.takeBack();
  await solver.act("c1");
  expect([solver.stage, judged]).toEqual(["solved", [false]]);
});

test("a wrong action without an answer is still wrong", async () => {
  const { solver } = solving({ refutation: () => Promise.reject(new TypeError("no line")) });
  await solver.begin();
  await solver.act("z9");
  expect([solver.stage, solver.wrong]).toEqual(["wrong", ["z9"]]);
  expect(solver.why).not.toBeNull();
});

test("the solution is played to its end", async () => {
  const { solver, judged } = solving();
  await solver.begin();
  await solver.act("z9");
  await solver.tell();
  expect([solver.stage, solver.played]).toEqual(["told", ["a1", "b1", "c1"]]);
  expect(judged).toEqual([false]);
});

test("a refusal by the server changes nothing", async () => {
  let down = false;
  const { solver, judged } = solving();
  await solver.begin();
  const { position } = solver["api"];
  solver["api"].position = (asked) =>
    down ? Promise.reject(new TypeError("no line")) : position(asked);
  down = true;
  await solver.act("a1");
  expect([solver.stage, solver.played, solver.why === null]).toEqual(["open", [], false]);
  await solver.act("z9");
  expect([solver.stage, judged]).toEqual(["open", []]);
  down = false;
  await solver.act("a1");
  expect(solver.played).toEqual(["a1", "b1"]);
});
