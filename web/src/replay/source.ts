// Where a game comes from that is replayed: this browser, the hall, or a link.
import { ownTable } from "../browser/ownGames";
import { boardOf, keepGames, keptGame, type KeptGame } from "../own/keptGames";
import { broughtGame, momentsOf, tableGame } from "../own/keeping";
import type { Board, Frame } from "../protocol";
import { readRecords, recordFrames } from "../server/api";
import { recordIn } from "./link";

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
  const game = await keptGame(id);
  const own = ownTable(id);
  if (!game || (own && !own.over)) return replayOfTable(id);
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
  const game = broughtGame(read.record, read.fault, Date.now());
  const { board } = read.record;
  const is = { isKept: !!(await keptGame(game.id)), isTable: false, isRunning: false };
  return { game, board, ...is, moments: () => framesOf(game) };
}

const framesOf = async (game: KeptGame): Promise<Frame[]> => (await recordFrames(game.text)).frames;

/** Put a game of others into one's own list. */
export const keep = ({ game, board }: Replayed): Promise<void> => keepGames([{ game, board }]);
