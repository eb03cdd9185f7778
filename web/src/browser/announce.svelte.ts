// What a screen reader says without being asked.
import { untrack } from "svelte";

const MAX_KEPT = 3; // the newest: one that comes soon after another does not replace it

export interface Announcement {
  id: number;
  words: string;
}

let kept = $state.raw<Announcement[]>([]);
let count = 0;

export function announcements(): readonly Announcement[] {
  return kept;
}

export function announce(words: string): void {
  // An effect that announces is not to run again for it.
  kept = [...untrack(() => kept), { id: ++count, words }].slice(-MAX_KEPT);
}
