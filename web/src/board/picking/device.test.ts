import { expect, test } from "vitest";
import { byPointer, deviceOf } from "./device";

const click = (detail: number, pointerType?: string) =>
  ({ detail, ...(pointerType === undefined ? {} : { pointerType }) }) as PointerEvent;

test("a click tells what it was made with", () => {
  expect(deviceOf(click(1, "mouse"))).toBe("mouse");
  expect(deviceOf(click(1, "touch"))).toBe("touch");
  expect(deviceOf(click(2, "pen"))).toBe("touch");
  expect(deviceOf(click(0, ""))).toBe("key");
  expect(deviceOf(click(1))).toBe("mouse");
});

test("pointers that are no mouse touch the screen", () => {
  expect(["mouse", "touch", "pen"].map(byPointer)).toEqual(["mouse", "touch", "touch"]);
});
