import { expect, test, vi } from "vitest";
import { frame } from "../../fixtures";
import type { Figure, PositionShown } from "../../protocol";
import { Attempt } from "./attempt.svelte";

const words = (text: string) => ({ en: text, de: text });
const FIGURE: Figure = {
  position: "6/6 r",
  actions: ["a1"],
  frame: frame(),
  ending: null,
  goals: [["b2", "*"]],
  done: words("Right."),
  refused: [],
};
const shown = (more: Partial<PositionShown> = {}): PositionShown => ({
  position: "",
  frame: frame(),
  ending: null,
  ...more,
});

test("what is asked for is done action by action", async () => {
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

test("something else than what is asked for is told apart, unless one may do as one likes", async () => {
  const ask = () => Promise.resolve(shown());
  const attempt = new Attempt("tzaar", FIGURE, "en", false, ask);
  await attempt.play("d4");
  expect(attempt.stage).toBe("other");
  const free = new Attempt("tzaar", FIGURE, "en", true, ask);
  await free.play("d4");
  expect(free.stage).toBe("open");
});

test("a picture asks for nothing and takes nothing", () => {
  const attempt = new Attempt("tzaar", { ...FIGURE, goals: [] }, "en", false);
  expect([attempt.stage, attempt.active]).toEqual(["open", false]);
});

test("cells that cannot be used are asked about, and the next action forgets the answer", async () => {
  const ask = vi.fn(() => Promise.resolve(shown({ why: words("It is empty.") })));
  const attempt = new Attempt("tzaar", FIGURE, "en", false, ask);
  await attempt.askWhy([3]);
  expect(attempt.why?.en).toBe("It is empty.");
  expect(attempt.actions).toEqual([]);
  await attempt.play("b2");
  expect(attempt.why).toBeNull();
});

test("a hall that does not answer is told of, and nothing has happened", async () => {
  const attempt = new Attempt("tzaar", FIGURE, "en", false, () => Promise.reject(new Error()));
  await attempt.play("b2");
  expect(attempt.why?.en).toContain("cannot be reached");
  expect([attempt.actions, attempt.busy]).toEqual([[], false]);
});

test("an answer that comes after one has started over is of no use", async () => {
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
