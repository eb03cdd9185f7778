import { describe, expect, it } from "vitest";
import {
  DEFAULT_VIEW,
  TILT_RANGE,
  ZOOM_RANGE,
  dampSpeed,
  getDefaultView,
  getEyePosition,
  interpolateViews,
  rotateView,
  zoomView,
} from "./view";

describe("view", () => {
  it("never looks from below, nor over the top", () => {
    for (const drag of [-100, -1, 1, 100]) {
      const { tilt } = rotateView(DEFAULT_VIEW, 0, drag);
      expect(tilt).toBeGreaterThanOrEqual(TILT_RANGE.min);
      expect(tilt).toBeLessThanOrEqual(TILT_RANGE.max);
      expect(getEyePosition(rotateView(DEFAULT_VIEW, 0, drag), 10)[1]).toBeGreaterThan(0);
    }
  });

  it("follows the finger: a drag to the right moves the eye to the left", () => {
    const front = { ...DEFAULT_VIEW, turn: 0 };
    expect(getEyePosition(rotateView(front, 0.1, 0), 10)[0]).toBeLessThan(0);
    expect(rotateView(front, 0, 0.1).tilt).toBeGreaterThan(front.tilt);
  });

  it("rotates without limit", () => {
    expect(rotateView(DEFAULT_VIEW, 50, 0).turn).toBeLessThan(-2 * Math.PI);
  });

  it("looks at the lower edge of the rotated board by default", () => {
    const [x, , z] = getEyePosition(
      { ...getDefaultView(90), turn: getDefaultView(90).turn - DEFAULT_VIEW.turn },
      10,
    );
    expect(x).toBeGreaterThan(1); // the right edge came below
    expect(z).toBeCloseTo(0);
    expect(getDefaultView(0)).toEqual(DEFAULT_VIEW);
  });

  it("zooms within bounds", () => {
    expect(zoomView(DEFAULT_VIEW, 0.9).zoom).toBeCloseTo(0.9);
    expect(zoomView(DEFAULT_VIEW, 0.001).zoom).toBe(ZOOM_RANGE.min);
    expect(zoomView(DEFAULT_VIEW, 1000).zoom).toBe(ZOOM_RANGE.max);
  });

  it("the distance of the eye is proportional to the zoom", () => {
    expect(Math.hypot(...getEyePosition(DEFAULT_VIEW, 10))).toBeCloseTo(10);
    expect(Math.hypot(...getEyePosition(zoomView(DEFAULT_VIEW, 0.6), 10))).toBeCloseTo(6);
  });

  it("interpolates in the shorter direction", () => {
    const view = { turn: DEFAULT_VIEW.turn + 4 * Math.PI + 0.2, tilt: 1.2, zoom: 0.7 };
    expect(interpolateViews(view, DEFAULT_VIEW, 0).turn).toBeCloseTo(DEFAULT_VIEW.turn + 0.2);
    expect(interpolateViews(view, DEFAULT_VIEW, 1)).toEqual({
      turn: expect.closeTo(DEFAULT_VIEW.turn),
      tilt: expect.closeTo(DEFAULT_VIEW.tilt),
      zoom: expect.closeTo(DEFAULT_VIEW.zoom),
    });
  });

  it("stops after damping", () => {
    let [speed, frames] = [0.002, 0];
    while (speed !== 0) [speed, frames] = [dampSpeed(speed, 16), frames + 1];
    expect(frames).toBeGreaterThan(3);
    expect(frames).toBeLessThan(120);
    expect(dampSpeed(-0.5, 16)).toBeLessThan(0);
  });
});
