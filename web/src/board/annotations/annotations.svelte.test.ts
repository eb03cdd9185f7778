import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  Annotations,
  ANNOTATION_KINDS,
  LONG_PRESS_MS,
  Pen,
  annotateAction,
  getArrowPaths,
  getBadgePosition,
  getKindByModifiers,
  createRings,
  annotateSuggestion,
} from "./annotations.svelte";
import type { Target } from "../../protocol";

// The same paths as in tests/draw/test_annotations.py: boards look like pictures.
test("an arrow leads from one cell to another", () => {
  expect(getArrowPaths([0, 0], [300, 0])).toEqual({
    line: "M22 0L256 0",
    head: "M290 0L256 25L256 -25Z",
  });
  expect(getArrowPaths([100, 100], [100, 0])).toEqual({
    line: "M100 78L100 44",
    head: "M100 10L125 44L75 44Z",
  });
});

test("an arrow between adjacent cells has a line before its head", () => {
  expect(getArrowPaths([0, 0], [60, 0]).line).toBe("M8 0L16 0");
});

test("an arrow from a cell to itself is a ring", () => {
  expect(getArrowPaths([50, -50], [50, -50])).toEqual({
    line: "M50 -94A44 44 0 1 1 50 -6A44 44 0 1 1 50 -94",
    head: "",
  });
});

const BADGE_RADIUS = 17;

function getMinDistance(points: (readonly [number, number])[]): number {
  const others = points.flatMap((a, i) =>
    points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])),
  );
  return Math.min(...others);
}

test("the numbers of suggestions do not overlap", () => {
  const at = [200, 200] as const;
  expect(
    getMinDistance([1, 2, 3, 4, 5].map((rank) => getBadgePosition(at, at, rank))),
  ).toBeGreaterThan(2 * BADGE_RADIUS);
  const neighbours = [
    [300, 200],
    [100, 200],
    [200, 300],
    [200, 100],
  ] as const;
  const tiles = neighbours.flatMap((to) => [
    getBadgePosition(at, to, 1),
    getBadgePosition(to, at, 2),
  ]);
  expect(getMinDistance(tiles)).toBeGreaterThan(2 * BADGE_RADIUS);
});

const target = (kind: Target["kind"], ...cells: number[]): Target => ({ kind, cells, spoken: "" });

test("an action that moves a piece is an arrow from the first cell to the last", () => {
  const arrow = [{ kind: "solid", from: 3, to: 9 }];
  expect(annotateAction(target("capture", 3, 9), "solid")).toEqual(arrow);
  expect(annotateAction(target("move", 3, 6, 9), "solid")).toEqual(arrow);
});

test("placed pieces are shown as rings", () => {
  expect(annotateAction(target("tile", 1, 2), "dashed")).toEqual(createRings([1, 2], "dashed"));
  expect(annotateAction(target("take", 5), "dashed")).toEqual([{ kind: "dashed", from: 5, to: 5 }]);
  expect(annotateAction(target("pass"), "dashed")).toEqual([]);
});

const blank = { colour: "wood", mark: "plain", owner: 0 } as const;
const hole = { colour: "wood", mark: "holes", owner: 1 } as const;

test("a suggested placement is shown as a ghost", () => {
  const tile = { ...target("tile", 1, 2), puts: "ox" };
  const looks = { o: blank, x: hole };
  expect(annotateSuggestion(tile, 1, looks)).toEqual([
    { kind: "solid", from: 1, to: 2, rank: 1, puts: [blank, hole] },
  ]);
  const ball = { ...target("place", 7), puts: "o" };
  expect(annotateSuggestion(ball, 3, looks)).toEqual([
    { kind: "double", from: 7, to: 7, rank: 3, puts: [blank] },
  ]);
});

test("suggestions differ in kind and number; unknown pieces are rings", () => {
  const move = target("capture", 3, 9);
  const suggestions = [1, 2, 3, 4, 5].map((rank) => annotateSuggestion(move, rank, {})[0]);
  expect(suggestions.map((item) => item?.kind)).toEqual([
    "solid",
    "dashed",
    "double",
    "dotted",
    "dotted",
  ]);
  expect(suggestions.map((item) => item?.rank)).toEqual([1, 2, 3, 4, 5]);
  const rest = annotateSuggestion({ ...target("tile", 1, 2), puts: "ox" }, 2, {});
  expect(rest).toEqual([
    { kind: "dashed", from: 1, to: 1, rank: 2 },
    { kind: "dashed", from: 2, to: 2 },
  ]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a mouse draws from where the button goes down to where it is released", () => {
  const pen = new Pen();
  pen.start(3, "dashed");
  expect(pen.preview).toEqual({ kind: "dashed", from: 3, to: 3 });
  pen.move(7);
  expect(pen.preview).toEqual({ kind: "dashed", from: 3, to: 7 });
  expect(pen.finish()).toEqual({ kind: "dashed", from: 3, to: 7 });
  expect([pen.isDown, pen.preview, pen.finish()]).toEqual([false, null, null]);
});

test("a stroke that ends outside the board draws nothing", () => {
  const pen = new Pen();
  pen.start(3, "solid");
  pen.move(null);
  expect([pen.isDown, pen.preview]).toEqual([true, null]);
  expect(pen.finish()).toBeNull();
});

test("a touch draws after a long press", () => {
  const pen = new Pen();
  const onStart = vi.fn();
  pen.startAfterLongPress(5, onStart);
  vi.advanceTimersByTime(LONG_PRESS_MS - 1);
  expect(pen.isDown).toBe(false);
  pen.cancel();
  vi.advanceTimersByTime(LONG_PRESS_MS);
  expect([pen.isDown, onStart.mock.calls.length]).toEqual([false, 0]);
  pen.startAfterLongPress(5, onStart);
  vi.advanceTimersByTime(LONG_PRESS_MS);
  expect([pen.isDown, onStart.mock.calls.length]).toEqual([true, 1]);
  pen.move(6);
  expect(pen.finish()).toEqual({ kind: null, from: 5, to: 6 });
});

test("drawing the same annotation again removes it, another kind replaces it", () => {
  const annotations = new Annotations();
  annotations.toggle("solid", 1, 5);
  annotations.toggle("dashed", 3, 3);
  expect(annotations.list).toEqual([
    { kind: "solid", from: 1, to: 5 },
    { kind: "dashed", from: 3, to: 3 },
  ]);
  annotations.toggle("double", 1, 5);
  expect(annotations.find(1, 5)?.kind).toBe("double");
  annotations.toggle("double", 1, 5);
  annotations.toggle("dashed", 3, 3);
  expect(annotations.list).toEqual([]);
});

test("an arrow in the opposite direction is separate", () => {
  const annotations = new Annotations();
  annotations.toggle("solid", 1, 5);
  annotations.toggle("solid", 5, 1);
  expect(annotations.list).toHaveLength(2);
});

test("without modifier keys, repeated drawing cycles through all kinds and then removes the annotation", () => {
  const annotations = new Annotations();
  const kinds = [...ANNOTATION_KINDS, undefined].map(() => {
    annotations.cycle(2, 2);
    return annotations.find(2, 2)?.kind;
  });
  expect(kinds).toEqual(["solid", "dashed", "double", "dotted", undefined]);
});

test("two selected cells are an arrow, or a ring if they are the same", () => {
  const annotations = new Annotations();
  annotations.markArrowEnd(4);
  expect([annotations.arrowStart, annotations.list]).toEqual([4, []]);
  annotations.markArrowEnd(9);
  expect([annotations.arrowStart, annotations.list]).toEqual([
    null,
    [{ kind: "solid", from: 4, to: 9 }],
  ]);
  annotations.markArrowEnd(4);
  annotations.markArrowEnd(4);
  expect(annotations.find(4, 4)?.kind).toBe("solid");
});

test("an unfinished annotation is visible but not stored", () => {
  const annotations = new Annotations();
  annotations.add({ kind: "dashed", from: 2, to: 3 });
  annotations.markArrowEnd(4);
  expect(annotations.getVisible(null)).toEqual([
    ...annotations.list,
    { kind: "solid", from: 4, to: 4 },
  ]);
  expect(annotations.getVisible(7)).toEqual([
    ...annotations.list,
    { kind: "solid", from: 4, to: 7 },
  ]);
  annotations.pen.start(1, "double");
  annotations.pen.move(6);
  expect(annotations.getVisible(7)).toEqual([
    ...annotations.list,
    { kind: "double", from: 1, to: 6 },
  ]);
  annotations.pen.cancel();
  annotations.clear();
  expect(annotations.getVisible(7)).toEqual([]);
});

test("a stroke without a kind draws the next kind", () => {
  const annotations = new Annotations();
  annotations.add({ kind: null, from: 1, to: 2 });
  annotations.add({ kind: null, from: 1, to: 2 });
  expect(annotations.list).toEqual([{ kind: "dashed", from: 1, to: 2 }]);
});

test("clearing returns whether there were annotations", () => {
  const annotations = new Annotations();
  expect(annotations.clear()).toBe(false);
  annotations.markArrowEnd(4);
  expect(annotations.clear()).toBe(true);
  annotations.toggle("solid", 1, 1);
  expect(annotations.clear()).toBe(true);
  expect([annotations.list, annotations.arrowStart]).toEqual([[], null]);
});

test("modifier keys choose the kind", () => {
  const noModifiers = { shiftKey: false, ctrlKey: false, altKey: false };
  for (const modifier of [{ shiftKey: true }, { ctrlKey: true }]) {
    const keys = [noModifiers, { ...noModifiers, ...modifier }, { ...noModifiers, altKey: true }];
    expect(
      [...keys, { ...noModifiers, ...modifier, altKey: true }].map(getKindByModifiers),
    ).toEqual(ANNOTATION_KINDS);
  }
});
