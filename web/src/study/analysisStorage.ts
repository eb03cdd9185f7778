// Analyses that this browser saves, with the effort of the computer, and links that carry one.
import { writeItem, readItem } from "../browser/storage";
import { inLink, packed, unpackedLink } from "../library/compression";
import { type Row, START, type Tree, rowsOf, treeOfRows } from "./tree";

const MAX_STORED_ANALYSES = 30;

export interface KeptAnalysis {
  key: string;
  rows: Row[];
}

/** All analyses that are kept, the latest first. */
export function keptAnalyses(): KeptAnalysis[] {
  const kept = readItem<unknown>("analyses", []);
  return Array.isArray(kept) ? kept.filter(isAnalysis) : [];
}

/** Whether data is an analysis: it may come from a file. */
export function isAnalysis(data: unknown): data is KeptAnalysis {
  if (typeof data !== "object" || data === null) return false;
  const { key, rows } = data as Partial<KeptAnalysis>;
  return typeof key === "string" && treeOfRows(rows) !== null;
}

/** The name of an analysis: two games from the same start have trees of their own. */
export function keyOf(game: string, position: string, line: readonly string[]): string {
  return [game, position, ...line].join(" ");
}

export function keptTree(key: string): Tree | null {
  return treeOfRows(keptAnalyses().find((one) => one.key === key)?.rows);
}

/** Keep a tree; one in which nothing was tried is not worth it. */
export function keepTree(key: string, tree: Tree): void {
  const others = keptAnalyses().filter((one) => one.key !== key);
  const isWorth = tree.some((one) => one && (one.children.length > 0 || one.comment));
  keepAnalyses(isWorth ? [{ key, rows: rowsOf(tree).rows }, ...others] : others);
}

/** Keep these analyses instead of those that are kept; the last ones go where they are too many. */
export function keepAnalyses(all: readonly KeptAnalysis[]): void {
  writeItem("analyses", all.slice(0, MAX_STORED_ANALYSES));
}

// How many lines the computer shows, and how deep it looks: this browser remembers it.

export const MAX_LINES = 5; // as the server's messages allow
export const DEPTHS = [2, 4, 6, 8, 12, 16] as const; // actions ahead

const DEFAULT_LINES = 3;

export interface Effort {
  lines: number;
  depth: number | null; // null: as deep as there is time for
}

export function keptEffort(): Effort {
  const kept = readItem<Partial<Effort> | null>("analysis.effort", null);
  const lines = Number(kept?.lines);
  const depth = DEPTHS.find((one) => one === kept?.depth) ?? null;
  const isCount = Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES;
  return { lines: isCount ? lines : DEFAULT_LINES, depth };
}

export function keepEffort(effort: Effort): void {
  writeItem("analysis.effort", effort);
}

// Links that carry a whole analysis: its tree with comments, compressed, in the fragment.

export interface SharedTree {
  position: string | null; // where the tree begins; null: the start of the game
  tree: Tree;
  at: number; // the branch that is looked at
}

export const MAX_LINK_CHARS = 30_000; // of the packed tree: longer links are cut on their way
const MAX_TREE_BYTES = 1_000_000; // unpacked
const MAX_POSITION_CHARS = 500; // as the server's messages allow

/** `/analysis/vier3d#tree=H4sI…`; null where the tree is too large for a link. */
export async function sharedPath(game: string, shared: SharedTree): Promise<string | null> {
  const { rows, at } = rowsOf(shared.tree, shared.at);
  const { position } = shared;
  const tree = inLink(await packed(JSON.stringify({ position, rows, at })));
  return tree.length > MAX_LINK_CHARS ? null : `/analysis/${encodeURIComponent(game)}#tree=${tree}`;
}

/** The packed tree in a fragment; null where it carries none. */
export function packedTreeIn(fragment: string): string | null {
  return /^#?tree=(.*)$/.exec(fragment)?.[1] ?? null;
}

/** The tree that was packed; null where it was cut, is too large, or is none. */
export async function sharedTree(link: string): Promise<SharedTree | null> {
  if (link.length > MAX_LINK_CHARS) return null;
  const text = await unpackedLink(link, MAX_TREE_BYTES);
  return text === null ? null : readShared(text);
}

function readShared(text: string): SharedTree | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null; // something else was packed
  }
  if (typeof data !== "object" || data === null) return null;
  const { position, rows, at } = data as Record<string, unknown>;
  const isText = typeof position === "string" && position.length <= MAX_POSITION_CHARS;
  const tree = treeOfRows(rows);
  if (!tree || (position !== null && !isText)) return null;
  const isBranch = typeof at === "number" && tree[at] !== undefined;
  return { position: position as string | null, tree, at: isBranch ? at : START };
}
