import { expect, test } from "vitest";
import type { Frame, PositionRequest, PositionShown, Refutation } from "../protocol";
import { puzzle } from "./puzzles.fixture";
import { Solver, type Helpers } from "./solver.svelte";

const LOST = { en: "Blue plays: ball on y8. Blue wins.", de: "Blau spielt: Kugel auf y8." };
const REFUTED = [
  { actions: ["y8"], why: LOST },
  { actions: ["w6", "y8"], why: LOST },
];

/** A server that draws nothing but knows what was played, and a solver beside it. */
function solving(changes: Partial<Helpers> = {}) {
  const asked: string[] = [];
  const judged: boolean[] = [];
  const shown = ({ actions = [] }: PositionRequest): Promise<PositionShown> => {
    asked.push(actions.join(" "));
    const frame = { turn: 1, last: [], targets: {} } as unknown as Frame;
    return Promise.resolve({ position: "-", frame, ending: null });
  };
  const helpers = {
    position: shown,
    refutation: (_: unknown, place: number) => Promise.resolve(REFUTED[place] as Refutation),
    pause: () => Promise.resolve(),
    ...changes,
  };
  const solver = new Solver(puzzle(), "en", (solved) => judged.push(solved), helpers);
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

test("what the server does not take leaves everything as it is", async () => {
  let down = false;
  const { solver, judged } = solving();
  await solver.begin();
  const { position } = solver["helpers"];
  solver["helpers"].position = (asked) =>
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

test("another language asks for the same position again", async () => {
  const { solver, asked } = solving();
  await solver.begin();
  await solver.act("z9");
  const before = asked.length;
  await solver.speak("en");
  expect(asked).toHaveLength(before);
  await solver.speak("de");
  expect(asked.slice(before)).toEqual(["z9 y8"]);
});
