// Save games in this browser: finished games of tables, and imported records.
import { getOwnTable, getCurrentSeats } from "../browser/ownTables";
import { settings } from "../browser/settings.svelte";
import type { Board, Frame, GameRecord, LobbyEntry, ReadGame } from "../protocol";
import { readRecords, fetchRecordFrames, fetchRecordText, fetchTables } from "../server/api";
import {
  type SavedGame,
  loadFrames,
  saveFrames,
  saveGames,
  loadGame,
  loadGames,
} from "./savedGames";

/** The game of a table, which may still be running. */
export interface TableGame {
  game: SavedGame;
  board: Board;
  isRunning: boolean;
}

/** Load the game of a table from the server; null if there is no such table. */
export async function loadTableGame(id: string): Promise<TableGame | null> {
  const [entry] = await fetchTables([id]);
  return entry ? readTable(entry, false) : null;
}

async function readTable(entry: LobbyEntry, hidden: boolean): Promise<TableGame | null> {
  const [read] = await readRecords(await fetchRecordText(entry.id));
  if (!read?.record) return null;
  const game = toTableGame(entry, read.record, hidden);
  return { game, board: read.record.board, isRunning: entry.status !== "over" };
}

/** Save the game of a table if it is over; return null otherwise, or if nothing was played. */
export async function saveTableGame(id: string): Promise<SavedGame | null> {
  const [entry] = await fetchTables([id]);
  if (!entry || entry.status !== "over" || entry.actions === 0) return null;
  const saved = await loadGame(id);
  const isCurrent = saved?.when === entry.last_event_at && saved.actions === entry.actions;
  if (isCurrent && (await loadFrames(id))) return saved;
  const read = await readTable(entry, saved?.hidden ?? getOwnTable(id)?.hidden ?? false);
  if (!read) return null;
  const { game, board } = read;
  await saveFrames(id, (await fetchRecordFrames(game.text)).frames); // before the game: listed games are complete
  await saveGames([{ game, board }]);
  return game;
}

function toTableGame(entry: LobbyEntry, record: GameRecord, hidden: boolean): SavedGame {
  const game = toSavedGame(entry.id, record, {
    players: entry.seats.map((seat) => seat.display_name),
    mine: getCurrentSeats(getOwnTable(entry.id), entry.order),
    when: entry.last_event_at,
  });
  if (!entry.result) return { ...game, hidden };
  const { returns, why, text, reason } = entry.result;
  const isPlayed = reason !== "aborted" && reason !== "superseded";
  return { ...game, hidden, result: isPlayed ? returns : null, why: why || text };
}

function toSavedGame(
  id: string,
  record: GameRecord,
  seatInfo: { players: string[]; mine: number[]; when: number },
): SavedGame {
  const { game, name, title, variant, result, why, start, actions, turns, frame } = record;
  const { opening, text, json } = record;
  return {
    id,
    game,
    name,
    language: settings.language,
    title,
    variant,
    result,
    why,
    start,
    actions,
    turns,
    frame,
    opening,
    text,
    json,
    ...seatInfo,
  };
}

export interface ImportResult {
  added: SavedGame[];
  existing: SavedGame[]; // were saved before
  errors: string[]; // of records that could not be read at all
}

/** Read records in any supported format, and save their games, up to the first error of each. */
export async function importRecords(
  text: string,
  now: number,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<ImportResult> {
  const existing = new Map((await loadGames()).map((game) => [game.text, game]));
  const imported: ImportResult = { added: [], existing: [], errors: [] };
  const portions = splitRecords(text);
  for (const [i, portion] of portions.entries()) {
    progress(i, portions.length);
    const newGames = [];
    for (const { record, fault } of await readRecords(portion)) {
      const duplicate = record && existing.get(record.text);
      if (duplicate) imported.existing.push(duplicate);
      else if (record) {
        const game = toImportedGame(record, fault, now);
        existing.set(record.text, game);
        newGames.push({ game, board: record.board });
        imported.added.push(game);
      } else if (fault) imported.errors.push(fault);
    }
    await saveGames(newGames);
  }
  return imported;
}

/** Convert an imported record to a saved game; `fault` is the error at which it ends. */
export function toImportedGame(
  record: GameRecord,
  fault: ReadGame["fault"],
  now: number,
): SavedGame {
  const seatInfo = { players: getPlayerNames(record), mine: [], when: parseDate(record, now) };
  return {
    ...toSavedGame(makeRecordId(record.text), record, seatInfo),
    ...(fault ? { fault } : {}),
  };
}

function getPlayerNames({ headers, seats }: GameRecord): string[] {
  return seats.map((seat, i) => {
    return headers[`Player${i + 1}`] || seat;
  });
}

const NOON_HOUR = 12; // records contain no time of day

/** Parse the date of a record, `2026.11.16` or less precise; default: `now`. */
export function parseDate({ headers }: Pick<GameRecord, "headers">, now: number): number {
  const match = /^(\d{4})(?:[.-](\d{2})(?:[.-](\d{2}))?)?/.exec(headers["Date"] ?? "");
  if (!match) return now;
  const [year, month, day] = match.slice(1).map((part) => Number(part ?? 1));
  return new Date(year ?? 1970, (month ?? 1) - 1, day ?? 1, NOON_HOUR).getTime();
}

/** Return a hash of a record as its id, so that a record imported twice is saved once.  The hash has 64
 * bits: two hashes of 32 bits with different multipliers, mixed at the end.  Stored ids depend on it. */
export function makeRecordId(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");
  return `record-${hex(a ^ (b >>> 13))}${hex(b ^ (a >>> 16))}`;
}

/** Return all frames of a saved game: stored ones, else from the server, and then store them. */
export async function loadAllFrames(game: SavedGame): Promise<Frame[]> {
  const stored = await loadFrames(game.id);
  const complete = stored?.frames.length === game.actions + 1 ? stored : null;
  if (complete?.language === settings.language) return complete.frames;
  try {
    const { frames } = await fetchRecordFrames(game.text);
    await saveFrames(game.id, frames);
    return frames;
  } catch (error) {
    if (complete) return complete.frames; // in another language
    throw error;
  }
}

/** Translate the texts of a saved game by the server; if that fails, return it unchanged. */
export async function translateGame(game: SavedGame): Promise<SavedGame> {
  if (game.language === settings.language) return game;
  const [read] = await readRecords(game.text).catch(() => []);
  const { record, fault } = read ?? {};
  if (!record) return game;
  const { title, variant, why, frame, headers, seats } = record;
  const translated: SavedGame = {
    ...game,
    language: settings.language,
    title,
    variant,
    why: why || game.why,
    frame,
    players: game.players.map((player, i) =>
      headers[`Player${i + 1}`] ? player : (seats[i] ?? player),
    ),
    ...(fault ? { fault } : {}),
  };
  await saveGames([{ game: translated, board: record.board }]);
  return translated;
}

// Splitting of long texts into portions for the server

const MAX_PORTION_CHARS = 20_000; // small enough for quick answers and visible progress

const GAME_SEPARATOR = /\n[ \t]*\n(?=[ \t]*(?:\[|\(\s*;))/; // before the headers of the next game

/** Split a text of records between games into portions of limited length. */
export function splitRecords(text: string, maxChars = MAX_PORTION_CHARS): string[] {
  if (text.length <= maxChars) return [text];
  const jsonRecords = parseJsonList(text);
  const records = jsonRecords
    ? jsonRecords.map((record) => JSON.stringify(record))
    : text.replaceAll("\r\n", "\n").split(GAME_SEPARATOR);
  const portions: string[][] = [];
  let size = Infinity;
  for (const record of records) {
    if (size + record.length > maxChars) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push(record);
    size += record.length + 2;
  }
  return portions.map((portion) => (jsonRecords ? `[${portion.join(",")}]` : portion.join("\n\n")));
}

function parseJsonList(text: string): unknown[] | null {
  if (!/^\ufeff?\s*\[\s*\{/.test(text)) return null;
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return Array.isArray(data) ? data : null;
  } catch {
    return null; // the server reports the error
  }
}
