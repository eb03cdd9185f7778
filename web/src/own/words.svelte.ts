// What the pages of one's own games say.  They are loaded only there, so their words are, too.
import { settings } from "../browser/settings.svelte";
import type { ListFault } from "./listFile";

/** `level5`, as players are named on the command line, in words. */
const playerName = (name: string, level: string): string => name.replace(/^level/, `${level} `);

const en = {
  forbidden:
    "Your browser stores nothing for this page: what you see here is lost when you close it. Export your games to keep them.",
  full: "This browser’s storage is full: new games are lost when you close the page. Export your games, then remove some.",
  find: "Find games",
  findText: "Search",
  findTextAbout: "Names, variants, results, dates …",
  game: "Game",
  opponent: "Opponent",
  result: "Result",
  from: "From",
  to: "To",
  any: "All",
  won: "Won",
  lost: "Lost",
  drawn: "Drawn",
  firstWon: "The first player won",
  otherWon: "Another player won",
  open: "No result",
  others: "Games of others",
  reset: "Show all",
  foundOf: (n: number, all: number) => {
    const games = all === 1 ? "1 game" : `${all} games`;
    return n === all ? games : `${n} of ${games}`;
  },
  nothingFound: "No games match.",
  more: "Show more",
  moves: (n: number) => (n === 1 ? "1 move" : `${n} moves`),
  between: (names: string[]) => names.join(" – "),
  solved: "Solved",
  notSolved: "Not solved",
  sides: "at one screen",
  winner: (name: string) => `${name} won`,
  draw: "Draw",
  partly: "Incomplete: the record contains an error",
  bringRecords: "Add records",
  bringAbout:
    "Paste records here or choose files: text or JSON from this hall, Little Golem’s TZAAR format, or a list of rods.",
  recordsField: "Records",
  chooseFiles: "Choose files",
  read: "Add to my games",
  reading: (done: number, all: number) => `Reading part ${done + 1} of ${all} …`,
  added: (n: number) => (n === 1 ? "1 game added." : `${n} games added.`),
  wasKnown: (n: number) =>
    n === 1 ? "1 was already in the list." : `${n} were already in the list.`,
  upToFault: "Readable up to the error:",
  unreadable: "Cannot be read:",
  tooLarge: "This file is too large (more than 20 MB).",
  takeAlong: "Export or transfer",
  records: "All records in one file",
  recordsAbout: "To read, share and use in other programs. It contains no secrets.",
  asText: "Text",
  asJson: "JSON",
  list: "The whole list, for another browser",
  listAbout: "Contains all finished and added games, your analyses and your puzzle results.",
  withSeats: "Include my seats in games that are still open",
  withSeatsAbout:
    "This makes the file secret: anyone who has it can play in your place. Keep it to yourself.",
  saveList: "Save list",
  saveSecret: "Save list with seat keys",
  bringList: "Add a list from another browser",
  listAdded: (games: number, analyses: number, puzzles: number, seats: number) =>
    [
      `Games added: ${games}`,
      analyses ? `analyses: ${analyses}` : "",
      puzzles ? `puzzle results: ${puzzles}` : "",
      seats ? `seats: ${seats}` : "",
    ]
      .filter(Boolean)
      .join(" · "),
  listFaults: {
    notJson: "This file cannot be read: it is not JSON.",
    notList: "This file is not a list of games from this page.",
    newer: "This list was made by a newer version of this page.",
    damaged: "This list is damaged: its contents are not valid. Nothing was changed.",
  } satisfies Record<ListFault, string>,
  notKept: (n: number) =>
    n === 1
      ? "One finished game could not be kept here."
      : `${n} finished games could not be kept here.`,
  replay: "Moves",
  toTable: "To the table",
  exportGame: "Export",
  exportMove: "Position shown",
  exportWhole: "Whole game",
  svg: "SVG",
  png: "PNG",
  gif: "Animated GIF",
  drawing: (done: number, all: number) => `Drawing ${done} of ${all} …`,
  remove: "Remove",
  removeSure: "Remove it from this browser for good?",
  faultAt: "The record continues, but cannot be read from here:",
  openings: "Openings",
  openingsAbout:
    "How games began and how they ended for the player who made the move. Rotated and mirrored boards count together.",
  line: "Moves so far",
  byChance: "This game is set up at random: no two games begin alike, so there are no openings.",
  enginePlayed: (n: number, player: string, nodes: number) =>
    `The computer (${playerName(player, "level")}, up to ${nodes.toLocaleString("en")} positions per move) has played ${n === 1 ? "one game" : `${n} games`} against itself; the first two moves were drawn by lot.`,
  noEngineGames: "There are no games of the computer with these options yet.",
  playedVariants: "The computer has played it with these options:",
  openingOver: "The opening ends here.",
  movesOf: (mover: string) => `${mover} to move`,
  move: "Move",
  ownColumn: "You",
  othersColumn: "Others",
  engineColumn: "Computer",
  proven: "Proven",
  provenWon: "wins",
  provenDrawn: "draw",
  provenLost: "loses",
  alike: (n: number) => `${n} such moves, on a rotated or mirrored board`,
  wonDrawnLost: (won: number, drawn: number, lost: number) =>
    `${won} won, ${drawn} drawn, ${lost} lost`,
  wonMark: "won",
  drawnMark: "drawn",
  lostMark: "lost",
  pointsMark: "% of the points",
  allMoves: (n: number) => `Show all ${n} moves`,
};

const de: typeof en = {
  forbidden:
    "Dein Browser bewahrt für diese Seite nichts auf: Was du hier siehst, ist weg, sobald du sie schließt. Exportiere deine Partien, um sie zu behalten.",
  full: "Der Speicher dieses Browsers ist voll: Was jetzt dazukommt, ist weg, sobald du die Seite schließt. Exportiere deine Partien und entferne dann einige.",
  find: "Partien finden",
  findText: "Suche",
  findTextAbout: "Namen, Varianten, Ergebnis, Datum …",
  game: "Spiel",
  opponent: "Gegner",
  result: "Ergebnis",
  from: "Von",
  to: "Bis",
  any: "Alle",
  won: "Gewonnen",
  lost: "Verloren",
  drawn: "Remis",
  firstWon: "Wer begann, gewann",
  otherWon: "Wer nicht begann, gewann",
  open: "Ohne Ergebnis",
  others: "Partien anderer",
  reset: "Alle zeigen",
  foundOf: (n, all) => {
    const games = all === 1 ? "1 Partie" : `${all} Partien`;
    return n === all ? games : `${n} von ${games}`;
  },
  nothingFound: "Keine passende Partie.",
  more: "Mehr zeigen",
  moves: (n) => (n === 1 ? "1 Zug" : `${n} Züge`),
  between: (names) => names.join(" – "),
  solved: "Gelöst",
  notSolved: "Nicht gelöst",
  sides: "an einem Bildschirm",
  winner: (name) => `${name} hat gewonnen`,
  draw: "Remis",
  partly: "Unvollständig: Die Aufzeichnung enthält einen Fehler",
  bringRecords: "Partien hinzufügen",
  bringAbout:
    "Füge hier Partien ein oder wähle Dateien: Text oder JSON aus diesem Saal, Little Golems TZAAR-Format oder eine Liste von Stäben.",
  recordsField: "Aufzeichnungen",
  chooseFiles: "Dateien wählen",
  read: "Zu meinen Partien hinzufügen",
  reading: (done, all) => `Lese Teil ${done + 1} von ${all} …`,
  added: (n) => (n === 1 ? "1 Partie hinzugefügt." : `${n} Partien hinzugefügt.`),
  wasKnown: (n) => (n === 1 ? "1 war schon in der Liste." : `${n} waren schon in der Liste.`),
  upToFault: "Lesbar bis zum Fehler:",
  unreadable: "Nicht lesbar:",
  tooLarge: "Diese Datei ist zu groß (mehr als 20 MB).",
  takeAlong: "Exportieren oder übertragen",
  records: "Alle Partien in einer Datei",
  recordsAbout: "Zum Lesen, Teilen und für andere Programme. Sie enthält nichts Geheimes.",
  asText: "Als Text",
  asJson: "Als JSON",
  list: "Die ganze Liste, für einen anderen Browser",
  listAbout:
    "Enthält alle beendeten und hinzugefügten Partien, deine Analysen und was du bei den Aufgaben erreicht hast.",
  withSeats: "Auch meine Plätze in noch offenen Partien aufnehmen",
  withSeatsAbout:
    "Damit wird die Datei geheim: Wer sie hat, kann an deiner Stelle spielen. Gib sie nicht weiter.",
  saveList: "Liste sichern",
  saveSecret: "Liste mit Platzschlüsseln sichern",
  bringList: "Liste aus einem anderen Browser hinzufügen",
  listAdded: (games, analyses, puzzles, seats) =>
    [
      `Hinzugefügte Partien: ${games}`,
      analyses ? `Analysen: ${analyses}` : "",
      puzzles ? `Ergebnisse von Aufgaben: ${puzzles}` : "",
      seats ? `Plätze: ${seats}` : "",
    ]
      .filter(Boolean)
      .join(" · "),
  listFaults: {
    notJson: "Diese Datei ist nicht lesbar: Sie ist kein JSON.",
    notList: "Diese Datei ist keine Liste von Partien dieser Seite.",
    newer: "Diese Liste stammt von einer neueren Version dieser Seite.",
    damaged: "Diese Liste ist beschädigt: Ihr Inhalt ist ungültig. Es wurde nichts geändert.",
  },
  notKept: (n) =>
    n === 1
      ? "Eine beendete Partie ließ sich hier nicht aufbewahren."
      : `${n} beendete Partien ließen sich hier nicht aufbewahren.`,
  replay: "Züge",
  toTable: "Zum Tisch",
  exportGame: "Exportieren",
  exportMove: "Gezeigte Stellung",
  exportWhole: "Ganze Partie",
  svg: "Als SVG",
  png: "Als PNG",
  gif: "Animiertes GIF",
  drawing: (done, all) => `Zeichne ${done} von ${all} …`,
  remove: "Entfernen",
  removeSure: "Endgültig aus diesem Browser entfernen?",
  faultAt: "Die Aufzeichnung geht weiter, ist aber von hier an nicht lesbar:",
  openings: "Eröffnungen",
  openingsAbout:
    "Wie Partien begannen und wie sie für den endeten, der den Zug machte. Gedrehte und gespiegelte Bretter zählen zusammen.",
  line: "Züge bisher",
  byChance:
    "Dieses Spiel wird zufällig aufgestellt: Keine Partie beginnt wie die andere, also gibt es keine Eröffnungen.",
  enginePlayed: (n, player, nodes) =>
    `Der Computer (${playerName(player, "Stufe")}, bis zu ${nodes.toLocaleString("de")} Stellungen pro Zug) hat ${n === 1 ? "eine Partie" : `${n} Partien`} gegen sich selbst gespielt; die ersten beiden Züge wurden ausgelost.`,
  noEngineGames: "Mit diesen Optionen gibt es noch keine Partien des Computers.",
  playedVariants: "Mit diesen Optionen hat der Computer es gespielt:",
  openingOver: "Hier endet die Eröffnung.",
  movesOf: (mover) => `${mover} am Zug`,
  move: "Zug",
  ownColumn: "Du",
  othersColumn: "Andere",
  engineColumn: "Computer",
  proven: "Bewiesen",
  provenWon: "gewinnt",
  provenDrawn: "remis",
  provenLost: "verliert",
  alike: (n) => `${n} solche Züge, auf einem gedrehten oder gespiegelten Brett`,
  wonDrawnLost: (won, drawn, lost) => `${won} gewonnen, ${drawn} remis, ${lost} verloren`,
  wonMark: "gewonnen",
  drawnMark: "remis",
  lostMark: "verloren",
  pointsMark: "% der Punkte",
  allMoves: (n) => `Alle ${n} Züge zeigen`,
};

/** What these pages say. */
export function o(): typeof en {
  return settings.language === "de" ? de : en;
}
