// Analyses are kept in this browser, the latest of them, each by what it began with.
import { save, saved } from "../browser/browserStorage";
import { rowsOf, treeOfRows, type Row, type Tree } from "./tree";

const MAX_KEPT = 30;

export interface KeptAnalysis {
  key: string;
  rows: Row[];
}

/** All analyses that are kept, the latest first. */
export function keptAnalyses(): KeptAnalysis[] {
  const kept = saved<unknown>("analyses", []);
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
  save("analyses", all.slice(0, MAX_KEPT));
}
