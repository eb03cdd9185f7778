import { expect, test } from "vitest";
import { kindOf, KINDS } from "./annotation";
import { Annotations } from "./annotations.svelte";

test("drawn once more it goes, drawn in another way it changes", () => {
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

test("an arrow back is another one", () => {
  const drawn = new Annotations();
  drawn.draw("solid", 1, 5);
  drawn.draw("solid", 5, 1);
  expect(drawn.list).toHaveLength(2);
});

test("who has no modifier keys goes through all kinds, and then there is none", () => {
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

test("what is being drawn is seen, but not there yet", () => {
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

test("clearing tells whether there was anything", () => {
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
