// Analyses are kept in this browser, the latest of them, each by where it begins.
import { save, saved } from "../browser/browserStorage";
import { readTree, type Tree } from "./tree";

const MOST = 30;

interface Kept {
  key: string;
  tree: Tree;
}

function all(): Kept[] {
  return saved<Kept[]>("analyses", []);
}

export function keyOf(game: string, position: string): string {
  return `${game} ${position}`;
}

export function keptTree(key: string): Tree | null {
  return readTree(all().find((one) => one.key === key)?.tree);
}

/** Keep a tree; one in which nothing was tried is not worth it. */
export function keepTree(key: string, tree: Tree): void {
  const others = all().filter((one) => one.key !== key);
  const isWorth = tree.some((one) => one && (one.children.length > 0 || one.comment));
  save("analyses", (isWorth ? [{ key, tree }, ...others] : others).slice(0, MOST));
}
