// Sounds of wood and stone, made when they are needed: no file is loaded.
import { settings } from "./settings.svelte";

export type Sound = "mine" | "theirs" | "end" | "notice" | "hurry";

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return; // browsers forbid sounds before a click
  context ??= new AudioContext();
  const now = context.currentTime;
  if (sound === "mine") knock(context, now, 320);
  else if (sound === "theirs") knock(context, now, 230);
  else if (sound === "hurry") tone(context, now, 880, 0.08, 0.08);
  else if (sound === "notice") [660, 880].forEach((hertz, i) => ring(now + i * 0.12, hertz));
  else [392, 494, 587, 784].forEach((hertz, i) => ring(now + i * 0.11, hertz));
}

function ring(at: number, hertz: number): void {
  if (context) tone(context, at, hertz, 0.5, 0.12);
}

/** Wood on wood: a short noise through a narrow filter, and the board's low answer. */
function knock(audio: AudioContext, at: number, hertz: number): void {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz * 5, Q: 1.2 });
  const volume = new GainNode(audio, { gain: 0.5 });
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
  tone(audio, at, hertz, 0.09, 0.22);
}

function tone(audio: AudioContext, at: number, hertz: number, seconds: number, gain: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(gain, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
