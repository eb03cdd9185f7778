import { expect, test } from "vitest";
import { Drag } from "./drag.svelte";

const PIECE = { letter: "r", height: 1, from: 4 };
const at = (x: number, y: number) => ({ clientX: x, clientY: y });

test("a trembling click drags nothing", () => {
  const drag = new Drag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(13, 12));
  expect(drag.carried).toBeNull();
  expect(drag.end()).toBeNull();
  expect(drag.justEnded).toBe(false);
});

test("what is dragged follows the pointer, and the click that ends it is none", () => {
  const drag = new Drag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(30, 10));
  drag.move(at(11, 10)); // back again: it is dragged all the same
  expect(drag.carried).toEqual(PIECE);
  expect(drag.at).toEqual({ x: 11, y: 10 });
  expect(drag.end()).toEqual(PIECE);
  expect(drag.justEnded).toBe(true);
  drag.pressNothing();
  expect(drag.justEnded).toBe(false);
  drag.move(at(90, 90));
  expect(drag.carried).toBeNull();
});
