import { expect, test, vi } from "vitest";
import { Attempt, getStage } from "./attempt.svelte";
import { frame } from "../../fixtures";
import type { Figure, PositionResponse } from "../../protocol";

const GOALS = [["a1-a3", "+b3"], ["a1-a4", "*"], ["b2"]];

test.each([
  [[], "open"],
  [["a1-a3"], "open"],
  [["a1-a3", "+b3"], "done"],
  [["a1-a3", "+c3"], "missed"],
  [["a1-a4", "+f4"], "done"],
  [["b2"], "done"],
  [["b2", "b3"], "missed"],
  [["c1"], "missed"],
])("the stage after %j is %s", (actions, expected) => {
  expect(getStage(GOALS, actions)).toBe(expected);
});

test("a goal of any action is reached by every legal action", () => {
  expect(getStage([["*"]], ["a1"])).toBe("done");
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
const positionResponse = (changes: Partial<PositionResponse> = {}): PositionResponse => ({
  position: "",
  frame: frame(),
  ending: null,
  ...changes,
});

test("a goal is reached after all of its actions", async () => {
  const fetchPosition = vi.fn(() => Promise.resolve(positionResponse()));
  const attempt = new Attempt("tzaar", FIGURE, "de", false, fetchPosition);
  expect(attempt.stage).toBe("open");
  await attempt.play("b2");
  expect(fetchPosition).toHaveBeenCalledWith({
    game: "tzaar",
    language: "de",
    position: "6/6 r",
    actions: ["a1", "b2"],
  });
  expect(attempt.stage).toBe("open");
  await attempt.play("c3");
  expect(attempt.stage).toBe("done");
  expect(attempt.isActive).toBe(false);
  attempt.restart();
  expect([attempt.stage, attempt.actions]).toEqual(["open", []]);
});

test("legal actions that miss the goal are reported, except in free play", async () => {
  const fetchPosition = () => Promise.resolve(positionResponse());
  const attempt = new Attempt("tzaar", FIGURE, "en", false, fetchPosition);
  await attempt.play("d4");
  expect(attempt.stage).toBe("missed");
  const free = new Attempt("tzaar", FIGURE, "en", true, fetchPosition);
  await free.play("d4");
  expect(free.stage).toBe("open");
});

test("a figure without goals accepts no action", () => {
  const attempt = new Attempt("tzaar", { ...FIGURE, goals: [] }, "en", false);
  expect([attempt.stage, attempt.isActive]).toEqual(["open", false]);
});

test("the reason why cells cannot be used is shown until the next action", async () => {
  const fetchPosition = vi.fn(() => Promise.resolve(positionResponse({ why: "It is empty." })));
  const attempt = new Attempt("tzaar", FIGURE, "en", false, fetchPosition);
  await attempt.askWhyIllegal([3]);
  expect(attempt.errorText).toBe("It is empty.");
  expect(attempt.actions).toEqual([]);
  await attempt.play("b2");
  expect(attempt.errorText).toBeNull();
});

test("a failed request shows an error and changes nothing", async () => {
  const attempt = new Attempt("tzaar", FIGURE, "en", false, () => Promise.reject(new Error()));
  await attempt.play("b2");
  expect(attempt.errorText).toContain("cannot be reached");
  expect([attempt.actions, attempt.isBusy]).toEqual([[], false]);
});

test("an answer that arrives after a restart is ignored", async () => {
  let answer: (value: PositionResponse) => void = () => undefined;
  const attempt = new Attempt("tzaar", FIGURE, "en", false, () => {
    return new Promise((resolve) => (answer = resolve));
  });
  const pending = attempt.play("b2");
  attempt.restart();
  answer(positionResponse());
  await pending;
  expect(attempt.actions).toEqual([]);
});
