import { describe, expect, it } from "vitest";
import { HOME, TILT, ZOOM, between, eye, homeOf, slowed, turned, zoomed } from "./view";

describe("view", () => {
  it("never looks from below, nor over the top", () => {
    for (const pull of [-100, -1, 1, 100]) {
      const { tilt } = turned(HOME, 0, pull);
      expect(tilt).toBeGreaterThanOrEqual(TILT.least);
      expect(tilt).toBeLessThanOrEqual(TILT.most);
      expect(eye(turned(HOME, 0, pull), 10)[1]).toBeGreaterThan(0);
    }
  });

  it("turns with the hand: pulled to the right, the eye goes to the left", () => {
    const front = { ...HOME, turn: 0 };
    expect(eye(turned(front, 0.1, 0), 10)[0]).toBeLessThan(0);
    expect(turned(front, 0, 0.1).tilt).toBeGreaterThan(front.tilt);
  });

  it("rotates without limit", () => {
    expect(turned(HOME, 50, 0).turn).toBeLessThan(-2 * Math.PI);
  });

  it("stands where the lower edge of the turned board is", () => {
    const [x, , z] = eye({ ...homeOf(90), turn: homeOf(90).turn - HOME.turn }, 10);
    expect(x).toBeGreaterThan(1); // the right edge came below
    expect(z).toBeCloseTo(0);
    expect(homeOf(0)).toEqual(HOME);
  });

  it("zooms within bounds", () => {
    expect(zoomed(HOME, 0.9).zoom).toBeCloseTo(0.9);
    expect(zoomed(HOME, 0.001).zoom).toBe(ZOOM.least);
    expect(zoomed(HOME, 1000).zoom).toBe(ZOOM.most);
  });

  it("keeps the eye at its distance", () => {
    expect(Math.hypot(...eye(HOME, 10))).toBeCloseTo(10);
    expect(Math.hypot(...eye(zoomed(HOME, 0.6), 10))).toBeCloseTo(6);
  });

  it("goes home the short way", () => {
    const away = { turn: HOME.turn + 4 * Math.PI + 0.2, tilt: 1.2, zoom: 0.7 };
    expect(between(away, HOME, 0).turn).toBeCloseTo(HOME.turn + 0.2);
    expect(between(away, HOME, 1)).toEqual({
      turn: expect.closeTo(HOME.turn),
      tilt: expect.closeTo(HOME.tilt),
      zoom: expect.closeTo(HOME.zoom),
    });
  });

  it("comes to rest", () => {
    let [speed, frames] = [0.002, 0];
    while (speed !== 0) [speed, frames] = [slowed(speed, 16), frames + 1];
    expect(frames).toBeGreaterThan(3);
    expect(frames).toBeLessThan(120);
    expect(slowed(-0.5, 16)).toBeLessThan(0);
  });
});
