// What the pages of puzzles say; loaded with them.
import type { Language } from "../protocol";

const en = {
  title: "Puzzles",
  about:
    "One action is right, and all others are wrong: that is proven. Everything about you stays in this browser.",
  puzzlesOf: (game: string) => `Puzzles: ${game}`,
  solve: "Solve puzzles",
  solveOf: (game: string) => `Solve puzzles of ${game}`,
  count: (n: number) => (n === 1 ? "1 puzzle" : `${n} puzzles`),
  daily: "Puzzle of the day",
  dailyOf: (game: string) => `Puzzle of the day: ${game}`,
  dailyDone: "Puzzle of the day: solved",
  rating: "Rating",
  streak: "In a row",
  best: "Best row",
  tried: "Tried",
  days: "Days in a row",
  theme: "Theme",
  anyTheme: "any",
  difficulty: "Difficulty",
  easier: "easier",
  fitting: "fitting",
  harder: "harder",
  toAct: (who: string) => `${who} to act.`,
  right: "Right! Go on.",
  refuted: (done: string) => `That is not it: ${done}.`,
  noWay: "That is not it: nothing reaches the goal after this.",
  solved: "Solved!",
  told: "That was the solution.",
  solvedAbout: (theme: string, rating: number) => `Theme: ${theme}. Difficulty: ${rating}.`,
  newRating: (from: number, to: number) =>
    `Your rating: ${to} (${to >= from ? "+" : "−"}${Math.abs(to - from)}).`,
  again: "Take it back",
  tell: "Show the solution",
  next: "Next puzzle",
  all: "All puzzles",
  copyLink: "Copy the link",
  none: "There are no puzzles of this game.",
  noSuch: "There is no such puzzle.",
};

const de: typeof en = {
  title: "Aufgaben",
  about:
    "Eine Aktion ist richtig, alle anderen sind falsch: Das ist bewiesen. Alles über dich bleibt in diesem Browser.",
  puzzlesOf: (game) => `Aufgaben: ${game}`,
  solve: "Aufgaben lösen",
  solveOf: (game) => `Aufgaben lösen: ${game}`,
  count: (n) => (n === 1 ? "1 Aufgabe" : `${n} Aufgaben`),
  daily: "Aufgabe des Tages",
  dailyOf: (game) => `Aufgabe des Tages: ${game}`,
  dailyDone: "Aufgabe des Tages: gelöst",
  rating: "Wertung",
  streak: "In Folge",
  best: "Beste Folge",
  tried: "Versucht",
  days: "Tage in Folge",
  theme: "Thema",
  anyTheme: "alle",
  difficulty: "Schwierigkeit",
  easier: "leichter",
  fitting: "passend",
  harder: "schwerer",
  toAct: (who) => `${who} ist am Zug.`,
  right: "Richtig! Weiter.",
  refuted: (done) => `Das ist es nicht: ${done}.`,
  noWay: "Das ist es nicht: Danach führt nichts mehr zum Ziel.",
  solved: "Gelöst!",
  told: "Das war die Lösung.",
  solvedAbout: (theme, rating) => `Thema: ${theme}. Schwierigkeit: ${rating}.`,
  newRating: (from, to) =>
    `Deine Wertung: ${to} (${to >= from ? "+" : "−"}${Math.abs(to - from)}).`,
  again: "Zurücknehmen",
  tell: "Lösung zeigen",
  next: "Nächste Aufgabe",
  all: "Alle Aufgaben",
  copyLink: "Link kopieren",
  none: "Zu diesem Spiel gibt es keine Aufgaben.",
  noSuch: "Diese Aufgabe gibt es nicht.",
};

const dictionaries: Record<Language, typeof en> = { en, de };

export function puzzleWords(language: Language): typeof en {
  return dictionaries[language];
}
