// Games to replay: from this browser, the hall, or a link; their links, and their moments in words.
import { inLink, packed, unpackedLink } from "../library/compression";
import { getOwnTable } from "../browser/ownTables";
import { type KeptGame, boardOf, keepGames, keptGame } from "../library/savedGames";
import { importedGame, momentsOf, tableGame, translateGame } from "../library/gameImport";
import type { Board, EvaluatedAction, Frame } from "../protocol";
import { readRecords, recordFrames } from "../server/api";
import { verdictText } from "../study/verdict";
import { r } from "./words";

// Links to a moment of a game.  A game of the hall is named by its id; a record that no hall keeps
// travels in the link itself, behind the #, which browsers never send to a server.

const MAX_RECORD_BYTES = 240_000; // the server reads no longer ones

export interface Fragment {
  at: number | null; // number of actions played; null: at the end
  record: string; // packed; "" where the address names the game
}

/** `#12`, `#12.H4sI…` or nothing. */
export function fragmentOf(fragment: string): Fragment {
  const match = /^#?(\d{0,5})(?:\.([\w-]*))?$/.exec(fragment);
  return { at: match?.[1] ? Number(match[1]) : null, record: match?.[2] ?? "" };
}

export const pathOfTable = (id: string, at: number): string => `/game/${id}#${at}`;

export async function pathOfRecord(text: string, at: number): Promise<string> {
  return `/replay#${at}.${inLink(await packed(text))}`;
}

/** The record in a link; null where it was cut, is none, or is too large. */
export async function recordIn(link: string): Promise<string | null> {
  return (await unpackedLink(link, MAX_RECORD_BYTES)) || null;
}

// Where a game comes from that is replayed: this browser, the hall, or a link.

export interface Replayed {
  game: KeptGame;
  board: Board | null; // null: this browser has lost it
  isKept: boolean; // among the own games
  isTable: boolean; // the hall knows it by its id
  isRunning: boolean;
  moments: () => Promise<Frame[]>; // the start, and after each action
}

/** A game by its id; null where neither this browser nor the hall has it. */
export async function replayOf(id: string): Promise<Replayed | null> {
  const kept = await keptGame(id);
  const own = getOwnTable(id);
  if (!kept || (own && !own.over)) return replayOfTable(id);
  const game = await translateGame(kept);
  const board = (await boardOf(game.game)) ?? null;
  const moments = (): Promise<Frame[]> => momentsOf(game);
  return { game, board, isKept: true, isTable: !!own, isRunning: false, moments };
}

async function replayOfTable(id: string): Promise<Replayed | null> {
  const found = await tableGame(id);
  return found && { ...found, isKept: false, isTable: true, moments: () => framesOf(found.game) };
}

/** The game that a link carries; null where it carries none. */
export async function replayOfLink(link: string): Promise<Replayed | null> {
  const text = await recordIn(link);
  const [read] = text ? await readRecords(text) : [];
  if (!read?.record) return null;
  const game = importedGame(read.record, read.fault, Date.now());
  const { board } = read.record;
  const is = { isKept: !!(await keptGame(game.id)), isTable: false, isRunning: false };
  return { game, board, ...is, moments: () => framesOf(game) };
}

const framesOf = async (game: KeptGame): Promise<Frame[]> => (await recordFrames(game.text)).frames;

/** Add a game of others to the user's list. */
export const keep = ({ game, board }: Replayed): Promise<void> => keepGames([{ game, board }]);

// A moment of a game in words.

/** The number of the turn to which an action belongs: a turn may have several. */
function turnOf({ turns }: Pick<KeptGame, "turns">, action: number): number {
  let before = 0;
  const turn = turns.findIndex(({ actions }) => (before += actions.length) >= action);
  return turn + 1;
}

/** What was played last and what it is worth. */
export function momentText(
  game: KeptGame,
  frame: Frame | undefined,
  at: number,
  found: EvaluatedAction | undefined,
): string {
  if (at === 0) return r().start;
  const last = frame?.last.at(-1);
  const played = last?.spoken ?? "";
  const parts = [`${r().moveOf(turnOf(game, at), game.turns.length)}: ${played}`];
  if (found?.mark) parts.push(`${found.mark} ${found.word}`);
  if (found?.best && found.mark) parts.push(r().better(found.best.action));
  if (found) {
    const value = verdictText(found.after, game.players, null);
    parts.push(`${value} (${r()[found.after.certainty]})`);
  }
  return parts.join(" · ");
}
