// Texts in stored data.  In earlier versions they were pairs: `{"en": "Red", "de": "Rot"}`.
import type { Language } from "../protocol";

const PAIR_LANGUAGES = ["en", "de"] as const satisfies Language[];

type PairLanguage = (typeof PAIR_LANGUAGES)[number];
type Pair = Record<PairLanguage, string>;

/** Return the language to read pairs in: English if they lack the given one. */
export function getPairLanguage(language: Language): PairLanguage {
  return PAIR_LANGUAGES.find((pairLanguage) => pairLanguage === language) ?? "en";
}

function isPair(value: object): value is Pair {
  const { en, de } = value as Partial<Pair>;
  return typeof en === "string" && typeof de === "string";
}

/** Replace all pairs in data by their text in a language, in place. */
export function readTexts<T>(data: T, language: Language): T {
  if (typeof data !== "object" || data === null) return data;
  if (isPair(data)) return data[getPairLanguage(language)] as T;
  for (const key in data) data[key] = readTexts(data[key], language);
  return data;
}
