// Analyses and search settings stored in this browser, and links that contain an analysis.
import { writeItem, readItem } from "../browser/storage";
import { toBase64Url, compress, decompressFromLink } from "../library/compression";
import { type Row, START, type Tree, toRows, parseRows } from "./tree";

const MAX_STORED_ANALYSES = 30;

export interface StoredAnalysis {
  key: string;
  rows: Row[];
}

/** Return all stored analyses, the latest first. */
export function loadAnalyses(): StoredAnalysis[] {
  const stored = readItem<unknown>("analyses", []);
  return Array.isArray(stored) ? stored.filter(isAnalysis) : [];
}

/** Return whether untrusted data is a valid analysis. */
export function isAnalysis(data: unknown): data is StoredAnalysis {
  if (typeof data !== "object" || data === null) return false;
  const { key, rows } = data as Partial<StoredAnalysis>;
  return typeof key === "string" && parseRows(rows) !== null;
}

/** Return the storage key of an analysis; games with different lines have different keys. */
export function getAnalysisKey(game: string, position: string, line: readonly string[]): string {
  return [game, position, ...line].join(" ");
}

export function loadTree(key: string): Tree | null {
  return parseRows(loadAnalyses().find((analysis) => analysis.key === key)?.rows);
}

/** Store a tree; an empty tree is removed instead. */
export function saveTree(key: string, tree: Tree): void {
  const others = loadAnalyses().filter((analysis) => analysis.key !== key);
  const hasContent = tree.some(
    (branch) => branch && (branch.children.length > 0 || branch.comment),
  );
  saveAnalyses(hasContent ? [{ key, rows: toRows(tree).rows }, ...others] : others);
}

/** Replace the stored analyses; of too many, the last are dropped. */
export function saveAnalyses(analyses: readonly StoredAnalysis[]): void {
  writeItem("analyses", analyses.slice(0, MAX_STORED_ANALYSES));
}

// Search settings

export const MAX_LINES = 5; // as the server allows
export const DEPTHS = [2, 4, 6, 8, 12, 16] as const; // actions ahead

const DEFAULT_LINES = 3;

/** How many lines the engine searches, and how deep. */
export interface Effort {
  lines: number;
  depth: number | null; // null: limited by time only
}

export function loadEffort(): Effort {
  const stored = readItem<Partial<Effort> | null>("analysis.effort", null);
  const lines = Number(stored?.lines);
  const depth = DEPTHS.find((choice) => choice === stored?.depth) ?? null;
  const isValidCount = Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES;
  return { lines: isValidCount ? lines : DEFAULT_LINES, depth };
}

export function saveEffort(effort: Effort): void {
  writeItem("analysis.effort", effort);
}

// Links that contain an analysis: its tree with comments, compressed, in the fragment

export interface SharedTree {
  position: string | null; // at the start of the tree; null: the start of the game
  tree: Tree;
  at: number; // the branch shown
}

export const MAX_LINK_CHARS = 30_000; // of the compressed tree; some programs truncate longer links
const MAX_TREE_BYTES = 1_000_000; // decompressed
const MAX_POSITION_CHARS = 500; // as the server allows

/** Return `/analysis/vier3d#tree=H4sI…`, or null if the tree is too large for a link. */
export async function getSharePath(game: string, shared: SharedTree): Promise<string | null> {
  const { rows, at } = toRows(shared.tree, shared.at);
  const { position } = shared;
  const tree = toBase64Url(await compress(JSON.stringify({ position, rows, at })));
  return tree.length > MAX_LINK_CHARS ? null : `/analysis/${encodeURIComponent(game)}#tree=${tree}`;
}

/** Return the compressed tree in a fragment, or null if there is none. */
export function getCompressedTree(fragment: string): string | null {
  return /^#?tree=(.*)$/.exec(fragment)?.[1] ?? null;
}

/** Decompress and validate a tree; return null if it is truncated, too large or invalid. */
export async function decompressTree(link: string): Promise<SharedTree | null> {
  if (link.length > MAX_LINK_CHARS) return null;
  const text = await decompressFromLink(link, MAX_TREE_BYTES);
  return text === null ? null : parseSharedTree(text);
}

function parseSharedTree(text: string): SharedTree | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null; // not JSON
  }
  if (typeof data !== "object" || data === null) return null;
  const { position, rows, at } = data as Record<string, unknown>;
  const isText = typeof position === "string" && position.length <= MAX_POSITION_CHARS;
  const tree = parseRows(rows);
  if (!tree || (position !== null && !isText)) return null;
  const branchExists = typeof at === "number" && tree[at] !== undefined;
  return { position: position as string | null, tree, at: branchExists ? at : START };
}
