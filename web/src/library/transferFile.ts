// All that this browser keeps as a file, to take it to another one: games, analyses, puzzle results.
//
// Seat tokens of open tables are secrets: the file allows playing in the user's place.
// So the file says it plainly, and it is left out unless the user wants it.
import type { OwnTable } from "../browser/ownTables";
import type { Board } from "../protocol";
import { type Results, isResults } from "../puzzles/results";
import { type StoredAnalysis, isAnalysis } from "../study/analysisStorage";
import { settings } from "../browser/settings.svelte";
import { type SavedGame, readStoredGame } from "./savedGames";
import { readTexts } from "./storedTexts";
import { o } from "./words";

const VERSION = 2; // 1 had its texts in all languages

export interface TransferFile {
  steinreich: "own games";
  version: typeof VERSION;
  warning?: string; // where there are seats in it
  tables: Record<string, OwnTable>; // seats, with the right to act; only where wanted
  games: SavedGame[];
  boards: Record<string, Board>; // by the id of the game
  analyses: StoredAnalysis[]; // the latest first
  puzzles: Record<string, Results>; // by the name of the game
}

/** What this browser keeps beside its games. */
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

/** What a file holds; `InvalidTransferFile` says what is wrong with it. */
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
  const whole =
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
  if (!whole) throw new InvalidTransferFile("damaged");
  const file = data as unknown as TransferFile;
  return { ...file, games: file.games.map(readStoredGame) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNumberArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

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

export interface NewData {
  games: SavedGame[]; // to be kept
  tables: [string, OwnTable][]; // seats to be remembered
  known: number; // games that are here already
  analyses: StoredAnalysis[]; // to be kept beside those that are here
  puzzles: [string, Results][]; // games whose results go further than those here
}

/** What of a file is new here.  Nothing that is here is overwritten by something older. */
export function findNewData(
  file: TransferFile,
  games: SavedGame[],
  tables: Record<string, OwnTable>,
  studies: StudyData,
): NewData {
  const analysed = new Set(studies.analyses.map(({ key }) => key));
  const here = new Map(games.map((game) => [game.id, game]));
  const fresh = file.games.filter(({ id, when }) => (here.get(id)?.when ?? -1) < when);
  return {
    games: fresh,
    tables: Object.entries(file.tables).filter(([id]) => !(id in tables)),
    known: file.games.length - fresh.length,
    analyses: file.analyses.filter(({ key }) => !analysed.has(key)),
    puzzles: Object.entries(file.puzzles).filter(
      ([game, { tried }]) => tried > (studies.puzzles[game]?.tried ?? 0),
    ),
  };
}
