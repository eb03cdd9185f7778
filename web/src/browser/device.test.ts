import { expect, test } from "vitest";
import { getPointerDevice, getClickDevice } from "./device";

const click = (detail: number, pointerType?: string) =>
  ({ detail, ...(pointerType === undefined ? {} : { pointerType }) }) as PointerEvent;

test("the device of a click is known from its pointer type and count", () => {
  expect(getClickDevice(click(1, "mouse"))).toBe("mouse");
  expect(getClickDevice(click(1, "touch"))).toBe("touch");
  expect(getClickDevice(click(2, "pen"))).toBe("touch");
  expect(getClickDevice(click(0, ""))).toBe("key");
  expect(getClickDevice(click(1))).toBe("mouse");
});

test("touch and pen count as touch", () => {
  expect(["mouse", "touch", "pen"].map(getPointerDevice)).toEqual(["mouse", "touch", "touch"]);
});
