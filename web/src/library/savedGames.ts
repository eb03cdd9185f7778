// Games that are stored in this browser permanently: finished games of its tables, and imported
// records.  They are available offline, and after the server has deleted them.
//
// They are stored in IndexedDB, which has space for thousands.  If it is not available or full, they
// stay in memory until the page is closed.  Other tabs are notified of every change.
import { settings } from "../browser/settings.svelte";
import { reportStorageProblem } from "../browser/storage";
import type { Board, EvaluatedAction, Frame, Language, KeyMoment, Turn } from "../protocol";
import { compress, decompress } from "./compression";
import { getPairLanguage, readTexts } from "./storedTexts";

export interface SavedGame {
  id: string; // of the table; of an imported record, derived from its text
  game: string; // the id of the game with its options
  name: string;
  language: Language; // of its texts
  title: string;
  variant: string;
  players: string[]; // names, by seat
  mine: number[]; // the seats of this browser's user; empty: a game of others
  result: number[] | null; // for each seat
  why: string; // how the game ended
  when: number; // the time of the last move, milliseconds
  start: string; // the position string of the start
  actions: number;
  turns: Turn[];
  frame: Frame; // of the last position
  opening: string[]; // keys of the positions after the first actions
  text: string; // the record as text
  json: string; // the record as JSON
  fault?: string; // the error at which the imported record ends
  hidden?: boolean; // the user has removed it from the lists
}

/** A stored game; in earlier versions, texts were in all languages. */
type StoredGame = Omit<SavedGame, "language"> & Partial<Pick<SavedGame, "language">>;

/** Return a stored game with texts in one language. */
export function readStoredGame(stored: StoredGame): SavedGame {
  const { language } = settings;
  const game = readTexts(stored, language);
  return { language: getPairLanguage(language), ...game, frame: readFrame(game.frame) };
}

/** A frame as it is stored: earlier versions had other names for some fields. */
type StoredFrame = Frame & {
  due?: string;
  to_put?: Frame["placeable"];
  lit?: Frame["winning_lines"];
  decided?: Frame["decisive_cells"];
};

function readFrame({ due, to_put, lit, decided, ...frame }: StoredFrame): Frame {
  return {
    ...frame,
    ...(due !== undefined && { prompt: due }),
    ...(to_put && { placeable: to_put }),
    ...(lit && { winning_lines: lit }),
    ...(decided && { decisive_cells: decided }),
  };
}

/** All frames of a game, with texts in one language. */
export interface SavedFrames {
  language: Language;
  frames: Frame[]; // the start, and after each action
}

/** Return stored frames with texts in one language; earlier versions stored a list. */
export function readStoredFrames(stored: Frame[] | SavedFrames): SavedFrames {
  const { language } = settings;
  const savedFrames = Array.isArray(stored)
    ? { language: getPairLanguage(language), frames: stored }
    : stored;
  const read = readTexts(savedFrames, language);
  return { ...read, frames: read.frames.map(readFrame) };
}

/** A persistent map from keys to values. */
interface KeyValueStore<T> {
  get(key: string): Promise<T | undefined>;
  getAll(): Promise<T[]>;
  put(key: string, value: T): Promise<void>;
  remove(key: string): Promise<void>;
}

/** How many nodes were searched per position. */
export type EvaluationDepth = "usual" | "deeper";

/** The stored evaluation of a game. */
export interface SavedEvaluation {
  actions: EvaluatedAction[];
  moments: KeyMoment[];
  depth: EvaluationDepth;
  nodes: number; // per position
}

const STORE_NAMES = ["games", "boards", "frames", "evaluations"] as const;
type StoreName = (typeof STORE_NAMES)[number];

let databasePromise: Promise<IDBDatabase | null> | null = null;

/** Open the database; null if that is forbidden. */
function openDatabase(): Promise<IDBDatabase | null> {
  databasePromise ??= new Promise((resolve) => {
    if (typeof indexedDB === "undefined") return resolve(reportForbidden());
    const request = indexedDB.open("steinreich", STORE_NAMES.length);
    request.onupgradeneeded = () => {
      for (const name of STORE_NAMES) request.result.createObjectStore(name);
    };
    request.onerror = () => resolve(reportForbidden());
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer version of the page upgrades it
      resolve(request.result);
    };
  });
  return databasePromise;
}

function reportForbidden(): null {
  reportStorageProblem("forbidden");
  return null;
}

/** Convert a request to a promise of its result. */
function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}

/** An object store of IndexedDB; values that cannot be stored are kept in memory. */
class FallbackStore<T> implements KeyValueStore<T> {
  private inMemory = new Map<string, T>();
  constructor(private name: StoreName) {}

  private async openStore(mode: IDBTransactionMode): Promise<IDBObjectStore | null> {
    const database = await openDatabase();
    return database && database.transaction(this.name, mode).objectStore(this.name);
  }

  async get(key: string): Promise<T | undefined> {
    if (this.inMemory.has(key)) return this.inMemory.get(key);
    const store = await this.openStore("readonly");
    return store ? toPromise(store.get(key) as IDBRequest<T | undefined>) : undefined;
  }

  async getAll(): Promise<T[]> {
    const store = await this.openStore("readonly");
    if (!store) return [...this.inMemory.values()];
    const keys = toPromise(store.getAllKeys()); // both requests are in one transaction
    const values = await toPromise(store.getAll() as IDBRequest<T[]>);
    const stored = (await keys).flatMap((key, i) =>
      this.inMemory.has(String(key)) ? [] : [values[i]!],
    );
    return [...stored, ...this.inMemory.values()];
  }

  async put(key: string, value: T): Promise<void> {
    const store = await this.openStore("readwrite");
    try {
      if (!store) throw new DOMException("there is no database");
      const written = whenComplete(store.transaction);
      store.put(value, key);
      await written;
      this.inMemory.delete(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.inMemory.set(key, value);
      if (store) reportStorageProblem("full");
    }
  }

  async remove(key: string): Promise<void> {
    this.inMemory.delete(key);
    const store = await this.openStore("readwrite");
    if (store) await toPromise(store.delete(key));
  }
}

/** Wait for the end of a transaction; a full disk is only reported then. */
function whenComplete(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted"));
  });
}

const games: KeyValueStore<StoredGame> = new FallbackStore("games");
const boards: KeyValueStore<Board> = new FallbackStore("boards");
const frames: KeyValueStore<Uint8Array<ArrayBuffer>> = new FallbackStore("frames");
const evaluations: KeyValueStore<SavedEvaluation> = new FallbackStore("evaluations");

// Other tabs

const channel =
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("steinreich.games");
const listeners = new Set<() => void>();
if (channel) channel.onmessage = () => listeners.forEach((listener) => listener());

/** Call a listener whenever a game is saved or deleted, also by another tab; return a function that
 * removes it. */
export function onSavedGamesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  listeners.forEach((listener) => listener());
  channel?.postMessage("changed");
}

// Games

/** Return all saved games, the latest first. */
export async function loadGames(): Promise<SavedGame[]> {
  return (await games.getAll()).map(readStoredGame).sort((a, b) => b.when - a.when);
}

export async function loadGame(id: string): Promise<SavedGame | undefined> {
  const stored = await games.get(id);
  return stored && readStoredGame(stored);
}

export async function loadBoard(game: string): Promise<Board | undefined> {
  return readTexts(await boards.get(game), settings.language);
}

export async function saveGames(all: { game: SavedGame; board: Board | null }[]): Promise<void> {
  for (const { game, board } of all) {
    if (board) await boards.put(game.game, board);
    await games.put(game.id, game);
  }
  notifyListeners();
}

export async function deleteGame(id: string): Promise<void> {
  await games.remove(id);
  await frames.remove(id);
  await evaluations.remove(id);
  notifyListeners();
}

/** Store all frames of a game, compressed, because they are many and similar. */
export async function saveFrames(id: string, all: Frame[]): Promise<void> {
  const { language } = settings;
  const saved: SavedFrames = { language, frames: all };
  await frames.put(id, await compress(JSON.stringify(saved)));
}

export async function loadFrames(id: string): Promise<SavedFrames | null> {
  const bytes = await frames.get(id);
  return bytes
    ? readStoredFrames(JSON.parse(await decompress(bytes)) as Frame[] | SavedFrames)
    : null;
}

export async function loadEvaluation(id: string): Promise<SavedEvaluation | undefined> {
  return readTexts(await evaluations.get(id), settings.language);
}

export const saveEvaluation = (id: string, evaluation: SavedEvaluation): Promise<void> =>
  evaluations.put(id, evaluation);
