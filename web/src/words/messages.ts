// Messages: English texts in the source code, translated by gettext catalogues.
// `make messages` extracts the calls of `m`, `mc`, `p` and `pc` into the catalogues.

import { messageKey } from "./messageKey";

type Value = string | number;

/** The names of the placeholders of a text, in the order in which they first appear. */
type Names<
  Text extends string,
  Found extends string[] = [],
> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Names<Rest, Name extends Found[number] ? Found : [...Found, Name]>
  : Found;

/** A value for each placeholder; the count of a plural is a number. */
type Values<Keys extends string[]> = { [I in keyof Keys]: Keys[I] extends "n" ? number : Value };

/** A text without placeholders, or a function that takes their values in their order. */
export type Text<Source extends string> =
  Names<Source> extends [] ? string : (...values: Values<Names<Source>>) => string;

/** A text in English.  If it has a plural, `source` is the plural, because that contains all
 * placeholders. */
export class Message<Source extends string = string> {
  constructor(
    readonly source: Source,
    readonly singular: string | null = null,
    readonly context: string | null = null,
  ) {}
}

/** A text with placeholders: `m("{name} has joined.")`. */
export const m = <const T extends string>(text: T): Message<T> => new Message(text);

/** A text whose translation depends on its context: `mc("a game without a winner", "Draw")`. */
export const mc = <const T extends string>(context: string, text: T): Message<T> =>
  new Message(text, null, context);

type Plural = `${string}{n}${string}`;

/** A text with a singular and a plural, chosen by `{n}`: `p("{n} game", "{n} games")`. */
export const p = <const T extends Plural>(singular: string, plural: T): Message<T> =>
  new Message(plural, singular);

/** Like `p`, with a context. */
export const pc = <const T extends Plural>(
  context: string,
  singular: string,
  plural: T,
): Message<T> => new Message(plural, singular, context);

/** The translations of one language; those of a plural are a list. */
export interface Catalogue {
  plural: (n: number) => number; // the index of the form for a count
  messages: Readonly<Record<string, string | readonly string[]>>; // by English text
}

/** English needs no translations. */
export const ENGLISH: Catalogue = { plural: (n) => (n === 1 ? 0 : 1), messages: {} };

const PLACEHOLDER = /\{(\w+)\}/g;

const getPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)),
];

/** Return a message in a language, or in English if the catalogue does not have it. */
export function translate<T extends string>(
  { source, singular, context }: Message<T>,
  catalogue: Catalogue,
  language: string,
): Text<T> {
  const english = singular === null ? [source] : [singular, source];
  const translated = catalogue.messages[messageKey(singular ?? source, context)];
  const forms = typeof translated === "string" ? [translated] : (translated ?? english);
  const plural = translated === undefined ? ENGLISH.plural : catalogue.plural;
  const names = getPlaceholders(source);

  function fill(...values: Value[]): string {
    const texts = new Map(
      values.map((value, i) => [
        names[i],
        typeof value === "number" ? value.toLocaleString(language) : value,
      ]),
    );
    const form = singular === null ? 0 : plural(Number(values[names.indexOf("n")]));
    return (forms[form] ?? source).replace(PLACEHOLDER, (all, name) => texts.get(name) ?? all);
  }

  return (names.length ? fill : (forms[0] ?? source)) as Text<T>;
}

/** The type of a message, or of a list or record of messages, after translation. */
export type Translated<M> =
  M extends Message<infer T> ? Text<T> : { readonly [K in keyof M]: Translated<M[K]> };

/** Return all messages of a dictionary in a language. */
export function translateAll<M>(
  messages: M,
  catalogue: Catalogue,
  language: string,
): Translated<M> {
  const translateValue = (value: unknown): unknown => {
    if (value instanceof Message) return translate(value, catalogue, language);
    if (Array.isArray(value)) return value.map(translateValue);
    return Object.fromEntries(
      Object.entries(value as object).map(([key, item]) => [key, translateValue(item)]),
    );
  };
  return translateValue(messages) as Translated<M>;
}
