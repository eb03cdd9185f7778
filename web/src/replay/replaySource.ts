// Where replayed games come from: this browser, the server, or a link; links to a position of a game.
import { toBase64Url, compress, decompressFromLink } from "../library/compression";
import { getOwnTable } from "../browser/ownTables";
import { type SavedGame, loadBoard, saveGames, loadGame } from "../library/savedGames";
import { toImportedGame, loadAllFrames, loadTableGame, translateGame } from "../library/gameImport";
import type { Board, EvaluatedAction, Frame } from "../protocol";
import { readRecords, fetchRecordFrames } from "../server/api";
import { getVerdictText } from "../study/verdict";
import { r } from "./words";

// Links to a position of a game.  They name a game on the server by its id.  Other games are included
// in the link as a record, in the fragment, which browsers never send to a server.

const MAX_RECORD_BYTES = 240_000; // the limit of the server

export interface Fragment {
  at: number | null; // number of actions played; null: at the end
  record: string; // compressed; "" if the path names the game
}

/** Parse a fragment: `#12`, `#12.H4sI…` or empty. */
export function parseFragment(fragment: string): Fragment {
  const match = /^#?(\d{0,5})(?:\.([\w-]*))?$/.exec(fragment);
  return { at: match?.[1] ? Number(match[1]) : null, record: match?.[2] ?? "" };
}

export const getTablePath = (id: string, at: number): string => `/game/${id}#${at}`;

export async function getRecordPath(text: string, at: number): Promise<string> {
  return `/replay#${at}.${toBase64Url(await compress(text))}`;
}

/** Return the record in a link; null if it is truncated, invalid or too large. */
export async function decompressRecord(link: string): Promise<string | null> {
  return (await decompressFromLink(link, MAX_RECORD_BYTES)) || null;
}

/** A game to replay. */
export interface Replay {
  game: SavedGame;
  board: Board | null; // null: missing in this browser
  isSaved: boolean; // in this browser
  isTable: boolean; // on the server, under its id
  isRunning: boolean;
  loadFrames: () => Promise<Frame[]>; // the start, and after each action
}

/** Load a game by its id; null if neither this browser nor the server has it. */
export async function loadReplay(id: string): Promise<Replay | null> {
  const saved = await loadGame(id);
  const own = getOwnTable(id);
  if (!saved || (own && !own.over)) return loadTableReplay(id);
  const game = await translateGame(saved);
  const board = (await loadBoard(game.game)) ?? null;
  const loadFrames = (): Promise<Frame[]> => loadAllFrames(game);
  return { game, board, isSaved: true, isTable: !!own, isRunning: false, loadFrames };
}

async function loadTableReplay(id: string): Promise<Replay | null> {
  const tableGame = await loadTableGame(id);
  return (
    tableGame && {
      ...tableGame,
      isSaved: false,
      isTable: true,
      loadFrames: () => fetchFrames(tableGame.game),
    }
  );
}

/** Read the game in a link; null if the record is invalid. */
export async function loadLinkReplay(link: string): Promise<Replay | null> {
  const text = await decompressRecord(link);
  const [read] = text ? await readRecords(text) : [];
  if (!read?.record) return null;
  const game = toImportedGame(read.record, read.fault, Date.now());
  const { board } = read.record;
  const flags = { isSaved: !!(await loadGame(game.id)), isTable: false, isRunning: false };
  return { game, board, ...flags, loadFrames: () => fetchFrames(game) };
}

const fetchFrames = async (game: SavedGame): Promise<Frame[]> =>
  (await fetchRecordFrames(game.text)).frames;

/** Add a game to the saved games. */
export const saveReplay = ({ game, board }: Replay): Promise<void> => saveGames([{ game, board }]);

// Positions as text

/** Return the number of the turn that contains an action. */
function getTurnNumber({ turns }: Pick<SavedGame, "turns">, action: number): number {
  let before = 0;
  const turn = turns.findIndex(({ actions }) => (before += actions.length) >= action);
  return turn + 1;
}

/** Describe a position: the last action with its mark and verdict. */
export function describePosition(
  game: SavedGame,
  frame: Frame | undefined,
  at: number,
  evaluated: EvaluatedAction | undefined,
): string {
  if (at === 0) return r().start;
  const last = frame?.last.at(-1);
  const played = last?.spoken ?? "";
  const parts = [`${r().moveOf(getTurnNumber(game, at), game.turns.length)}: ${played}`];
  if (evaluated?.mark) parts.push(`${evaluated.mark} ${evaluated.word}`);
  if (evaluated?.best && evaluated.mark) parts.push(r().better(evaluated.best.action));
  if (evaluated) {
    const value = getVerdictText(evaluated.after, game.players, null);
    parts.push(`${value} (${r()[evaluated.after.certainty]})`);
  }
  return parts.join(" · ");
}
