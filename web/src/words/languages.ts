// The languages of the client: English, and all that have a catalogue.
import type { Language } from "../protocol";
import { type Catalogue, ENGLISH } from "./messages";

const files = import.meta.glob<Catalogue>(
  "../../../src/steinreich/locale/*/LC_MESSAGES/client.po",
  { import: "default" },
);

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.split("/").at(-3) as Language, load]),
);
const catalogues = new Map<Language, Catalogue>([["en", ENGLISH]]);

export const LANGUAGES: readonly Language[] = ["en", ...loaders.keys()];

/** Load the catalogue of a language; before, its texts are English. */
export async function loadCatalogue(language: Language): Promise<void> {
  const load = loaders.get(language);
  if (load && !catalogues.has(language)) catalogues.set(language, await load());
}

/** Return the catalogue of a language, or the English one until it is loaded. */
export const getCatalogue = (language: Language): Catalogue => catalogues.get(language) ?? ENGLISH;

/** Return the name of a language in the language itself: `Deutsch`. */
export function getLanguageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
