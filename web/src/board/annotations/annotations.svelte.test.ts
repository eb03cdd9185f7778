import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  Annotations,
  KINDS,
  LONG_PRESS_MS,
  Pen,
  annotationsOf,
  arrow,
  badgeAt,
  kindOf,
  rings,
  suggestion,
} from "./annotations.svelte";
import type { Target } from "../../protocol";

// The same as tests/draw/test_annotations.py has them: what is drawn here looks as in pictures.
test("an arrow leaves one cell and points at another", () => {
  expect(arrow([0, 0], [300, 0])).toEqual({
    line: "M22 0L256 0",
    head: "M290 0L256 25L256 -25Z",
  });
  expect(arrow([100, 100], [100, 0])).toEqual({
    line: "M100 78L100 44",
    head: "M100 10L125 44L75 44Z",
  });
});

test("an arrow between adjacent cells has a line before its head", () => {
  expect(arrow([0, 0], [60, 0]).line).toBe("M8 0L16 0");
});

test("both ends on one cell are a ring", () => {
  expect(arrow([50, -50], [50, -50])).toEqual({
    line: "M50 -94A44 44 0 1 1 50 -6A44 44 0 1 1 50 -94",
    head: "",
  });
});

const RADIUS = 17;

function apart(points: (readonly [number, number])[]): number {
  const others = points.flatMap((a, i) =>
    points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])),
  );
  return Math.min(...others);
}

test("numbers of suggestions do not cover each other", () => {
  const at = [200, 200] as const;
  expect(apart([1, 2, 3, 4, 5].map((rank) => badgeAt(at, at, rank)))).toBeGreaterThan(2 * RADIUS);
  const ways = [
    [300, 200],
    [100, 200],
    [200, 300],
    [200, 100],
  ] as const;
  const tiles = ways.flatMap((to) => [badgeAt(at, to, 1), badgeAt(to, at, 2)]);
  expect(apart(tiles)).toBeGreaterThan(2 * RADIUS);
});

const target = (kind: Target["kind"], ...cells: number[]): Target => ({ kind, cells, spoken: "" });

test("a piece that goes somewhere is an arrow, whatever lies between", () => {
  const arrow = [{ kind: "solid", from: 3, to: 9 }];
  expect(annotationsOf(target("capture", 3, 9), "solid")).toEqual(arrow);
  expect(annotationsOf(target("move", 3, 6, 9), "solid")).toEqual(arrow);
});

test("placed pieces are shown as rings", () => {
  expect(annotationsOf(target("tile", 1, 2), "dashed")).toEqual(rings([1, 2], "dashed"));
  expect(annotationsOf(target("take", 5), "dashed")).toEqual([{ kind: "dashed", from: 5, to: 5 }]);
  expect(annotationsOf(target("pass"), "dashed")).toEqual([]);
});

const blank = { colour: "wood", mark: "plain", owner: 0 } as const;
const hole = { colour: "wood", mark: "holes", owner: 1 } as const;

test("a suggested placement is shown as a ghost", () => {
  const tile = { ...target("tile", 1, 2), puts: "ox" };
  const looks = { o: blank, x: hole };
  expect(suggestion(tile, 1, looks)).toEqual([
    { kind: "solid", from: 1, to: 2, rank: 1, puts: [blank, hole] },
  ]);
  const ball = { ...target("place", 7), puts: "o" };
  expect(suggestion(ball, 3, looks)).toEqual([
    { kind: "double", from: 7, to: 7, rank: 3, puts: [blank] },
  ]);
});

test("suggestions are told apart by kind and number; unknown pieces are rings", () => {
  const move = target("capture", 3, 9);
  const told = [1, 2, 3, 4, 5].map((rank) => suggestion(move, rank, {})[0]);
  expect(told.map((one) => one?.kind)).toEqual(["solid", "dashed", "double", "dotted", "dotted"]);
  expect(told.map((one) => one?.rank)).toEqual([1, 2, 3, 4, 5]);
  const rest = suggestion({ ...target("tile", 1, 2), puts: "ox" }, 2, {});
  expect(rest).toEqual([
    { kind: "dashed", from: 1, to: 1, rank: 2 },
    { kind: "dashed", from: 2, to: 2 },
  ]);
});

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

test("a touch draws after a long press", () => {
  const pen = new Pen();
  const begun = vi.fn();
  pen.wait(5, begun);
  vi.advanceTimersByTime(LONG_PRESS_MS - 1);
  expect(pen.isDown).toBe(false);
  pen.giveUp();
  vi.advanceTimersByTime(LONG_PRESS_MS);
  expect([pen.isDown, begun.mock.calls.length]).toEqual([false, 0]);
  pen.wait(5, begun);
  vi.advanceTimersByTime(LONG_PRESS_MS);
  expect([pen.isDown, begun.mock.calls.length]).toEqual([true, 1]);
  pen.move(6);
  expect(pen.lift()).toEqual({ kind: null, from: 5, to: 6 });
});

test("the same annotation again is removed, another kind replaces it", () => {
  const drawn = new Annotations();
  drawn.draw("solid", 1, 5);
  drawn.draw("dashed", 3, 3);
  expect(drawn.list).toEqual([
    { kind: "solid", from: 1, to: 5 },
    { kind: "dashed", from: 3, to: 3 },
  ]);
  drawn.draw("double", 1, 5);
  expect(drawn.between(1, 5)?.kind).toBe("double");
  drawn.draw("double", 1, 5);
  drawn.draw("dashed", 3, 3);
  expect(drawn.list).toEqual([]);
});

test("an arrow in the opposite direction is separate", () => {
  const drawn = new Annotations();
  drawn.draw("solid", 1, 5);
  drawn.draw("solid", 5, 1);
  expect(drawn.list).toHaveLength(2);
});

test("without modifier keys, repeated drawing cycles through all kinds and then removes the annotation", () => {
  const drawn = new Annotations();
  const seen = [...KINDS, undefined].map(() => {
    drawn.cycle(2, 2);
    return drawn.between(2, 2)?.kind;
  });
  expect(seen).toEqual(["solid", "dashed", "double", "dotted", undefined]);
});

test("an arrow by two touches begins and ends, and is a ring where both are the same", () => {
  const drawn = new Annotations();
  drawn.point(4);
  expect([drawn.from, drawn.list]).toEqual([4, []]);
  drawn.point(9);
  expect([drawn.from, drawn.list]).toEqual([null, [{ kind: "solid", from: 4, to: 9 }]]);
  drawn.point(4);
  drawn.point(4);
  expect(drawn.between(4, 4)?.kind).toBe("solid");
});

test("an unfinished annotation is visible but not stored", () => {
  const drawn = new Annotations();
  drawn.add({ kind: "dashed", from: 2, to: 3 });
  drawn.point(4);
  expect(drawn.shown(null)).toEqual([...drawn.list, { kind: "solid", from: 4, to: 4 }]);
  expect(drawn.shown(7)).toEqual([...drawn.list, { kind: "solid", from: 4, to: 7 }]);
  drawn.pen.press(1, "double");
  drawn.pen.move(6);
  expect(drawn.shown(7)).toEqual([...drawn.list, { kind: "double", from: 1, to: 6 }]);
  drawn.pen.giveUp();
  drawn.clear();
  expect(drawn.shown(7)).toEqual([]);
});

test("a stroke without a kind of its own draws the next one", () => {
  const drawn = new Annotations();
  drawn.add({ kind: null, from: 1, to: 2 });
  drawn.add({ kind: null, from: 1, to: 2 });
  expect(drawn.list).toEqual([{ kind: "dashed", from: 1, to: 2 }]);
});

test("clearing returns whether there were annotations", () => {
  const drawn = new Annotations();
  expect(drawn.clear()).toBe(false);
  drawn.point(4);
  expect(drawn.clear()).toBe(true);
  drawn.draw("solid", 1, 1);
  expect(drawn.clear()).toBe(true);
  expect([drawn.list, drawn.from]).toEqual([[], null]);
});

test("modifier keys choose the kind", () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false };
  for (const like of [{ shiftKey: true }, { ctrlKey: true }]) {
    const keys = [none, { ...none, ...like }, { ...none, altKey: true }];
    expect([...keys, { ...none, ...like, altKey: true }].map(kindOf)).toEqual(KINDS);
  }
});
