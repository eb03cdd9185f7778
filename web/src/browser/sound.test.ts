import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";
import type { Sound } from "./sound";

/** Tones that were started, with times in seconds; noise has 0 hertz. */
let starts: { hertz: number; from: number; to: number }[];
let loudest: number;
let opened: number;

class FakeNode {
  frequency = { value: 0 };
  Q = { value: 0 };
  buffer: { duration: number } | null = null;
  type = "";
  private from = 0;
  gain = {
    set value(value: number) {
      loudest = Math.max(loudest, value);
    },
    setValueAtTime: (value: number) => (loudest = Math.max(loudest, value)),
    linearRampToValueAtTime: (value: number) => (loudest = Math.max(loudest, value)),
    exponentialRampToValueAtTime: () => undefined,
  };
  connect(next: FakeNode) {
    return next;
  }
  start(at: number) {
    this.from = at;
    if (this.buffer) starts.push({ hertz: 0, from: at, to: at + this.buffer.duration });
  }
  stop(at: number) {
    starts.push({ hertz: this.frequency.value, from: this.from, to: at });
  }
}

class FakeAudioContext {
  constructor() {
    opened += 1;
  }
  currentTime = 7;
  sampleRate = 1000;
  state = "running";
  destination = new FakeNode();
  createGain = () => new FakeNode();
  createOscillator = () => new FakeNode();
  createBiquadFilter = () => new FakeNode();
  createBufferSource = () => new FakeNode();
  createBuffer = (_: number, length: number, rate: number) => ({
    duration: length / rate,
    getChannelData: () => new Float32Array(length),
  });
}

async function hear(...sounds: Sound[]): Promise<void> {
  vi.resetModules(); // the module keeps one AudioContext
  const { settings: fresh } = await import("./settings.svelte");
  fresh.sound = settings.sound;
  fresh.volume = settings.volume;
  const { play } = await import("./sound");
  sounds.forEach(play);
}

beforeEach(() => {
  [starts, loudest, opened] = [[], 0, 0];
  settings.sound = true;
  settings.volume = 50;
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", { languages: [], userActivation: { hasBeenActive: true } });
});

afterEach(() => vi.unstubAllGlobals());

test.each<Sound>(["mine", "theirs", "capture", "turn", "end", "notice", "hurry"])(
  "%s is short and quiet",
  async (sound) => {
    await hear(sound);
    expect(starts.length).toBeGreaterThan(0);
    expect(Math.max(...starts.map(({ to }) => to)) - 7).toBeLessThan(0.8);
    expect(Math.min(...starts.map(({ from }) => from))).toBe(7);
    expect(loudest).toBeLessThanOrEqual(0.4);
  },
);

test("own and other pieces sound different, from one and the same device", async () => {
  await hear("mine", "theirs");
  const hertz = starts.map((start) => start.hertz).filter(Boolean);
  expect(new Set(hertz).size).toBe(2);
  expect(opened).toBe(1);
});

test("a capture sounds unlike a move: two knocks, the second deeper", async () => {
  await hear("mine");
  const [move] = starts.filter(({ hertz }) => hertz > 0);
  starts = [];
  await hear("capture");
  const [first, second] = starts.filter(({ hertz }) => hertz > 0);
  expect(first?.hertz).toBe(move?.hertz);
  expect(second?.hertz).toBeLessThan(move?.hertz ?? 0);
  expect(second?.from).toBeGreaterThan(first?.from ?? 0);
});

test("the volume is the user's", async () => {
  await hear("end");
  const before = loudest;
  [loudest, settings.volume] = [0, 100];
  await hear("end");
  expect(loudest).toBeCloseTo(2 * before);
  [starts, loudest, settings.volume] = [[], 0, 0];
  await hear("end");
  expect(starts).toEqual([]);
});

test("nothing is heard when sound is off or before the user has done anything", async () => {
  settings.sound = false;
  await hear("end");
  settings.sound = true;
  vi.stubGlobal("navigator", { languages: [], userActivation: { hasBeenActive: false } });
  await hear("end");
  expect([opened, starts.length]).toEqual([0, 0]);
});
