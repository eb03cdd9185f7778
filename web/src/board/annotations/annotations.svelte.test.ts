import { expect, test } from "vitest";
import { Annotations, kindOf, KINDS } from "./annotations.svelte";

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

test("an arrow by two keys begins and ends, and is given up where it began", () => {
  const drawn = new Annotations();
  drawn.arrow(4);
  expect(drawn.from).toBe(4);
  drawn.arrow(4);
  expect([drawn.from, drawn.list]).toEqual([null, []]);
  drawn.arrow(4);
  drawn.arrow(9);
  expect(drawn.list).toEqual([{ kind: "solid", from: 4, to: 9 }]);
});

test("clearing tells whether there was anything", () => {
  const drawn = new Annotations();
  expect(drawn.clear()).toBe(false);
  drawn.arrow(4);
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
