// Transfer files, which contain the data of this browser for another one: games, analyses and puzzle
// results.
//
// Seat tokens of open tables are included only if the user chooses so, with a warning in the file: they
// are secrets that allow playing in the user's place.
import type { OwnTable } from "../browser/ownTables";
import type { Board } from "../protocol";
import { type Results, isResults } from "../puzzles/results";
import { type StoredAnalysis, isAnalysis } from "../study/analysisStorage";
import { settings } from "../browser/settings.svelte";
import { type SavedGame, readStoredGame } from "./savedGames";
import { readTexts } from "./storedTexts";
import { o } from "./words";

const VERSION = 2; // version 1 contained texts in all languages

export interface TransferFile {
  steinreich: "own games";
  version: typeof VERSION;
  warning?: string; // if seats are included
  tables: Record<string, OwnTable>; // seat tokens; empty unless included
  games: SavedGame[];
  boards: Record<string, Board>; // by the id of the game
  analyses: StoredAnalysis[]; // the latest first
  puzzles: Record<string, Results>; // by the name of the game
}

/** The data of this browser besides its games. */
export type StudyData = Pick<TransferFile, "analyses" | "puzzles">;

export type TransferFileFault = "notJson" | "notList" | "newer" | "damaged";

export class InvalidTransferFile extends Error {
  constructor(readonly fault: TransferFileFault) {
    super(fault);
  }
}

export function makeTransferFile(
  games: SavedGame[],
  boards: Record<string, Board>,
  tables: Record<string, OwnTable> | null,
  studies: StudyData,
): string {
  const secret = tables ? { warning: o().secretWarning } : {};
  const file: TransferFile = {
    steinreich: "own games",
    version: VERSION,
    ...secret,
    tables: tables ?? {},
    games,
    boards,
    ...studies,
  };
  return JSON.stringify(file) + "\n";
}

/** Parse and validate a file; throw `InvalidTransferFile` if it cannot be read. */
export function readTransferFile(text: string): TransferFile {
  let data: unknown;
  try {
    data = readTexts(JSON.parse(text) as unknown, settings.language);
  } catch {
    throw new InvalidTransferFile("notJson");
  }
  if (!isObject(data) || data["steinreich"] !== "own games")
    throw new InvalidTransferFile("notList");
  const { version, games, tables, boards, analyses, puzzles } = data;
  if (typeof version !== "number" || version > VERSION) throw new InvalidTransferFile("newer");
  const isValid =
    Array.isArray(games) &&
    games.every(isGame) &&
    isObject(tables) &&
    Object.values(tables).every(isOwnTable) &&
    isObject(boards) &&
    Object.values(boards).every((board) => isObject(board) && Array.isArray(board["cells"])) &&
    Array.isArray(analyses) &&
    analyses.every(isAnalysis) &&
    isObject(puzzles) &&
    Object.values(puzzles).every(isResults);
  if (!isValid) throw new InvalidTransferFile("damaged");
  const file = data as unknown as TransferFile;
  return { ...file, games: file.games.map(readStoredGame) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNumberArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "number");

function isGame(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { players, mine, result, frame, turns, opening, when, actions } = value;
  return (
    ["id", "game", "name", "title", "variant", "why", "start", "text", "json"].every(
      (key) => typeof value[key] === "string",
    ) &&
    Array.isArray(players) &&
    players.every((player) => typeof player === "string") &&
    isNumberArray(mine) &&
    (result === null || isNumberArray(result)) &&
    isObject(frame) &&
    Array.isArray(frame["pieces"]) &&
    Array.isArray(turns) &&
    Array.isArray(opening) &&
    typeof when === "number" &&
    typeof actions === "number"
  );
}

function isOwnTable(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { token, seats, game, when, invites } = value;
  return (
    typeof token === "string" &&
    isNumberArray(seats) &&
    typeof game === "string" &&
    typeof when === "number" &&
    isObject(invites)
  );
}

/** The part of a transfer file that this browser does not have yet. */
export interface NewData {
  games: SavedGame[];
  tables: [string, OwnTable][];
  existingCount: number; // of games that this browser has already
  analyses: StoredAnalysis[];
  puzzles: [string, Results][]; // results with more tries than those in this browser
}

/** Return the new data in a file; older data never replace newer data of this browser. */
export function findNewData(
  file: TransferFile,
  games: SavedGame[],
  tables: Record<string, OwnTable>,
  studies: StudyData,
): NewData {
  const existingKeys = new Set(studies.analyses.map(({ key }) => key));
  const existingGames = new Map(games.map((game) => [game.id, game]));
  const newGames = file.games.filter(({ id, when }) => (existingGames.get(id)?.when ?? -1) < when);
  return {
    games: newGames,
    tables: Object.entries(file.tables).filter(([id]) => !(id in tables)),
    existingCount: file.games.length - newGames.length,
    analyses: file.analyses.filter(({ key }) => !existingKeys.has(key)),
    puzzles: Object.entries(file.puzzles).filter(
      ([game, { tried }]) => tried > (studies.puzzles[game]?.tried ?? 0),
    ),
  };
}
