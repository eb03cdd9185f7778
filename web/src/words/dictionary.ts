// Dictionaries: the messages of one part of the client in the language of the settings.
import type { Language } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { getCatalogue } from "./languages";
import { type Catalogue, type Translated, translateAll } from "./messages";

/** Return a function that returns the messages in a language, by default in that of the settings; then
 * it is reactive. */
export function dictionary<M>(messages: M): (language?: Language) => Translated<M> {
  const cache = new Map<Catalogue, Translated<M>>();
  return (language = settings.language) => {
    const catalogue = getCatalogue(language);
    const translated = cache.get(catalogue) ?? translateAll(messages, catalogue, language);
    cache.set(catalogue, translated);
    return translated;
  };
}
