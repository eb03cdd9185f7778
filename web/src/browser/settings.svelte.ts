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
  confirmBy: Record<InputDevice, boolean>; // whether turns made with a device need confirmation
  premoves: boolean; // whether an action may be chosen before the turn
  motion: Motion;
  calls: boolean; // whether notifications announce the user's turn while the page is hidden
  level: number; // of the computer, as last chosen
  name: string; // of the user
}

/** Return the first of the browser's languages that is supported. */
export function getPreferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages) {
    const primary = tag.split("-")[0]?.toLowerCase();
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return "en";
}

/** Return the style that fits the contrast settings of the device. */
function getPreferredStyle(): Style {
  return globalThis.matchMedia?.("(prefers-contrast: more)").matches ? "contrast" : "wood";
}

const DEFAULTS: Settings = {
  theme: "auto",
  style: getPreferredStyle(),
  coordinates: true,
  language: getPreferredLanguage(globalThis.navigator?.languages ?? []),
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

/** Load the catalogue of a language and change to it.  If loading fails, the language does not
 * change.
 *
 * The page is reloaded, because it shows texts of the server in the old language.  If items could not be
 * stored, a reload would lose them; then the texts of the server change with the next requests. */
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
  darkTheme = $state(false);
  reducedMotion = $state(false);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    this.watch("(prefers-color-scheme: dark)", (matches) => (this.darkTheme = matches));
    this.watch("(prefers-reduced-motion: reduce)", (matches) => (this.reducedMotion = matches));
  }

  private watch(query: string, onChange: (matches: boolean) => void): void {
    const media = matchMedia(query);
    onChange(media.matches);
    media.addEventListener("change", () => onChange(media.matches));
  }
}

const devicePreferences = new DevicePreferences();

/** Return the theme by the settings or, if they say so, by the device. */
export function getTheme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return devicePreferences.darkTheme ? "dark" : "light";
}

/** Whether animations are shown, by the settings or, if they say so, by the device. */
export function isMotionOn(): boolean {
  return settings.motion === "auto" ? !devicePreferences.reducedMotion : settings.motion === "on";
}

/** Store and apply the settings now and whenever they change. */
export function applySettings(): void {
  $effect.root(() => {
    $effect(() => writeItem("settings", settings));
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      root.dataset.theme = getTheme();
      root.dataset.style = settings.style;
      root.dataset.coordinates = settings.coordinates ? "on" : "off";
      root.dataset.motion = isMotionOn() ? "on" : "off";
      const { backgroundColor } = getComputedStyle(document.body); // of the theme just set
      for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
        bar.content = backgroundColor;
    });
  });
}
