import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";
import type { Sound } from "./sound";

/** The sounds that were started, with times in seconds; noise has 0 hertz. */
let starts: { hertz: number; from: number; to: number }[];
let maxGain: number;
let contextCount: number;

const NOW_SECONDS = 7; // on the clock of the audio context

class FakeNode {
  frequency = { value: 0 };
  Q = { value: 0 };
  buffer: { duration: number } | null = null;
  type = "";
  private from = 0;
  gain = {
    set value(value: number) {
      maxGain = Math.max(maxGain, value);
    },
    setValueAtTime: (value: number) => (maxGain = Math.max(maxGain, value)),
    linearRampToValueAtTime: (value: number) => (maxGain = Math.max(maxGain, value)),
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
    contextCount += 1;
  }
  currentTime = NOW_SECONDS;
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

async function playAll(...sounds: Sound[]): Promise<void> {
  vi.resetModules(); // the module keeps one AudioContext
  const { settings: fresh } = await import("./settings.svelte");
  fresh.sound = settings.sound;
  fresh.volume = settings.volume;
  const { playSound } = await import("./sound");
  sounds.forEach(playSound);
}

beforeEach(() => {
  [starts, maxGain, contextCount] = [[], 0, 0];
  settings.sound = true;
  settings.volume = 50;
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", { languages: [], userActivation: { hasBeenActive: true } });
});

afterEach(() => vi.unstubAllGlobals());

test.each<Sound>(["mine", "theirs", "capture", "turn", "end", "notice", "hurry"])(
  "%s is short and quiet",
  async (sound) => {
    await playAll(sound);
    expect(starts.length).toBeGreaterThan(0);
    expect(Math.max(...starts.map(({ to }) => to)) - NOW_SECONDS).toBeLessThan(0.8);
    expect(Math.min(...starts.map(({ from }) => from))).toBe(NOW_SECONDS);
    expect(maxGain).toBeLessThanOrEqual(0.4);
  },
);

test("own and other moves sound different and share one AudioContext", async () => {
  await playAll("mine", "theirs");
  const hertz = starts.map((start) => start.hertz).filter(Boolean);
  expect(new Set(hertz).size).toBe(2);
  expect(contextCount).toBe(1);
});

test("a capture has two knocks, the second lower", async () => {
  await playAll("mine");
  const [move] = starts.filter(({ hertz }) => hertz > 0);
  starts = [];
  await playAll("capture");
  const [first, second] = starts.filter(({ hertz }) => hertz > 0);
  expect(first?.hertz).toBe(move?.hertz);
  expect(second?.hertz).toBeLessThan(move?.hertz ?? 0);
  expect(second?.from).toBeGreaterThan(first?.from ?? 0);
});

test("the gain is proportional to the volume; zero is silent", async () => {
  await playAll("end");
  const gainAtHalf = maxGain;
  [maxGain, settings.volume] = [0, 100];
  await playAll("end");
  expect(maxGain).toBeCloseTo(2 * gainAtHalf);
  [starts, maxGain, settings.volume] = [[], 0, 0];
  await playAll("end");
  expect(starts).toEqual([]);
});

test("nothing is played when sound is off or before any user action", async () => {
  settings.sound = false;
  await playAll("end");
  settings.sound = true;
  vi.stubGlobal("navigator", { languages: [], userActivation: { hasBeenActive: false } });
  await playAll("end");
  expect([contextCount, starts.length]).toEqual([0, 0]);
});
