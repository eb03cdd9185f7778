// What a screen reader says without being asked.
import { untrack } from "svelte";

let text = $state("");

export function announcement(): string {
  return text;
}

/** The same words twice are said twice: a space makes them differ. */
export function announce(words: string): void {
  const before = untrack(() => text); // an effect that announces is not to run again for it
  text = words === before ? `${words} ` : words;
}
