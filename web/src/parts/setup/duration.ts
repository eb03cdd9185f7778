import type { Clock } from "../../protocol";
import { w } from "../../words/index.svelte";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 30 s, 5 min, 1 min 30 s, 1 day */
export function durationText(seconds: number): string {
  const parts: [number, (n: number) => string][] = [
    [Math.floor(seconds / DAY), w().days],
    [Math.floor((seconds % DAY) / HOUR), w().hours],
    [Math.floor((seconds % HOUR) / MINUTE), w().minutes],
    [seconds % MINUTE, w().seconds],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, say]) => say(number));
  return said.join(" ") || w().seconds(0);
}

export function clockName(clock: Clock): string {
  if (clock.kind === "none") return w().noClock;
  const time = durationText(clock.seconds);
  if (clock.kind === "move") return `${time} · ${w().perTurn}`;
  return `${time} + ${durationText(clock.increment)}`;
}
