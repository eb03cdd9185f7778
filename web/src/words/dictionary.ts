// Dictionaries: messages of a part of the client, in the language that is set.
import type { Language } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { getCatalogue } from "./languages";
import { type Catalogue, type Translated, translateAll } from "./messages";

/** Return a function that gives the messages in a language: reactively, in the one that is set. */
export function dictionary<M>(messages: M): (language?: Language) => Translated<M> {
  const translated = new Map<Catalogue, Translated<M>>();
  return (language = settings.language) => {
    const catalogue = getCatalogue(language);
    const known = translated.get(catalogue) ?? translateAll(messages, catalogue, language);
    translated.set(catalogue, known);
    return known;
  };
}
