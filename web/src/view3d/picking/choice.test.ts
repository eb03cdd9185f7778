import { describe, expect, it } from "vitest";
import { actionsOn, landing, meant, tapped } from "./choice";
import { layoutOf } from "../layout";
import { moment, rodBoard, target } from "../things/sample";

const { rods } = layoutOf(rodBoard(4, 4));
const [a1, b1, c1] = rods as [(typeof rods)[0], (typeof rods)[0], (typeof rods)[0]];
const frame = moment({
  // c1 is full
  targets: { a1y: target(0, "y"), a1: target(0), b1: target(17), b1y: target(17, "y") },
});

describe("choice", () => {
  it("knows where a ball lands, on cell 0 too", () => {
    expect(landing(frame, "a1")).toBe(0);
    expect(landing(frame, "b1y")).toBe(17);
    expect(landing(frame, "c1")).toBeNull();
    expect(landing(frame, null)).toBeNull();
  });

  it("takes the plain action of a rod, unless the other one is shown on it", () => {
    expect(actionsOn(frame, a1)).toEqual(["a1", "a1y"]);
    expect(meant(frame, a1, null)).toBe("a1");
    expect(meant(frame, a1, "a1y")).toBe("a1y");
    expect(meant(frame, a1, "b1y")).toBe("a1");
    expect(meant(frame, c1, "a1")).toBeNull();
  });

  it("plays a click of the mouse at once", () => {
    expect(tapped(frame, b1, null, "mouse")).toEqual({ play: "b1" });
    expect(tapped(frame, b1, "b1y", "mouse")).toEqual({ play: "b1y" });
    expect(tapped(frame, c1, null, "mouse")).toEqual({ show: null });
    expect(tapped(frame, null, "b1", "mouse")).toEqual({ show: null });
  });

  it("shows at the first tap of a finger and plays at the second on the same rod", () => {
    expect(tapped(frame, b1, null, "touch")).toEqual({ show: "b1" });
    expect(tapped(frame, b1, "b1", "touch")).toEqual({ play: "b1" });
    expect(tapped(frame, b1, "b1y", "touch")).toEqual({ play: "b1y" });
    expect(tapped(frame, a1, "b1", "touch")).toEqual({ show: "a1" });
    expect(tapped(frame, null, "b1", "touch")).toEqual({ show: null });
  });
});
