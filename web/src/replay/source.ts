// Games to replay: from this browser, the hall, or a link; their links, and their moments in words.
import { toBase64Url, compress, decompressFromLink } from "../library/compression";
import { getOwnTable } from "../browser/ownTables";
import { type SavedGame, loadBoard, saveGames, loadGame } from "../library/savedGames";
import {
  toImportedGame,
  loadAllFrames,
  loadTableGame,
  translateGame,
} from "../library/gameImport";
import type { Board, EvaluatedAction, Frame } from "../protocol";
import { readRecords, fetchRecordFrames } from "../server/api";
import { getVerdictText } from "../study/verdict";
import { r } from "./words";

// Links to a moment of a game.  A game of the hall is named by its id; a record that no hall keeps
// travels in the link itself, behind the #, which browsers never send to a server.

const MAX_RECORD_BYTES = 240_000; // the server reads no longer ones

export interface Fragment {
  at: number | null; // number of actions played; null: at the end
  record: string; // packed; "" where the address names the game
}

/** `#12`, `#12.H4sI…` or nothing. */
export function parseFragment(fragment: string): Fragment {
  const match = /^#?(\d{0,5})(?:\.([\w-]*))?$/.exec(fragment);
  return { at: match?.[1] ? Number(match[1]) : null, record: match?.[2] ?? "" };
}

export const getTablePath = (id: string, at: number): string => `/game/${id}#${at}`;

export async function getRecordPath(text: string, at: number): Promise<string> {
  return `/replay#${at}.${toBase64Url(await compress(text))}`;
}

/** The record in a link; null where it was cut, is none, or is too large. */
export async function unpackRecord(link: string): Promise<string | null> {
  return (await decompressFromLink(link, MAX_RECORD_BYTES)) || null;
}

// Where a game comes from that is replayed: this browser, the hall, or a link.

export interface ReplaySource {
  game: SavedGame;
  board: Board | null; // null: this browser has lost it
  isKept: boolean; // among the own games
  isTable: boolean; // the hall knows it by its id
  isRunning: boolean;
  moments: () => Promise<Frame[]>; // the start, and after each action
}

/** A game by its id; null where neither this browser nor the hall has it. */
export async function loadReplay(id: string): Promise<ReplaySource | null> {
  const kept = await loadGame(id);
  const own = getOwnTable(id);
  if (!kept || (own && !own.over)) return loadTableReplay(id);
  const game = await translateGame(kept);
  const board = (await loadBoard(game.game)) ?? null;
  const moments = (): Promise<Frame[]> => loadAllFrames(game);
  return { game, board, isKept: true, isTable: !!own, isRunning: false, moments };
}

async function loadTableReplay(id: string): Promise<ReplaySource | null> {
  const found = await loadTableGame(id);
  return (
    found && { ...found, isKept: false, isTable: true, moments: () => fetchFrames(found.game) }
  );
}

/** The game that a link carries; null where it carries none. */
export async function loadLinkReplay(link: string): Promise<ReplaySource | null> {
  const text = await unpackRecord(link);
  const [read] = text ? await readRecords(text) : [];
  if (!read?.record) return null;
  const game = toImportedGame(read.record, read.fault, Date.now());
  const { board } = read.record;
  const is = { isKept: !!(await loadGame(game.id)), isTable: false, isRunning: false };
  return { game, board, ...is, moments: () => fetchFrames(game) };
}

const fetchFrames = async (game: SavedGame): Promise<Frame[]> =>
  (await fetchRecordFrames(game.text)).frames;

/** Add a game of others to the user's list. */
export const keep = ({ game, board }: ReplaySource): Promise<void> => saveGames([{ game, board }]);

// A moment of a game in words.

/** The number of the turn to which an action belongs: a turn may have several. */
function getTurnNumber({ turns }: Pick<SavedGame, "turns">, action: number): number {
  let before = 0;
  const turn = turns.findIndex(({ actions }) => (before += actions.length) >= action);
  return turn + 1;
}

/** What was played last and what it is worth. */
export function momentText(
  game: SavedGame,
  frame: Frame | undefined,
  at: number,
  found: EvaluatedAction | undefined,
): string {
  if (at === 0) return r().start;
  const last = frame?.last.at(-1);
  const played = last?.spoken ?? "";
  const parts = [`${r().moveOf(getTurnNumber(game, at), game.turns.length)}: ${played}`];
  if (found?.mark) parts.push(`${found.mark} ${found.word}`);
  if (found?.best && found.mark) parts.push(r().better(found.best.action));
  if (found) {
    const value = getVerdictText(found.after, game.players, null);
    parts.push(`${value} (${r()[found.after.certainty]})`);
  }
  return parts.join(" · ");
}
