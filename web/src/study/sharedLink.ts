// Links that carry a whole analysis: its tree with comments, packed, in the fragment.
import { inLink, packed, unpackedLink } from "../own/packing";
import { rowsOf, START, treeOfRows, type Tree } from "./tree";

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
