import { expect, test } from "vitest";
import { parseCatalogue } from "../../gettext";
import { type Catalogue, ENGLISH, m, mc, p, pc, translate, translateAll } from "./messages";

const POLISH: Catalogue = {
  plural: (n) => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 ? 1 : 2),
  messages: {
    Undo: "Cofnij",
    "{name} plays {game}.": "W {game} gra {name}.",
    "{n} game": ["{n} gra", "{n} gry", "{n} gier"],
    "a game without a winner\u0004Draw": "Remis",
    "One of {all} games": ["Jedna z {all} gier", "{n} z {all} gier", "{n} z {all} gier"],
  },
};

test("a message without placeholders is a string, in English if it has no translation", () => {
  expect(translate(m("Undo"), POLISH, "pl")).toBe("Cofnij");
  expect(translate(m("Undo"), ENGLISH, "en")).toBe("Undo");
  expect(translate(m("Redo"), POLISH, "pl")).toBe("Redo");
});

test("values are passed in the order of the English placeholders", () => {
  const message = m("{name} plays {game}.");
  expect(translate(message, ENGLISH, "en")("Ada", "Tzaar")).toBe("Ada plays Tzaar.");
  expect(translate(message, POLISH, "pl")("Ada", "Tzaar")).toBe("W Tzaar gra Ada.");
  expect(translate(m("{a}, {b}, {a}"), ENGLISH, "en")("x", "y")).toBe("x, y, x");
});

test("values are not searched for placeholders", () => {
  expect(translate(m("{a} {b}"), ENGLISH, "en")("{b}", "$&")).toBe("{b} $&");
});

test("the count chooses the plural form of the language", () => {
  const message = p("{n} game", "{n} games");
  expect([0, 1, 2].map(translate(message, ENGLISH, "en"))).toEqual([
    "0 games",
    "1 game",
    "2 games",
  ]);
  expect([1, 3, 5].map(translate(message, POLISH, "pl"))).toEqual(["1 gra", "3 gry", "5 gier"]);
  expect(translate(p("One item", "{n} items"), POLISH, "pl")(1)).toBe("One item"); // English rules
  const several = p("One of {all} games", "{n} of {all} games");
  expect(translate(several, POLISH, "pl")(1, 9)).toBe("Jedna z 9 gier");
});

test("a context selects among translations of the same English text", () => {
  expect(translate(mc("a game without a winner", "Draw"), POLISH, "pl")).toBe("Remis");
  expect(translate(m("Draw"), POLISH, "pl")).toBe("Draw");
  expect(translate(pc("music", "{n} game", "{n} games"), POLISH, "pl")(2)).toBe("2 games");
});

test("numbers are formatted for the language, strings are unchanged", () => {
  const message = m("{nodes} nodes");
  expect(translate(message, ENGLISH, "en")(12345)).toBe("12,345 nodes");
  expect(translate(message, ENGLISH, "de")(12345)).toBe("12.345 nodes");
  expect(translate(message, ENGLISH, "en")("12345")).toBe("12345 nodes");
});

test("lists and records of messages are translated as a whole", () => {
  const messages = { all: [m("Undo"), m("Redo")], one: { undo: m("Undo") } };
  const expected = { all: ["Cofnij", "Redo"], one: { undo: "Cofnij" } };
  expect(translateAll(messages, POLISH, "pl")).toEqual(expected);
});

const PO = `
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 ? 1 : 2);\\n"

#: web/src/words/words.ts
msgid "Undo"
msgstr "Cofnij"

msgctxt "a game without a winner"
msgid "Draw"
msgstr ""
"Re"
"mis \\"\\\\"

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "{n} gra"
msgstr[1] "{n} gry"
msgstr[2] "{n} gier"

#, fuzzy, python-brace-format
msgid "Guess"
msgstr "?"

msgid "Missing"
msgstr ""

#~ msgid "Obsolete"
#~ msgstr "Stary"
`;

test("a catalogue contains the plural expression and the translations that are not fuzzy or missing", () => {
  expect(parseCatalogue(PO)).toEqual({
    plural: "(n==1 ? 0 : n%10>=2 ? 1 : 2)",
    messages: {
      Undo: "Cofnij",
      "a game without a winner\u0004Draw": 'Remis "\\',
      "{n} game": ["{n} gra", "{n} gry", "{n} gier"],
    },
  });
});

test("a plural expression that is not arithmetic is an error", () => {
  const po = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=alert(n);\\n"';
  expect(() => parseCatalogue(po)).toThrow("alert");
});
