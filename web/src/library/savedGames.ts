// Games that are kept in this browser for good: finished ones of its tables, and records that were
// imported.  They can be looked at without the network, and after the hall has forgotten them.
//
// They lie in IndexedDB, which has room for thousands.  Where that is forbidden or full, they are
// kept until the page is closed.  Other tabs are notified of every change.
import { settings } from "../browser/settings.svelte";
import { reportStorageProblem } from "../browser/storage";
import type { Board, EvaluatedAction, Frame, Language, Moment, Turn } from "../protocol";
import { packed, unpacked } from "./compression";
import { getPairLanguage, readTexts } from "./storedTexts";

export interface KeptGame {
  id: string; // of the table; of an imported record, derived from its text
  game: string; // an id with options
  name: string;
  language: Language; // of its texts
  title: string;
  variant: string;
  players: string[]; // how they are called, by seat
  mine: number[]; // the seats of this browser; none: a game of others
  result: number[] | null; // for each seat
  why: string; // how it ended
  when: number; // milliseconds
  start: string; // the position string of the beginning
  actions: number;
  turns: Turn[];
  frame: Frame; // the last position
  opening: string[]; // keys of the first positions
  text: string; // the record
  json: string; // the same as JSON
  fault?: string; // it was imported and cannot be read to its end
  hidden?: boolean; // the user does not want to see it in lists
}

/** A game as it is stored: texts of earlier versions are in all languages. */
type StoredGame = Omit<KeptGame, "language"> & Partial<Pick<KeptGame, "language">>;

/** Return a stored game with texts in one language. */
export function readGame(stored: StoredGame): KeptGame {
  const { language } = settings;
  const game = readTexts(stored, language);
  return { language: getPairLanguage(language), ...game, frame: readFrame(game.frame) };
}

/** A frame as it is stored: earlier versions called its prompt `due`. */
type StoredFrame = Frame & { due?: string };

function readFrame({ due, ...frame }: StoredFrame): Frame {
  return due === undefined ? frame : { ...frame, prompt: due };
}

/** The frames of a game, with texts in one language. */
export interface KeptFrames {
  language: Language;
  frames: Frame[]; // the start, and after each action
}

/** Return stored frames with texts in one language; earlier versions stored a list. */
export function readFrames(stored: Frame[] | KeptFrames): KeptFrames {
  const { language } = settings;
  const kept = Array.isArray(stored)
    ? { language: getPairLanguage(language), frames: stored }
    : stored;
  const read = readTexts(kept, language);
  return { ...read, frames: read.frames.map(readFrame) };
}

/** A place for things by name. */
interface Shelf<T> {
  get(key: string): Promise<T | undefined>;
  all(): Promise<T[]>;
  put(key: string, value: T): Promise<void>;
  remove(key: string): Promise<void>;
}

/** How thoroughly positions were searched. */
export type EvaluationDepth = "usual" | "deeper";

/** What the computer thinks of a game. */
export interface KeptEvaluation {
  actions: EvaluatedAction[];
  moments: Moment[];
  depth: EvaluationDepth;
  nodes: number; // of each position
}

const SHELVES = ["games", "boards", "frames", "evaluations"] as const;
type ShelfName = (typeof SHELVES)[number];

let opened: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    if (typeof indexedDB === "undefined") return resolve(forbidden());
    const request = indexedDB.open("steinreich", SHELVES.length);
    request.onupgradeneeded = () => {
      for (const name of SHELVES) request.result.createObjectStore(name);
    };
    request.onerror = () => resolve(forbidden());
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer page wants it
      resolve(request.result);
    };
  });
  return opened;
}

function forbidden(): null {
  reportStorageProblem("forbidden");
  return null;
}

/** What an answer of IndexedDB is. */
function heard<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}

/** A shelf of the database; what finds no room on it stays in memory. */
class KeptShelf<T> implements Shelf<T> {
  private beside = new Map<string, T>();
  constructor(private name: ShelfName) {}

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore | null> {
    const all = await database();
    return all && all.transaction(this.name, mode).objectStore(this.name);
  }

  async get(key: string): Promise<T | undefined> {
    if (this.beside.has(key)) return this.beside.get(key);
    const store = await this.store("readonly");
    return store ? heard(store.get(key) as IDBRequest<T | undefined>) : undefined;
  }

  async all(): Promise<T[]> {
    const store = await this.store("readonly");
    if (!store) return [...this.beside.values()];
    const keys = heard(store.getAllKeys()); // both are asked within one transaction
    const values = await heard(store.getAll() as IDBRequest<T[]>);
    const stored = (await keys).flatMap((key, i) =>
      this.beside.has(String(key)) ? [] : [values[i]!],
    );
    return [...stored, ...this.beside.values()];
  }

  async put(key: string, value: T): Promise<void> {
    const store = await this.store("readwrite");
    try {
      if (!store) throw new DOMException("there is no database");
      const written = finished(store.transaction);
      store.put(value, key);
      await written;
      this.beside.delete(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.beside.set(key, value);
      if (store) reportStorageProblem("full");
    }
  }

  async remove(key: string): Promise<void> {
    this.beside.delete(key);
    const store = await this.store("readwrite");
    if (store) await heard(store.delete(key));
  }
}

/** Only a transaction that has come to its end is on disk: a full disk shows there. */
function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted"));
  });
}

const games: Shelf<StoredGame> = new KeptShelf("games");
const boards: Shelf<Board> = new KeptShelf("boards");
const frames: Shelf<Uint8Array<ArrayBuffer>> = new KeptShelf("frames");
const evaluations: Shelf<KeptEvaluation> = new KeptShelf("evaluations");

// Other tabs

const news =
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("steinreich.games");
const listeners = new Set<() => void>();
if (news) news.onmessage = () => listeners.forEach((tell) => tell());

/** Be told whenever a game is kept or given up, here or in another tab; until the answer is called. */
export function onKept(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function changed(): void {
  listeners.forEach((tell) => tell());
  news?.postMessage("changed");
}

// Games

/** All games that are kept, the latest first. */
export async function keptGames(): Promise<KeptGame[]> {
  return (await games.all()).map(readGame).sort((a, b) => b.when - a.when);
}

export async function keptGame(id: string): Promise<KeptGame | undefined> {
  const stored = await games.get(id);
  return stored && readGame(stored);
}

export async function boardOf(game: string): Promise<Board | undefined> {
  return readTexts(await boards.get(game), settings.language);
}

export async function keepGames(all: { game: KeptGame; board: Board | null }[]): Promise<void> {
  for (const { game, board } of all) {
    if (board) await boards.put(game.game, board);
    await games.put(game.id, game);
  }
  changed();
}

export async function giveUp(id: string): Promise<void> {
  await games.remove(id);
  await frames.remove(id);
  await evaluations.remove(id);
  changed();
}

/** Every moment of a game: many and much alike, so they are packed. */
export async function keepFrames(id: string, all: Frame[]): Promise<void> {
  const { language } = settings;
  const kept: KeptFrames = { language, frames: all };
  await frames.put(id, await packed(JSON.stringify(kept)));
}

export async function framesOf(id: string): Promise<KeptFrames | null> {
  const bytes = await frames.get(id);
  return bytes ? readFrames(JSON.parse(await unpacked(bytes)) as Frame[] | KeptFrames) : null;
}

export async function evaluationOf(id: string): Promise<KeptEvaluation | undefined> {
  return readTexts(await evaluations.get(id), settings.language);
}

export const keepEvaluation = (id: string, found: KeptEvaluation): Promise<void> =>
  evaluations.put(id, found);
