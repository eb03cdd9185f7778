import { expect, test, vi } from "vitest";
import { Attempt, stage } from "./attempt.svelte";
import { frame } from "../../fixtures";
import type { Figure, PositionShown } from "../../protocol";

const GOALS = [["a1-a3", "+b3"], ["a1-a4", "*"], ["b2"]];

test.each([
  [[], "open"],
  [["a1-a3"], "open"],
  [["a1-a3", "+b3"], "done"],
  [["a1-a3", "+c3"], "other"],
  [["a1-a4", "+f4"], "done"],
  [["b2"], "done"],
  [["b2", "b3"], "other"],
  [["c1"], "other"],
])("%j is %s", (actions, expected) => {
  expect(stage(GOALS, actions)).toBe(expected);
});

test("without goals every legal action counts", () => {
  expect(stage([["*"]], ["a1"])).toBe("done");
});

const FIGURE: Figure = {
  position: "6/6 r",
  actions: ["a1"],
  frame: frame(),
  ending: null,
  goals: [["b2", "*"]],
  done: "Right.",
  refused: [],
};
const shown = (more: Partial<PositionShown> = {}): PositionShown => ({
  position: "",
  frame: frame(),
  ending: null,
  ...more,
});

test("goals are reached action by action", async () => {
  const ask = vi.fn(() => Promise.resolve(shown()));
  const attempt = new Attempt("tzaar", FIGURE, "de", false, ask);
  expect(attempt.stage).toBe("open");
  await attempt.play("b2");
  expect(ask).toHaveBeenCalledWith({
    game: "tzaar",
    language: "de",
    position: "6/6 r",
    actions: ["a1", "b2"],
  });
  expect(attempt.stage).toBe("open");
  await attempt.play("c3");
  expect(attempt.stage).toBe("done");
  expect(attempt.active).toBe(false);
  attempt.restart();
  expect([attempt.stage, attempt.actions]).toEqual(["open", []]);
});

test("legal actions that miss the goal are reported, except in free play", async () => {
  const ask = () => Promise.resolve(shown());
  const attempt = new Attempt("tzaar", FIGURE, "en", false, ask);
  await attempt.play("d4");
  expect(attempt.stage).toBe("other");
  const free = new Attempt("tzaar", FIGURE, "en", true, ask);
  await free.play("d4");
  expect(free.stage).toBe("open");
});

test("a figure without goals accepts no action", () => {
  const attempt = new Attempt("tzaar", { ...FIGURE, goals: [] }, "en", false);
  expect([attempt.stage, attempt.active]).toEqual(["open", false]);
});

test("cells that cannot be used are asked about, and the next action forgets the answer", async () => {
  const ask = vi.fn(() => Promise.resolve(shown({ why: "It is empty." })));
  const attempt = new Attempt("tzaar", FIGURE, "en", false, ask);
  await attempt.askWhy([3]);
  expect(attempt.why).toBe("It is empty.");
  expect(attempt.actions).toEqual([]);
  await attempt.play("b2");
  expect(attempt.why).toBeNull();
});

test("without an answer of the hall an error is shown and nothing changes", async () => {
  const attempt = new Attempt("tzaar", FIGURE, "en", false, () => Promise.reject(new Error()));
  await attempt.play("b2");
  expect(attempt.why).toContain("cannot be reached");
  expect([attempt.actions, attempt.busy]).toEqual([[], false]);
});

test("an answer that arrives after a restart is ignored", async () => {
  let answer: (value: PositionShown) => void = () => undefined;
  const attempt = new Attempt("tzaar", FIGURE, "en", false, () => {
    return new Promise((resolve) => (answer = resolve));
  });
  const late = attempt.play("b2");
  attempt.restart();
  answer(shown());
  await late;
  expect(attempt.actions).toEqual([]);
});
