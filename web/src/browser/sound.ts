// Sounds of wood, made when they are needed: no file is loaded.
import { settings } from "./settings.svelte";

export type Sound = "mine" | "theirs" | "capture" | "turn" | "end" | "notice" | "hurry";

const LOUD = 0.4; // of what the device can do, at full volume: a sound is a hint, not an event
const AGAIN = 0.075; // seconds until a captured piece is put aside
const STEP = 0.11; // seconds between the bars of a xylophone

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return; // browsers forbid sounds before a click
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // a phone was locked meanwhile
  if (sound === "mine") knock(context, 320);
  else if (sound === "theirs") knock(context, 230);
  else if (sound === "capture") {
    knock(context, 320);
    knock(context, 180, AGAIN);
  } else if (sound === "turn") bars(context, [523, 659]);
  else if (sound === "hurry") bars(context, [880]);
  else if (sound === "notice") bars(context, [660, 880]);
  else bars(context, [392, 494, 587, 784]);
}

function loud(): number {
  return (LOUD * settings.volume) / 100;
}

/** Wood on wood: a short noise through a narrow filter, and the board's low answer. */
function knock(audio: AudioContext, hertz: number, later = 0): void {
  const at = audio.currentTime + later;
  const source = audio.createBufferSource();
  source.buffer = noise(audio, 0.05);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz * 5;
  filter.Q.value = 1.2;
  const volume = audio.createGain();
  volume.gain.value = 2 * loud(); // the filter leaves little of it
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
  tone(audio, at, hertz, 0.09);
}

/** Struck wooden bars, one after the other. */
function bars(audio: AudioContext, notes: number[]): void {
  notes.forEach((hertz, i) => {
    const at = audio.currentTime + i * STEP;
    tone(audio, at, hertz, 0.3);
    tone(audio, at, hertz * 4, 0.05, 0.3); // the mallet
  });
}

/** A noise that dies away. */
function noise(audio: AudioContext, seconds: number): AudioBuffer {
  const length = Math.floor(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  return buffer;
}

function tone(audio: AudioContext, at: number, hertz: number, seconds: number, part = 1): void {
  const source = audio.createOscillator();
  source.frequency.value = hertz;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud() * part, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
