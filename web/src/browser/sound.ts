// Sounds of wooden pieces and notes, synthesised without sound files.
import { settings } from "./settings.svelte";

export type Sound = "mine" | "theirs" | "capture" | "turn" | "end" | "notice" | "hurry";

const MAX_GAIN = 0.4; // at full volume; the sounds stay quiet
const SECOND_KNOCK_DELAY_SECONDS = 0.075; // of a capture
const KNOCK_NOISE_SECONDS = 0.05;
const KNOCK_TONE_SECONDS = 0.09;
const NOTE_INTERVAL_SECONDS = 0.11;

let context: AudioContext | null = null;

export function playSound(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return; // browsers forbid sounds before a click
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // suspended, e.g., by locking the phone
  if (sound === "mine") knock(context, 320);
  else if (sound === "theirs") knock(context, 230);
  else if (sound === "capture") {
    knock(context, 320);
    knock(context, 180, SECOND_KNOCK_DELAY_SECONDS);
  } else if (sound === "turn") playNotes(context, [523, 659]);
  else if (sound === "hurry") playNotes(context, [880]);
  else if (sound === "notice") playNotes(context, [660, 880]);
  else playNotes(context, [392, 494, 587, 784]);
}

function getGain(): number {
  return (MAX_GAIN * settings.volume) / 100;
}

/** Play wood on wood: a short noise through a narrow filter, and a low tone of the board. */
function knock(audio: AudioContext, hertz: number, delaySeconds = 0): void {
  const at = audio.currentTime + delaySeconds;
  const source = audio.createBufferSource();
  source.buffer = createNoise(audio, KNOCK_NOISE_SECONDS);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz * 5;
  filter.Q.value = 1.2;
  const volume = audio.createGain();
  volume.gain.value = 2 * getGain(); // the filter removes most of the noise
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
  playTone(audio, at, hertz, KNOCK_TONE_SECONDS);
}

/** Play notes on a xylophone, one after the other, given by their frequencies. */
function playNotes(audio: AudioContext, frequencies: number[]): void {
  frequencies.forEach((hertz, i) => {
    const at = audio.currentTime + i * NOTE_INTERVAL_SECONDS;
    playTone(audio, at, hertz, 0.3);
    playTone(audio, at, hertz * 4, 0.05, 0.3); // the stroke of the mallet: short and two octaves higher
  });
}

/** Return decaying noise. */
function createNoise(audio: AudioContext, seconds: number): AudioBuffer {
  const length = Math.floor(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  return buffer;
}

function playTone(
  audio: AudioContext,
  at: number,
  hertz: number,
  seconds: number,
  relativeGain = 1,
): void {
  const source = audio.createOscillator();
  source.frequency.value = hertz;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(getGain() * relativeGain, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
