// A Vite plugin that loads gettext catalogues as modules: `import catalogue from "…/client.po"`.
import type { Plugin } from "vite";
import { messageKey } from "./src/words/messageKey.ts";

interface Entry {
  strings: Record<string, string>; // by keyword: msgctxt, msgid, msgid_plural, msgstr, msgstr[0], …
  fuzzy: boolean;
}

/** Parse the entries of a .po file as Babel writes it, in which obsolete entries are comments. */
function* parseEntries(text: string): Generator<Entry> {
  for (const block of text.split(/\n\s*\n/)) {
    const entry: Entry = { strings: {}, fuzzy: false };
    let keyword = "";
    for (const line of block.split("\n")) {
      if (/^#,.*\bfuzzy\b/.test(line)) entry.fuzzy = true;
      const match = /^([a-z_]+(?:\[\d+\])?)?\s*(".*")\s*$/.exec(line);
      if (!match) continue;
      keyword = match[1] ?? keyword;
      entry.strings[keyword] =
        (entry.strings[keyword] ?? "") + (JSON.parse(match[2] ?? "") as string);
    }
    if ("msgid" in entry.strings) yield entry;
  }
}

/** Return the plural expression of a catalogue and its translations by message, without fuzzy and missing
 * ones. */
export function parseCatalogue(text: string): {
  plural: string;
  messages: Record<string, string | string[]>;
} {
  const messages: Record<string, string | string[]> = {};
  let plural = "0";
  for (const { strings, fuzzy } of parseEntries(text)) {
    const { msgid = "", msgctxt = null, msgstr } = strings;
    const forms = Object.keys(strings).filter((key) => key.startsWith("msgstr["));
    const texts = forms.sort().map((key) => strings[key] ?? "");
    if (msgid === "") plural = /\bplural=([^;]+)/.exec(msgstr ?? "")?.[1] ?? plural;
    else if (!fuzzy && msgstr) messages[messageKey(msgid, msgctxt)] = msgstr;
    else if (!fuzzy && texts.length && texts.every(Boolean))
      messages[messageKey(msgid, msgctxt)] = texts;
  }
  if (!/^[n\d\s()?:=!<>&|%]+$/.test(plural)) throw new Error(`not a plural expression: ${plural}`);
  return { plural, messages };
}

/** Plural expressions of gettext are also valid in JavaScript. */
export const gettext: Plugin = {
  name: "gettext",
  transform: {
    filter: { id: /\.po$/ },
    handler(text) {
      const { plural, messages } = parseCatalogue(text);
      const code = `export default { plural: (n) => Number(${plural}), messages: ${JSON.stringify(messages)} };`;
      return { code, map: null, moduleType: "js" };
    },
  },
};
