// What the user has chosen, kept in this browser.
import { save, saved } from "./browserStorage";
import type { InputDevice } from "../board/picking/device";
import type { Language } from "../protocol";

export type Theme = "auto" | "light" | "dark";
export type Style = "wood" | "plain" | "contrast"; // of boards and pieces
export type Motion = "auto" | "on" | "off";

interface Choices {
  theme: Theme;
  style: Style;
  coordinates: boolean; // the names of rows and columns on the board
  language: Language;
  sound: boolean;
  volume: number; // of sounds, in percent
  confirmBy: Record<InputDevice, boolean>; // a turn made with it is played only when confirmed
  premoves: boolean; // an action may be chosen before it is the user's turn
  motion: Motion;
  calls: boolean; // a notification when it is the user's turn and he looks elsewhere
  level: number; // of the computer, used last
  name: string; // the user's own
}

/** The first of the browser's languages that we speak. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const language of languages) {
    if (/^de\b/i.test(language)) return "de";
    if (/^en\b/i.test(language)) return "en";
  }
  return "en";
}

/** As the device wishes for everything that is shown. */
function preferredStyle(): Style {
  return globalThis.matchMedia?.("(prefers-contrast: more)").matches ? "contrast" : "wood";
}

const first: Choices = {
  theme: "auto",
  style: preferredStyle(),
  coordinates: true,
  language: preferredLanguage(globalThis.navigator?.languages ?? []),
  sound: true,
  volume: 50,
  confirmBy: { mouse: false, touch: false, key: false },
  premoves: true,
  motion: "auto",
  calls: false,
  level: 3,
  name: "",
};

export const settings: Choices = $state({ ...first, ...saved<Partial<Choices>>("settings", {}) });

class Device {
  dark = $state(false);
  still = $state(false); // prefers reduced motion

  constructor() {
    if (typeof matchMedia === "undefined") return;
    this.follow("(prefers-color-scheme: dark)", (yes) => (this.dark = yes));
    this.follow("(prefers-reduced-motion: reduce)", (yes) => (this.still = yes));
  }

  private follow(query: string, tell: (matches: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}

const device = new Device();

export function theme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return device.dark ? "dark" : "light";
}

export function motion(): boolean {
  return settings.motion === "auto" ? !device.still : settings.motion === "on";
}

/** Keep the choices and let the page follow them; lasts as long as the page. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => save("settings", settings));
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      root.dataset.theme = theme();
      root.dataset.style = settings.style;
      root.dataset.coordinates = settings.coordinates ? "on" : "off";
      root.dataset.motion = motion() ? "on" : "off";
      const { backgroundColor } = getComputedStyle(document.body); // of the theme just set
      for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
        bar.content = backgroundColor;
    });
  });
}
