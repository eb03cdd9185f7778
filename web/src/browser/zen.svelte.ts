// Zen mode: nothing but the board and who plays, as long as the tab is open.
import { w } from "../words/index.svelte";
import { announce } from "./announce.svelte";
import { save, saved } from "./browserStorage";

let on = $state(saved("zen", false, "tab"));

export function isZen(): boolean {
  return on;
}

export function setZen(wanted: boolean): void {
  on = wanted;
  save("zen", wanted || null, "tab");
  announce(wanted ? w().zenBegins : w().zenEnds);
}

/** An effect of a page that has this mode: the header of all pages follows. */
export function followZen(): () => void {
  const root = document.documentElement;
  root.toggleAttribute("data-zen", on);
  return () => root.removeAttribute("data-zen");
}
