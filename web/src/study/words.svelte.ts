// What the analysis board says.  It is loaded only there, so its words are, too.
import { settings } from "../browser/settings.svelte";

const en = {
  analysis: "Analysis",
  lines: "Best lines",
  cold: "The computer is warming up for this game…",
  waiting: (n: number) => (n > 1 ? `Waiting for ${n} others…` : "Waiting for others…"),
  thinking: "Thinking…",
  paused: "Evaluating the game first…",
  done: "Thought out.",
  offline: "No connection; trying again…",
  depth: (depth: number, seconds: number) => `depth ${depth}, ${seconds.toFixed(1)} s`,
  proven: "proven",
  estimated: "estimated",
  provenAbout: "Calculated to the end: certain.",
  estimatedAbout: "A judgement; deeper thought may change it.",
  wins: (who: string, turns: number | null) =>
    turns === null
      ? `${who} wins`
      : turns === 1
        ? `${who} wins in 1 turn`
        : `${who} wins in ${turns} turns`,
  solved: (turns: number | null) =>
    turns === null ? "solvable" : turns === 1 ? "solvable in 1 turn" : `solvable in ${turns} turns`,
  unsolved: "not solvable",
  draw: "draw",
  share: (who: string, percent: number) => `${who} ${percent} %`,
  over: "The game is over here.",
  playMove: (move: string) => `Play ${move}`,
  threat: "Threat",
  threatAbout: "What if the player to move did nothing?",
  threatOf: (who: string) => `If nothing is done, ${who} plays:`,
  arrows: "Arrows",
  thinkOn: "Computer thinks",
  variations: "Moves and variations",
  comment: "Comment",
  commentAbout: "Comment on this position",
  toMain: "Make this the main line",
  cutOff: "Delete from here",
  position: "Position",
  positionAbout: "Position string: change it to set up any position.",
  setUp: "Set up",
  byHand: "Set up by hand",
  wrongPosition: "This is no position of the game:",
  copyPosition: "Copy position",
  copyLink: "Copy link to this position",
  playOn: "Play on against the computer",
  playOnAlone: "Play on from here",
  playAs: "You play",
  playNow: "Play",
  moments: "What decided the game",
  noMoments: "Nobody lost anything worth mentioning.",
  evaluating: (done: number, total: number) => `Evaluating: ${done} of ${total}`,
  evaluate: "Evaluate the main line",
  better: (move: string) => `Better: ${move}`,
};

const de: typeof en = {
  analysis: "Analyse",
  lines: "Beste Varianten",
  cold: "Der Computer macht sich für dieses Spiel bereit …",
  waiting: (n) => (n > 1 ? `${n} andere sind vorher dran …` : "Andere sind vorher dran …"),
  thinking: "Denkt nach …",
  paused: "Bewertet erst die Partie …",
  done: "Zu Ende gedacht.",
  offline: "Keine Verbindung; neuer Versuch …",
  depth: (depth, seconds) => `Tiefe ${depth}, ${seconds.toFixed(1).replace(".", ",")} s`,
  proven: "bewiesen",
  estimated: "geschätzt",
  provenAbout: "Bis zum Ende durchgerechnet: sicher.",
  estimatedAbout: "Eine Einschätzung; längeres Nachdenken kann sie ändern.",
  wins: (who, turns) =>
    turns === null
      ? `${who} gewinnt`
      : turns === 1
        ? `${who} gewinnt in 1 Zug`
        : `${who} gewinnt in ${turns} Zügen`,
  solved: (turns) =>
    turns === null ? "lösbar" : turns === 1 ? "lösbar in 1 Zug" : `lösbar in ${turns} Zügen`,
  unsolved: "nicht lösbar",
  draw: "unentschieden",
  share: (who, percent) => `${who} ${percent} %`,
  over: "Hier ist die Partie zu Ende.",
  playMove: (move) => `${move} spielen`,
  threat: "Drohung",
  threatAbout: "Was wäre, wenn man am Zug nichts täte?",
  threatOf: (who) => `Geschieht nichts, spielt ${who}:`,
  arrows: "Pfeile",
  thinkOn: "Computer denkt mit",
  variations: "Züge und Varianten",
  comment: "Kommentar",
  commentAbout: "Kommentar zu dieser Stellung",
  toMain: "Zur Hauptvariante machen",
  cutOff: "Ab hier löschen",
  position: "Stellung",
  positionAbout: "Stellungstext: Ändere ihn, um eine beliebige Stellung aufzubauen.",
  setUp: "Aufbauen",
  byHand: "Von Hand aufbauen",
  wrongPosition: "Das ist keine Stellung dieses Spiels:",
  copyPosition: "Stellung kopieren",
  copyLink: "Link zu dieser Stellung kopieren",
  playOn: "Gegen den Computer weiterspielen",
  playOnAlone: "Von hier weiterspielen",
  playAs: "Du spielst",
  playNow: "Spielen",
  moments: "Was die Partie entschied",
  noMoments: "Niemand hat Nennenswertes verschenkt.",
  evaluating: (done, total) => `Bewertung: ${done} von ${total}`,
  evaluate: "Hauptvariante bewerten",
  better: (move) => `Besser: ${move}`,
};

/** What the analysis board says. */
export function s(): typeof en {
  return settings.language === "de" ? de : en;
}
