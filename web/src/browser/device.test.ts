import { expect, test } from "vitest";
import { getPointerDevice, getClickDevice } from "./device";

const click = (detail: number, pointerType?: string) =>
  ({ detail, ...(pointerType === undefined ? {} : { pointerType }) }) as PointerEvent;

test("a click tells what it was made with", () => {
  expect(getClickDevice(click(1, "mouse"))).toBe("mouse");
  expect(getClickDevice(click(1, "touch"))).toBe("touch");
  expect(getClickDevice(click(2, "pen"))).toBe("touch");
  expect(getClickDevice(click(0, ""))).toBe("key");
  expect(getClickDevice(click(1))).toBe("mouse");
});

test("pointers that are no mouse touch the screen", () => {
  expect(["mouse", "touch", "pen"].map(getPointerDevice)).toEqual(["mouse", "touch", "touch"]);
});
