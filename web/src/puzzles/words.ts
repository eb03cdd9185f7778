// What the pages of puzzles say; loaded with them.
import type { Language } from "../protocol";

const en = {
  title: "Puzzles",
  about:
    "One move is right, and all others are wrong: that is proven. Your results stay in this browser.",
  puzzlesOf: (game: string) => `Puzzles: ${game}`,
  solve: "Solve puzzles",
  solveOf: (game: string) => `Solve puzzles: ${game}`,
  count: (n: number) => (n === 1 ? "1 puzzle" : `${n} puzzles`),
  daily: "Puzzle of the day",
  dailyOf: (game: string) => `Puzzle of the day: ${game}`,
  dailyDone: "Puzzle of the day: solved",
  review: (due: number) => `Review (${due} due)`,
  nothingDue: "No puzzles are due for review.",
  rating: "Rating",
  streak: "Streak",
  best: "Best streak",
  tried: "Tried",
  days: "Days in a row",
  theme: "Theme",
  anyTheme: "any",
  difficulty: "Difficulty",
  easier: "easier",
  fitting: "fitting",
  harder: "harder",
  toAct: (who: string) => `${who} to move.`,
  right: "Right! Keep going.",
  refuted: (why: string) => `That is not it. ${why}`,
  noWay: "That is not it: after this the goal cannot be reached.",
  solved: "Solved!",
  told: "That was the solution.",
  solvedAbout: (theme: string, rating: number) => `Theme: ${theme}. Difficulty: ${rating}.`,
  newRating: (from: number, to: number) =>
    `Your rating: ${to} (${to >= from ? "+" : "−"}${Math.abs(to - from)}).`,
  again: "Try again",
  tell: "Show the solution",
  next: "Next puzzle",
  all: "All puzzles",
  copyLink: "Copy the link",
  none: "There are no puzzles for this game.",
  noSuch: "There is no such puzzle.",
};

const de: typeof en = {
  title: "Aufgaben",
  about:
    "Ein Zug ist richtig, alle anderen sind falsch: Das ist bewiesen. Deine Ergebnisse bleiben in diesem Browser.",
  puzzlesOf: (game) => `Aufgaben: ${game}`,
  solve: "Aufgaben lösen",
  solveOf: (game) => `Aufgaben lösen: ${game}`,
  count: (n) => (n === 1 ? "1 Aufgabe" : `${n} Aufgaben`),
  daily: "Aufgabe des Tages",
  dailyOf: (game) => `Aufgabe des Tages: ${game}`,
  dailyDone: "Aufgabe des Tages: gelöst",
  review: (due) => `Wiederholen (${due} fällig)`,
  nothingDue: "Es sind keine Aufgaben zu wiederholen.",
  rating: "Wertung",
  streak: "Serie",
  best: "Beste Serie",
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
  refuted: (why) => `Das ist es nicht. ${why}`,
  noWay: "Das ist es nicht: Danach ist das Ziel nicht mehr zu erreichen.",
  solved: "Gelöst!",
  told: "Das war die Lösung.",
  solvedAbout: (theme, rating) => `Thema: ${theme}. Schwierigkeit: ${rating}.`,
  newRating: (from, to) =>
    `Deine Wertung: ${to} (${to >= from ? "+" : "−"}${Math.abs(to - from)}).`,
  again: "Noch einmal versuchen",
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
