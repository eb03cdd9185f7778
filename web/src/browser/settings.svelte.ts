// Settings of the user, stored in this browser.
import { getStorageProblem, readItem, writeItem } from "./storage";
import type { InputDevice } from "./device";
import type { Language } from "../protocol";
import { LANGUAGES, loadCatalogue } from "../words/languages";

export type Theme = "auto" | "light" | "dark";
export type Style = "wood" | "plain" | "contrast"; // of boards and pieces
export type Motion = "auto" | "on" | "off";

interface Settings {
  theme: Theme;
  style: Style;
  coordinates: boolean; // the names of rows and columns on the board
  language: Language;
  sound: boolean;
  volume: number; // of sounds, in percent
  confirmBy: Record<InputDevice, boolean>; // whether turns made with it need confirmation
  premoves: boolean; // whether an action may be chosen before the turn
  motion: Motion;
  calls: boolean; // whether a notification tells of the turn while the page is hidden
  level: number; // of the computer, used last
  name: string; // the user's own
}

/** Return the first of the browser's languages that is supported. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const wanted of languages) {
    const primary = wanted.split("-")[0]?.toLowerCase();
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return "en";
}

/** Return the style that fits the contrast settings of the device. */
function preferredStyle(): Style {
  return globalThis.matchMedia?.("(prefers-contrast: more)").matches ? "contrast" : "wood";
}

const DEFAULTS: Settings = {
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

export const settings: Settings = $state({
  ...DEFAULTS,
  ...readItem<Partial<Settings>>("settings", {}),
});

if (!LANGUAGES.includes(settings.language)) settings.language = DEFAULTS.language;

/** Change the language once its catalogue is loaded; keep the present one where that fails.
 *
 * The server has sent its texts in the old language, so the page is loaded again.  Where not everything
 * could be stored, that would lose seats or the choice itself: texts change with the next requests. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadCatalogue(language);
  if (getStorageProblem() !== "none") {
    settings.language = language;
    return;
  }
  writeItem("settings", { ...settings, language });
  location.reload();
}

class DevicePreferences {
  dark = $state(false);
  reducedMotion = $state(false); // prefers reduced motion

  constructor() {
    if (typeof matchMedia === "undefined") return;
    this.watch("(prefers-color-scheme: dark)", (yes) => (this.dark = yes));
    this.watch("(prefers-reduced-motion: reduce)", (yes) => (this.reducedMotion = yes));
  }

  private watch(query: string, onChange: (matches: boolean) => void): void {
    const media = matchMedia(query);
    onChange(media.matches);
    media.addEventListener("change", () => onChange(media.matches));
  }
}

const devicePreferences = new DevicePreferences();

export function theme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return devicePreferences.dark ? "dark" : "light";
}

export function motion(): boolean {
  return settings.motion === "auto" ? !devicePreferences.reducedMotion : settings.motion === "on";
}

/** Store and apply all settings whenever they change, as long as the page lasts. */
export function applySettings(): void {
  $effect.root(() => {
    $effect(() => writeItem("settings", settings));
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
