// Words in the language that is set; what reads them follows a change of the language.
import type { Language, Words } from "../protocol";
import { settings } from "../browser/settings.svelte";
import de from "./de";
import en, { type Dictionary } from "./en";

const dictionaries: Record<Language, Dictionary> = { en, de };

/** What the pages say. */
export function w(): Dictionary {
  return dictionaries[settings.language];
}

/** What the server said in both languages. */
export function say(words: Words): string {
  return words[settings.language];
}

/** That there is no line to the hall; and why, where the hall has said so. */
export function lineBroken(why: Words | null): string {
  return why ? `${say(why)} ${w().tryingAgain}` : w().reconnecting;
}
