import type { Clock } from "../protocol";
import { w } from "../words/index.svelte";

/** 30 s, 5 min, 1 day */
export function durationText(seconds: number): string {
  if (seconds < 60) return w().seconds(seconds);
  if (seconds < 86_400) return w().minutes(seconds / 60);
  return w().days(seconds / 86_400);
}

export function clockName(clock: Clock): string {
  if (clock.kind === "none") return w().noClock;
  const time = durationText(clock.seconds);
  if (clock.kind === "move") return `${time} · ${w().perTurn}`;
  return `${time} + ${durationText(clock.increment)}`;
}
