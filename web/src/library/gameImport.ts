// Keep games in this browser: tables that are over, and imported records.
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

/** The game of a table, as far as it has come. */
export interface TableGame {
  game: SavedGame;
  board: Board;
  isRunning: boolean;
}

/** What has been played at a table; null where the hall has no such table. */
export async function loadTableGame(id: string): Promise<TableGame | null> {
  const [listed] = await fetchTables([id]);
  return listed ? readTable(listed, false) : null;
}

async function readTable(listed: LobbyEntry, hidden: boolean): Promise<TableGame | null> {
  const [read] = await readRecords(await fetchRecordText(listed.id));
  if (!read?.record) return null;
  const game = toTableGame(listed, read.record, hidden);
  return { game, board: read.record.board, isRunning: listed.status !== "over" };
}

/** Keep the game of a table that is over; nothing where nothing was played. */
export async function saveTableGame(id: string): Promise<SavedGame | null> {
  const [listed] = await fetchTables([id]);
  if (!listed || listed.status !== "over" || listed.actions === 0) return null;
  const known = await loadGame(id);
  const isKnown = known?.when === listed.last_event_at && known.actions === listed.actions;
  if (isKnown && (await loadFrames(id))) return known;
  const read = await readTable(listed, known?.hidden ?? getOwnTable(id)?.hidden ?? false);
  if (!read) return null;
  const { game, board } = read;
  await saveFrames(id, (await fetchRecordFrames(game.text)).frames); // first: what is listed is whole
  await saveGames([{ game, board }]);
  return game;
}

function toTableGame(listed: LobbyEntry, record: GameRecord, hidden: boolean): SavedGame {
  const game = toSavedGame(listed.id, record, {
    players: listed.seats.map((seat) => seat.display_name),
    mine: getCurrentSeats(getOwnTable(listed.id), listed.order),
    when: listed.last_event_at,
  });
  if (!listed.result) return { ...game, hidden };
  const { returns, why, text, reason } = listed.result;
  const isPlayed = reason !== "aborted" && reason !== "superseded";
  return { ...game, hidden, result: isPlayed ? returns : null, why: why || text };
}

function toSavedGame(
  id: string,
  record: GameRecord,
  more: { players: string[]; mine: number[]; when: number },
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
    ...more,
  };
}

export interface ImportResult {
  kept: SavedGame[]; // new in the list
  known: SavedGame[]; // had been there before
  faults: string[]; // of what could not be read at all
}

/** Read records of any form, and keep what can be read of them. */
export async function importRecords(
  text: string,
  now: number,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<ImportResult> {
  const known = new Map((await loadGames()).map((game) => [game.text, game]));
  const imported: ImportResult = { kept: [], known: [], faults: [] };
  const parts = splitRecords(text);
  for (const [i, part] of parts.entries()) {
    progress(i, parts.length);
    const fresh = [];
    for (const { record, fault } of await readRecords(part)) {
      const same = record && known.get(record.text);
      if (same) imported.known.push(same);
      else if (record) {
        const game = toImportedGame(record, fault, now);
        known.set(record.text, game);
        fresh.push({ game, board: record.board });
        imported.kept.push(game);
      } else if (fault) imported.faults.push(fault);
    }
    await saveGames(fresh);
  }
  return imported;
}

/** An imported game; a fault ends it early. */
export function toImportedGame(
  record: GameRecord,
  fault: ReadGame["fault"],
  now: number,
): SavedGame {
  const more = { players: getPlayerNames(record), mine: [], when: parseDate(record, now) };
  return { ...toSavedGame(makeRecordId(record.text), record, more), ...(fault ? { fault } : {}) };
}

function getPlayerNames({ headers, seats }: GameRecord): string[] {
  return seats.map((seat, i) => {
    return headers[`Player${i + 1}`] || seat;
  });
}

/** When a record says that it was played: `2026.11.16`, perhaps without the day. */
export function parseDate({ headers }: Pick<GameRecord, "headers">, now: number): number {
  const match = /^(\d{4})(?:[.-](\d{2})(?:[.-](\d{2}))?)?/.exec(headers["Date"] ?? "");
  if (!match) return now;
  const [year, month, day] = match.slice(1).map((part) => Number(part ?? 1));
  return new Date(year ?? 1970, (month ?? 1) - 1, day ?? 1, 12).getTime();
}

/** The id follows from the text, so that a record imported twice is kept once. */
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

/** All moments of a kept game: from this browser, or else from the hall, and then kept here. */
export async function loadAllFrames(game: SavedGame): Promise<Frame[]> {
  const kept = await loadFrames(game.id);
  const known = kept?.frames.length === game.actions + 1 ? kept : null;
  if (known?.language === settings.language) return known.frames;
  try {
    const { frames } = await fetchRecordFrames(game.text);
    await saveFrames(game.id, frames);
    return frames;
  } catch (error) {
    if (known) return known.frames; // in another language
    throw error;
  }
}

/** Return a kept game with its texts in the reader's language, as far as the hall can be reached. */
export async function translateGame(game: SavedGame): Promise<SavedGame> {
  if (game.language === settings.language) return game;
  const [read] = await readRecords(game.text).catch(() => []);
  const { record, fault } = read ?? {};
  if (!record) return game;
  const { title, variant, why, frame, headers, seats } = record;
  const found: SavedGame = {
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
  await saveGames([{ game: found, board: record.board }]);
  return found;
}

// Long texts of records in portions that the hall reads at once.

const MAX_PORTION_CHARS = 20_000; // so that the hall answers soon, and progress is visible

const BETWEEN_GAMES = /\n[ \t]*\n(?=[ \t]*(?:\[|\(\s*;))/; // before the headers of the next game

/** A text of several records, cut between games where it is too long. */
export function splitRecords(text: string, largest = MAX_PORTION_CHARS): string[] {
  if (text.length <= largest) return [text];
  const listed = parseJsonList(text);
  const parts = listed
    ? listed.map((one) => JSON.stringify(one))
    : text.replaceAll("\r\n", "\n").split(BETWEEN_GAMES);
  const found: string[][] = [];
  let size = Infinity;
  for (const part of parts) {
    if (size + part.length > largest) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push(part);
    size += part.length + 2;
  }
  return found.map((some) => (listed ? `[${some.join(",")}]` : some.join("\n\n")));
}

function parseJsonList(text: string): unknown[] | null {
  if (!/^\ufeff?\s*\[\s*\{/.test(text)) return null;
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return Array.isArray(data) ? data : null;
  } catch {
    return null; // the hall will say where it is wrong
  }
}
