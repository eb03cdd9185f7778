import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONG, Pen } from "./pen.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a mouse draws from where it went down to where it is lifted", () => {
  const pen = new Pen();
  pen.press(3, "dashed");
  expect(pen.preview).toEqual({ kind: "dashed", from: 3, to: 3 });
  pen.move(7);
  expect(pen.preview).toEqual({ kind: "dashed", from: 3, to: 7 });
  expect(pen.lift()).toEqual({ kind: "dashed", from: 3, to: 7 });
  expect([pen.isDown, pen.preview, pen.lift()]).toEqual([false, null, null]);
});

test("off the board nothing is drawn", () => {
  const pen = new Pen();
  pen.press(3, "solid");
  pen.move(null);
  expect([pen.isDown, pen.preview]).toEqual([true, null]);
  expect(pen.lift()).toBeNull();
});

test("a finger has to stay", () => {
  const pen = new Pen();
  const begun = vi.fn();
  pen.wait(5, begun);
  vi.advanceTimersByTime(LONG - 1);
  expect(pen.isDown).toBe(false);
  pen.giveUp();
  vi.advanceTimersByTime(LONG);
  expect([pen.isDown, begun.mock.calls.length]).toEqual([false, 0]);
  pen.wait(5, begun);
  vi.advanceTimersByTime(LONG);
  expect([pen.isDown, begun.mock.calls.length]).toEqual([true, 1]);
  pen.move(6);
  expect(pen.lift()).toEqual({ kind: null, from: 5, to: 6 });
});
